"""Whoever plays with the keyboard never loses her place, and hears what others see."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from page.visitors import GAMES, Visitor

FOCUSED = "(selector) => document.activeElement.closest(selector) !== null"


@pytest.mark.parametrize("title", GAMES.values())
def test_the_next_choice_is_at_hand(visitor: Callable[..., Visitor], title: str) -> None:
    julia = visitor()
    julia.visit()
    julia.page.locator(".games li", has_text=title).locator("button.primary").focus()
    julia.page.keyboard.press("Enter")
    julia.page.locator("button.start").focus()
    julia.page.keyboard.press("Enter")
    julia.wait_for_turn()
    for _ in range(8):
        number = julia.number
        julia.page.wait_for_function(FOCUSED, arg=".choices li")  # without a single Tab
        julia.page.keyboard.press("Enter")
        julia.settled(number)
    julia.page.get_by_role("button", name="Hint").focus()
    julia.page.keyboard.press("Enter")
    julia.page.wait_for_function(FOCUSED, arg=".hints li:first-child")
    best = julia.page.locator(".hints button").first
    expect(best).to_contain_text("points")
    expect(julia.page.locator(".board [data-pointed], .choices .pointed, .choices .many .primary").first).to_be_visible()
    number = julia.number
    julia.page.keyboard.press("Enter")
    julia.settled(number)
    julia.is_content()


def test_why_not_is_said(visitor: Callable[..., Visitor]) -> None:
    julia = visitor()
    julia.start("Porta Nigra")
    julia.page.locator("[data-move^='spot basilica']").first.focus()
    said = julia.page.locator("[aria-live=polite]", has_text="builder")
    expect(said).to_have_count(1)
