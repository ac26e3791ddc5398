"""What is counted for those who look: ways without bread, sets of the forum cards, and what a place in the forum would pay."""

from games.carpe_diem.table import CELLS, GAME, Table
from games.carpe_diem.test_forum import CHIMNEYS_3, FISH_3, HERB_2, forum


def sets_shown(t, cell):
    return GAME.view(t.states, 0)["forum"]["cards"][CELLS.index(cell)]["sets"]


def sentence(t, move, language="en"):
    return GAME.describe(t.states, GAME.notation.parse(move), language)


def test_the_sets_of_a_card_are_counted_for_every_seat():
    t = forum(FISH_3, CHIMNEYS_3)
    t.goods(fish=4)
    t.goods(1, fish=1)
    t.s.coins[0], t.s.coins[1] = 3, 1
    t.s.chimneys[0], t.s.chimneys[1] = 2, 7
    assert sets_shown(t, "b2") == [2, 0]
    assert sets_shown(t, "b3") == [0, 2]
    assert sets_shown(t, "a1") is None
    t.play("forum b2-b3", "first b2")
    assert t.legal() == ["sets 0", "sets 1", "sets 2"]


def test_a_place_in_the_forum_says_what_its_cards_would_pay():
    t = forum(CHIMNEYS_3, HERB_2)
    t.s.chimneys[0] = 7
    assert sentence(t, "forum b2-b3").endswith(
        "own 3 chimneys, get 1 coin, 1 step of prestige (now 2 sets, that is 2 coins, 2 steps of prestige); "
        "pay 2 herbs, get 4 points (now 4 points would be lost)."
    )
    t.s.bread[0] = 3
    assert "pay 2 herbs, get 4 points (now only with bread, or 4 points are lost)" in sentence(t, "forum b2-b3")
    assert "jetzt nur mit Brot, sonst gehen 4 Punkte verloren" in sentence(t, "forum b2-b3", "de")


def test_ways_without_bread_are_shown_and_are_those_that_cost_none():
    t = Table(2)
    t.only_blueprints(2, 4, 6)
    t.s.bread[0] = 3
    shown = GAME.view(t.states, 0)["seats"][0]["free_spaces"]
    moves = [move for move in t.legal() if move.startswith("move")]
    free = [int(move.split()[1]) for move in moves if "Pay" not in sentence(t, move)]
    assert shown == free == [2, 6]
    assert len(moves) == 3
    t.only_blueprints()
    assert GAME.view(t.states, 0)["seats"][0]["free_spaces"] == []
