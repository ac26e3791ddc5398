"""Where tiles may lie. Board A: the shovel is on c3; writs on b1, f1, c2, a3, f3, d4, c5, b6, e6."""

import pytest

from games.carpe_diem.table import GAME, SPACES, Table, random_match
from triumvir.games.carpe_diem.state import MOVE, PLACE_TILE

TURNS = "nesw"


def placings(t):
    return [move.removeprefix("place ") for move in t.legal() if move.startswith("place")]


@pytest.mark.rule("CD-T1")
def test_the_first_tile_goes_on_the_shovel_space():
    t = Table()
    t.hold("PGGG")
    assert t.legal() == ["place c3-n", "place c3-e", "place c3-s", "place c3-w"]
    assert t.against("store") == "CD-T1"
    assert t.against("place c4-n") == "CD-T1"
    t.play("place c3-e")
    assert t.s.tile[0, SPACES.index("c3")] == t.kind("PGGG")


@pytest.mark.rule("CD-T1")
def test_every_match_begins_on_the_shovel_spaces():
    for seed in range(8):
        first = {}
        for states, action in random_match(4, seed):
            s = states[0]
            if s.phase == PLACE_TILE and len(first) < 4:
                first.setdefault(int(s.seat), SPACES.index(GAME.notation[action].removeprefix("place ").split("-")[0]))
        assert first == {seat: int(GAME.tables[0].shovel[s.board[seat]]) for seat in range(4)}


@pytest.mark.rule("CD-T1")
def test_every_board_has_its_own_shovel_space():
    for board, space in enumerate(["c3", "d3", "d4", "c4"]):
        t = Table()
        t.take_board(0, board)
        t.hold("market")
        assert t.legal() == [f"place {space}-n"]


@pytest.mark.rule("CD-T2")
def test_later_tiles_go_beside_a_placed_tile():
    t = Table()
    t.lay("c3", "market")
    t.hold("bakery")
    assert placings(t) == ["c2-n", "b3-n", "d3-n", "c4-n"]
    assert t.against("place b2-n") == "CD-T2"  # only a corner touches
    assert t.against("place c3-n") == "CD-T2"  # there lies a tile
    assert t.against("place f6-n") == "CD-T2"


@pytest.mark.rule("CD-T3")
def test_all_sides_must_match_in_any_turn():
    t = Table()
    t.lay("c3", "PGHG")  # pond to the north, garden to the south
    t.hold("PGGG")
    assert placings(t) == ["c2-s", "b3-n", "b3-s", "b3-w", "d3-n", "d3-e", "d3-s"]
    assert t.against("place c2-n") == "CD-T3"
    assert t.against("place c4-n") == "CD-T3"  # pond does not touch garden
    assert t.against("place b3-e") == "CD-T3"  # pond does not touch grass
    t.hold("HGGG")
    assert placings(t) == ["b3-n", "b3-s", "b3-w", "d3-n", "d3-e", "d3-s", "c4-n"]


@pytest.mark.rule("CD-T3")
@pytest.mark.parametrize("letter", "PHVFMCBAR")
def test_every_kind_touches_only_its_own(letter):
    for other in "PHVFMCBAR":
        t = Table()
        t.lay("c3", f"{letter}GGG{1 if letter == 'R' else ''}", "s")
        t.hold(f"{other}GGG{1 if other == 'R' else ''}")
        fits = "place c4-n" in t.legal()
        assert fits == (letter == other)


@pytest.mark.rule("CD-T3")
def test_several_neighbours_must_all_match():
    t = Table()
    t.lay("c3", "PGGG", "e")  # pond towards d3
    t.lay("d2", "RGGG1", "s")  # villa towards d3
    t.hold("RGPG1")  # villa and pond on opposite sides
    assert not [place for place in placings(t) if place.startswith("d3")]
    t = Table()
    t.lay("c3", "RGGG1", "e")
    t.lay("d2", "RGGG1", "s")
    t.hold("RRPG1")
    assert [place for place in placings(t) if place.startswith("d3")] == ["d3-w"]


