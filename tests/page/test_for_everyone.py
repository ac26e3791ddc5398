"""The page for everyone: what axe-core finds, sizes, colours, languages, less motion, and how heavy it is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from page.test_afterwards import opened
from page.visitors import DESKTOP, GAMES, PHONE, Visitor

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
FIRST_LOAD = 300_000  # bytes, compressed


def violations(page: Page) -> list[str]:
    """What axe-core finds serious or critical, with the places."""
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found: list[dict[str, Any]] = page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)")
    return [
        f"{one['id']}: {one['help']}: {[(node['html'][:120], node['failureSummary']) for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious_on_any_page(visitor: Callable[..., Visitor], size: dict[str, int], colours: str) -> None:
    julia = visitor(viewport=size, color_scheme=colours)
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        expect(julia.page.locator("main.table[data-busy]")).to_have_count(0)  # what is under way wakes buttons when it ends
        julia.fits()
        if serious := violations(julia.page):
            found[name] = serious

    julia.visit()
    expect(julia.page.locator(".games li")).to_have_count(3)
    look("lobby")
    julia.choose_game("Porta Nigra")
    look("new game")
    for game, title in GAMES.items():
        julia.start(title)
        look(game)
        for _ in range(4):
            julia.choose_from_list_and_wait()
        look(f"{game} after some decisions")
        table = opened(julia, game)
        expect(julia.page.locator(".where")).to_be_visible()
        look(f"{game} replay")
        julia.visit(f"/t/{table}")
        expect(julia.page.locator(".result")).to_be_visible()
        look(f"{game} result")
        julia.visit(f"/rules/{game}")
        expect(julia.page.locator("dt").first).to_be_visible()
        look(f"{game} rules")
    assert not found, found


@pytest.mark.parametrize("chosen", ["auto", "light", "dark"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_theme_is_there_before_anything_is_drawn(visitor: Callable[..., Visitor], colours: str, chosen: str) -> None:
    julia = visitor(color_scheme=colours)
    julia.visit(f"/?theme={chosen}")
    julia.page.route("**/assets/*.js", lambda route: route.abort())  # all of the page but what the theme needs
    julia.visit()  # what was chosen is kept
    theme = julia.page.evaluate("document.documentElement.dataset.theme")
    assert theme == (colours if chosen == "auto" else chosen)
    ground = {"light": "rgb(241, 233, 218)", "dark": "rgb(25, 22, 20)"}[theme]
    expect(julia.page.locator("body")).to_have_css("background-color", ground)


def test_the_theme_is_switched_in_the_header(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(color_scheme="dark")
    julia.visit()
    root, switch = julia.page.locator("html"), julia.page.get_by_role("button", name="Colours: ")
    for theme in ("light", "dark", "dark"):  # by day, by lamplight, as the system has it
        switch.click()
        expect(root).to_have_attribute("data-theme", theme)
    julia.page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    julia.is_content()


def test_languages_are_switched_at_the_table(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.start("Porta Nigra")
    julia.page.locator("[data-choice='place basilica']").click()
    expect(julia.page.locator("[data-choice^='card']").first).to_contain_text("Play action card")
    julia.page.get_by_role("button", name="DE : German").click()
    expect(julia.page.locator("[data-choice^='card']").first).to_contain_text("Spiele Aktionskarte")
    expect(julia.page.locator(".now")).to_contain_text("Du bist dran")
    expect(julia.page.locator(".more li.decision").first).to_contain_text("Basilika")
    assert julia.page.evaluate("document.documentElement.lang") == "de"
    julia.page.reload()
    expect(julia.page.locator(".now")).to_contain_text("Du bist dran")


def test_names_that_nobody_chose_are_in_the_language_of_the_reader(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(name="")
    julia.start("Porta Nigra")
    seats = julia.page.get_by_role("list", name="Players and points")
    expect(seats).to_contain_text("You")
    expect(seats).to_contain_text("Bot 2 (level 1)")
    number = julia.number
    julia.page.locator("[data-choice='place basilica']").click()
    julia.settled(number)
    julia.page.get_by_role("button", name="Take back").click()
    expect(julia.page.locator(".more")).to_contain_text("You take back 1 decision.")
    julia.page.get_by_role("button", name="DE : German").click()
    seats = julia.page.get_by_role("list", name="Spieler und Punkte")
    expect(seats).to_contain_text("Du")
    expect(seats).to_contain_text("Bot 2 (Stufe 1)")
    expect(julia.page.locator(".more")).to_contain_text("Du nimmst 1 Entscheidung zurück.")
    julia.visit()
    expect(julia.page.locator(".yours")).to_contain_text("Du · Bot 2 (Stufe 1)")
    julia.is_content()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_points_of_the_result_are_large_enough_to_read(visitor: Callable[..., Visitor], size: dict[str, int]) -> None:
    julia = visitor(viewport=size)
    table = opened(julia, "porta_nigra")
    julia.visit(f"/t/{table}")
    expect(julia.page.locator(".result .chart .row").first).to_be_visible()
    smallest = julia.page.locator(".result .chart *").evaluate_all(
        "(all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
    )
    assert smallest >= 11
    total = julia.page.locator(".result tfoot td").all_inner_texts()
    assert sorted(total) == sorted(julia.page.locator(".result ol strong").all_inner_texts())
    julia.fits()
    julia.is_content()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_pieces_fly_unless_somebody_wants_less_motion(visitor: Callable[..., Visitor], motion: str) -> None:
    julia = visitor(reduced_motion=motion)
    julia.start("Porta Nigra")
    julia.page.evaluate("""() => {
      window.flown = 0
      new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) if (node.classList?.contains('flying')) window.flown++
      }).observe(document.body, { childList: true })
    }""")
    julia.page.locator("[data-choice='place basilica']").click()
    expect(julia.page.locator("[data-choice^='card']").first).to_be_visible()
    julia.page.locator("[data-choice^='card']").first.click()
    expect(julia.page.locator("[data-choice='end turn']")).to_be_visible()
    expect(julia.page.locator(".flying")).to_have_count(0)
    assert (julia.page.evaluate("window.flown") > 0) == (motion == "no-preference")
    julia.is_content()


def test_the_first_load_is_light(visitor: Callable[..., Visitor]) -> None:
    """All that a browser loads to play, as it comes over the line."""
    julia = visitor()
    loaded: dict[str, int] = {}

    def weigh(response: Any) -> None:
        path = response.url.removeprefix(julia.url).partition("?")[0]
        if path.startswith("/assets/"):
            loaded[path] = int(response.headers["content-length"])

    julia.page.on("response", weigh)
    julia.start("Via Appia")
    assert len(loaded) > 5
    assert sum(loaded.values()) < FIRST_LOAD, loaded
