"""How long a decision takes from the server's answer to the screen, for every game: `python benchmarks/screen.py`.

A real Chromium plays against a bot of level 1 at a server of its own. The clock starts when the socket's message is there, before
the page looks at it, and stops after the frame in which the new position was painted. Between decisions there is a pause, as people
make one. Where other programs run, a second figure tells more: the processor time that the page's own thread needed meanwhile.
The load of the machine is printed with both.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from page.conftest import chromium
from page.visitors import DESKTOP, GAMES, PHONE, Visitor
from server.serving import Command

# Every message with a decision is measured until what came of it is painted.
WATCH = """
  const Plain = window.WebSocket
  let heard = 0
  window.WebSocket = class extends Plain {
    set onmessage(listen) {
      super.onmessage = (event) => {
        const begin = performance.now()
        const playing = event.data.includes('"type":"decision"') && document.querySelector('main.table')
        listen(event)
        if (!playing) return
        const name = `decision ${++heard}`
        const wanted = JSON.parse(event.data).state.number
        const look = () => requestAnimationFrame(() => {
          if (Number(document.querySelector('main.table').dataset.number) < wanted) return look()
          const painted = new MessageChannel()
          painted.port1.onmessage = () => performance.measure(name, { start: begin, end: performance.now() })
          painted.port2.postMessage(0)
        })
        look()
      }
    }
  }
"""
TRACED = ["blink.user_timing", "disabled-by-default-devtools.timeline"]


def traced(browser: Browser, julia: Visitor, title: str, decisions: int, pause: float) -> list[dict[str, Any]]:
    """Plays, and gives what the browser noted of it."""
    julia.context.add_init_script(WATCH)
    julia.start(title)
    browser.start_tracing(page=julia.page, categories=TRACED)
    for _ in range(decisions):
        julia.page.wait_for_timeout(pause)
        if julia.over:
            break
        julia.decide()
    julia.page.wait_for_timeout(pause)
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    return events


def times(events: list[dict[str, Any]]) -> tuple[list[float], list[float]]:
    """Of each decision: milliseconds until it was painted, and milliseconds of processor time of the page's thread in them."""
    begins: dict[str, dict[str, Any]] = {}
    spans = []
    for event in events:
        if event.get("cat") == "blink.user_timing" and event["name"].startswith("decision "):
            if event["ph"] == "b":
                begins[event["name"]] = event
            elif event["ph"] == "e":
                spans.append((begins[event["name"]], event["ts"]))
    tasks = [event for event in events if event["name"] == "RunTask" and event.get("ph") == "X"]

    def busy(begin: dict[str, Any], end: float) -> float:
        """A task that is half inside counts by half."""
        total = 0.0
        for task in tasks:
            inside = min(end, task["ts"] + task["dur"]) - max(begin["ts"], task["ts"])
            if inside > 0 and task["pid"] == begin["pid"] and task["tid"] == begin["tid"]:
                total += task.get("tdur", 0) * inside / task["dur"]
        return total

    return [(end - begin["ts"]) / 1000 for begin, end in spans], [busy(begin, end) / 1000 for begin, end in spans]


def said(name: str, measured: list[float]) -> str:
    ordered = sorted(measured)
    late = ordered[int(0.95 * (len(ordered) - 1))]
    return f"{name}: median {statistics.median(ordered):4.0f} ms, 95 % {late:4.0f} ms, most {ordered[-1]:4.0f} ms"


def main() -> None:
    """Prints a line for each game and size of screen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--pause", type=float, default=700.0, help="milliseconds before each decision")
    parser.add_argument("--games", nargs="*", default=list(GAMES.values()))
    parser.add_argument("--page", help="the folder of another built page, to compare")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Command(f"sqlite:///{folder}/tables.db", *(["--page", chosen.page] if chosen.page else []))
        server.start()
        browser = chromium(playwright)
        try:
            for title in chosen.games:
                for screen, size in (("desktop", DESKTOP), ("phone", PHONE)):
                    julia = Visitor(browser, server.url, viewport=size, reduced_motion="no-preference")
                    painted, busy = times(traced(browser, julia, title, chosen.decisions, chosen.pause))
                    julia.leave()
                    load = f"load {os.getloadavg()[0]:.1f}"
                    print(
                        f"{title:12} {screen:8} {len(painted):4} decisions   {said('on screen', painted)}   {said('busy', busy)}   {load}", flush=True
                    )
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
