"""Takes the pictures of the documents from the running page: `make page`, then this. It plays a few decisions of each game."""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "tests"))

from page.conftest import chromium  # noqa: E402
from page.visitors import PHONE, Visitor  # noqa: E402
from server.serving import Command  # noqa: E402


def keep(visitor: Visitor, name: str) -> None:
    """A picture in 256 colours: flat drawings need no more."""
    visitor.page.mouse.move(0, 0)
    visitor.page.wait_for_timeout(800)
    picture = Image.open(io.BytesIO(visitor.page.screenshot()))
    picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(HERE / f"{name}.png", optimize=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Command(f"sqlite:///{Path(folder) / 'tables.db'}")
        server.start()
        browser = chromium(playwright)
        for title, decisions, name, settings in (
            ("Porta Nigra", 24, "porta_nigra", {}),
            ("Carpe Diem", 19, "carpe_diem", {}),
            ("Via Appia", 30, "via_appia", {}),
            ("Porta Nigra", 18, "porta_nigra_phone", {"viewport": PHONE, "color_scheme": "dark"}),
        ):
            visitor = Visitor(browser, server.url, **settings)
            visitor.start(title)
            for _ in range(decisions):
                visitor.choose_from_list_and_wait()
            visitor.page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
            keep(visitor, name)
            if name == "via_appia":
                visitor.visit()
                keep(visitor, "lobby")
            visitor.leave()
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
