"""What a position of Porta Nigra is worth.

Points on the sheet are counted as they are. Sets of building cards and majorities are counted as they will probably
end. Whatever lies in a play area is counted as in the final scoring, and what it may be turned into before that goes
to prospects: it grows with the turns that are left, and with more of a thing than the turns can use it grows no more.
What the turn in progress will still bring (the card in play, an element begun) is estimated icon by icon.
"""

import math

from triumvir.bots.evaluation import Evaluation
from triumvir.games.porta_nigra.rules import (
    bricks_for,
    free_places,
    has_cards,
    open_spots,
    to_split,
    way,
)
from triumvir.games.porta_nigra.scoring import points_for_final_cards
from triumvir.games.porta_nigra.state import (
    ACTION_CARDS,
    ANY_COLOUR,
    APPOINT,
    BUILD,
    BUILDING_DISPLAY,
    BUILDINGS,
    CATEGORIES,
    CHOOSE_ELEMENT,
    CHOOSE_HEIGHT,
    CHOOSE_SPOT,
    COLOURS,
    FINAL_CARD_POINTS,
    GATE,
    GATE_SPOTS,
    HAND,
    HIGHEST,
    HONOUR_DISPLAY,
    ICONS,
    INFLUENCE,
    LOWEST,
    MAJORITY_POINTS,
    OVER,
    PARTS,
    PLAY_AREA_POINTS,
    PORTA_NIGRA,
    ROUND_END_POINTS,
    SET_POINTS,
    SPLIT,
    SPOTS,
    TORCH,
    WHITE,
)
from triumvir.kernel.rule import rule

PROSPECTS = len(CATEGORIES)
SEAT_BITS = 14  # standings of four seats in one number
SEAT_MASK = (1 << SEAT_BITS) - 1
ONE = 128  # a brick, or an element, in a standing; what is below it breaks ties
CARD_BITS = 8  # numbers of cards of the four buildings in one number
CARD_MASK = (1 << CARD_BITS) - 1
ALL_FREE = (1 << GATE_SPOTS) - 1  # an empty Porta Nigra
COLOUR_CARDS = (1 << COLOURS) - 1


class Weights:
    """Points, unless said otherwise."""

    # What things are worth beyond the final scoring, while there is time to use them
    coin: float = 0.95
    coins_a_turn: float = 4.4  # how many of a thing a turn can use
    torch: float = 2.9
    torches_a_turn: float = 0.62
    influence: float = 6.9
    influence_a_turn: float = 1.6
    roman: float = 7.2
    romans_a_turn: float = 0.35
    brick: float = 2.8  # of any colour
    brick_value: float = 1.2  # for each point that the gate would give for it
    company: float = 1.4  # for each further brick of a colour
    bricks_a_turn: float = 5.3
    turn: float = 1.4  # a whole turn to come
    good_turn: float = 0.029  # share that counts of what a turn not yet begun promises beyond that
    tempo: float = 7.0  # the same for everybody, so that sums come out right: what a turn brings beyond that,
    overrated: float = 70.0  # and what things seem to be worth too much
    # The turn in progress
    begun: float = 0.88  # share of what is expected of a card or an element begun
    # Sets of building cards
    set_time: float = 3.5  # turns left that make a card half as good as a quarter of a full set
    next_set: float = 1.1  # the same for the second set, compared with the first
    final_card: float = 0.23  # share of what a final scoring card in reach would add
    final_time: float = 1.8  # turns left that halve it
    # Majorities
    pace: float = 0.54  # bricks that go to a row in a turn
    sway: float = 1.8  # how far a lead can be turned
    entry: float = 3.4  # bricks to come that make it even odds that somebody comes in
    gate_pace: float = 0.2  # elements that go to the gate in a turn
    gate_sway: float = 1.1  # and the same for elements as for bricks
    gate_entry: float = 3.7
    # Doubt
    last_doubt: float = 2.0
    doubt: float = 2.2  # times the root of the turns left


# --- Time -----------------------------------------------------------------------------------------------------------


@rule
def cards_a_round(s, box):
    """Turns of a player in a round."""
    cards = ACTION_CARDS
    if s.players == 4:
        for card in range(ACTION_CARDS):
            cards -= int(box.card_not_with_4[card])
    return cards


