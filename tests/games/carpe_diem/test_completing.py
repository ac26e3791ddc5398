"""What completed landscapes, dwellings and villas bring, and the prestige bar."""

import pytest

from games.carpe_diem.table import SPACES, Table, changed_box, random_match
from triumvir.games.carpe_diem import TITLE
from triumvir.games.carpe_diem.state import MOVE, PUT_BACK, TAKE_BLACK_TILE, THING_NAMES
from triumvir.kernel.game import Game


@pytest.mark.rule("CD-C1")
@pytest.mark.parametrize(
    ("letter", "good", "thing"), [("P", "fish", "pond"), ("H", "herb", "garden"), ("V", "grape", "vineyard"), ("F", "chicken", "farmyard")]
)
def test_each_landscape_brings_its_goods_one_less_than_tiles(letter, good, thing):
    t = Table()
    t.lay("c3", f"{letter}GGG", "e")
    t.hold(f"{letter}GGG")
    t.play("place d3-w")
    assert t.held() == {good: 1}
    assert t.completed() == {thing: 1}
    t = Table()
    t.lay("b3", f"{letter}GGG", "e")
    t.lay("c3", f"{letter}G{letter}G", "e")
    t.lay("d3", f"{letter}G{letter}G", "e")
    t.hold(f"{letter}GGG")
    t.play("place e3-w")
    assert t.held() == {good: 3}


@pytest.mark.rule("CD-C1", "CD-T7")
def test_an_open_landscape_brings_nothing():
    t = Table()
    t.lay("c3", "PGGG", "e")
    t.hold("PGPG")
    t.play("place d3-e")
    assert t.held() == {}
    assert t.completed() == {}


@pytest.mark.rule("CD-X1")
def test_a_pond_of_three_tiles_earns_two_fish():
    t = Table()
    t.lay("c3", "PGGG", "e")
    t.lay("d3", "PGPG", "e")
    t.hold("PGGG")
    t.play("place e3-w")
    assert t.held() == {"fish": 2}


@pytest.mark.rule("CD-C2")
def test_two_halves_of_one_colour_are_a_dwelling():
    t = Table()
    t.lay("c3", "MGBG", "n")
    t.hold("BGGG")
    t.play("place c4-n")
    assert t.completed() == {"granary": 1}


@pytest.mark.rule("CD-C3", "CD-X2")
def test_the_merchant_buys_all_goods_for_a_coin_each_and_one_more():
    t = Table()
    t.lay("c3", "MGGG", "e")
    t.goods(fish=1, chicken=1, grape=2)
    t.hold("MGGG")
    t.play("place d3-w")
    assert t.held() == {"coin": 5}


@pytest.mark.rule("CD-C3")
def test_the_merchant_pays_one_coin_for_nothing_and_is_not_asked():
    t = Table()
    t.lay("c3", "MGGG", "e")
    t.s.coins[0] = 4
    t.goods(1, fish=3)
    t.hold("MGGG")
    t.play("place d3-w")
    assert t.held() == {"coin": 5}
    assert t.held(1) == {"fish": 3}
    assert (t.s.seat, t.s.phase) == (1, MOVE)


@pytest.mark.rule("CD-C4")
def test_the_granary_gives_two_bread():
    t = Table()
    t.lay("c3", "BGGG", "e")
    t.hold("BGGG")
    t.play("place d3-w")
    assert t.held() == {"bread": 2}


@pytest.mark.rule("CD-C5", "CD-B1")
def test_the_administrator_goes_two_forward():
    t = Table()
    t.prestige(3, 5)
    t.lay("c3", "AGGG", "e")
    t.hold("AGGG")
    t.play("place d3-w")
    assert t.bar(0) == (5, 1)
    assert t.held() == {}


def with_craftsman(*row, players=2):
    """Seat 0 has just completed a craftsman on c3 and d3."""
    t = Table(players)
    t.lay("c3", "CGGG", "e")
    t.row(*row)
    t.hold("CGGG")
    return t.play("place d3-w")


@pytest.mark.rule("CD-C6")
def test_the_craftsman_brings_a_tile_of_the_row():
    t = with_craftsman("market", "BGGG", "market")
    assert (t.s.seat, t.s.phase) == (0, TAKE_BLACK_TILE)
    assert t.legal() == ["take BGGG", "take market"]
    assert t.against("take PGGG") == "CD-C6"
    t.play("take market", "place c4-n")
    assert t.held() == {"coin": 1}
    assert t.s.row[:3].tolist() == [-1, t.kind("BGGG"), t.kind("market")]
    assert t.s.seat == 1


