"""What the log says of a decision: what it did, what followed from it, and nothing of what is hidden."""

from games.carpe_diem.table import GAME, Table
from games.carpe_diem.test_forum import CHIMNEYS_3, FISH_3, HERB_2, VILLA, forum
from triumvir.games.carpe_diem.state import PLACE_PATRICIAN, THING_NAMES


def told(t, move, viewer=-1):
    """In both languages."""
    return [GAME.announce(t.states, GAME.notation.parse(move), viewer, language) for language in ("en", "de")]


def test_moving_and_taking():
    t = Table(3)
    t.s.phase, t.s.patrician[:3] = PLACE_PATRICIAN, -1
    assert told(t, "patrician 3") == ["Puts the patrician on blue space 3.", "Setzt den Patrizier auf das blaue Feld 3."]
    t = Table(3)
    assert told(t, "move 2") == ["Moves the patrician to blue space 2.", "Zieht den Patrizier auf das blaue Feld 2."]
    t.s.bread[0] = 4
    bread = int(GAME.printed.move_bread)
    assert told(t, "move 4")[0] == f"Pays {bread} bread to have the patrician on blue space 4."
    t.blueprint(2, "PGGG", "market", "PGHG")
    t.play("move 2")
    assert told(t, "take PGHG") == ["Takes the tile with pond top, garden bottom.", "Nimmt das Plättchen mit Teich oben, Garten unten."]


def test_what_is_stored_or_removed_by_itself_is_told():
    t = Table(2)
    t.lay("c3", "market")
    t.blueprint(2, "PGGG", "market", "PGHG")
    t.play("move 2")
    assert told(t, "take market")[0].startswith("Takes the market tile. 2 other tiles leave the game.")
    t.s.fringe[0] = 0  # no space is left
    assert told(t, "take PGHG") == [
        "Takes the tile with pond top, garden bottom. It fits nowhere and is stored. 2 other tiles leave the game.",
        "Nimmt das Plättchen mit Teich oben, Garten unten. Es passt nirgends und wird eingelagert. 2 weitere Plättchen kommen aus dem Spiel.",
    ]
    t.hold("PGGG")
    assert told(t, "store") == ["Stores the tile with pond.", "Lagert das Plättchen mit Teich ein."]


def test_placing_tells_what_is_completed_and_what_that_brings():
    t = Table()
    t.lay("c3", "PGGG", "e")
    t.lay("d3", "PGPG", "e")
    t.hold("PGGG")
    assert told(t, "place e3-w") == [
        "Places the tile with pond on e3, turned a quarter to the left, completing: pond. Gets 2 fish.",
        "Legt das Plättchen mit Teich auf e3, ein Viertel nach links gedreht, fertig wird: Teich. Erhält 2 Fische.",
    ]
    t.s.writs[0] = 1 << 16
    assert told(t, "place e3-w")[0].endswith("removing a writ, completing: pond. Gets 2 fish, 1 step of prestige.")


def test_a_merchant_gives_goods_for_coins():
    t = Table()
    t.lay("c3", "MGGG", "s")
    t.goods(fish=2, herb=1)
    t.hold("MGGG")
    coins = 3 + int(GAME.printed.merchant_coins)
    assert told(t, "place c4-n")[0].endswith(f"completing: merchant. Gives 2 fish, 1 herb. Gets {coins} coins.")
    assert told(t, "place c4-n")[1].endswith(f"fertig wird: Händler. Gibt 2 Fische, 1 Kräuterbund ab. Erhält {coins} Münzen.")


def test_fountain_cards_are_named_to_who_drew_them_only():
    t = Table()
    t.lay("c3", "market")
    t.hold("fountain")
    sees = told(t, "place c4-n", viewer=0)
    top = sorted(t.s.fountain_pile[t.s.fountain_left - 2 : t.s.fountain_left].tolist())
    cards = ", ".join(THING_NAMES[kind] for kind in top)
    assert sees[0].endswith(f" Draws 2 fountain cards ({cards}).")
    for viewer in (1, -1):
        assert told(t, "place c4-n", viewer)[0].endswith(" Draws 2 fountain cards.")
        assert told(t, "place c4-n", viewer)[1].endswith(" Zieht 2 Brunnenkarten.")
    t.play("place c4-n")
    move = f"put back {THING_NAMES[top[0]]}"
    assert told(t, move, 0)[0] == f"Puts a fountain card ({THING_NAMES[top[0]]}) under the pile."
    assert told(t, move, 1) == ["Puts a fountain card under the pile, face down.", "Legt eine Brunnenkarte verdeckt unter den Stapel."]


def test_the_forum_tells_what_is_paid_and_got_and_lost():
    t = forum(FISH_3, CHIMNEYS_3)
    t.goods(fish=4)
    t.s.coins[0], t.s.chimneys[0] = 3, 7
    assert told(t, "forum b2-b3") == ["Puts a marker on b2-b3.", "Legt einen Marker auf b2-b3."]
    t.play("forum b2-b3")
    assert told(t, "first b2") == ["Carries out b2 first.", "Führt zuerst b2 aus."]
    assert told(t, "first b3")[0] == "Carries out b3 first. Gets 2 coins, 2 steps of prestige."
    t.play("first b3")
    assert told(t, "sets 2")[0].startswith("Pays 2 sets (4 fish, 2 coins). Gets 14 points.")
    assert told(t, "sets 2")[1].startswith("Bezahlt 2 Sätze (4 Fische, 2 Münzen). Erhält 14 Punkte.")
    assert told(t, "sets 0")[0].startswith("Pays nothing. Loses 4 points.")
    assert told(t, "sets 2")[0].endswith(" Building phase 2 begins, with new tiles on the blueprints.")


def test_the_second_card_follows_where_nothing_is_to_be_decided():
    t = forum(FISH_3, HERB_2)
    t.goods(fish=3)
    t.play("forum b2-b3", "first b2")
    assert told(t, "sets 1")[0].startswith("Pays 1 set (3 fish). Gets 7 points. Loses 4 points.")


def test_bread_in_the_forum():
    t = forum(HERB_2, VILLA)
    t.s.bread[0] = 7
    t.play("forum b2-b3", "first b2")
    bread = int(GAME.printed.bread_per_set)
    assert told(t, "bread 1")[0] == f"Pays {bread} bread for 1 set. Gets 4 points."
    assert told(t, "bread 1")[1] == f"Zahlt {bread} Brote für 1 Satz. Erhält 4 Punkte."
    assert told(t, "bread 0") == ["Pays nothing. Loses 4 points.", "Bezahlt nichts. Verliert 4 Punkte."]


def test_the_points_of_the_end_are_no_part_of_the_last_decision():
    t = forum(FISH_3, HERB_2)
    t.s.building_phase, t.s.villa_points[0] = GAME.printed.phases, 30
    t.play("forum b2-b3")
    assert told(t, "first b2")[0] == "Carries out b2 first. Loses 8 points."