@rule
def has_final_turn(s, box, p):
    """After the early end was triggered: whether a seat has its final turn still to come, or is having it. PN-G2 to PN-G4."""
    to_come = p != s.ender and (p - int(s.ender)) % int(s.players) >= int(s.players) - int(s.final_turns)
    return to_come and (s.seat == p or s.round_no < box.rounds[s.players] or has_cards(s, p))


@rule
def is_split_before_final_turns(s, box):
    """After the early end was triggered: whether a round that is not the last runs out of cards before the final turns are over. PN-G3."""
    if s.round_no == box.rounds[s.players] or s.phase == SPLIT:
        return False
    for p in range(s.players):
        if p != s.seat and has_final_turn(s, box, p) and not has_cards(s, p):
            return True
    return False


@rule
def whole_turns_left(s, box, p):
    """Turns of a player after the one in progress."""
    if s.ender >= 0:
        return 1 if has_final_turn(s, box, p) and (s.seat != p or s.phase >= SPLIT) else 0
    turns = int(s.deck_left[p]) + (int(box.rounds[s.players]) - int(s.round_no)) * cards_a_round(s, box)
    for place in range(HAND):
        if s.hand[p, place] >= 0:
            turns += 1
    if s.seat == p and s.card < 0 and s.phase < SPLIT:
        turns -= 1
    return turns


@rule
def turns_left(s, box, p):
    """The same, with what is left of the turn in progress."""
    turns = float(whole_turns_left(s, box, p))
    if s.seat == p and s.phase < SPLIT:
        turns += 1.0 if s.card < 0 else s.actions_left / box.card_torches[s.card]
    return turns


@rule
def round_ends_left(s, box, p):
    """How often a player will still split what her bricks give."""
    splitting = s.phase == SPLIT and (p - int(s.starter)) % int(s.players) >= (int(s.seat) - int(s.starter)) % int(s.players)
    if s.ender >= 0:
        return 1 if splitting or is_split_before_final_turns(s, box) else 0
    done = s.phase == APPOINT or (s.phase == SPLIT and not splitting)
    return int(box.rounds[s.players]) - int(s.round_no) - (1 if done else 0)


# --- What a play area is worth --------------------------------------------------------------------------------------


@rule
def usable(amount, room):
    """Of an amount, what can be used where there is room for so much: little is used whole, more and more is left over."""
    return amount * room / (amount + room + 1e-9)


@rule
def more_coins(w, coins, turns):
    """What sesterces are worth beyond the final scoring."""
    return w.coin * usable(float(coins), w.coins_a_turn * turns)


@rule
def more_torches(w, torches, turns):
    return w.torch * usable(float(torches), w.torches_a_turn * turns)


@rule
def more_influence(w, influence, turns):
    return w.influence * usable(float(influence), w.influence_a_turn * turns)


@rule
def more_romans(w, romans, turns):
    return w.roman * usable(float(romans), w.romans_a_turn * turns)


@rule
def coin_worth(s, box, w, p, turns):
    """One sesterce more or less, all in all."""
    return 1.0 / box.coins_per_point + more_coins(w, s.coins[p] + 0.5, turns) - more_coins(w, max(0.0, s.coins[p] - 0.5), turns)


@rule
def torch_worth(s, w, p, turns):
    """One torch token more."""
    return 1.0 + more_torches(w, s.torches[p] + 1, turns) - more_torches(w, s.torches[p], turns)


@rule
def influence_worth(s, w, p, turns):
    """One influence token more."""
    return 1.0 + more_influence(w, s.influence[p] + 1, turns) - more_influence(w, s.influence[p], turns)


@rule
def roman_worth(s, w, p, turns):
    """The next Roman from the reserve."""
    if s.romans_in_reserve[p] == 0:
        return 0.0
    return 1.0 + more_romans(w, s.romans[p] + 1, turns) - more_romans(w, s.romans[p], turns)


@rule
def last_roman_worth(s, w, p, turns):
    """One Roman less."""
    return 1.0 + more_romans(w, s.romans[p], turns) - more_romans(w, s.romans[p] - 1, turns)


