"""Why not: the fact before the rule, with what is needed and what is there."""

import pytest

from games.porta_nigra.position import given
from triumvir.games.porta_nigra.state import APPOINT, OVER, PLACE_BUILDER, SPLIT


def reasons(table, move):
    return [table.match.reason(move, lang) for lang in ("en", "de")]


@pytest.mark.parametrize(
    ("table", "move", "english"),
    [
        (given(phase=PLACE_BUILDER), "end turn", "First put your master builder into a quarter."),
        (given(), "place basilica", "Your master builder is on the board already."),
        (given(), "buy red", "First play an action card."),
        (given(), "end turn", "First play an action card."),
        (given(card=2), "card 1", "You have played your action card of this turn already."),
        (given(hand=[[0, 1], [0, 1], [-1, -1], [-1, -1]]), "card 5", "This card is not in your hand."),
        (given(card=5), "take influence", "Your card has no free influence icon."),
        (given(card=7), "build", "Your card has no free build icon."),
        (given(), "torch to coin", "You have no action of your card left, and no torch token."),
        (given(card=5, bricks="RR").play("build"), "end turn", "Something else comes first: choose a spot to build on."),
        (given(card=5), "build", "You have the bricks for no free spot."),
        (
            given(card=5, bricks="KK", coins=0).element("amphitheatre-B1", 1, 2).element("amphitheatre-C1", 1, 1),
            "build",
            "You have bricks for free spots, but not the sesterces for the way to them.",
        ),
        (given(card=5, bricks="KK", coins=1).play("build"), "spot city-wall-A1", "The way there costs 3 sesterces; you have 1 sesterce."),
        (given(card=5), "buy black", "Your card has no free icon that buys a black brick."),
        (given(card=5, coins=2), "buy red", "It takes 3 sesterces; you have 2 sesterces."),
        (given(card=1, coins=4), "buy yellow", "It takes 5 sesterces, 1 of them for the way; you have 4 sesterces."),
        (given(card=1, shops="KK"), "buy white", "The white shop is empty."),
        (given(card=5, bricks="R"), "spot amphitheatre-A3", "It takes 3 red bricks; you have 1 red brick."),
        (given(card=5, bricks="RW"), "spot amphitheatre-A3", "It takes 3 red bricks; you have 1 red brick and 1 white brick."),
        (given(card=5), "spot amphitheatre-A3", "It takes 3 red bricks; you have none."),
        (given(card=5, bricks="R"), "spot amphitheatre-C3", "First press the build icon on your card, then choose this spot."),
        (given(bricks="R"), "spot amphitheatre-C3", "First play an action card."),
        (given(card=7, bricks="R"), "spot amphitheatre-C3", "Your card has no free build icon."),
        (given(card=5).element("basilica-B1", 1, 2), "spot basilica-B1", "Player 2 has built here already."),
        (given(card=5), "height 4", "First choose a spot in the Porta Nigra."),
        (given(card=5, bricks="KKKK", coins=9).play("build", "spot porta-nigra-1"), "height 5", "It takes 5 black bricks; you have 4 black bricks."),
        (given(card=5, bricks="R", romans=0), "build", "You have no Roman in your play area."),
        (given().open_honours("vp-5"), "honour vp-9", "No such honour card lies open."),
        (given(influence=1).open_honours("vp-9"), "honour vp-9", "It takes 2 influence tokens; you have 1 influence token."),
        (given(influence=1), "influence roman", "It takes 2 influence tokens; you have 1 influence token."),
        (given(influence=2, romans_in_reserve=0), "influence roman", "There is no Roman left in your reserve."),
        (given(influence=1), "influence build", "It takes 2 influence tokens; you have 1 influence token."),
        (given(influence=9, honour_bought=1).open_honours("vp-5"), "honour vp-5", "You have bought an honour card in this turn already."),
        (
            given(influence=9).open_honours("final-30").give_cards(0, "basilica-red", "city-wall-red"),
            "honour final-30",
            "It takes building cards of all four buildings; you have 2 of the four.",
        ),
        (given(influence=9).open_honours("final-42"), "honour final-42", "You have no final scoring card of 30 points to give for it."),
        (given(influence=9, romans_in_reserve=0).open_honours("romans-1"), "honour romans-1", "There is no Roman left in your reserve."),
        (given(influence=9, reserve=0).open_honours("bricks-B"), "honour bricks-B", "There is no brick left in the reserve."),
        (
            given(influence=9).open_honours("porta-nigra-brick"),
            "honour porta-nigra-brick",
            "You have no element in the Porta Nigra that could take one more brick.",
        ),
        (given(influence=9, reserve=0).open_honours("porta-nigra-brick"), "honour porta-nigra-brick", "There is no brick left in the reserve."),
        (given(), "split 3", "Shares are split at the end of a round."),
        (given(phase=SPLIT).element("basilica-A4", 0, 2), "split 9", "You have only 2 to split."),
        (given(phase=SPLIT), "end turn", "First split the shares of the round's end."),
        (given(), "appoint 1", "The starting player is chosen at the end of a round, by whoever has the fewest points."),
        (given(phase=APPOINT), "appoint 3", "Nobody sits there."),
        (given(phase=APPOINT), "end turn", "First choose who begins the next round."),
        (given(seat=-1, phase=OVER), "end turn", "The game is over."),
    ],
)
def test_the_fact_is_told(table, move, english):
    said, german = reasons(table, move)
    assert said == english
    assert german not in (None, english)


def test_the_actions_of_the_card_are_used_up():
    table = given(card=2)
    table.s.actions_left = 0
    assert reasons(table, "take influence")[0] == "The actions of your card are used up, and you have no torch token."


def test_numbers_and_colours_in_german():
    assert (
        reasons(given(card=5, bricks="RW"), "spot amphitheatre-A3")[1] == "Dafür brauchst du 3 rote Steine; du hast 1 roten Stein und 1 weißen Stein."
    )
    assert reasons(given(card=1, coins=4), "buy yellow")[1] == "Dafür brauchst du 5 Sesterzen, davon 1 für den Weg; du hast 4 Sesterzen."


def test_what_is_allowed_has_no_reason():
    assert reasons(given(card=5, bricks="R"), "build") == [None, None]
    assert given(card=5, bricks="R").match.refusal("build") is None


def test_builders_are_called_by_their_names():
    table = given(card=5).element("basilica-B1", 1, 2)
    table.match.names = ("Marta", "Livia")
    assert reasons(table, "spot basilica-B1") == ["Livia has built here already.", "Hier hat schon Livia gebaut."]