@pytest.mark.rule("CD-T4")
def test_only_grass_touches_the_frame():
    t = Table()
    t.lay("c1", "market")
    t.hold("PGGG")
    assert [place for place in placings(t) if place.startswith("b1")] == ["b1-s", "b1-w"]
    assert t.against("place b1-n") == "CD-T4"
    t.lay("f6", "market")
    assert [place for place in placings(t) if place.startswith("f5")] == ["f5-n", "f5-w"]
    assert t.against("place f5-e") == "CD-T4"
    t.lay("a6", "market")
    assert [place for place in placings(t) if place.startswith("a5")] == ["a5-n", "a5-e"]
    assert [place for place in placings(t) if place.startswith("b6")] == ["b6-n", "b6-e"]
    assert t.against("place b6-s") == "CD-T4"
    assert t.against("place a5-w") == "CD-T4"


@pytest.mark.rule("CD-T5")
def test_a_tile_may_be_stored_though_it_fits():
    t = Table()
    t.lay("c3", "market")
    t.hold("bakery")
    before = t.s.built[0]
    t.play("store")
    assert (t.s.stored[0], t.s.storage[0, 0], t.s.built[0]) == (1, t.kind("bakery"), before)
    assert t.held() == {}  # no reward
    assert (t.s.seat, t.s.phase, t.s.taken) == (1, MOVE, -1)


@pytest.mark.rule("CD-T6")
def test_a_tile_on_a_writ_is_a_step_of_prestige():
    t = Table()
    t.lay("c3", "market")
    t.prestige(4, 5)
    t.hold("HGGG")
    writs = bin(t.s.writs[0]).count("1")
    t.play("place c2-n")
    assert bin(t.s.writs[0]).count("1") == writs - 1
    assert not (t.s.writs[0] >> SPACES.index("c2")) & 1
    assert t.bar(0) == (5, 1)
    assert t.s.writs[1] == t.box.writs[0]


@pytest.mark.rule("CD-T6")
def test_no_writ_no_step():
    t = Table()
    t.lay("c3", "market")
    t.hold("HGGG")
    t.play("place d3-n")
    assert t.bar(0)[0] == 0
    assert t.s.writs[0] == t.box.writs[0]


@pytest.mark.rule("CD-T7")
def test_a_landscape_never_has_five_tiles():
    t = Table()
    t.lay("a3", "PGGG", "e")
    for space in ("b3", "c3"):
        t.lay(space, "PGPG", "e")
    t.hold("PGPG")
    assert t.against("place d3-e") is None  # four tiles with an open side are allowed
    t.lay("d3", "PGPG", "e")
    t.hold("PGGG")
    assert t.against("place e3-w") == "CD-T7"
    t.hold("PGPG")
    assert t.against("place e3-e") == "CD-T7"


@pytest.mark.rule("CD-T7")
def test_all_tiles_that_would_be_joined_count():
    t = Table()
    t.lay("a3", "PGGG", "e")
    t.lay("b3", "PGPG", "e")
    t.lay("d3", "PGPG", "e")
    t.lay("e3", "PGGG", "w")
    t.hold("PGPG")
    assert t.against("place c3-e") == "CD-T7"  # 2 + 1 + 2
    t = Table()
    t.lay("b3", "PGGG", "e")
    t.lay("d3", "PGPG", "e")
    t.lay("e3", "PGGG", "w")
    t.hold("PGPG")
    assert t.against("place c3-e") is None  # 1 + 1 + 2


@pytest.mark.rule("CD-T7")
def test_one_landscape_met_on_two_sides_counts_once():
    t = Table()
    t.lay("c3", "PPBG", "e")  # pond east and south
    t.lay("d3", "PPBG", "s")  # pond south and west
    t.lay("c4", "PPBG", "n")  # pond north and east
    t.hold("PPBG")
    assert t.against("place d4-w") is None  # 3 + 1, not 3 + 3 + 1


@pytest.mark.rule("CD-T7", "CD-C7")
def test_villas_grow_without_limit():
    t = Table()
    t.lay("a3", "RGGG1", "e")
    for space in "bcde":
        t.lay(f"{space}3", "RGRG2", "e")
    t.hold("RGGG1")
    t.play("place f3-w")
    assert t.completed() == {"villa": 1}


@pytest.mark.rule("CD-T8")
def test_all_sides_of_one_kind_on_a_tile_are_one_part():
    t = Table()
    t.lay("b3", "PGGG", "e")
    t.lay("d3", "PGGG", "w")
    t.hold("PGPG")
    t.play("place c3-e")
    assert t.completed() == {"pond": 1}
    assert t.held() == {"fish": 2}