@rule
def bricks_held(s, p):
    bricks = 0
    for colour in range(COLOURS):
        bricks += int(s.bricks[p, colour])
    return bricks


@rule
def bricks_used(w, held, turns):
    """The share of the bricks held that will be built with."""
    return usable(float(held), w.bricks_a_turn * turns) / held if held > 0 else 1.0


@rule
def more_for_brick(s, box, w, colour):
    """What a brick is worth beyond the final scoring, if it is built with; nothing where no empty spot wants it."""
    if colour != WHITE and int(s.free) & int(box.spots_for[colour, HIGHEST]) == 0:
        return 0.0
    return w.brick + w.brick_value * box.gate_points[colour]


@rule
def more_bricks(s, box, w, p, turns):
    """What the bricks on a player board are worth beyond the final scoring."""
    worth = 0.0
    for colour in range(COLOURS):
        bricks = int(s.bricks[p, colour])
        if bricks > 0:
            worth += bricks * more_for_brick(s, box, w, colour) + w.company * (bricks - 1)
    return worth * bricks_used(w, bricks_held(s, p), turns)


@rule
def brick_worth(s, box, w, p, colour, share):
    """One brick more, when such a share of them will be built with."""
    return 1.0 + share * (more_for_brick(s, box, w, colour) + (w.company if s.bricks[p, colour] > 0 else 0.0))


@rule
def play_area(s, box, p):
    """As in the final scoring, but without rounding sesterces."""
    return float(s.romans[p]) + s.coins[p] / box.coins_per_point + s.influence[p] + s.torches[p] + bricks_held(s, p)


# --- Sets of building cards -----------------------------------------------------------------------------------------


@rule
def card_counts(s, p):
    """Building cards and substitutes by building, in one number."""
    counts = 0
    for building in range(BUILDINGS):
        cards = (int(s.building_cards[p]) >> (building * COLOURS)) & COLOUR_CARDS
        count = int(s.substitutes[p, building])
        while cards:
            cards &= cards - 1
            count += 1
        counts |= count << (CARD_BITS * building)
    return counts


@rule
def sets_worth(box, w, counts, turns):
    """Points for sets: between what they give now and, with time to complete them, a fair share of full sets."""
    points = 0.0
    hope = turns / (turns + w.set_time)
    sets = 0
    while True:
        different = 0
        for building in range(BUILDINGS):
            if (counts >> (CARD_BITS * building)) & CARD_MASK > sets:
                different += 1
        if different == 0:
            return points
        now = float(box.set_points[different])
        points += now + hope * (different * float(box.set_points[BUILDINGS]) / BUILDINGS - now)
        hope *= w.next_set
        sets += 1


@rule
def open_final_cards(s, box):
    """A bit for each kind of final scoring card that can be bought."""
    kinds = 0
    for place in range(HONOUR_DISPLAY):
        card = s.honour_display[place]
        if card >= 0 and box.honour_final_tier[box.honour_kind[card]] >= 0:
            kinds |= 1 << int(box.honour_kind[card])
    return kinds


@rule
def final_cards_hoped_for(s, box, w, p, kinds, counts, turns):
    """What final scoring cards in reach would add, as far as one may hope for it."""
    more = 0.0
    for kind in range(box.honour_kinds):
        if (kinds >> kind) & 1:
            points = float(box.final_points[box.honour_final_tier[kind]])
            if box.honour_needs_set[kind]:
                if has_full_set(counts):
                    more += max(0.0, points - box.set_points[BUILDINGS])
            elif s.final_cards[p, box.honour_needs_tier[kind]] > 0:
                more += max(0.0, points - box.final_points[box.honour_needs_tier[kind]])
    return w.final_card * more * turns / (turns + w.final_time)


@rule
def has_full_set(counts):
    """Cards of all four buildings."""
    for building in range(BUILDINGS):
        if (counts >> (CARD_BITS * building)) & CARD_MASK == 0:
            return False
    return True


@rule
def is_shown(s, card):
    """Whether a building card lies open."""
    for place in range(BUILDING_DISPLAY):
        if s.building_display[place] == card:
            return True
    return False


# --- Majorities -----------------------------------------------------------------------------------------------------


