"""Several people and several devices at one table: invitations, seats taken along and handed over, chat, and refusals in the page's language."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from page.test_afterwards import GOLDEN
from page.test_for_everyone import violations
from page.visitors import PHONE, Visitor

SEATED = "() => document.querySelector('main.table')?.dataset.state === 'playing'"


def opened(julia: Visitor, *others: str) -> str:
    """A table of Porta Nigra at which the other seats are taken so: open, me, or a bot's level. Gives the link for others."""
    julia.visit()
    julia.choose_game("Porta Nigra")
    for number, who in enumerate(others, start=2):
        if number > 2:
            julia.page.get_by_role("button", name="Another player").click()
        julia.page.get_by_label(f"Who takes seat {number}").select_option(who)
    julia.page.locator("button.start").click()
    return link(julia.page.get_by_label("Link for others")) if "open" in others else ""


def link(field: Locator) -> str:
    expect(field).to_have_value(re.compile(r"^http.*/t/\w+"))
    return field.input_value()


def joined(julia: Visitor, gaius: Visitor) -> None:
    """Both sit at one table, and the match has begun."""
    gaius.visit(opened(julia, "open"))
    gaius.page.get_by_role("button", name=re.compile("Sit here|Hier setzen")).click()
    for both in (julia, gaius):
        both.page.wait_for_function(SEATED)


