"""Whole matches in a browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from page.visitors import GAMES, PHONE, Visitor


@pytest.mark.parametrize("title", GAMES.values())
def test_a_match_is_played_by_clicks_against_a_bot(visitor: Callable[..., Visitor], title: str) -> None:
    julia = visitor()
    julia.start(title)
    julia.play_to_the_end()
    julia.sees_the_result()
    expect(julia.page.locator(".result .chart .row").first).to_be_visible()
    julia.fits()
    julia.is_content()


@pytest.mark.parametrize("title", GAMES.values())
def test_a_match_is_played_on_a_phone_in_german(visitor: Callable[..., Visitor], title: str) -> None:
    julia = visitor(viewport=PHONE, has_touch=True, is_mobile=True, locale="de", color_scheme="dark")
    julia.visit()
    expect(julia.page.get_by_role("heading", level=1)).to_have_text("Drei Spiele aus Rom")
    julia.fits()
    julia.start(title)
    expect(julia.page.locator(".now")).to_contain_text("Du bist dran")
    while not julia.over:
        julia.choose_from_list_and_wait()
        julia.fits()
    julia.sees_the_result()
    julia.is_content()


def test_a_tap_shows_what_a_choice_does_and_another_makes_it(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(viewport=PHONE, has_touch=True, is_mobile=True)
    julia.start("Porta Nigra")
    number = julia.number
    quarter = julia.page.locator("[data-move='place basilica']")
    quarter.tap()
    expect(julia.page.locator(".tip")).to_contain_text("Put the master builder into the quarter of the basilica.")
    assert julia.number == number
    quarter.tap()
    julia.settled(number)
    assert julia.number > number


def test_two_browsers_play_at_one_table(visitor: Callable[..., Visitor]) -> None:
    julia, gaius = visitor("Julia"), visitor("Gaius")
    julia.visit()
    julia.choose_game("Porta Nigra")
    julia.page.get_by_label("Who takes seat 2").select_option("open")
    julia.page.locator("button.start").click()
    gaius.visit(julia.page.get_by_label("Link for others").input_value())
    gaius.page.get_by_role("button", name="Sit here").click()
    expect(julia.page.locator("main.table")).to_have_attribute("data-state", "playing")
    assert "#" not in gaius.page.url, "the secret stays out of sight"

    gaius.page.get_by_role("tab", name="Chat").click()
    gaius.page.get_by_label("Say something").fill("Salve <b>Julia</b>")
    gaius.page.get_by_role("button", name="Send").click()
    expect(julia.page.locator(".more")).to_contain_text("Gaius: Salve <b>Julia</b>")
    expect(julia.page.get_by_role("list", name="Players and points")).to_contain_text("Gaius")

    while not julia.over:
        while not (mine := [one for one in (julia, gaius) if one.page.locator("main.table[data-mine]").count()]):
            julia.page.wait_for_timeout(20)
        one, other = mine[0], gaius if mine[0] is julia else julia
        number = one.number
        one.choose_from_list()
        for both in (one, other):
            expect(both.page.locator("main.table")).to_have_attribute("data-number", str(number + 1))
    for both in (julia, gaius):
        both.sees_the_result()
        both.is_content()


def test_a_match_is_played_with_the_keyboard_only(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.visit()
    keyboard = julia.page.keyboard

    def reach(selector: str) -> None:
        for _ in range(120):
            keyboard.press("Tab")
            if julia.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"Tab does not reach {selector}")

    reach(".games li:first-child button.primary")
    keyboard.press("Enter")
    reach("button.start")
    keyboard.press("Enter")
    julia.wait_for_turn()
    while not julia.over:
        number = julia.number
        on_board = number % 3 and julia.page.locator(".board [data-open]").count()
        reach(".board [data-open]" if on_board else ".choices [data-choice], .choices .many button")
        outlined = julia.page.evaluate("getComputedStyle(document.activeElement).outlineStyle !== 'none' || document.activeElement.tagName === 'g'")
        assert outlined, "focus is seen"
        keyboard.press("Enter")
        julia.settled(number)
    julia.sees_the_result()
    julia.is_content()


def test_arrow_keys_go_over_the_board_and_closed_things_say_why(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.start("Porta Nigra")
    julia.page.locator("[data-move='place amphitheatre']").focus()
    julia.page.keyboard.press("ArrowDown")
    reached = julia.page.evaluate("document.activeElement.dataset.move")
    assert reached
    assert reached.startswith("spot amphitheatre")
    expect(julia.page.locator(".tip")).to_contain_text("PN-A1")
    assert julia.page.locator(".tip a").get_attribute("href") == "/rules/porta_nigra#PN-A1"


def test_a_spot_that_comes_after_the_build_icon_says_so(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.start("Porta Nigra")
    while not julia.page.locator("[data-choice='build']").count():
        julia.choose_from_list_and_wait()
    move = julia.page.evaluate(
        """async () => {
          const asked = async (move) => (await fetch(`/api${location.pathname.replace('/t/', '/tables/')}/why_not?move=${move}`)).json()
          const spots = [...document.querySelectorAll('[data-move^="spot "]')].map((one) => one.dataset.move)
          const answers = await Promise.all(spots.map(asked))
          return spots[answers.findIndex((answer) => answer.why.startsWith('First press the build icon'))]
        }"""
    )
    spot = julia.page.locator(f"[data-move='{move}']")
    spot.hover()
    expect(julia.page.locator(".tip .why")).to_have_text("First press the build icon on your card, then choose this spot.")
    number = julia.number
    spot.click(force=True)
    assert julia.number == number
    julia.is_content()


def test_a_tip_is_in_nobodys_way(visitor: Callable[..., Visitor]) -> None:
    """What forbids a move is read and its rule followed, but what lies below is clicked through it, and a resting mouse calls no tip."""
    julia = visitor(viewport={"width": 1366, "height": 768})
    page = julia.page
    julia.start("Porta Nigra")
    tip = page.locator(".tip")
    spot = page.locator("[data-move='spot basilica-B3']")
    spot.click(force=True)
    expect(tip.get_by_role("link")).to_be_visible()
    box, explained = tip.bounding_box(), spot.bounding_box()
    assert box is not None
    below = "([x, y]) => document.elementFromPoint(x, y).closest('.tip') === null"
    assert page.evaluate(below, [box["x"] + box["width"] / 2, box["y"] + 5]), "the pointer goes through it"
    assert explained is not None
    assert box["y"] + box["height"] <= explained["y"] or box["y"] >= explained["y"] + explained["height"], "it does not cover what it explains"
    tip.get_by_role("link").hover()
    page.wait_for_timeout(1000)  # longer than it stays when nobody holds it
    expect(tip.get_by_role("link")).to_be_visible()

    julia.visit()
    julia.choose_game("Porta Nigra")
    page.locator("button.start").focus()
    page.mouse.move(explained["x"] + 20, explained["y"] + 20)
    page.keyboard.press("Enter")
    julia.wait_for_turn()
    page.wait_for_timeout(400)
    expect(tip).to_have_count(0)
    page.mouse.move(explained["x"] + 21, explained["y"] + 20)
    expect(tip).to_contain_text("basilica B3")
    julia.is_content()


def test_one_device_is_passed_on(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.visit()
    julia.choose_game("Porta Nigra")
    julia.page.get_by_label("Who takes seat 2").select_option("me")
    julia.page.get_by_label("Name of player 2").fill("Gaius")
    julia.page.locator("button.start").click()
    seen = set()
    for _ in range(12):
        julia.page.wait_for_selector(".curtain, main.table[data-mine]")
        if julia.page.locator(".curtain").count():
            assert not julia.page.locator(".board svg.quarter").count(), "nobody sees a hand while the device is passed on"
            seen.add(julia.page.locator(".curtain h2").inner_text().upper())
            julia.page.locator(".curtain button").click()
        julia.wait_for_turn()
        number = julia.number
        julia.choose_from_list()
        julia.page.wait_for_function("(number) => Number(document.querySelector('main.table').dataset.number) !== number", arg=number)
    assert seen == {"PASS THE DEVICE TO JULIA", "PASS THE DEVICE TO GAIUS"}


def test_decisions_are_taken_back_hints_come_with_reasons_and_a_bot_stands_in(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.start("Porta Nigra")
    number = julia.number
    julia.page.locator("[data-choice='place basilica']").click()
    julia.settled(number)
    expect(julia.page.locator(".steps")).to_contain_text("quarter of the basilica")
    julia.page.get_by_role("button", name="Take back").click()
    expect(julia.page.locator("main.table")).to_have_attribute("data-number", str(number))
    expect(julia.page.locator(".more")).to_contain_text("Julia takes back 1 decision.")

    julia.page.get_by_role("button", name="Hint").click()
    hints = julia.page.get_by_role("list", name="Hint").get_by_role("button")
    expect(hints.first).to_contain_text("to come out ahead")
    expect(hints).to_have_count(3)
    hints.first.click()
    julia.settled(number)

    julia.page.get_by_role("button", name="Menu").click()
    julia.page.get_by_role("button", name="Leave to a bot").click()
    julia.page.get_by_role("button", name="Close").click()
    expect(julia.page.locator(".notice")).to_contain_text("A bot stands in for you.")
    julia.page.locator(".notice").get_by_role("button", name="I am back").click()
    expect(julia.page.locator(".notice")).to_have_count(0)


def test_what_happens_is_said_to_those_who_listen(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.start("Porta Nigra")
    number = julia.number
    julia.page.locator("[data-choice='place basilica']").click()
    julia.settled(number)
    expect(julia.page.get_by_test_id("said")).to_have_text(re.compile(r"Julia: Puts the master builder .* Your turn, \d+ choices\."))
    julia.page.get_by_role("tab", name="Text").click()
    told = julia.page.get_by_role("tabpanel")
    expect(told.get_by_role("heading", name="Porta Nigra, round 1 of 3")).to_be_visible()
    expect(told).to_contain_text("To decide: Julia (you), action phase.")
