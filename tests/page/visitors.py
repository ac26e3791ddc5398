"""People at the page: what they do in a browser, and what they see there."""

import random
import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

GAMES = {"porta_nigra": "Porta Nigra", "carpe_diem": "Carpe Diem", "via_appia": "Via Appia"}
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000  # milliseconds: bots may share a processor with everything else
QUICK = """localStorage.setItem('triumvir.settings', JSON.stringify({ name: NAME, pace: 'at_once', level: 1 }))"""

ASKED = """() => {
  const table = document.querySelector('main.table')
  if (!table || table.dataset.state === 'over') return table !== null
  return table.dataset.mine !== undefined && document.querySelector('.choices [data-choice], .choices .many button') !== null
}"""
OPEN = """() => [...document.querySelectorAll('.board [data-open]')].filter((one) => one.checkVisibility()).map((one) => one.dataset.move)"""


class Visitor:
    """Somebody with a browser of her own. Whatever the browser complains about is kept in `complaints`."""

    def __init__(self, browser: Browser, url: str, name: str = "Julia", **settings: Any) -> None:
        chosen: dict[str, Any] = {"viewport": DESKTOP, "locale": "en", "reduced_motion": "reduce", **settings}
        self.context: BrowserContext = browser.new_context(**chosen)
        self.context.add_init_script(QUICK.replace("NAME", repr(name)))
        self.context.set_default_timeout(PATIENCE)
        self.url = url
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self._chance = random.Random(1)

    def visit(self, path: str = "/") -> None:
        self.page.goto(self.url + path if path.startswith("/") else path)

    # --- Starting

    def choose_game(self, title: str) -> None:
        """The first click."""
        self.page.locator(".games li", has_text=title).locator("button.primary").click()

    def start(self, title: str) -> None:
        """A match against a bot, in two clicks."""
        self.visit()
        self.choose_game(title)
        self.page.locator("button.start").click()
        self.page.wait_for_function(ASKED)

    # --- Playing

    @property
    def number(self) -> int:
        return int(self.page.locator("main.table").get_attribute("data-number") or 0)

    @property
    def over(self) -> bool:
        return self.page.locator("main.table").get_attribute("data-state") == "over"

    def wait_for_turn(self) -> None:
        self.page.wait_for_function(ASKED)

    def settled(self, number: int) -> None:
        """Until a decision has been made and it is this visitor's turn again, or the end."""
        self.page.wait_for_function("(number) => Number(document.querySelector('main.table').dataset.number) !== number", arg=number)
        self.wait_for_turn()

    def choose_from_list(self) -> None:
        buttons = self.page.locator(".choices [data-choice]")
        count = buttons.count()
        if count:
            buttons.nth(self._chance.randrange(count)).click()
        else:
            listed = self.page.locator(".choices .many select").first
            listed.select_option(index=self._chance.randrange(listed.locator("option").count()))
            self.page.locator(".choices .many button").first.click()

    def choose_from_list_and_wait(self) -> None:
        number = self.number
        self.choose_from_list()
        self.settled(number)

    def choose_on_board(self) -> bool:
        """Clicks something that is open on the board, if there is anything."""
        moves: list[str] = self.page.evaluate(OPEN)
        if not moves:
            return False
        move = self._chance.choice(moves)
        self.page.locator(f".board [data-open][data-move='{move}']").locator("visible=true").first.click()
        return True

    def decide(self) -> None:
        """One decision: on the board every other time, where that is possible."""
        number = self.number
        if not (self._chance.random() < 0.5 and self.choose_on_board()):
            self.choose_from_list()
        self.settled(number)

    def play_to_the_end(self) -> None:
        self.wait_for_turn()
        while not self.over:
            self.decide()

    # --- Looking

    def fits(self) -> None:
        """Nothing makes the page scroll sideways."""
        wide, width = self.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide <= width, f"{self.page.url} is {wide} wide in a window of {width}"

    def sees_the_result(self) -> None:
        expect(self.page.locator(".result h2")).to_have_text(re.compile(r"\b(wins?|gewinn)"))

    def is_content(self) -> None:
        assert not self.complaints, self.complaints

    def leave(self) -> None:
        self.context.close()
