"""The box file and its checks: every mistake is named with file, entry and reason."""

import pytest

import triumvir
from games.porta_nigra.position import GAME, given

ORIGINAL = GAME.original_box.read_text()

MISTAKES = [
    ("coins = 20", "coins = -1", "start.coins"),
    ("coins = 20", 'coins = "20"', "start.coins"),
    ("coins = 20", "coin = 20", "start.coin"),
    ("bricks = 90", "", "supply.bricks: is missing"),
    ("refill_below = 7", "refill_below = 20", "supply.refill_below: 20 is more than refill_to"),
    ('shop = "R"', 'shop = "Y"', "quarter.shop: 'Y' stands in two quarters"),
    ('shop = "R"', 'shop = "G"', "quarter[1].shop"),
    ('"K 3 5"', '"K 3"', "building.amphitheatre.rows.A.spots[1]: 'K 3' is not COLOUR BRICKS VP"),
    ('"K 3 5", "B 3 8", ', '"B 3 8", ', "amphitheatre.rows.A.spots: must be 5 spots, not 4"),
    ("majority = [20, 10]", "majority = [20]", "building.city_wall.rows.A.majority"),
    ('spots = ["K", "K", "B"', 'spots = ["K", "B"', "building.porta_nigra.spots"),
    ("heights = [3, 8]", "heights = [3, 7]", "level_majority: must name every height from 3 to 7"),
    ("set_vp = [0, 2, 6, 12, 20]", "set_vp = [0, 9, 12, 14, 15]", "set_vp: must begin with 0"),
    ('"BRYW", "KRYW"', '"BRYW", "KKYW"', "supply_cards.cards[2]: 'KKYW' must name"),
    ('"BRYW", "KRYW"', '"KRYW"', "supply_cards.cards"),
    ('icons = ["W", "build", "torch"]', 'icons = ["W", "bild", "torch"]', "action_card[6].icons[2]: 'bild' is no icon"),
    ('discard = "final 30"', 'discard = "final 31"', "honour[2].discard: 'final 31' is nothing to discard"),
    ("copies = 3", "copies = 4", "honour: must be 28 cards in all, not 29"),
    ("vp = 14", "vp = 14\ncoins = 3", "honour[16]: must have exactly one effect, not vp, coins"),
    ('bricks = "KK"', 'bricks = "KX"', "honour[9].bricks: 'X' in 'KX' is no colour"),
    ("brick = { K = 1, B = 2", "brick = { K = 3, B = 2", "costs: brick: prices must rise"),
    ("per_brick = { 2 = 1, 3 = 2", "per_brick = { 2 = 1, 3 = 9", "rates.per_brick: 90 bricks could give 810"),
    ("rounds = { 2 = 3, 3 = 2, 4 = 2 }", "rounds = { 2 = 3, 4 = 2 }", "players.rounds"),
    ("rounds = { 2 = 3, 3 = 2, 4 = 2 }", "rounds = { 2 = 3, 3 = 0, 4 = 2 }", "players.rounds.3: should be"),
    ("[players]", "[players", "is not valid TOML"),
]


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES)
def test_a_broken_box_is_named_with_file_entry_and_reason(tmp_path, old, new, message):
    assert old in ORIGINAL
    path = tmp_path / "broken.toml"
    path.write_text(ORIGINAL.replace(old, new, 1))
    with pytest.raises(triumvir.BoxError) as refused:
        triumvir.game("porta_nigra", path)
    text = str(refused.value)
    assert str(path) in text
    assert message in text
    assert "\n" not in text


def test_a_file_that_is_not_there_or_no_text(tmp_path):
    with pytest.raises(triumvir.BoxError, match="cannot be read"):
        triumvir.game("porta_nigra", tmp_path / "nowhere.toml")
    (tmp_path / "picture.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(triumvir.BoxError, match="UTF-8"):
        triumvir.game("porta_nigra", tmp_path / "picture.toml")


def test_comments_and_order_do_not_change_the_digest_but_numbers_do(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text("# mine\n" + ORIGINAL)
    assert triumvir.game("porta_nigra", path).box.digest == GAME.box.digest
    path.write_text(ORIGINAL.replace("coins = 20", "coins = 21"))
    assert triumvir.game("porta_nigra", path).box.digest != GAME.box.digest


def test_costs_and_rates_may_be_left_out_and_are_then_the_rulebooks(tmp_path):
    start, end = ORIGINAL.index("[costs]"), ORIGINAL.index("[[quarter]]")
    path = tmp_path / "box.toml"
    path.write_text(ORIGINAL[:start] + ORIGINAL[end:])
    game = triumvir.game("porta_nigra", path)
    assert game.box.digest == GAME.box.digest
    assert game.tables.tobytes() == GAME.tables.tobytes()


def test_a_changed_box_is_played_by_its_own_numbers(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text(ORIGINAL.replace("border = 1", "border = 3").replace("reward_every = 3", "reward_every = 2"))
    table = given(card=5, bricks="YY", box=path).play("build", "spot basilica-A4")
    assert table.s.coins[0] == 17
    assert table.s.torches[0] == 1