@rule
def part_standings(s, box, part):
    """The bricks of all seats in a row or in the city wall, dearer ones a little more, in one number; and the bricks that fit in."""
    standings, room = 0, 0
    for spot in range(box.part_first[part], box.part_first[part + 1]):
        if s.owner[spot] >= 0:
            standings += element_in_part(box, spot) << (SEAT_BITS * int(s.owner[spot]))
        else:
            room += int(box.spot_bricks[spot])
    return standings, room


@rule
def element_in_part(box, spot):
    """What an element adds to a standing in a part."""
    return int(box.spot_bricks[spot]) * (ONE + int(box.spot_colour[spot]))


@rule
def level_standings(s, box, height):
    """The elements of all seats with one height in the Porta Nigra, dearer ones a little more, in one number."""
    standings = 0
    if int(s.free) >> GATE == ALL_FREE:
        return standings
    for spot in range(GATE, SPOTS):
        if s.owner[spot] >= 0 and s.height[spot] == height:
            standings += element_on_level(box, spot) << (SEAT_BITS * int(s.owner[spot]))
    return standings


@rule
def element_on_level(box, spot):
    """What an element adds to a standing on a level."""
    return ONE + int(box.spot_colour[spot])


@rule
def elements_to_come(s, w, turns):
    """Elements that will probably still be placed in the Porta Nigra."""
    room = 0
    for spot in range(GATE, SPOTS):
        if s.owner[spot] < 0:
            room += 1
    return usable(float(room), w.gate_pace * turns * s.players)


@rule
def chance_ahead(difference, sway):
    """The chance to end up ahead of somebody, by the difference of two standings."""
    if difference == 0:
        return 0.5
    scale = ONE * sway + 0.01
    return 0.5 + 0.5 * difference / math.sqrt(scale * scale + difference * difference)


@rule
def majority(standings, players, p, sway, entry, first_place, second_place):
    """The points a seat can expect of a majority; `entry` is the chance that somebody who is not there yet comes in."""
    own = (standings >> (SEAT_BITS * p)) & SEAT_MASK
    first, second = 1.0, 0.0
    for q in range(players):
        if q != p:
            ahead = chance_ahead(own - ((standings >> (SEAT_BITS * q)) & SEAT_MASK), sway)
            second = second * ahead + first * (1.0 - ahead)
            first *= ahead
    points = first * first_place + second * second_place
    return points if own > 0 else points * entry


@rule
def majority_lead(standings, players, p, sway, entry, first_place, second_place):
    """The same, less what the others can expect on average."""
    others = 0.0
    for q in range(players):
        if q != p:
            others += majority(standings, players, q, sway, entry, first_place, second_place)
    return majority(standings, players, p, sway, entry, first_place, second_place) - others / (players - 1)


@rule
def add_part_majorities(s, box, w, turns, out):
    """Rows of the amphitheatre and basilica, and the city wall."""
    for part in range(PARTS):
        standings, room = part_standings(s, box, part)
        coming = usable(float(room), w.pace * turns * s.players)
        sway, entry = w.sway * math.sqrt(coming), coming / (coming + w.entry)
        first_place, second_place = float(box.part_majority[part, 0]), float(box.part_majority[part, 1])
        points = 0.0
        for p in range(s.players):
            if standings != 0 or p == 0:
                points = majority(standings, s.players, p, sway, entry, first_place, second_place)
            out[p, MAJORITY_POINTS + box.part_building[part]] += points


@rule
def add_gate_majorities(s, box, w, turns, out):
    """The levels of the Porta Nigra."""
    coming = elements_to_come(s, w, turns)
    sway, entry = w.gate_sway * math.sqrt(coming), coming / (coming + w.gate_entry)
    for height in range(box.gate_lowest, box.gate_highest + 1):
        standings = level_standings(s, box, height)
        first_place, second_place = float(box.gate_majority[height - LOWEST, 0]), float(box.gate_majority[height - LOWEST, 1])
        points = 0.0
        for p in range(s.players):
            if standings != 0 or p == 0:
                points = majority(standings, s.players, p, sway, entry, first_place, second_place)
            out[p, MAJORITY_POINTS + PORTA_NIGRA] += points


# --- Building -------------------------------------------------------------------------------------------------------