@pytest.mark.rule("CD-T8", "CD-C1")
def test_two_kinds_on_a_tile_are_two_things():
    t = Table()
    t.lay("c2", "PGGG", "s")
    t.lay("c4", "HGGG", "n")
    t.hold("PGHG")
    t.play("place c3-n")
    assert t.completed() == {"pond": 1, "garden": 1}
    assert t.held() == {"fish": 1, "herb": 1}


@pytest.mark.rule("CD-T8")
def test_tiles_of_one_kind_that_touch_with_grass_are_not_joined():
    t = Table()
    t.lay("c3", "PGGG", "n")
    t.lay("c2", "PGPG", "n")  # joined with c3, open to c1
    t.lay("d2", "PGGG", "e")  # beside c2, but grass to grass
    t.hold("PGGG")
    t.play("place c1-s")
    assert t.completed() == {"pond": 1}
    assert t.held() == {"fish": 2}


@pytest.mark.rule("CD-T8", "CD-C1")
def test_a_ring_is_complete():
    t = Table()
    t.lay("c3", "PPBG", "e")
    t.lay("d3", "PPBG", "s")
    t.lay("c4", "PPBG", "n")
    t.hold("PPBG")
    t.play("place d4-w")
    assert t.completed() == {"pond": 1}
    assert t.held() == {"fish": 3}


@pytest.mark.rule("CD-T9")
def test_an_open_side_may_face_a_space_that_can_never_be_filled():
    t = Table()
    t.lay("c1", "market")
    t.hold("MGGG")
    assert t.against("place b1-w") is None  # towards a1, where a merchant would need grass on two sides: fine
    t.lay("a2", "PGGG", "n")  # a1 now must have a pond to the south
    assert t.against("place b1-w") is None  # and a merchant to the east: no such tile, but allowed
    t.play("place b1-w")
    kinds = [tile for tile in t.tiles if not tile.startswith("kind")]
    for tile in kinds:
        t.hold(tile)
        assert not [place for place in placings(t) if place.startswith("a1")]


@pytest.mark.rule("CD-T10")
def test_turns_that_look_the_same_are_one_choice():
    t = Table()
    t.hold("PGPG")
    assert placings(t) == ["c3-n", "c3-e"]
    assert t.against("place c3-s") == "CD-T10"
    t.hold("fountain")
    assert placings(t) == ["c3-n"]
    assert t.against("place c3-w") == "CD-T10"
    t.hold("PPBG")
    assert placings(t) == [f"c3-{turn}" for turn in TURNS]


@pytest.mark.rule("CD-T10", "CD-T5")
def test_a_tile_that_fits_nowhere_is_stored_without_asking():
    t = Table(2)
    for space in SPACES:
        if space != "c3":
            t.lay(space, "market")
    t.blueprint(2, "PGGG", "market", "market")
    t.play("move 2", "take PGGG")
    assert (t.s.stored[0], t.s.storage[0, 0]) == (1, t.kind("PGGG"))
    assert (t.s.seat, t.s.phase, t.s.taken) == (1, MOVE, -1)


@pytest.mark.rule("CD-T11", "CD-C6")
def test_a_craftsmans_tile_takes_a_writ_too():
    t = Table()
    t.lay("c3", "CGGG", "e")
    t.row("HGGG")
    t.hold("CGGG")
    t.play("place d3-w", "take HGGG", "place c2-n")
    assert not (t.s.writs[0] >> SPACES.index("c2")) & 1
    assert t.bar(0)[0] == 1


@pytest.mark.rule("CD-T11")
def test_a_writ_on_the_shovel_space_counts():
    t = Table()
    t.take_board(0, 0)
    t.s.writs[0] |= 1 << SPACES.index("c3")
    t.hold("market")
    t.play("place c3-n")
    assert t.bar(0)[0] == 1


@pytest.mark.rule("CD-T3", "CD-T4", "CD-T7", "CD-T10")
def test_a_tile_turns_clockwise():
    t = Table()
    t.hold("RRPG1")
    t.play("place c3-e")
    tile = GAME.view(t.states, 0)["seats"][0]["district"][SPACES.index("c3")]["tile"]
    assert tile["sides"] == {"north": "grass", "east": "villa", "south": "villa", "west": "pond"}
