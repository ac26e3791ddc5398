"""VA-Q1 and VA-Q6 to VA-Q10: the quarry action round the pushes."""

import pytest

from games.via_appia.position import DRY, ROW, given, letters, steady_box
from triumvir.games.via_appia.state import EXCHANGE


def fallen(stones, cart="", **more):
    """A seat that has pushed and may now exchange these stones."""
    return given(cart=cart, phase=EXCHANGE, pushed=2, fallen=letters(stones), **more)


@pytest.mark.rule("VA-Q1")
def test_two_own_stones_one_after_the_other():
    table = given(stones="SSM").quarry(*DRY).play("push small", "aim 11 0")
    assert table.match.seat == 0
    assert table.legal() == ["push small", "push mid", "done"]
    table.play("push mid", "aim 5 -8")
    assert table.s.stones[0].tolist() == letters("S")
    assert table.legal("push") == []
    assert table.s.pushed == 2


@pytest.mark.rule("VA-Q1")
def test_only_own_stones():
    table = given(stones="M")
    assert table.legal("push") == ["push mid"]
    assert table.why_not("push small") == "VA-Q1"


@pytest.mark.rule("VA-Q1")
def test_she_may_stop_after_one_but_not_before():
    table = given(stones="SS").quarry(*DRY).play("push small")
    assert table.why_not("done") == "VA-Q2"
    table.play("aim 11 0", "done")
    assert table.match.seat == 1
    assert table.s.stones[0].tolist() == letters("S")


@pytest.mark.rule("VA-Q1")
def test_a_push_token_allows_a_third_and_is_spent_then():
    table = given(stones="SSSS", push_token=1).quarry(*DRY).play("push small", "aim 11 0", "push small", "aim 1 0")
    assert table.s.push_token[0] == 1
    assert table.legal() == ["push small", "done"]
    table.play("push small", "aim 21 0")
    assert table.s.push_token[0] == 0
    assert table.legal("push") == []
    assert table.s.stones[0].tolist() == letters("S")


@pytest.mark.rule("VA-Q1")
def test_without_the_third_push_the_token_stays():
    table = given(stones="SSS", push_token=1).quarry(*DRY)
    table.play("push small", "aim 11 0", "push small", "aim 1 0", "done", "take coin")
    assert table.s.push_token[0] == 1
    table = given(stones="SSS").quarry(*DRY).play("push small", "aim 11 0", "push small", "aim 1 0")
    assert table.why_not("push small") == "VA-Q9"


@pytest.mark.rule("VA-Q1")
def test_with_no_stone_left_the_action_goes_on_by_itself():
    table = given(stones="S", push_token=1).quarry(*DRY).play("push small", "aim 11 0")
    assert table.match.seat == 1


@pytest.mark.rule("VA-Q6")
def test_a_fallen_stone_is_exchanged_for_its_size_or_smaller_or_sold():
    table = fallen("L")
    assert table.legal() == ["exchange large for small", "exchange large for mid", "exchange large for large", "sell large"]
    assert fallen("M").legal() == ["exchange mid for small", "exchange mid for mid", "sell mid"]
    assert fallen("S").legal() == ["exchange small for small", "sell small"]
    assert fallen("S").why_not("sell large") == "VA-Q6"


@pytest.mark.rule("VA-Q6")
def test_the_stone_returns_to_the_storage_and_the_tile_comes_from_its_own():
    table = fallen("LM")
    stones, tiles = table.s.storage.tolist(), table.s.tiles.tolist()
    table.play("exchange large for mid", "sell mid")
    assert table.s.storage.tolist() == [stones[0], stones[1] + 1, stones[2] + 1]
    assert table.s.tiles.tolist() == [tiles[0], tiles[1] - 1, tiles[2]]
    assert table.s.cart[0].tolist() == letters("M")
    assert table.s.coins[0] == 11
    assert table.match.seat == 1


@pytest.mark.rule("VA-Q6", "VA-Q7")
def test_no_tile_of_a_size_left_means_a_smaller_one_or_selling():
    table = fallen("L", tiles=[3, 3, 0])
    assert table.legal() == ["exchange large for small", "exchange large for mid", "sell large"]
    assert table.why_not("exchange large for large") == "VA-Q6"
    assert fallen("L", tiles=[0, 0, 0]).legal() == ["sell large"]


@pytest.mark.rule("VA-Q7")
def test_a_tile_must_fit_the_cart():
    table = fallen("LM", cart="LMSS")
    assert table.legal() == ["sell mid", "sell large"]
    assert table.why_not("exchange large for small") == "VA-Q7"
    table = fallen("L", cart="MM")
    assert table.legal() == ["exchange large for small", "sell large"]