@pytest.mark.rule("CD-C6")
def test_the_craftsmans_tile_may_be_stored_but_must_be_taken():
    t = with_craftsman("BGGG")
    assert t.legal() == ["take BGGG"]
    t.play("take BGGG", "store")
    assert (t.s.stored[0], t.s.seat) == (1, 1)
    assert (t.s.row == -1).all()


@pytest.mark.rule("CD-C6", "CD-T10")
def test_the_craftsmans_tile_that_fits_nowhere_is_stored():
    t = Table()
    for space in SPACES:
        if space not in ("c3", "d3"):
            t.lay(space, "market")
    t.lay("c3", "CGGG", "e")
    t.row("BGGG")
    t.hold("CGGG")
    t.play("place d3-w", "take BGGG")
    assert (t.s.stored[0], t.s.seat, t.s.phase) == (1, 1, MOVE)


@pytest.mark.rule("CD-C6")
def test_an_empty_row_gives_nothing():
    t = with_craftsman()
    assert (t.s.seat, t.s.phase) == (1, MOVE)
    assert t.completed() == {"craftsman": 1}


@pytest.mark.rule("CD-C6")
def test_a_second_craftsman_brings_a_second_tile():
    t = Table()
    t.lay("c3", "CGGG", "e")
    t.lay("c4", "CGGG", "e")
    t.row("CGGG", "BGGG", "market")
    t.hold("CGGG")
    t.play("place d3-w", "take CGGG", "place d4-w")
    assert (t.s.seat, t.s.phase) == (0, TAKE_BLACK_TILE)
    t.play("take market", "place b4-n")
    assert t.completed() == {"craftsman": 2, "market": 1}
    assert t.s.seat == 1


@pytest.mark.rule("CD-C7")
def test_a_villa_brings_nothing_now():
    t = Table()
    t.lay("c3", "RGGG2", "e")
    t.hold("RGGG1")
    score = int(t.s.score[0])
    t.play("place d3-w")
    assert t.completed() == {"villa": 1}
    assert (t.held(), t.bar(0)[0], int(t.s.score[0])) == ({}, 0, score)
    assert (t.s.seat, t.s.phase) == (1, MOVE)
    assert t.s.chimneys[0] == 3


@pytest.mark.rule("CD-C7")
def test_a_villa_with_an_opening_is_not_complete():
    t = Table()
    t.lay("c3", "RRGR2", "s")
    t.hold("RGGG1")
    t.play("place d3-w")
    assert t.completed() == {}


@pytest.mark.rule("CD-C8", "CD-S8")
def test_market_and_bakery_pay_at_once_and_the_supply_never_ends():
    t = Table()
    t.lay("c3", "market")
    t.s.coins[0], t.s.bread[0] = 24, 18  # all there are in the box
    t.hold("market")
    t.play("place c4-n")
    t.hold("bakery")
    t.play("place d3-n")
    assert t.held() == {"coin": 25, "bread": 19}
    assert t.completed() == {"market": 1, "bakery": 1}
    t.goods(fish=5)
    t.lay("d4", "PGGG", "e")
    t.hold("PGGG")
    t.play("place e4-w")
    assert t.held()["fish"] == 6


def with_fountain(top, held=(), players=2):
    """Seat 0 has just placed a fountain; `top` are the cards to be drawn."""
    t = Table(players)
    t.lay("c3", "market")
    pile = [thing for thing in range(12) for _ in range(2)]
    for name in (*held, *top):
        pile.remove(THING_NAMES.index(name))
    pile += [THING_NAMES.index(name) for name in reversed(top)]
    t.s.fountain_pile[:] = pile + [-1] * (24 - len(pile))
    t.s.fountain_left = len(pile)
    for name in held:
        t.s.fountain_kinds[0, THING_NAMES.index(name)] += 1
    t.s.fountain_hand[0] = len(held)
    t.hold("fountain")
    return t.play("place c4-n")


