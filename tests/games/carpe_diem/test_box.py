"""The box file and its checks: every mistake is named with file, entry and reason; and changed boxes can be played."""

import pytest

import triumvir
from games.carpe_diem.table import GAME, Table, changed_box, keen_match, random_match
from laws import so_many
from triumvir.kernel.rule import PLAIN

ORIGINAL = GAME.original_box.read_text(encoding="utf-8")

MISTAKES = [
    ("start_vp = { 2 = [8, 9], 3", "start_vp = { 2 = [8], 3", "players: start_vp.2: must be 2 numbers, not 1"),
    ("start_vp = { 2 = [8, 9], 3", "start_vp = { 3", "players.start_vp: 2 missing"),
    ("blueprints = 7", "blueprints = 8", "board.blueprints"),
    ("craftsman_row = 11", "craftsman_row = 12", "board.craftsman_row"),
    ("craftsman_row = 11", "craftsman_row = 10", "tiles.black: must be 38 tiles in all, not 39"),
    ("phases = 4", "phases = 3", "tiles.white: must be 56 tiles in all, not 84"),
    ("rounds_per_phase = 7", "rounds_per_phase = 6", "tiles_taken_per_blueprint.2: 7 x 2 tiles do not last for 12 turns exactly"),
    ("prestige = { first = 0, last = 20 }", "prestige = { first = 20, last = 20 }", "board.prestige: first: 20 is not less than last"),
    ('{ id = "B"', '{ id = "A"', "district: boards: two boards share one id"),
    ("shovel = [3, 3]", "shovel = [3, 7]", "district.boards[1].shovel: [3, 7] is no place"),
    ("writs = [[1, 2], [1, 6], ", "writs = [[1, 6], [1, 6], ", "district.boards[1].writs: [1, 6] stands there twice"),
    ("writs = [[1, 2], [1, 6], ", "writs = [[1, 6], ", "every board must have the same number of writs, not 8 and 9"),
    ("draw = { 2 = { A = 2", "draw = { 2 = { A = 3", "forum: draw.2: 9 cards do not fill the 8 spaces"),
    ("empty = { 2 = [[1, 1], [1, 3]", "empty = { 2 = [[1, 1], [2, 4]", "forum.empty.2[2]: [2, 4] is no place"),
    ("penalty = 4", "", "forum.penalty: is missing"),
    ('edges = "RGPG"', 'edges = "RGXG"', "tiles.white[1].edges: 'X' in 'RGXG' is no side"),
    ('edges = "RGPG"', 'edges = "RGP"', "tiles.white[1].edges: 'RGP' must be 4 sides"),
    ('edges = "PMPG"', 'edges = "PMMG"', "tiles.white[17]: edges: PMMG has two halves of one dwelling, M"),
    ('edges = "PMPG"', 'edges = "PMPG", chimneys = 1', "tiles.white[17]: chimneys: PMPG has no villa"),
    ('edges = "GGGG", single = "market"', 'edges = "GGGP", single = "market"', "single: a market has grass on all sides"),
    ('{ copies = 8, edges = "RGGG"', '{ copies = 9, edges = "RGGG"', "tiles.white: must be 84 tiles in all, not 85"),
    ("needs = { fish = 2 }", "needs = { chimney = 2 }", "forum_card[1]: needs: 'chimney' cannot be paid for a card of deck A"),
    ("needs = { villa = 1 }", "needs = { fish = 1 }", "needs: 'fish' cannot be owned for a card of deck C"),
    ("gives = { vp = 4 }", "gives = { gold = 4 }", "forum_card[1].gives"),
    ("gives = { bread = 1 }", "gives = { bread = 10 }", "gives: 10 bread are more than 9"),
    ("copies = 2\nvp = { pond = 2", "copies = 3\nvp = { pond = 2", "fountain_cards: vp: 12 kinds of 3 are 36 cards"),
    ('{ at = 4, goal = "merchant"', '{ at = 6, goal = "merchant"', "frame.parts[1][1].at"),
    ('{ at = 4, goal = "merchant"', '{ at = 4, goal = "market"', "frame.parts[1][1].goal"),
    ("most_tiles = 4", "most_tiles = 1", "landscape.most_tiles"),
    ("[players]", "[players", "is not valid TOML"),
]


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES)
def test_a_broken_box_is_named_with_file_entry_and_reason(tmp_path, old, new, message):
    assert old in ORIGINAL
    path = tmp_path / "broken.toml"
    path.write_text(ORIGINAL.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(triumvir.BoxError) as refused:
        triumvir.game("carpe_diem", path)
    text = str(refused.value)
    assert str(path) in text
    assert message in text
    assert "\n" not in text


def test_too_small_a_forum_is_refused(tmp_path):
    empty = "empty = { 2 = [[1, 1], [1, 3], [4, 1], [4, 3]]"
    wider = "empty = { 2 = [[1, 2], [2, 1], [2, 3], [3, 2]]"  # eight cards, but few of them neighbours
    with pytest.raises(triumvir.BoxError, match="places for 8 markers"):
        triumvir.game("carpe_diem", changed_box(tmp_path, (empty, wider)))


def test_what_the_rulebook_fixes_may_be_left_out(tmp_path):
    start, end = ORIGINAL.index("[landscape]"), ORIGINAL.index("[vp_cards]")
    path = tmp_path / "box.toml"
    path.write_text(ORIGINAL[:start] + ORIGINAL[end:], encoding="utf-8")
    game = triumvir.game("carpe_diem", path)
    assert game.box.digest == GAME.box.digest
    assert game.tables.tobytes() == GAME.tables.tobytes()


def test_tiles_that_look_the_same_are_one_kind():
    names = [GAME.notation[action] for action in range(GAME.num_actions) if GAME.notation[action].startswith("take")]
    assert names.count("take PGGG") == 1
    assert GAME.tables[0].kinds == 58
    assert "take RGGG1" in names
    assert "take RGGG2" in names


@pytest.mark.rule("CD-B2", "CD-C3", "CD-C4", "CD-M3", "CD-T6", "CD-T7", "CD-E1")
def test_a_changed_box_is_played_by_its_own_numbers(tmp_path):
    path = changed_box(
        tmp_path,
        ("granary_bread = 2", "granary_bread = 5"),
        ("merchant_coins = 1 ", "merchant_coins = 3 "),
        ("writ_prestige = 1", "writ_prestige = 2"),
        ("move_bread = 1 ", "move_bread = 2 "),
        ("most_tiles = 4", "most_tiles = 5"),
        ("last = 20", "last = 3"),
    )
    t = Table(game=triumvir.game("carpe_diem", path))
    t.lay("c3", "MGBG")
    t.hold("BGGG")
    t.play("place c4-n")
    t.hold("MGGG")
    t.play("place c2-s")
    assert t.held() == {"bread": 5, "coin": 3}
    assert t.bar(0)[0] == 2
    t.s.bread[0] = 1
    t.s.seat = 0
    assert t.legal() == ["move 2", "move 7"]
    for column in "abcd":
        t.lay(f"{column}6", "PGGG" if column == "a" else "PGPG", "e")
    t.hold("PGGG")
    assert t.against("place e6-w") is None


# Boxes at the edge of what is possible, to be played to the end.
EXTREMES = {
    "hardly any fountain cards": [
        ("copies = 2\nvp = { pond = 2, garden = 2, vineyard = 2,", "copies = 1\nvp = { pond = 2, garden = 2, vineyard = 2,")
    ],
    "four fountain cards, many fountains": [
        (ORIGINAL[ORIGINAL.index("vp = { pond = 2") : ORIGINAL.index("# Frame parts")], "vp = { pond = 2, villa = 3 }\n"),
        ('{ copies = 8, edges = "RGGG", chimneys = 1 }', '{ copies = 8, edges = "GGGG", single = "fountain" }'),
    ],
    "tiles of four kinds": [
        ('{ copies = 8, edges = "RGGG", chimneys = 1 }', '{ copies = 8, edges = "PHMC" }'),
        ('{ copies = 4, edges = "RRGR", chimneys = 2 }', '{ copies = 4, edges = "FCVM" }'),
        ('{ copies = 3, edges = "CGGG" },\n  { copies = 3, edges = "RGGG"', '{ copies = 3, edges = "HCPM" },\n  { copies = 3, edges = "RGGG"'),
    ],
    "large landscapes": [("most_tiles = 4", "most_tiles = 36"), ('{ copies = 8, edges = "RGGG", chimneys = 1 }', '{ copies = 8, edges = "PPPP" }')],
    "rich rewards": [("granary_bread = 2", "granary_bread = 9"), ("market_coins = 1", "market_coins = 9"), ("goods_less = 1 ", "goods_less = 0 ")],
    "a short bar": [("last = 20", "last = 2")],
    "a shovel in the corner": [("shovel = [3, 3]", "shovel = [1, 1]"), ("shovel = [4, 4]", "shovel = [6, 6]")],
    "no row": [
        ("craftsman_row = 11 ", "craftsman_row = 0 "),
        (
            '  { copies = 3, edges = "PGGG" },\n  { copies = 3, edges = "HGGG" },\n  { copies = 3, edges = "VGGG" },\n',
            '  { copies = 1, edges = "PGGG" },\n',
        ),
        ('  { copies = 3, edges = "FGGG" },\n', ""),
    ],
}


@pytest.mark.rule("CD-C9", "CD-C10", "CD-C11", "CD-T1", "CD-T10", "CD-B2")
@pytest.mark.parametrize("name", EXTREMES)
def test_boxes_at_the_edge_are_played_to_the_end(tmp_path, name):
    game = triumvir.game("carpe_diem", changed_box(tmp_path, *EXTREMES[name]))
    box = game.tables[0]
    cards = int(box.fountain_copies.sum())
    tiles = int(box.white_tiles) + int(box.black_tiles)
    levels = 0
    for players in (2, 3, 4):
        for seed in range(so_many(6)):
            for states, _ in (random_match if seed % 3 else keen_match)(players, seed, game):
                s = states[0]
                levels = max(levels, int(s.level))
                assert (s.sheet.sum(axis=1) == s.score).all()
                assert s.fountain_left + s.fountain_hand.sum() == cards
                assert (s.fountain_kinds.sum(axis=1) == s.fountain_hand).all()
                assert s.fountain_kinds.min() >= 0
                lying = sum(int((s[field] >= 0).sum()) for field in ("blueprints", "row", "tile", "storage", "removed"))
                assert lying + s.white_left + s.black_left + (s.taken >= 0) == tiles
                assert min(s.coins.min(), s.bread.min(), s.goods.min()) >= 0
            for seat in range(players):
                twin = game.redealt(states, seat, 1)
                assert game.redacted(twin, seat).tobytes() == game.redacted(states, seat).tobytes()
    assert levels >= (1 if name == "tiles of four kinds" and not PLAIN else 0)  # rewards wait while others are taken
