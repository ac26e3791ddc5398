"""A second, slow Carpe Diem, written from the rulebook to check the first. It imports nothing of Triumvir.

It is told how the table was laid out and then reads the moves of a match in notation, as a person would at the table with
pencil and paper: it keeps every player's things, works out by itself what each tile completes and brings, and writes a
score sheet. A move that it finds against the rules makes it stop.
"""

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

LANDSCAPES = {"P": ("pond", "fish"), "H": ("garden", "herb"), "V": ("vineyard", "grape"), "F": ("farmyard", "chicken")}
DWELLINGS = {"M": "merchant", "B": "granary", "A": "administrator", "C": "craftsman"}
NAMES = {letter: names[0] for letter, names in LANDSCAPES.items()} | DWELLINGS | {"R": "villa"}
AROUND = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
GOODS = ("fish", "herb", "grape", "chicken")


@cache
def contents(box_path):
    return tomllib.loads(box_path.read_text(encoding="utf-8"))


class Tile:
    def __init__(self, name, turn=0):
        self.name = name
        if name in ("market", "bakery", "fountain"):
            self.single, self.chimneys, letters = name, 0, "GGGG"
        else:
            self.single, self.chimneys, letters = None, int(name[4:] or 0), name[:4]
        for _ in range(turn):  # a quarter turn clockwise: what was in the west is now in the north
            letters = letters[3] + letters[:3]
        self.sides = dict(zip("NESW", letters, strict=True))

    def turned(self, turn):
        return Tile(self.name, turn)


class Player:
    def __init__(self, board, frame, points):
        self.writs = {tuple(place) for place in board["writs"]}
        self.shovel = tuple(board["shovel"])
        self.frame = frame  # top, right, bottom, left
        self.tiles = {}
        self.goods = Counter()
        self.coins = self.bread = self.stored = 0
        self.fountain_cards = []
        self.patrician = None
        self.sheet = Counter(start=points)

    # --- The district

    def part(self, place, letter):
        """All places of the landscape, dwelling or villa that this tile belongs to, and whether it has an opening."""
        found, looking, opening = {place}, [place], False
        while looking:
            row, column = looking.pop()
            for side, (down, right) in AROUND.items():
                if self.tiles[row, column].sides[side] != letter:
                    continue
                beside = (row + down, column + right)
                if beside not in self.tiles:
                    opening = True
                elif beside not in found:
                    found.add(beside)
                    looking.append(beside)
        return found, opening

    def features(self):
        """Every landscape, dwelling and villa: its letter, its places, whether it is complete."""
        seen = set()
        for place, tile in self.tiles.items():
            for letter in set(tile.sides.values()) - {"G"}:
                if (place, letter) not in seen:
                    places, opening = self.part(place, letter)
                    seen |= {(one, letter) for one in places}
                    yield letter, places, not opening

    def complete(self):
        """How many completed things of each kind there are."""
        count = Counter(tile.single for tile in self.tiles.values() if tile.single)
        count.update(NAMES[letter] for letter, _, done in self.features() if done)
        return count

    def may_place(self, tile, place):
        row, column = place
        if not (1 <= row <= 6 and 1 <= column <= 6) or place in self.tiles:
            return False
        if not self.tiles and place != self.shovel:
            return False
        touches = False
        for side, (down, right) in AROUND.items():
            beside = (row + down, column + right)
            if not (1 <= beside[0] <= 6 and 1 <= beside[1] <= 6):
                if tile.sides[side] != "G":
                    return False
            elif beside in self.tiles:
                touches = True
                if self.tiles[beside].sides[OPPOSITE[side]] != tile.sides[side]:
                    return False
        if self.tiles and not touches:
            return False
        return not self.outgrows(tile, place)

    def outgrows(self, tile, place):
        """No landscape has more than four tiles."""
        self.tiles[place] = tile
        too_large = any(len(self.part(place, letter)[0]) > 4 for letter in set(tile.sides.values()) & set(LANDSCAPES))
        del self.tiles[place]
        return too_large

    def placings(self, name):
        """All places and different-looking turns where a tile may go."""
        looks = {}
        for turn in range(4):
            tile = Tile(name, turn)
            looks.setdefault(tuple(tile.sides.values()), (turn, tile))
        spaces = {self.shovel}
        if self.tiles:
            spaces = {(row + down, column + right) for row, column in self.tiles for down, right in AROUND.values()}
        return {(place, turn) for place in spaces for turn, tile in looks.values() if self.may_place(tile, place)}

    # --- The forum

    def owns(self, what):
        count = self.complete()
        if what == "chimney":
            return sum(tile.chimneys for tile in self.tiles.values())
        if what == "any_landscape":
            return sum(count[name] for name, _ in LANDSCAPES.values())
        if what == "any_dwelling":
            return sum(count[name] for name in DWELLINGS.values())
        return count[what]

    def can_pay(self, needs, sets):
        return sum(max(0, sets * amount - self.goods[good]) for good, amount in needs.items()) <= self.coins