@pytest.mark.rule("VA-Q7")
def test_tiles_may_be_rearranged_to_make_room():
    table = fallen("L", cart="MSS")  # wherever they were put, the shared space can be cleared for the large tile
    assert table.may("exchange large for large")


@pytest.mark.rule("VA-X3", "VA-Q7")
def test_the_shared_space_never_holds_two_small_tiles():
    assert not fallen("S", cart="SSS").may("exchange small for small")
    assert fallen("S", cart="SS").may("exchange small for small")
    assert fallen("S", cart="SSM").may("exchange small for small")


@pytest.mark.rule("VA-Q10")
def test_a_cart_is_three_counts():
    def fits(small, mid, large):
        return mid <= (1 if large else 2) and small <= (2 if large else 3) and large <= 1

    for large in range(2):
        for mid in range(3):
            for small in range(4):
                if fits(small, mid, large):
                    table = fallen("L", cart="S" * small + "M" * mid + "L" * large)
                    assert table.may("exchange large for small") == fits(small + 1, mid, large)
                    assert table.may("exchange large for mid") == fits(small, mid + 1, large)
                    assert table.may("exchange large for large") == fits(small, mid, large + 1)


@pytest.mark.rule("VA-Q10")
def test_tiles_leave_the_cart_only_by_building():
    table = given(cart="SSM", stones="S").quarry(*DRY).play("push small", "aim 11 0")
    assert table.s.cart[0].tolist() == letters("SSM")
    table = given(cart="SSM").play("build A2", "build A4")
    assert table.s.cart[0].tolist() == letters("S")


@pytest.mark.rule("VA-Q8")
def test_two_pushed_and_none_fallen_a_small_tile_or_a_sesterce():
    moves = ("push small", "aim 11 0", "push small", "aim 1 0")
    table = given(stones="SS").quarry(*DRY).play(*moves)
    assert table.legal() == ["take tile", "take coin"]
    table.play("take tile")
    assert (table.s.cart[0].tolist(), table.s.tiles[0], table.s.coins[0]) == (letters("S"), 23, 10)
    table = given(stones="SS").quarry(*DRY).play(*moves, "take coin")
    assert (table.s.cart[0].sum(), table.s.coins[0]) == (0, 11)
    assert table.match.seat == 1


@pytest.mark.rule("VA-Q8")
def test_the_tile_must_be_there_and_fit():
    moves = ("push small", "aim 11 0", "push small", "aim 1 0")
    table = given(stones="SS", cart="SSS").quarry(*DRY).play(*moves)
    assert table.legal() == ["take coin"]
    assert table.why_not("take tile") == "VA-Q8"
    table = given(stones="SS", tiles=[0, 5, 5]).quarry(*DRY).play(*moves)
    assert table.legal() == ["take coin"]


@pytest.mark.rule("VA-Q8")
def test_no_consolation_after_one_push_and_one_after_three():
    table = given(stones="S").quarry(*DRY).play("push small", "aim 11 0")
    assert table.match.seat == 1
    assert table.why_not("take coin") == "VA-Q8"
    moves = ("push small", "aim 11 0", "push small", "aim 1 0", "push small", "aim 21 0")
    table = given(stones="SSS", push_token=1).quarry(*DRY).play(*moves)
    assert table.legal() == ["take tile", "take coin"]


@pytest.mark.rule("VA-Q8", "VA-Q9")
def test_no_consolation_when_one_fell_in_either_push(tmp_path):
    table = given(stones="LS", box=steady_box(tmp_path)).quarry(*ROW).play("push large", "aim 11 0")
    assert table.s.fallen.tolist() == [0, 0, 1]
    assert table.why_not("sell large") == "VA-Q9"  # all pushes come first
    table.play("push small", "aim 1 0")
    assert table.why_not("take tile") == "VA-Q8"
    table.play("sell large")
    assert table.match.seat == 1


@pytest.mark.rule("VA-Q9")
def test_a_stone_that_fell_is_not_pushed_again_in_that_action(tmp_path):
    table = given(stones="L", push_token=1, box=steady_box(tmp_path)).quarry(*ROW).play("push large", "aim 11 0")
    assert table.legal("push") == []  # the fallen large stone is no own stone
    assert table.why_not("push large") == "VA-Q9"
    assert table.why_not("done") == "VA-Q6"


@pytest.mark.rule("VA-Q9")
def test_fallen_stones_are_exchanged_one_by_one_in_any_order():
    for moves in (("sell small", "exchange large for large"), ("exchange large for large", "sell small")):
        table = fallen("SL").play(*moves)
        assert table.s.cart[0].tolist() == letters("L")
        assert table.match.seat == 1
    table = fallen("SSM", cart="SS").play("exchange mid for small")
    assert table.legal() == ["sell small"]  # the cart is full of small tiles now