@rule
def reward_worth(s, box, w, p, building, turns, coin, share):
    """What a building's reward is worth to a player now."""
    return (
        box.reward_coins[building] * coin
        + box.reward_torches[building] * torch_worth(s, w, p, turns)
        + box.reward_influence[building] * influence_worth(s, w, p, turns)
        + box.reward_romans[building] * roman_worth(s, w, p, turns)
        + (box.reward_white_bricks[building] * brick_worth(s, box, w, p, WHITE, share) if s.reserve > 0 else 0.0)
    )


@rule
def bricks_given_up(s, box, w, p, colour, bricks, share):
    """What the bricks for an element were worth in the own supply: the colour's first, then white ones."""
    own = min(int(s.bricks[p, colour]), bricks)
    worth = bricks + share * (own * more_for_brick(s, box, w, colour) + (bricks - own) * more_for_brick(s, box, w, WHITE))
    return worth + share * w.company * (max(0, own - 1) + bricks - own)


@rule
def element_gain(s, box, w, p, spot, bricks, turns, coin, share):
    """What an element brings beyond its majority: points, card, reward, round ends, less the bricks and the way."""
    building, colour = int(box.spot_building[spot]), int(box.spot_colour[spot])
    gain = float(box.gate_points[colour]) * bricks if spot >= GATE else float(box.spot_points[spot])
    gain += bricks * float(box.per_brick[s.players]) * round_ends_left(s, box, p)
    if box.spot_gives_card[spot] and is_shown(s, building * COLOURS + colour):
        counts = card_counts(s, p)
        gain += sets_worth(box, w, counts + (1 << (CARD_BITS * building)), turns) - sets_worth(box, w, counts, turns)
    before, every = int(s.built[p, building]), int(box.reward_every)
    rewards = (before + bricks) // every - before // every
    if rewards > 0:
        gain += rewards * reward_worth(s, box, w, p, building, turns, coin, share)
    gain -= bricks_given_up(s, box, w, p, colour, bricks, share)
    return gain - way(s, box, p, box.building_quarter[building]) * coin


@rule
def best_in_part(s, box, w, p, part, spots, turns, longest, coin, share):
    """The best element among some spots of a row or the city wall."""
    standings, room = part_standings(s, box, part)
    coming = usable(float(room), w.pace * longest * s.players)
    sway, entry = w.sway * math.sqrt(coming), coming / (coming + w.entry)
    first_place, second_place = float(box.part_majority[part, 0]), float(box.part_majority[part, 1])
    now = majority_lead(standings, s.players, p, sway, entry, first_place, second_place)
    best = -1e9
    for spot in range(box.part_first[part], box.part_first[part + 1]):
        if (spots >> spot) & 1:
            then = standings + (element_in_part(box, spot) << (SEAT_BITS * p))
            gain = majority_lead(then, s.players, p, sway, entry, first_place, second_place) - now
            gain += element_gain(s, box, w, p, spot, int(box.spot_bricks[spot]), turns, coin, share)
            best = max(best, gain)
    return best


@rule
def best_height(s, box, w, p, spot, turns, longest, coin, share):
    """The best element on a spot of the Porta Nigra."""
    best = -1e9
    for height in range(box.gate_lowest, min(int(box.gate_highest), bricks_for(s, p, box.spot_colour[spot])) + 1):
        gain = level_change(s, box, w, p, spot, height, 1, longest)
        best = max(best, gain + element_gain(s, box, w, p, spot, height, turns, coin, share))
    return best


@rule
def level_change(s, box, w, p, spot, height, sign, longest):
    """How the lead on a level changes when a player's element comes to it or leaves it."""
    coming = elements_to_come(s, w, longest)
    sway, entry = w.gate_sway * math.sqrt(coming), coming / (coming + w.gate_entry)
    standings = level_standings(s, box, height)
    then = standings + sign * (element_on_level(box, spot) << (SEAT_BITS * p))
    first_place, second_place = float(box.gate_majority[height - LOWEST, 0]), float(box.gate_majority[height - LOWEST, 1])
    change = majority_lead(then, s.players, p, sway, entry, first_place, second_place)
    return change - majority_lead(standings, s.players, p, sway, entry, first_place, second_place)


