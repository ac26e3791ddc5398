"""What the log says of a decision: what it did, and what was turned up after it."""

from games.porta_nigra.position import GAME, SPOTS, building_card, given, honour_card
from triumvir.games.porta_nigra.state import APPOINT, SPLIT


def told(table, move):
    """In both languages, to a spectator."""
    return [table.match.announce(move, None, language) for language in ("en", "de")]


def test_actions_of_the_card():
    table = given(card=2, builder="basilica", torches=1)
    assert told(table, "buy white") == ["Buys a white brick for 5 sesterces.", "Kauft einen weißen Stein für 5 Sesterzen."]
    assert told(table, "take influence") == ["Takes an influence token.", "Nimmt einen Einfluss-Chip."]
    assert told(table, "torch to coin")[0] == "Forfeits an action of the card for 1 sesterce."
    assert told(table, "end turn")[0].startswith("Ends the turn; the actions left over become 3 sesterces.")
    table.s.actions_left = 0
    assert told(table, "take influence")[1] == "Nimmt einen Einfluss-Chip. Das kostet einen Fackelmarker."


def test_a_card_is_told_when_it_is_played_and_not_before():
    table = given(seed=3)
    card = int(table.s.hand[0, 0]) + 1
    assert told(table, f"card {card}")[0].startswith(f"Plays action card {card}, ")


def test_building_says_bricks_points_way_card_and_reward():
    table = given(card=2, coins=5, bricks="YW").open_buildings("basilica-yellow").element("basilica-B1", 0, 2)
    assert told(table, "build") == ["Builds with the card's build icon.", "Baut mit dem Bausymbol der Karte."]
    table.play("build")
    assert told(table, "spot basilica-A4") == [
        "Builds with 1 yellow brick and 1 white brick on basilica A4: 9 points,"
        " 1 sesterce for the way, the building card, the reward: 1 torch token, 1 Roman.",
        "Baut mit 1 gelbem Stein und 1 weißem Stein auf Basilika A4: 9 Punkte,"
        " 1 Sesterze für den Weg, die Bauwerkskarte, die Belohnung: 1 Fackelmarker, 1 Römer.",
    ]


def test_a_reward_is_told_as_far_as_the_reserve_allows():
    table = given(card=2, bricks="YY", builder="basilica", romans_in_reserve=1).element("basilica-B1", 0, 2).play("build")
    assert told(table, "spot basilica-A4")[0].endswith("9 points, the reward: 1 torch token.")


def test_the_porta_nigra_and_its_height():
    table = given(card=2, builder="porta-nigra", bricks="RRRR").play("build")
    spot = next(name for name in SPOTS if name.startswith("porta-nigra") and table.may(f"spot {name}"))
    number = spot.rsplit("-", 1)[1]
    assert told(table, f"spot {spot}") == [f"Builds on Porta Nigra {number}, a red spot.", f"Baut auf dem Bauplatz Porta Nigra {number} (rot)."]
    table.play(f"spot {spot}")
    assert [sentence.split(":")[0] for sentence in told(table, "height 4")] == ["Builds with 4 red bricks", "Baut mit 4 roten Steinen"]


def test_influence_and_honour_cards():
    table = given(card=2, influence=9, bricks="KKK").open_honours("vp-9", "coins-6")
    assert told(table, "influence roman")[0] == f"Pays {GAME.printed.roman_influence} influence tokens for a Roman."
    assert told(table, "influence build")[1].endswith("für eine Bauaktion.")
    assert told(table, "honour coins-6") == [
        "Buys an honour card for 1 influence token: 6 sesterces.",
        "Kauft eine Ehrenkarte für 1 Einfluss-Chip: 6 Sesterzen.",
    ]


def test_the_end_of_a_turn_tells_what_the_refill_brings():
    table = given(card=2, shops="K").open_buildings()
    s = table.s
    s.building_left, s.honour_left, s.honour_display[-1] = 1, 1, -1
    s.building_pile[0], s.honour_pile[0] = building_card("city-wall-red"), honour_card(GAME, "vp-9")
    s.actions_left = 0
    shops = s.shops.copy()
    sentences = told(table, "end turn")
    table.play("end turn")
    bricks = [(int(number), name) for number, name in zip(s.shops - shops, ("black", "blue", "red", "yellow", "white"), strict=True) if number]
    delivered = ", ".join(f"{number} {name}" for number, name in bricks)
    assert sentences[0] == f"Ends the turn. New: building card city wall red, honour card (9 points), bricks in the market ({delivered})."
    assert sentences[1].startswith("Beendet den Zug. Neu: Bauwerkskarte Stadtmauer rot, Ehrenkarte (9 Punkte), Steine im Markt (")


def test_who_triggers_the_end_is_told_with_the_points():
    table = given(card=2, shops="W", reserve=0, builder="basilica")
    points = GAME.printed.early_end_points
    assert told(table, "buy white")[0] == f"Buys a white brick for 5 sesterces. That triggers the end of the game: {points} points."
    assert told(table, "buy white")[1].endswith(f" Das löst das Ende des Spiels aus: {points} Punkte.")


def test_the_end_of_a_round():
    table = given(phase=SPLIT).element("basilica-A4", 0, 2)
    assert told(table, "split 1") == ["Takes 1 sesterce and 1 point.", "Nimmt 1 Sesterze und 1 Punkt."]
    table = given(phase=APPOINT)
    assert told(table, "appoint 1")[0].startswith("Lets Player 2 begin the next round. Round 2 begins.")
    assert told(table, "appoint 1")[1].startswith("Lässt Spieler 2 die nächste Runde beginnen. Runde 2 beginnt.")
    assert told(table, "appoint 0")[0].startswith("Begins the next round.")
    table.match.names = ("Marta", "Livia")
    assert told(table, "appoint 1")[0].startswith("Lets Livia begin the next round.")
    assert [table.match.describe(f"appoint {seat}") for seat in (0, 1)] == ["Begin the next round yourself.", "Let Livia begin the next round."]
