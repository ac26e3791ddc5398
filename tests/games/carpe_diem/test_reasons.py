"""Why not: the fact before the rule, with what is needed and what is there."""

from games.carpe_diem.table import GAME, Table
from games.carpe_diem.test_forum import CHIMNEYS_3, FISH_3, HERB_2, forum
from triumvir.games.carpe_diem.state import CHOOSE_REWARD, PLACE_PATRICIAN, PUT_BACK, TAKE_BLACK_TILE


def why(t, move, language="en"):
    return GAME.reason(t.states, GAME.notation.parse(move), language)


def test_patricians_and_blueprints():
    t = Table(2)
    t.s.phase = PLACE_PATRICIAN
    assert why(t, "patrician 1") == "The patrician of Player 1 stands there already."
    t = Table(2)
    assert why(t, "patrician 3") == "Something else is to be decided now: move the patrician."
    assert why(t, "move 1") == "Your patrician has to move on: to stay costs 1 bread, and you have 0 bread."
    assert why(t, "move 4") == "To go there costs 1 bread, and you have 0 bread. Without bread you reach 2 and 7."
    assert why(t, "move 4", "de") == "Dorthin zu ziehen kostet 1 Brot, und du hast 0 Brote. Ohne Brot erreichst du 2 und 7."
    t.only_blueprints(3, 6)
    assert why(t, "move 2") == "No tile lies there any more."
    t.blueprint(3, "PGGG")
    t.play("move 3")
    assert why(t, "take market") == "This tile does not lie on blueprint 3, where your patrician stands."
    assert why(t, "move 6") == "Something else is to be decided now: take a tile."
    t.s.phase = TAKE_BLACK_TILE
    t.row("PGGG")
    assert why(t, "take market") == "This tile does not lie in the craftsman's row."


def test_placing():
    t = Table()
    t.hold("PGGG")
    assert why(t, "place a1-n") == "Your first tile goes on the shovel space, c3."
    assert why(t, "store") == "Your first tile has to be placed, on the shovel space c3."
    t.lay("c3", "RGGG1", "e")
    assert why(t, "place c3-n") == "A tile lies there already."
    assert why(t, "place a1-n") == "No tile of yours lies beside this space."
    assert why(t, "place d3-w") == "At the left, pond would meet villa."
    assert why(t, "place d3-w", "de") == "Links träfe Teich auf Villa."
    assert why(t, "place c2-s") == "At the bottom, pond would meet grass."
    t.hold("PGPG")
    assert why(t, "place c4-s") == "Turned like this, the tile looks the same as with fewer turns: choose that."
    for space in ("b3", "a3"):
        t.lay(space, "market")
    t.hold("PGGG")
    assert why(t, "place a4-w") == "At the left is the frame, which is grass; the tile has pond there."


def test_a_landscape_that_would_grow_too_large():
    t = Table()
    for space in ("b3", "c3", "d3", "e3"):
        t.lay(space, "PGPG", "e")
    t.hold("PGGG")
    assert why(t, "place f3-w") == "A pond would grow to 5 tiles; no landscape may have more than 4."
    assert why(t, "place f3-w", "de") == "So würde ein Teich 5 Plättchen groß; mehr als 4 darf keine Landschaft haben."


def test_which_landscape_would_grow_too_large():
    t = Table()
    t.lay("a3", "VGGG", "e")
    for space in ("c3", "d3", "e3"):
        t.lay(space, "FGFG", "e")
    t.lay("f3", "FGGG", "w")
    t.hold("VGFG")
    assert why(t, "place b3-w") == "A farmyard would grow to 5 tiles; no landscape may have more than 4."


def test_rewards_and_fountain_cards():
    t = Table()
    assert why(t, "reward pond") == "Something else is to be decided now: move the patrician."
    t.s.phase, t.s.level, t.s.waiting[0] = CHOOSE_REWARD, 1, 0b10010
    assert why(t, "reward pond") == "No reward for this is waiting."
    t.s.phase, t.s.level, t.s.waiting[0] = PUT_BACK, 0, 0
    assert why(t, "put back pond") == "You have no fountain card of this kind."


def test_the_forum():
    t = forum(FISH_3, HERB_2)
    t.goods(fish=3, herb=2)
    t.s.marker[GAME.notation.parse("forum a2-b2") - GAME.actions["forum"].start] = 1
    assert why(t, "forum a2-b2") == "A marker of Player 2 lies there already."
    assert why(t, "forum a1-b1") == "There are no two cards side by side."
    assert why(t, "first b2") == "Something else is to be decided now: put a marker into the forum."
    t.play("forum b2-b3")
    assert why(t, "first a2") == "Your marker lies between b2 and b3: begin with one of these two."
    t.play("first b2")
    assert why(t, "sets 2") == "Your goods and coins pay for 1 set at most."
    assert why(t, "sets 2", "de") == "Deine Waren und Münzen reichen höchstens für 1 Satz."
    t.s.bread[0] = 4
    t.play("sets 1")
    assert why(t, "bread 2") == "Your bread pays for 1 set at most; each costs 3 bread."


def test_a_place_whose_cards_cannot_both_be_paid_says_so():
    t = forum(FISH_3, HERB_2)
    t.goods(fish=3)
    t.s.coins[0] = 2
    said = [GAME.describe(t.states, GAME.notation.parse("forum b2-b3"), lang) for lang in ("en", "de")]
    assert "one of both" not in said[0]  # three fish for the one, two coins for the other
    t.goods(fish=2)
    said = [GAME.describe(t.states, GAME.notation.parse("forum b2-b3"), lang) for lang in ("en", "de")]
    assert said[0].endswith("; one of both, the goods are not enough for both.")
    assert said[1].endswith("; eins von beiden, für beide reichen die Waren nicht.")
    t.s.bread[0] = 3
    assert GAME.describe(t.states, GAME.notation.parse("forum b2-b3"), "en").endswith("bread would have to pay for one.")
    t = forum(FISH_3, CHIMNEYS_3)
    t.goods(fish=3)
    t.s.chimneys[0] = 7
    assert "one of both" not in GAME.describe(t.states, GAME.notation.parse("forum b2-b3"), "en")  # what is owned is not paid


def test_to_pay_nothing_says_what_is_lost_and_comes_last_for_people():
    t = forum(FISH_3, CHIMNEYS_3)
    t.goods(fish=3)
    t.play("forum b2-b3", "first b2")
    nothing = GAME.notation.parse("sets 0")
    assert [GAME.describe(t.states, nothing, lang) for lang in ("en", "de")] == ["Pay nothing: lose 4 points.", "Bezahle nichts: 4 Punkte Verlust."]
    legal = [GAME.notation.parse(move) for move in t.legal()]
    assert legal[0] == nothing
    assert GAME.for_people(legal) == [*legal[1:], nothing]
    t.s.bread[0] = 3
    assert GAME.describe(t.states, nothing, "en") == "Pay nothing with goods and coins; bread may still pay."