@rule
def best_gate_brick(s, box, w, p, turns, longest, coin, share):
    """What a brick on the best of the own elements in the Porta Nigra brings."""
    best = -1e9
    for spot in range(GATE, SPOTS):
        height = int(s.height[spot])
        if s.owner[spot] == p and height < box.gate_highest:
            change = level_change(s, box, w, p, spot, height, -1, longest) + level_change(s, box, w, p, spot, height + 1, 1, longest)
            best = max(best, change)
    best += float(box.per_brick[s.players]) * round_ends_left(s, box, p)
    if (int(s.built[p, PORTA_NIGRA]) + 1) % int(box.reward_every) == 0:
        best += reward_worth(s, box, w, p, PORTA_NIGRA, turns, coin, share)
    return best


@rule
def best_element(s, box, w, p, turns, longest, coin, share):
    """What the best element that can be built now brings, less its Roman; very little if there is none."""
    best = -1e9
    spots = open_spots(s, box, p)
    if s.romans[p] == 0 or spots == 0:
        return best
    for part in range(PARTS):
        here = spots & ((1 << int(box.part_first[part + 1])) - (1 << int(box.part_first[part])))
        if here:
            best = max(best, best_in_part(s, box, w, p, part, here, turns, longest, coin, share))
    for spot in range(GATE, SPOTS):
        if (spots >> spot) & 1 and not (spot > GATE and (spots >> (spot - 1)) & 1 and box.spot_colour[spot] == box.spot_colour[spot - 1]):
            best = max(best, best_height(s, box, w, p, spot, turns, longest, coin, share))
    return best - last_roman_worth(s, w, p, turns)


# --- The turn in progress -------------------------------------------------------------------------------------------


@rule
def buying_gain(s, box, w, p, colour, coin, share):
    """What it brings to buy a brick of a colour; nothing if that cannot be done."""
    price = int(box.brick_price[colour]) + way(s, box, p, box.shop_quarter[colour])
    if s.shops[colour] == 0 or price > s.coins[p]:
        return 0.0
    return brick_worth(s, box, w, p, colour, share) - price * coin


@rule
def best_buy(s, box, w, p, coin, share):
    """The same for the best colour."""
    best = 0.0
    for colour in range(COLOURS):
        best = max(best, buying_gain(s, box, w, p, colour, coin, share))
    return best


@rule
def icon_gain(s, box, w, p, card, place, turns, coin, share, element):
    """What an icon brings; `element` is what building brings."""
    icon = int(box.card_icons[card, place])
    if icon < COLOURS and s.shops[icon] > 0:
        return buying_gain(s, box, w, p, icon, coin, share)
    if icon <= ANY_COLOUR:
        return best_buy(s, box, w, p, coin, share)
    if icon == BUILD:
        return element
    if icon == INFLUENCE:
        return influence_worth(s, w, p, turns)
    if icon == TORCH:
        return torch_worth(s, w, p, turns)
    return box.card_coins[card, place] * coin


@rule
def card_gain(s, box, w, p, card, used, actions, turns, coin, share, element):
    """What a card brings: the best of its free icons, one for each action. Beyond three actions the third best counts again."""
    first = second = third = box.coins_per_torch * coin
    if actions == 0:
        return 0.0
    for place in range(ICONS):
        if box.card_icons[card, place] < 0:
            break
        if not (used >> place) & 1:
            gain = icon_gain(s, box, w, p, card, place, turns, coin, share, element)
            if gain > first:
                first, second, third = gain, first, second
            elif gain > second:
                second, third = gain, second
            elif gain > third:
                third = gain
    return first if actions == 1 else first + second + (actions - 2) * third


@rule
def hand_gain(s, box, w, p, turns, coin, share, element):
    """What the best card in the hand brings. A turn to come counts as much as any other, unless it will be a poor one."""
    best = 0.0
    for place in range(HAND):
        card = s.hand[p, place]
        if card >= 0:
            best = max(best, w.begun * card_gain(s, box, w, p, card, 0, box.card_torches[card], turns, coin, share, element))
    return min(best, w.turn + w.good_turn * (best - w.turn))


