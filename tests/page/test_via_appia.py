"""The quarry on the page: aiming with the pointer, with a finger and with keys, the chances, and the push as a film."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from page.visitors import PATIENCE, PHONE, Visitor

STONES = ".quarry svg .stone"


def lay_a_stone(julia: Visitor) -> Locator:
    """A small stone behind the quarry: everybody has one at the start."""
    number = julia.number
    julia.page.locator("[data-move='push small']").first.focus()
    julia.page.keyboard.press("Enter")
    julia.settled(number)
    aim: Locator = julia.page.get_by_role("slider")
    expect(aim).to_be_visible()
    return aim


def points(julia: Visitor) -> tuple[dict[str, float], dict[str, float]]:
    """The middle of the stone behind the line, and a point in the quarry to its upper right."""
    stone = julia.page.locator("[data-key=aimed]").bounding_box()
    picture = julia.page.locator(".quarry .scene > svg").bounding_box()
    assert stone is not None
    assert picture is not None
    middle = {"x": stone["x"] + stone["width"] / 2, "y": stone["y"] + stone["height"] / 2}
    return middle, {"x": picture["x"] + picture["width"] * 0.9, "y": picture["y"] + picture["height"] * 0.45}


def test_the_aim_is_dragged_and_its_chances_are_shown(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(viewport={"width": 1280, "height": 1400})
    julia.start("Via Appia")
    aim = lay_a_stone(julia)
    expect(aim).to_have_attribute("aria-valuetext", "Push at place 11 of 21, straight ahead.")
    stone, ahead = points(julia)
    mouse = julia.page.mouse
    mouse.move(**stone)
    mouse.down()
    mouse.move(stone["x"] - 300, stone["y"])
    expect(aim).to_have_attribute("aria-valuetext", "Push at place 1 of 21, straight ahead.")
    mouse.move(**ahead)
    mouse.up()
    expect(aim).to_have_attribute("aria-valuetext", "Push at place 1 of 21, 32 degrees to the right.")
    expect(julia.page.locator(".quarry figcaption")).to_contain_text("that a stone falls", timeout=PATIENCE)
    number = julia.number
    julia.page.locator(".quarry").get_by_role("button", name="Push at place 1 of 21, 32 degrees to the right.").click()
    julia.settled(number)
    expect(julia.page.get_by_role("tabpanel", name="Log")).to_contain_text("stone at place 1, 32 degrees to the right.")
    julia.is_content()


def aim_by_finger(julia: Visitor) -> None:
    """From the middle to the left end, then far to the right."""
    julia.page.locator("[data-key=aimed]").evaluate("(stone) => stone.scrollIntoView({ block: 'center', behavior: 'instant' })")
    julia.page.wait_for_timeout(300)
    stone, ahead = points(julia)
    scrolled = julia.page.evaluate("scrollY")
    finger = julia.context.new_cdp_session(julia.page)

    def touch(kind: str, *at: dict[str, float]) -> Any:
        return finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(at)})

    touch("touchStart", stone)
    touch("touchMove", {"x": stone["x"] - 150, "y": stone["y"]})
    touch("touchMove", ahead)
    touch("touchEnd")
    assert julia.page.evaluate("scrollY") == scrolled, "a finger that aims does not scroll the page"


AIMED = "Push at place 1 of 21, 32 degrees to the right."


def test_what_a_finger_aims_is_what_the_button_in_sight_pushes(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(viewport=PHONE, has_touch=True, is_mobile=True)
    julia.start("Via Appia")
    aim = lay_a_stone(julia)
    button = julia.page.locator(".choices .many button")
    expect(button).to_have_text("Push at place 11 of 21, straight ahead.")
    aim_by_finger(julia)
    expect(aim).to_have_attribute("aria-valuetext", AIMED)
    expect(button).to_have_text(AIMED)
    expect(button).to_be_in_viewport(ratio=1)
    assert set(julia.page.locator("button.primary:visible").all_inner_texts()) == {AIMED}
    number = julia.number
    button.tap()
    julia.settled(number)
    julia.page.get_by_role("tab", name="Log").click()
    expect(julia.page.locator(".more li.decision", has_text="Julia: Pushes")).to_contain_text("stone at place 1, 32 degrees to the right.")
    julia.is_content()


def test_an_aim_from_the_list_is_seen_in_the_quarry_and_can_be_changed_there(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(viewport={"width": 1366, "height": 768})
    julia.start("Via Appia")
    aim = lay_a_stone(julia)
    listed = julia.page.locator(".choices .many select")
    listed.select_option(label="Push at place 17 of 21, 8 degrees to the right.")
    expect(aim).to_have_attribute("aria-valuetext", "Push at place 17 of 21, 8 degrees to the right.")
    aim.focus()
    julia.page.keyboard.press("ArrowLeft")
    for same in (julia.page.locator(".choices .many button"), julia.page.locator(".quarry .go"), listed.locator("option:checked")):
        expect(same).to_have_text("Push at place 16 of 21, 8 degrees to the right.")
    julia.is_content()


def test_keys_aim_and_push_and_the_keyboard_stays_in_the_quarry(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(reduced_motion="no-preference")
    julia.start("Via Appia")
    aim = lay_a_stone(julia)
    expect(aim).to_be_focused()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        julia.page.keyboard.press(key)
    expect(aim).to_have_attribute("aria-valuetext", "Push at place 13 of 21, 8 degrees to the left.")
    number = julia.number
    julia.page.keyboard.press("Enter")
    expect(julia.page.locator(".quarry .pusher")).to_be_visible()  # the film
    julia.settled(number)
    expect(julia.page.locator(".quarry .pusher")).to_have_count(0)
    expect(julia.page.locator(".at-quarry :focus[data-open]")).to_have_count(1)
    julia.is_content()


def test_who_wants_less_motion_sees_the_end_of_a_push_at_once(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(reduced_motion="reduce")
    julia.start("Via Appia")
    lay_a_stone(julia)
    julia.page.evaluate(
        """() => {
          window.films = 0
          new MutationObserver(() => { if (document.querySelector('.pusher') && !document.querySelector('[role=slider]')) window.films += 1 })
            .observe(document.querySelector('.quarry'), { childList: true, subtree: true })
        }"""
    )
    number = julia.number
    julia.page.keyboard.press("Enter")
    julia.settled(number)
    assert julia.page.evaluate("window.films") == 0
    assert julia.page.locator(STONES).count() > 0
    julia.is_content()


def test_the_actions_lead_to_their_things_and_one_that_cannot_be_taken_says_why(visitor: Callable[..., Visitor]) -> None:
    julia = visitor(viewport={"width": 1366, "height": 768})
    julia.start("Via Appia")
    expect(julia.page.locator(".income svg").first).to_be_in_viewport(ratio=1)
    for action, rule in (("Build", "VA-R1"), ("Travel", "VA-M1")):
        closed = julia.page.get_by_role("button", name=f"{action}: 0 choices")
        closed.hover()
        expect(julia.page.locator(".tip")).to_contain_text(rule)
        closed.click(force=True)
        expect(julia.page.locator(".tip")).to_contain_text(rule)
        assert julia.page.evaluate("scrollY") == 0
    julia.page.get_by_role("button", name="Income: 1").click()
    expect(julia.page.locator(".income :focus[data-open]")).to_have_count(1)
    julia.is_content()