class Referee:
    """Follows one match. `table` says how it was laid out, with the words of the box file and of notation."""

    def __init__(self, box_path: Path, table: dict, *, count_placings: bool = False) -> None:
        self.box = contents(box_path)
        self.seats = table["players"]
        self.starter = table["starter"]
        points = self.box["players"]["start_vp"][str(self.seats)]
        self.players = []
        for seat in range(self.seats):
            board = self.box["district"]["boards"][table["boards"][seat]]
            frame = [self.box["frame"]["parts"][part] for part in table["frames"][seat]]
            self.players.append(Player(board, frame, points[(seat - self.starter) % self.seats]))
        self.blueprints = [list(tiles) for tiles in table["blueprints"]]
        self.row = list(table["row"])
        self.white, self.black = list(table["white"]), list(table["black"])  # the next tile last
        self.fountain = list(table["fountain"])  # the top card last
        self.forum = {cell: self.box["forum_card"][card] for cell, card in table["forum"].items()}
        self.taken_places = set()
        self.bar = {space: [] for space in range(21)}  # the lowest marker first
        self.bar[table["prestige"]] = [(self.starter + place) % self.seats for place in range(self.seats)]
        self.count_placings = count_placings
        self.placing_choices = []  # (seat, tile, choices) for whoever wants to compare

    def follow(self, moves):
        """Plays all moves, given as (seat, text), and returns the sheets."""
        self.moves = iter(moves)
        for place in range(self.seats):
            seat = (self.starter + place) % self.seats
            space = int(self.read(seat, "patrician"))
            assert all(player.patrician != space for player in self.players)
            self.players[seat].patrician = space
        for phase in range(1, 5):
            for _ in range(7):
                for place in range(self.seats):
                    self.turn((self.starter + place) % self.seats)
            assert not any(self.blueprints)
            self.forum_phase()
            self.starter = (self.starter + 1) % self.seats
            if phase < 4:
                pile = self.white if phase < 3 else self.black
                self.blueprints = [[pile.pop() for _ in range(4)] for _ in range(7)]
        assert next(self.moves, None) is None
        self.count_up()
        return [player.sheet for player in self.players]

    def read(self, seat, word):
        """The next move: it must be this seat's and begin with this word; the rest of it."""
        who, text = next(self.moves)
        assert who == seat, (who, seat, text)
        assert text.split(" ")[0] == word, (text, word)
        return text.removeprefix(word).strip()

    # --- Building

    def turn(self, seat):
        player = self.players[seat]
        target = int(self.read(seat, "move"))
        assert self.blueprints[target - 1]
        free = set()
        for step in (1, -1):
            space = player.patrician
            while True:
                space = (space - 1 + step) % 7 + 1
                if self.blueprints[space - 1]:
                    free.add(space)
                    break
        if target not in free:
            assert player.bread >= 1
            player.bread -= 1
        player.patrician = target
        tile = self.read(seat, "take")
        self.blueprints[target - 1].remove(tile)
        if len(self.blueprints[target - 1]) == 4 - self.seats:
            self.blueprints[target - 1] = []
        self.build(seat, tile)

    def build(self, seat, name):
        """A tile is placed or stored; then all its rewards are taken."""
        player = self.players[seat]
        choices = player.placings(name)
        if self.count_placings:
            self.placing_choices.append((seat, name, choices))
        if not choices:
            player.stored += 1
            return
        who, text = next(self.moves)
        assert who == seat
        if text == "store":
            assert player.tiles
            player.stored += 1
            return
        space, turn = text.removeprefix("place ").split("-")
        place = (int(space[1]), "abcdef".index(space[0]) + 1)
        turn = "nesw".index(turn)
        assert (place, turn) in choices, (text, name)
        tile = Tile(name, turn)
        player.tiles[place] = tile
        if place in player.writs:
            player.writs.remove(place)
            self.advance(seat, 1)
        self.rewards(seat, place)

    def rewards(self, seat, place):
        player = self.players[seat]
        tile = player.tiles[place]
        if tile.single == "market":
            player.coins += 1
        elif tile.single == "bakery":
            player.bread += 1
        elif tile.single == "fountain":
            self.fountain_cards(seat)
        done = {letter: places for letter in set(tile.sides.values()) - {"G"} for places, opening in [player.part(place, letter)] if not opening}
        for letter in [letter for letter in done if letter in "BAR"]:
            self.reward(seat, letter, done.pop(letter))
        if not self.row:
            done.pop("C", None)
        while done:
            if len(done) > 1 and {"M", "C"} & set(done):
                chosen = self.read(seat, "reward")
                letter = next(letter for letter in done if NAMES[letter] == chosen)
            else:
                letter = next(iter(done))
            self.reward(seat, letter, done.pop(letter))
            if not self.row:
                done.pop("C", None)

    def reward(self, seat, letter, places):
        player = self.players[seat]
        if letter in LANDSCAPES:
            assert 2 <= len(places) <= 4
            player.goods[LANDSCAPES[letter][1]] += len(places) - 1
        elif letter == "M":
            player.coins += player.goods.total() + 1
            player.goods.clear()
        elif letter == "B":
            player.bread += 2
        elif letter == "A":
            self.advance(seat, 2)
        elif letter == "C" and self.row:
            name = self.read(seat, "take")
            self.row.remove(name)
            self.build(seat, name)

    def fountain_cards(self, seat):
        player = self.players[seat]
        drawn = [self.fountain.pop() for _ in range(min(2, len(self.fountain)))]
        player.fountain_cards += drawn
        if len(drawn) == 2:
            back = self.read(seat, "put").removeprefix("back ")
            player.fountain_cards.remove(back)
            self.fountain.insert(0, back)

    def advance(self, seat, steps):
        if steps == 0:
            return
        space = next(space for space, stack in self.bar.items() if seat in stack)
        self.bar[space].remove(seat)
        lost = max(0, space + steps - 20)
        self.bar[space + steps - lost].append(seat)
        self.players[seat].sheet["prestige_overflow"] += lost

    # --- Forum

    def forum_phase(self):
        order = [seat for space in range(20, -1, -1) for seat in reversed(self.bar[space])]
        for seat in order:
            place = self.read(seat, "forum")
            cells = place.split("-")
            assert place not in self.taken_places
            assert all(cell in self.forum for cell in cells)
            columns, rows = zip(*((ord(cell[0]), int(cell[1])) for cell in cells), strict=True)
            assert abs(columns[0] - columns[1]) + abs(rows[0] - rows[1]) == 1
            self.taken_places.add(place)
            first = self.read(seat, "first")
            assert first in cells
            for cell in sorted(cells, key=lambda cell: cell != first):
                self.carry_out(seat, self.forum[cell])

    def carry_out(self, seat, card):
        player = self.players[seat]
        needs, gives = card["needs"], card["gives"]
        if card["deck"] in "AB":
            sets = 0
            if player.can_pay(needs, 1):
                sets = int(self.read(seat, "sets"))
                assert player.can_pay(needs, sets)
                for good, amount in needs.items():
                    paid = min(player.goods[good], sets * amount)
                    player.goods[good] -= paid
                    player.coins -= sets * amount - paid
        else:
            sets = min(player.owns(what) // amount for what, amount in needs.items())
        if player.bread >= 3:
            more = int(self.read(seat, "bread"))
            player.bread -= 3 * more
            assert player.bread >= 0
            sets += more
        if sets == 0:
            player.sheet["penalties"] -= 4
        player.sheet["forum"] += sets * gives.get("vp", 0)
        player.coins += sets * gives.get("coin", 0)
        player.bread += sets * gives.get("bread", 0)
        self.advance(seat, sets * gives.get("prestige", 0))

    # --- The end

    def count_up(self):
        for seat, player in enumerate(self.players):
            sheet = player.sheet
            sheet["items"] = (player.goods.total() + player.coins + player.bread + player.stored) // 2
            sheet["prestige"] = next(space for space, stack in self.bar.items() if seat in stack)
            sheet["frame"] = sum(self.goal(player, side, goal) for side, part in enumerate(player.frame) for goal in part)
            complete = player.complete()
            sheet["fountain_cards"] = sum(self.box["fountain_cards"]["vp"][card] * complete[card] for card in player.fountain_cards)
            sheet["villas"] = sum(self.villa(player, places) for letter, places, done in player.features() if done and letter == "R")

    def goal(self, player, side, goal):
        """Top and bottom arrows point along a line between two columns, left and right ones between two rows, counted clockwise."""
        before = goal["at"] if side in (0, 1) else 6 - goal["at"]
        axis = 1 if side in (0, 2) else 0
        for letter, places, done in player.features():
            if done and NAMES[letter] == goal["goal"]:
                numbers = {place[axis] for place in places}
                if before in numbers and before + 1 in numbers:
                    return goal["vp"]
        return 0

    def villa(self, player, places):
        chimneys = sum(player.tiles[place].chimneys for place in places)
        chart = self.box["villa"]["chimney_vp"]
        return chart[chimneys] if chimneys < len(chart) else chart[-1] + (chimneys - len(chart) + 1) * self.box["villa"]["further"]

    def winners(self):
        """Most points; then most writs left; then the lowest number on the prestige bar."""

        def standing(seat):
            player = self.players[seat]
            return player.sheet.total(), len(player.writs), -player.sheet["prestige"]

        best = max(standing(seat) for seat in range(self.seats))
        return [seat for seat in range(self.seats) if standing(seat) == best]