@rule
def turn_in_progress(s, box, w, p, turns, longest):
    """What the seat that is to decide will still get out of its turn."""
    coin = coin_worth(s, box, w, p, turns)
    share = bricks_used(w, bricks_held(s, p) + 1, turns)
    choice, element = 0.0, 0.0
    if s.phase == CHOOSE_SPOT:
        choice = best_element(s, box, w, p, turns, longest, coin, share)
    elif s.phase == CHOOSE_HEIGHT:
        choice = best_height(s, box, w, p, s.spot, turns, longest, coin, share) - last_roman_worth(s, w, p, turns)
    elif s.phase == CHOOSE_ELEMENT:
        choice = best_gate_brick(s, box, w, p, turns, longest, coin, share)
    elif s.builder[p] >= 0 and (s.card < 0 or (s.actions_left > 0 and free_places(s, box, BUILD) != 0)):
        element = max(0.0, best_element(s, box, w, p, turns, longest, coin, share))
    if s.card < 0:
        return choice + hand_gain(s, box, w, p, turns, coin, share, element)
    return choice + w.begun * card_gain(s, box, w, p, s.card, s.icons_used, s.actions_left, turns, coin, share, element)


# --- All together ---------------------------------------------------------------------------------------------------


@rule
def expected(s, box, w, out):
    """The points of every seat at the end of the match, by category."""
    longest = 0.0
    for p in range(s.players):
        for category in range(len(CATEGORIES)):
            out[p, category] = s.sheet[p, category]
        out[p, PROSPECTS] = 0.0
        longest = max(longest, turns_left(s, box, p))
    if s.phase == OVER:
        return
    finals = open_final_cards(s, box)
    for p in range(s.players):
        turns = turns_left(s, box, p)
        out[p, ROUND_END_POINTS] += to_split(s, box, p) * round_ends_left(s, box, p)
        counts = card_counts(s, p)
        out[p, SET_POINTS] += sets_worth(box, w, counts, turns)
        out[p, FINAL_CARD_POINTS] += points_for_final_cards(s, box, p) + final_cards_hoped_for(s, box, w, p, finals, counts, turns)
        out[p, PLAY_AREA_POINTS] += play_area(s, box, p)
        out[p, PROSPECTS] = (
            more_coins(w, s.coins[p], turns)
            + more_torches(w, s.torches[p], turns)
            + more_influence(w, s.influence[p], turns)
            + more_romans(w, s.romans[p], turns)
            + more_bricks(s, box, w, p, turns)
            + w.turn * whole_turns_left(s, box, p)
            + w.tempo * longest
            - w.overrated * longest / (longest + 2.0)
        )
        if p == s.seat and s.phase < SPLIT:
            out[p, PROSPECTS] += turn_in_progress(s, box, w, p, turns, longest)
    add_part_majorities(s, box, w, longest, out)
    add_gate_majorities(s, box, w, longest, out)


@rule
def doubt(s, box, w):
    """How far the end may differ from what is expected."""
    longest = 0.0
    for p in range(s.players):
        longest = max(longest, turns_left(s, box, p))
    return w.last_doubt + w.doubt * math.sqrt(longest)


EVALUATION = Evaluation(
    weights=Weights,
    expected=expected,
    doubt=doubt,
    thinking={
        "exploration": 0.4,
        "turns": 6.0,
        "further": 1.0,
        "sample": 0.0,
        "most_decisions": 400.0,
        "trust": 10.0,
        "width": 3.0,
        "widening": 0.2,
        "contenders": 8.0,
        "win": 0.55,
        "rank": 0.25,
    },
    thinking_of_many={"rivals": 1.0},
    levels=("greedy:8", "greedy:2", "greedy", "search:20i", "search:0.5s"),
    characters={
        "gatekeeper": {"gate_sway": 0.3, "gate_entry": 30.0, "sway": 4.0},  # counts on the levels of the Porta Nigra
        "collector": {"set_time": 1.0, "next_set": 2.0, "final_card": 0.8, "sway": 4.0, "gate_sway": 3.0},  # keeps building cards for sets
        "trader": {"coin": 1.6, "coins_a_turn": 8.0, "torch": 4.5},  # never has enough sesterces and torches
    },
)