def along(page: Page) -> Locator:
    """The dialog in which a seat is taken along."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take my seat along").click()
    dialog = page.get_by_role("dialog", name="Take my seat along")
    expect(dialog).to_be_visible()
    return dialog


def say(page: Page, text: str) -> None:
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".chat")).to_contain_text(text)


# --- Invitations


def test_whoever_sits_at_a_private_table_invites_the_next(visitor: Callable[..., Visitor]) -> None:
    julia, gaius, livia = visitor("Julia"), visitor("Gaius"), visitor("Livia")
    gaius.visit(opened(julia, "open", "open"))
    expect(gaius.page.get_by_role("button", name="Sit here")).to_have_count(2)
    expect(gaius.page.get_by_label("Link for others")).to_have_count(0)  # first a seat, then invitations
    gaius.page.get_by_role("button", name="Sit here").first.click()
    invitation = link(gaius.page.get_by_label("Link for others"))
    gaius.page.reload()
    assert link(gaius.page.get_by_label("Link for others")) == invitation, "it is made once"
    livia.visit(invitation)
    livia.page.get_by_role("button", name="Sit here").click()
    for one in (julia, gaius, livia):
        one.page.wait_for_function(SEATED)
        one.is_content()


def test_a_spectator_reads_how_to_take_a_seat(visitor: Callable[..., Visitor]) -> None:
    julia, gaius = visitor("Julia"), visitor("Gaius", locale="de")
    opened(julia, "open")
    julia.page.get_by_role("button", name="Menu").click()
    gaius.visit(link(julia.page.get_by_label("Link for spectators")))
    gaius.page.get_by_role("button", name="Hier setzen").click()
    expect(gaius.page.get_by_role("alert")).to_have_text("Du darfst hier zuschauen. Um mitzuspielen, öffne den Einladungslink.")


# --- Seats


def test_a_seat_is_taken_along_and_played_on_both_devices(visitor: Callable[..., Visitor]) -> None:
    julia, phone = visitor("Julia"), visitor("Julia", viewport=PHONE, has_touch=True, is_mobile=True)
    julia.start("Porta Nigra")
    dialog = along(julia.page)
    expect(dialog).to_contain_text("This device keeps the seat, too")
    dialog.get_by_role("button", name="Make a link for my other device").click()
    path = link(dialog.get_by_label("Link to your seat"))
    expect(dialog.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert not violations(julia.page)
    phone.visit(path)
    phone.wait_for_turn()
    assert "#" not in phone.page.url
    julia.page.keyboard.press("Escape")
    number = julia.number
    phone.choose_from_list_and_wait()
    assert phone.number > number
    julia.settled(number)
    number = julia.number
    julia.choose_from_list_and_wait()
    assert julia.number > number
    for one in (julia, phone):
        one.is_content()


def test_a_seat_is_handed_over_and_the_old_device_watches(visitor: Callable[..., Visitor]) -> None:
    julia, tablet, gaius = visitor("Julia"), visitor("Julia"), visitor("Gaius")
    julia.start("Porta Nigra")
    dialog = along(julia.page)
    dialog.get_by_role("button", name="Make a link for my other device").click()
    old = link(dialog.get_by_label("Link to your seat"))
    tablet.visit(old)
    tablet.wait_for_turn()

    dialog.get_by_role("button", name="Hand the seat over").click()
    expect(dialog.get_by_role("status").first).to_have_text(
        "The seat of Julia is handed over: whoever opens this link plays on. This device watches."
    )
    new = link(dialog.get_by_label("Link for whoever takes over"))
    expect(dialog.get_by_role("button", name="Hand the seat over")).to_have_count(0)
    assert new != old
    julia.page.keyboard.press("Escape")
    expect(julia.page.get_by_role("heading", name="You are watching")).to_be_visible()
    assert julia.page.locator("[data-choice]").count() == 0
    expect(along(julia.page).get_by_label("Link for whoever takes over")).to_have_value(new)  # it is not lost with the dialog
    julia.page.keyboard.press("Escape")

    expect(tablet.page.locator("main")).to_contain_text("Your seat has been handed over. Its old links open it no more.")
    gaius.visit(old)
    expect(gaius.page.locator("main")).to_contain_text("This link opens nothing at this table any more.")
    gaius.visit(new)
    gaius.wait_for_turn()
    number = gaius.number
    gaius.choose_from_list_and_wait()
    assert gaius.number > number
    expect(julia.page.locator("main.table")).to_have_attribute("data-number", str(gaius.number))
    julia.page.reload()
    expect(julia.page.get_by_role("heading", name="You are watching")).to_be_visible()


def test_one_of_two_seats_at_a_device_is_handed_over(visitor: Callable[..., Visitor]) -> None:
    julia, gaius = visitor("Julia"), visitor("Gaius")
    opened(julia, "me")
    julia.page.wait_for_function(SEATED)
    dialog = along(julia.page)
    dialog.get_by_label("Which seat").select_option("Player 2")
    dialog.get_by_role("button", name="Hand the seat over").click()
    gaius.visit(link(dialog.get_by_label("Link for whoever takes over")))
    gaius.page.wait_for_function(SEATED)
    julia.page.keyboard.press("Escape")
    for _ in range(6):
        while not (mine := [one for one in (julia, gaius) if one.page.locator("main.table[data-mine]").count()]):
            julia.page.wait_for_timeout(20)
        number = mine[0].number
        mine[0].choose_from_list()
        for one in (julia, gaius):
            expect(one.page.locator("main.table")).to_have_attribute("data-number", str(number + 1))
    assert julia.page.locator(".curtain").count() == 0, "one seat is left: nothing has to be passed on"


# --- Chat


def test_unread_lines_are_counted_until_they_are_seen_and_said_aloud(visitor: Callable[..., Visitor]) -> None:
    julia, gaius = visitor("Julia"), visitor("Gaius")
    joined(julia, gaius)
    expect(julia.page.get_by_role("tab", name="Chat", exact=True)).to_be_visible()
    say(gaius.page, "Salve Julia")
    expect(julia.page.get_by_role("tab", name="Chat (1 new message)")).to_be_visible()
    expect(julia.page.get_by_test_id("said")).to_contain_text("Gaius: Salve Julia")
    say(gaius.page, "Quid novi?")
    expect(julia.page.get_by_role("tab", name="Chat (2 new messages)")).to_be_visible()
    expect(gaius.page.get_by_role("tab", name="Chat", exact=True)).to_be_visible()  # own lines are not new

    julia.page.reload()
    expect(julia.page.get_by_role("tab", name="Chat (2 new messages)")).to_be_visible()
    julia.page.get_by_role("tab", name="Chat").click()
    expect(julia.page.get_by_role("tab", name="Chat", exact=True)).to_be_visible()
    say(gaius.page, "Vale")
    expect(julia.page.locator(".chat")).to_contain_text("Gaius: Vale")
    expect(julia.page.get_by_role("tab", name="Chat", exact=True)).to_be_visible()
    julia.page.get_by_role("tab", name="Log").click()
    julia.page.reload()
    expect(julia.page.get_by_role("tab", name="Chat", exact=True)).to_be_visible()


def test_the_same_words_twice_are_said_twice(visitor: Callable[..., Visitor]) -> None:
    julia, gaius = visitor("Julia"), visitor("Gaius")
    joined(julia, gaius)
    julia.page.evaluate("""() => {
      window.said = []
      const region = document.querySelector('[data-testid=said]')
      new MutationObserver(() => window.said.push(region.textContent)).observe(region, { childList: true, subtree: true, characterData: true })
    }""")
    for count in (1, 2):
        say(gaius.page, "Salve")
        julia.page.wait_for_function("(count) => window.said.filter((text) => text === 'Gaius: Salve').length === count", arg=count)


def test_on_a_phone_unread_lines_are_seen_wherever_one_is_on_the_page(visitor: Callable[..., Visitor]) -> None:
    julia, gaius = visitor("Julia", viewport=PHONE, has_touch=True, is_mobile=True, locale="de"), visitor("Gaius")
    gaius.page.add_init_script("localStorage.setItem('triumvir.lang', 'en')")
    opened(gaius, "open")
    julia.visit(link(gaius.page.get_by_label("Link for others")))
    julia.page.get_by_role("button", name="Hier setzen").tap()
    julia.page.wait_for_function(SEATED)
    gaius.page.wait_for_function(SEATED)
    say(gaius.page, "Salve Julia")
    badges = julia.page.get_by_role("button", name="Chat (1 neue Nachricht)")
    expect(badges).to_have_count(2)  # above the board, and in the choices, which are always in sight
    expect(badges.last).to_be_in_viewport()
    assert not violations(julia.page)
    julia.fits()
    badges.last.tap()
    expect(julia.page.locator(".chat")).to_be_in_viewport()
    expect(julia.page.locator(".chat")).to_contain_text("Gaius: Salve Julia")
    expect(badges).to_have_count(0)
    expect(julia.page.get_by_role("button", name="Chat", exact=True)).to_have_count(1)


def test_nobody_is_offered_a_chat_with_bots(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(viewport=PHONE, has_touch=True, is_mobile=True)
    julia.start("Porta Nigra")
    expect(julia.page.get_by_role("button", name="Chat")).to_have_count(0)


# --- Refusals


ENGLISH = re.compile(r"\b(the|is|not|seat|allowed|match|must)\b")


def changed(page: Page, path: str, **body: object) -> None:
    """The next request to a path is sent with other content, as a page that is out of date would send it."""

    def other(route: Route) -> None:
        sent = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps({**sent, **body}))

    page.route(f"**{path}", other, times=1)


def test_a_forbidden_move_is_refused_with_the_rule_in_the_language(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(locale="de")
    julia.start("Porta Nigra")
    changed(julia.page, "/decisions", move="end turn")
    julia.page.locator("[data-choice]").first.click()
    refusal = julia.page.locator(".choices").get_by_role("alert")
    expect(refusal).to_contain_text("Dieser Zug ist jetzt nicht erlaubt.")
    expect(refusal.get_by_role("link")).to_have_attribute("href", re.compile(r"/rules/porta_nigra#PN-"))
    rule = refusal.get_by_role("link").inner_text()
    german = julia.page.request.get(f"{julia.url}/api/games/porta_nigra/rules?lang=de").json()
    expect(refusal).to_contain_text(next(one["sentence"] for one in german if one["id"] in rule))
    assert not ENGLISH.search(refusal.inner_text())
    julia.page.get_by_role("button", name="EN : Englisch").click()
    expect(refusal).to_contain_text("This move is not allowed now.")
    english = julia.page.request.get(f"{julia.url}/api/games/porta_nigra/rules?lang=en").json()
    expect(refusal).to_contain_text(next(one["sentence"] for one in english if one["id"] in rule))


def test_why_not_is_told_in_german(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(locale="de")
    julia.start("Porta Nigra")
    julia.page.locator("[data-move='place amphitheatre']").focus()
    julia.page.keyboard.press("ArrowDown")
    tip = julia.page.locator(".tip")
    expect(tip.locator(".why")).to_have_text("Setze zuerst deinen Baumeister in ein Viertel.")
    expect(tip.locator(".rule")).to_contain_text("PN-A1")
    assert not ENGLISH.search(tip.inner_text())


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("Brot, Oliven, Wein", "Diese Datei ist keine Aufzeichnung einer Partie."),
        ("broken", "Diese Aufzeichnung lässt sich nicht nachspielen: Zeile 12 passt nicht. Wurde sie verändert?"),
        ("box", "Diese Partie wurde mit einer veränderten Schachtel gespielt."),
        ("game", "Dieses Spiel gibt es nicht."),
        ("large", "Das ist zu groß: Der Server nimmt höchstens"),
    ],
)
def test_records_are_refused_in_german(visitor: Callable[..., Visitor], tmp_path: Path, content: str, words: str) -> None:
    julia = visitor(locale="de")
    julia.visit()
    whole = (GOLDEN / "porta_nigra-3.txt").read_text()
    lines = whole.splitlines()
    lines[11] = lines[11].partition(":")[0] + ": dance"
    texts = {"broken": "\n".join(lines), "box": whole.replace("box: ", "box: 0"), "game": whole.replace("game: porta_nigra", "game: chess")}
    texts["large"] = whole + " " * 600_000
    (tmp_path / "record.txt").write_text(texts.get(content, content))
    julia.page.locator("input[type=file]").set_input_files(tmp_path / "record.txt")
    expect(julia.page.get_by_role("alert")).to_contain_text(words)
    assert not ENGLISH.search(julia.page.get_by_role("alert").inner_text())


def test_a_refused_record_is_still_told_of_when_the_lobby_looks_for_tables_again(visitor: Callable[..., Visitor], tmp_path: Path) -> None:
    julia = visitor(locale="de")
    julia.visit()
    (tmp_path / "record.txt").write_text("Brot, Oliven, Wein")
    julia.page.locator("input[type=file]").set_input_files(tmp_path / "record.txt")
    expect(julia.page.get_by_role("alert")).to_contain_text("Diese Datei ist keine Aufzeichnung")
    with julia.page.expect_response("**/api/games?lang=en"):
        julia.page.get_by_role("button", name="EN : Englisch").click()
    expect(julia.page.get_by_role("button", name="Play Porta Nigra")).to_be_visible()
    expect(julia.page.get_by_role("alert")).to_have_text("This file is not a record of a match.")


def test_a_name_without_a_letter_is_refused_in_german(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(locale="de")
    julia.start("Porta Nigra")
    julia.page.get_by_role("button", name="Menü").click()
    julia.page.get_by_label("Name an Platz 1").fill("\u200b")
    julia.page.get_by_role("button", name="Speichern").click()
    alert = julia.page.get_by_role("dialog").get_by_role("alert")
    expect(alert).to_have_text("Ein Name hat 1 bis 40 Zeichen, davon mindestens ein sichtbares.")


def test_a_table_of_another_spelling_is_nowhere(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(locale="de")
    julia.visit("/t/NOWHERE")
    expect(julia.page.get_by_role("heading", level=1)).to_have_text("Hier ist nichts.")
    julia.visit("/t/nowhere")
    expect(julia.page.locator("main")).to_contain_text("Diesen Tisch gibt es nicht.")