@pytest.mark.rule("CD-C9")
def test_a_fountain_draws_two_cards_and_puts_one_back():
    t = with_fountain(["villa", "pond"])
    assert t.s.phase == PUT_BACK
    assert t.legal() == ["put back pond", "put back villa"]
    assert t.against("put back market") == "CD-C9"
    t.play("put back villa")
    assert (t.s.fountain_hand[0], t.s.fountain_left) == (1, 23)
    assert t.s.fountain_kinds[0, THING_NAMES.index("pond")] == 1
    assert t.s.fountain_pile[0] == THING_NAMES.index("villa")  # at the bottom
    assert t.s.seat == 1


@pytest.mark.rule("CD-C9")
def test_an_older_card_may_go_back():
    t = with_fountain(["villa", "pond"], held=["market"])
    assert t.legal() == ["put back pond", "put back villa", "put back market"]
    t.play("put back market")
    assert t.s.fountain_hand[0] == 2
    assert t.s.fountain_pile[0] == THING_NAMES.index("market")


@pytest.mark.rule("CD-C12")
def test_equal_fountain_cards_are_one_choice():
    t = with_fountain(["pond", "pond"])
    assert t.legal() == ["put back pond"]
    t.play("put back pond")
    assert t.s.fountain_kinds[0, 0] == 1


@pytest.mark.rule("CD-C9")
@pytest.mark.parametrize("left", [0, 1])
def test_with_fewer_than_two_cards_none_goes_back(left):
    t = Table()
    t.lay("c3", "market")
    t.s.fountain_pile[left:] = -1
    t.s.fountain_left = left
    t.hold("fountain")
    t.play("place c4-n")
    assert (t.s.fountain_hand[0], t.s.fountain_left) == (left, 0)
    assert (t.s.seat, t.s.phase) == (1, MOVE)


def with_rewards(tile, turn, *neighbours):
    """Seat 0 places a tile on c3 that completes several things."""
    t = Table()
    for space, neighbour, side in neighbours:
        t.lay(space, neighbour, side)
    t.row("BGGG", "market")
    t.hold(tile)
    return t.play(f"place c3-{turn}")


@pytest.mark.rule("CD-C10")
@pytest.mark.parametrize(("first", "held"), [("pond", {"coin": 3}), ("merchant", {"coin": 1, "fish": 2})])
def test_goods_before_or_after_the_merchant(first, held):
    t = with_rewards("PMPG", "n", ("c2", "PGGG", "s"), ("c4", "PGGG", "n"), ("d3", "MGGG", "w"))
    assert t.legal() == ["reward pond", "reward merchant"]
    assert t.against("reward garden") == "CD-C10"
    assert t.against("move 2") == "CD-P5"
    t.play(f"reward {first}")
    assert t.held() == held
    assert t.s.seat == 1


@pytest.mark.rule("CD-C10", "CD-C6")
def test_goods_before_or_after_the_craftsman():
    t = with_rewards("HCGG", "n", ("c2", "HGGG", "s"), ("d3", "CGGG", "w"))
    assert t.legal() == ["reward garden", "reward craftsman"]
    t.play("reward craftsman")
    assert t.held() == {}  # the herb waits
    t.play("take BGGG", "place b3-w")
    assert t.held() == {"herb": 1}
    t = with_rewards("HCGG", "n", ("c2", "HGGG", "s"), ("d3", "CGGG", "w"))
    t.play("reward garden")
    assert t.held() == {"herb": 1}
    assert t.s.phase == TAKE_BLACK_TILE


@pytest.mark.rule("CD-C10")
def test_merchant_and_craftsman_are_asked():
    t = with_rewards("MGCG", "n", ("c2", "MGGG", "s"), ("c4", "CGGG", "n"))
    assert t.legal() == ["reward merchant", "reward craftsman"]


@pytest.mark.rule("CD-C10")
def test_rewards_whose_order_does_not_matter_are_not_asked():
    t = with_rewards("PGHG", "n", ("c2", "PGGG", "s"), ("c4", "HGGG", "n"))
    assert (t.held(), t.s.seat) == ({"fish": 1, "herb": 1}, 1)
    t = with_rewards("MGBG", "n", ("c2", "MGGG", "s"), ("c4", "BGGG", "n"))
    assert (t.held(), t.s.seat) == ({"coin": 1, "bread": 2}, 1)
    t = with_rewards("AGCG", "n", ("c2", "AGGG", "s"), ("c4", "CGGG", "n"))
    assert (t.bar(0)[0], t.s.phase) == (2, TAKE_BLACK_TILE)


