"""After a match, around it, and when things go wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from page.visitors import GAMES, Visitor
from server.serving import Command

GOLDEN = Path(__file__).parent.parent / "golden"


def opened(julia: Visitor, game: str) -> str:
    """Opens a record from a file, and says at which table it can be seen."""
    julia.visit()
    julia.page.locator("input[type=file]").set_input_files(GOLDEN / f"{game}-3.txt")
    julia.page.wait_for_url("**/t/*/0")
    return julia.page.url.split("/")[-2]


def held(page: Page, path: str) -> Callable[[], None]:
    """Requests to a path are slow: they are only sent on by what comes back from here."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(path, hold)

    def let_go() -> None:
        with page.expect_response(path):
            for route in waiting:
                route.continue_()
        page.wait_for_timeout(300)  # for whatever is asked for because of the answer

    return let_go


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_opened_and_replayed(visitor: Callable[..., Visitor], game: str) -> None:
    julia = visitor()
    table = opened(julia, game)
    page = julia.page
    where = page.locator(".where")
    expect(where).to_have_text("0 of " + where.inner_text().split()[-1])
    most = int(where.inner_text().split()[-1])
    assert most > 50

    page.get_by_label("One decision on").click()
    expect(page).to_have_url(f"{julia.url}/t/{table}/1")
    page.get_by_label("Decision", exact=True).fill(str(most // 2))
    expect(where).to_have_text(f"{most // 2} of {most}")
    expect(page.locator("p.next")).not_to_be_empty()
    page.get_by_label("Speed").select_option("3")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(where).not_to_have_text(f"{most // 2} of {most}")
    page.get_by_role("button", name="Stop").click()

    page.get_by_label("To the beginning").click()
    expect(where).to_have_text(f"0 of {most}")
    rounds = page.get_by_label("Go to")
    rounds.select_option("1")
    expect(where).not_to_have_text(f"0 of {most}")
    begin = int(where.inner_text().split()[0])
    page.get_by_label("One decision back").click()
    expect(page).to_have_url(f"{julia.url}/t/{table}/{begin - 1}")
    expect(rounds).to_have_value("0")

    page.goto(f"{julia.url}/t/{table}/{most}")
    expect(page.locator("tfoot td").first).to_be_visible()
    shown = [int(text) for text in page.locator("tfoot td").all_inner_texts()]
    result = next(line for line in (GOLDEN / f"{game}-3.txt").read_text().splitlines() if "result" in line)
    assert shown == [int(word) for word in result.split() if word.lstrip("-").isdecimal()]
    expect(page.locator(".values b")).to_have_text([str(points) for points in shown])
    expect(page.get_by_role("img", name="Points at the end of each part of the match")).to_be_visible()
    julia.is_content()


def test_every_decision_has_an_address_and_the_match_goes_on_from_it(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    table = opened(julia, "porta_nigra")
    julia.visit(f"/t/{table}/40")
    expect(julia.page.locator(".where")).to_contain_text("40 of")
    julia.page.get_by_role("button", name="Play on from here against bots").click()
    julia.page.wait_for_function("() => document.querySelector('main.table')?.dataset.mine !== undefined")
    assert julia.number >= 40
    julia.decide()
    julia.is_content()


def test_who_plays_on_before_all_is_there_does_not_ask_for_a_replay_of_the_new_table(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    table = opened(julia, "porta_nigra")
    let_go = held(julia.page, f"**/api/tables/{table}/course")
    asked: list[str] = []
    julia.page.on("request", lambda request: asked.append(request.url))
    julia.visit(f"/t/{table}/40")
    julia.page.get_by_role("button", name="Play on from here against bots").click()
    julia.wait_for_turn()
    let_go()
    assert sum(f"/{table}/positions/40" in url for url in asked) == 1
    julia.decide()
    julia.is_content()


def test_who_does_not_wait_for_a_table_is_not_taken_back_to_it_and_does_not_sit_there(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.start("Porta Nigra")
    table = julia.page.url.split("/")[-1]
    julia.visit()
    lines: list[str] = []
    julia.page.on("websocket", lambda socket: lines.append(socket.url))
    let_go = held(julia.page, f"**/api/tables/{table}/box")
    julia.page.locator(".yours a").first.click()
    expect(julia.page).to_have_url(f"{julia.url}/t/{table}")
    julia.page.get_by_role("link", name="To the lobby").click()
    expect(julia.page.locator(".games")).to_be_visible()
    let_go()
    assert julia.page.url == f"{julia.url}/"
    assert not lines
    julia.is_content()


def test_a_finished_match_is_downloaded_and_played_again(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.start("Porta Nigra")
    table = julia.page.url.split("/")[-1]
    julia.play_to_the_end()
    with julia.page.expect_download() as download:
        julia.page.get_by_role("link", name="Download the record").click()
    text = download.value.path().read_text()
    assert "porta_nigra" in text.splitlines()[0] or "porta_nigra" in text
    julia.page.get_by_role("button", name="Play again").click()
    julia.page.wait_for_function("(table) => !location.pathname.includes(table)", arg=table)
    julia.wait_for_turn()
    assert not julia.over
    julia.visit()
    expect(julia.page.get_by_role("heading", name="Your tables")).to_be_visible()
    expect(julia.page.locator(".yours")).to_contain_text("your turn")


def test_the_page_finds_its_table_again_when_the_server_comes_back(visitor: Callable[..., Visitor], tmp_path: Path) -> None:
    server = Command(f"sqlite:///{tmp_path / 'tables.db'}")
    server.start()
    julia = visitor(url=server.url)
    julia.start("Porta Nigra")
    for _ in range(4):
        julia.decide()
    number = julia.number
    server.kill()
    expect(julia.page.get_by_text("The connection is lost")).to_be_visible(timeout=20_000)
    server.start()
    expect(julia.page.get_by_text("The connection is lost")).to_have_count(0, timeout=30_000)
    assert julia.number == number
    julia.decide()
    assert julia.number > number
    server.stop()


def test_the_rules_are_searched_and_linked(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.visit("/rules/porta_nigra#PN-B1")
    expect(julia.page.locator("#PN-B1")).to_be_in_viewport()
    expect(julia.page.locator(".short p")).to_have_count(5)
    julia.page.get_by_label("Search the rules").fill("white shop")
    expect(julia.page.locator("dt").first).to_have_text("PN-B2")
    julia.page.get_by_role("button", name="DE : German").click()
    julia.page.get_by_label("Regeln durchsuchen").fill("weiße Laden")
    expect(julia.page.locator("dd").first).to_contain_text("Der weiße Laden gehört zu allen vier Vierteln")


def test_a_table_that_is_not_there_says_so(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.visit("/t/nothinghere")
    expect(julia.page.get_by_role("heading", level=1)).to_have_text("This table cannot be shown")
    julia.visit("/no/such/page/at/all")
    expect(julia.page.get_by_role("heading", level=1)).to_have_text("There is nothing here.")


def test_a_file_that_is_no_record_is_refused_with_a_reason(visitor: Callable[..., Visitor], tmp_path: Path) -> None:
    julia = visitor()
    julia.visit()
    (tmp_path / "shopping.txt").write_text("bread, olives, wine")
    julia.page.locator("input[type=file]").set_input_files(tmp_path / "shopping.txt")
    expect(julia.page.get_by_role("alert")).not_to_be_empty()
    assert julia.page.url == f"{julia.url}/"
