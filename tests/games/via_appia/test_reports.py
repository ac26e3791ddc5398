"""What the log says of a decision: what it did, and what chance made of it."""

import pytest

from games.via_appia.position import DRY, GAME, ROW, given, steady_box
from laws import copied, random_match
from triumvir.games.via_appia.view import card_words
from triumvir.kernel.errors import IllegalMove


def told(table, move):
    """In both languages, to a spectator."""
    return [table.match.announce(move, None, language) for language in ("en", "de")]


def test_a_push_says_which_stones_fell(tmp_path):
    table = given(stones="LL", box=steady_box(tmp_path)).quarry(*ROW)
    assert told(table, "push large") == ["Lays a large stone behind the quarry.", "Legt einen großen Stein hinter den Steinbruch."]
    table.play("push large")
    sentences = [
        "Pushes the large stone at place 11, straight ahead. Fallen: 1 large stone.",
        "Schiebt den großen Stein an Stelle 11 geradeaus. Gefallen: 1 großer Stein.",
    ]
    assert told(table, "aim 11 0") == sentences
    table.play("aim 11 0")
    assert table.s.fallen.tolist() == [0, 0, 1]
    table.play("push large")
    assert told(table, "aim 11 0") == sentences  # what fell before is not told again


def test_a_push_that_brings_nothing_says_so_and_so_does_the_consolation():
    table = given(stones="SS").quarry(*DRY).play("push small")
    assert told(table, "aim 1 -8") == [
        "Pushes the small stone at place 1, 8 degrees to the left. Nothing falls.",
        "Schiebt den kleinen Stein an Stelle 1 um 8 Grad nach links. Nichts fällt.",
    ]
    table.play("aim 1 0")
    assert told(table, "done") == ["Pushes no further stone.", "Schiebt keinen weiteren Stein."]
    table.play("push small", "aim 11 0")
    assert told(table, "take tile") == ["Takes a small tile, because no stone fell.", "Nimmt ein kleines Plättchen, weil kein Stein gefallen ist."]
    assert told(table, "take coin")[0] == "Takes 1 sesterce, because no stone fell."


def test_fallen_stones_are_exchanged_and_sold(tmp_path):
    table = given(stones="L", box=steady_box(tmp_path)).quarry(*ROW).play("push large", "aim 11 0")
    assert told(table, "exchange large for mid") == [
        "Exchanges a fallen large stone for a mid-sized tile.",
        "Tauscht einen gefallenen großen Stein gegen ein mittelgroßes Plättchen.",
    ]
    assert told(table, "sell large")[0] == "Sells a fallen large stone for 1 sesterce."


def test_the_last_income_card_brings_a_token_and_new_cards():
    table = given().opened("4+SM")
    english, german = told(table, "income both 4+SM")
    table.play("income both 4+SM")
    cards, karten = ("; ".join(card_words(GAME, card, GAME.words(lang)) for card in table.s.display) for lang in ("en", "de"))
    first = "Takes both halves of the income card with 4 sesterces, 1 small stone and 1 mid-sized stone."
    assert english == f"{first} Takes the push +1 token too. New income cards: {cards}."
    assert german.endswith(f"Nimmt auch den Marker „Schieben +1“. Neue Einkommenskarten: {karten}.")
    assert told(given(push_token=1).opened("4+SM"), "income both 4+SM")[0] == f"{first} New income cards: {cards}."
    assert told(given().opened("4+SM", "2+L", "3+L", "1+ML"), "income coins 4+SM")[0].startswith("Takes 4 sesterces from the income card with 4 ")


@pytest.mark.rule("VA-I5")
def test_a_shortage_of_stones_is_told_with_what_the_card_brought():
    table = given(stones="LLL", storage=[9, 9, 0]).opened("2+L", "3+L", "1+ML", "4+SM")
    assert told(table, "income stones 1+ML") == [
        "Takes 1 mid-sized stone and 1 large stone from the income card with 1 sesterce, 1 mid-sized stone and 1 large stone."
        " The storage has too few: first everybody returns half of the large stones, then the card brings 1 mid-sized stone and 1 large stone.",
        "Nimmt 1 mittelgroßen Stein und 1 großen Stein von der Einkommenskarte „1 Sesterze, 1 mittelgroßer Stein und 1 großer Stein“."
        " Im Lager sind zu wenige: Erst geben alle die Hälfte zurück (große Steine), dann bringt die Karte 1 mittelgroßen Stein und 1 großen Stein.",
    ]
    table = given(stones="L", storage=[9, 9, 0]).opened("2+L", "3+L", "1+ML", "4+SM")
    assert told(table, "income stones 1+ML")[0].endswith("then the card brings 1 mid-sized stone.")


def test_building_and_travelling_say_what_they_bring_and_cost():
    table = given(cart="SM")
    assert told(table, "build A1")[0] == "Builds a small tile on A1: 1 point and a bonus token of segment A."
    table.play("build A1")
    assert told(table, "done") == ["Builds no second tile.", "Baut kein zweites Plättchen."]
    assert told(table, "build A2")[1].endswith(", dazu 1 Sesterze für das zweite Plättchen.")
    table = given(road="A8").at(0, "A8")
    assert told(table, "travel Tarracina") == [
        "Travels 1 step to Tarracina for 1 sesterce, and takes its token: 6 points.",
        "Reist 1 Schritt nach Tarracina für 1 Sesterze, und nimmt den obersten Marker der Stadt: 6 Punkte.",
    ]


def test_who_reaches_brundisium_begins_the_last_round():
    last = next(space.id for space in GAME.box.contents.road.space if "Brundisium" in space.forward)
    table = given(road=last).at(0, last)
    assert [sentence.split(". ")[-1] for sentence in told(table, "travel Brundisium")] == ["This is the last round.", "Das ist die letzte Runde."]
    table = given(road=last, seat=1).at(1, last)
    assert told(table, "travel Brundisium")[0].endswith("6 points.")  # the round is over, and the match


def test_no_sentence_tells_what_others_have_behind_their_screens():
    for number, match in enumerate(random_match("via_appia", 3, 4)):
        if match.over:
            break
        if number % 6:
            continue
        action = match.legal()[number % len(match.legal())]
        for viewer in (-1, 0, 1, 2):
            richer = copied(match.states)
            for seat in {0, 1, 2} - {viewer}:
                richer["coins"][0, seat] += 9
            assert match.game.announce(richer, action, viewer, "en") == match.game.announce(match.states, action, viewer, "en")


def test_what_is_not_allowed_does_not_happen():
    with pytest.raises(IllegalMove, match="VA-T1"):
        given().match.announce("done", None)