@pytest.mark.rule("CD-C10", "CD-C6")
def test_a_craftsman_with_an_empty_row_is_not_asked():
    t = Table()
    t.lay("c2", "HGGG", "s")
    t.lay("d3", "CGGG", "w")
    t.row()
    t.hold("HCGG")
    t.play("place c3-n")
    assert (t.held(), t.s.seat) == ({"herb": 1}, 1)


@pytest.mark.rule("CD-C11")
def test_the_craftsmans_tile_is_finished_before_what_waits():
    t = Table()
    t.lay("c2", "HGGG", "s")
    t.lay("d3", "CGGG", "w")
    t.lay("d2", "MGGG", "e")
    t.goods(grape=2)
    t.row("MGGG")
    t.hold("HCGG")
    t.play("place c3-n", "reward craftsman", "take MGGG", "place e2-w")
    assert t.held() == {"coin": 3, "herb": 1}  # the merchant bought the grapes, the herb came after


@pytest.mark.rule("CD-C11", "CD-C10")
def test_rewards_wait_below_rewards(tmp_path):
    """With a black tile of two kinds a craftsman's tile can leave rewards waiting too."""
    before = '{ copies = 3, edges = "CGGG" },\n  { copies = 3, edges = "RGGG", chimneys = 1 }'
    t = Table(game=Game(TITLE, changed_box(tmp_path, (before, before.replace("CGGG", "HCGG")))))
    t.lay("c2", "HGGG", "s")
    t.lay("d3", "CGGG", "w")
    t.lay("b3", "HGGG", "s")
    t.lay("c4", "CGGG", "w")
    t.row("HCGG", "market")
    t.hold("HCGG")
    t.play("place c3-n", "reward craftsman", "take HCGG", "place b4-n")
    assert t.legal() == ["reward garden", "reward craftsman"]
    assert (t.s.level, t.held()) == (2, {})
    t.play("reward craftsman", "take market", "store")
    assert t.held() == {"herb": 2}  # one from each tile
    assert (t.s.level, t.s.seat) == (0, 1)
    assert (t.s.waiting == 0).all()
    assert (t.s.waiting_at == -1).all()


@pytest.mark.rule("CD-B1")
def test_a_marker_lands_on_top_and_leaves_from_below():
    t = Table(4)
    t.prestige(2, 2, 2, 3)
    t.lay("c3", "market")
    t.hold("HGGG")
    t.play("place c2-n")  # a writ: seat 0 leaves from under 1 and 2
    assert [t.bar(seat) for seat in range(4)] == [(3, 1), (2, 0), (2, 1), (3, 0)]


@pytest.mark.rule("CD-B1")
def test_several_steps_are_one_move():
    t = Table(3)
    t.prestige(2, 3, 4)
    t.lay("c3", "AGGG", "e")
    t.hold("AGGG")
    t.play("place d3-w")
    assert [t.bar(seat) for seat in range(3)] == [(4, 1), (3, 0), (4, 0)]


@pytest.mark.rule("CD-B2")
def test_steps_beyond_the_end_are_points_and_lift_the_marker():
    t = Table(3)
    t.prestige(20, 20, 20)
    t.lay("c3", "AGGG", "e")
    t.hold("AGGG")
    t.play("place d3-w")
    assert t.points("prestige_overflow") == 2
    assert [t.bar(seat) for seat in range(3)] == [(20, 2), (20, 0), (20, 1)]
    t = Table(2)
    t.prestige(19, 0)
    t.lay("c3", "AGGG", "e")
    t.hold("AGGG")
    t.play("place d3-w")
    assert (t.points("prestige_overflow"), t.bar(0)) == (1, (20, 0))


@pytest.mark.rule("CD-B2", "CD-T6")
def test_a_writ_at_the_end_of_the_bar_is_a_point_too():
    t = Table(2)
    t.prestige(20, 20)
    t.lay("c3", "market")
    t.hold("HGGG")
    t.play("place c2-n")
    assert t.points("prestige_overflow") == 1
    assert t.bar(0) == (20, 1)


@pytest.mark.rule("CD-C1", "CD-C2", "CD-C7", "CD-C8")
def test_random_matches_complete_everything_somewhere():
    seen = set()
    for seed in range(12):
        *_, (states, _) = random_match(4, seed)
        seen |= {name for thing, name in enumerate(THING_NAMES) if states[0].completed[:, thing].any()}
    assert seen == set(THING_NAMES)
