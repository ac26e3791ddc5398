"""A real Chromium and a real server with the built page."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

import triumvir.server
from page.visitors import Visitor
from server.serving import Command

PAGE = Path(triumvir.server.__file__).parent / "page"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]


def chromium(playwright: Playwright) -> Browser:
    """The machine's own Chromium, or the one that `playwright install chromium` brought."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return playwright.chromium.launch(executable_path=found, args=ARGUMENTS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    """In a process of its own: a browser asks for a lot."""
    assert (PAGE / "index.html").is_file(), "the page is not built: run `make page`"
    server = Command(f"sqlite:///{tmp_path_factory.mktemp('page') / 'tables.db'}")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def visitor(browser: Browser, served: Command) -> Iterator[Callable[..., Visitor]]:
    """Opens browsers, and closes them after the test."""
    visitors: list[Visitor] = []

    def open_browser(name: str = "Julia", url: str | None = None, **settings: Any) -> Visitor:
        visitors.append(Visitor(browser, url or served.url, name, **settings))
        return visitors[-1]

    yield open_browser
    for one in visitors:
        one.leave()
