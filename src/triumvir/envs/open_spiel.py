"""The games for OpenSpiel: `pyspiel.load_game("python_triumvir_carpe_diem(players=3)")`, once this module is imported.

Parameters: `players` (2 to 4), `reward` (rank, win or margin, see `triumvir.envs.rewards`), `seed` (-1: chance chooses the
deal; otherwise every match has that seed), `box` (the path of a changed box).

**Chance.** All chance of a match lies in its seed, so it comes first: four chance nodes choose a byte of the seed each, and
everything after follows from it and from the decisions. The players do not see the seed. So the games are explicit
stochastic, which every algorithm, serialisation and pickling take. (The other choice, sampled stochastic, cannot be
serialised for a game written in Python: OpenSpiel 2.0 asks the game for the state of its generator and lets no Python
class answer.) A state holds its generator: clones go on alike, and a search that clones a state sees the future. An honest
one looks at `state.resample_from_infostate(player, sampler)` instead, where everything that the seat may not know, the
generator too, is dealt anew; OpenSpiel's own IS-MCTS bot does so.

**Observations.** The observation tensor is the seat in absolute numbers, then the vector of docs/interface divided by its
scales. The information state has perfect recall: its string is the seat and a fingerprint of everything that it has seen
and done, its tensor is the observation with the 16 bytes of the fingerprint at the end, divided by 255 (to learn from,
take the observation). The observation string lists the numbers of the vector that are not zero by their names; the text
that a player would read, which takes a hundred times longer to write, is `state.text(player)`.

**Speed.** The way from Python to OpenSpiel's C++ and back takes longer than a decision. So what Python callers ask most
often, playing an action first of all, is answered here without it. OpenSpiel's own history is written when somebody asks
for it, and when C++ itself goes on from a state; what the seats have seen is worked out when somebody asks for that.
"""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from operator import index
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from triumvir.envs.memory import LANES, remember_of
from triumvir.envs.rewards import REWARDS, bounds, check_reward, rewards
from triumvir.envs.table import try_action_of
from triumvir.games import NAMES, title
from triumvir.kernel.errors import BadRequest, IllegalMove
from triumvir.kernel.game import check_seed
from triumvir.kernel.state import EMPTY, SEATS
from triumvir.match import game as find_game

SEED_BYTES = 4
BYTE = 256
MOST_DECISIONS = 2**16 - 1  # what a record can count; random matches take 200 to 900
NOBODY = -9  # who acted when nobody did

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
Move = tuple[int, int]  # a player, or CHANCE, and an action


class Setting:
    """What all matches of one `pyspiel.Game` have in common."""

    def __init__(self, name: str, players: int, seed: int, reward: str, box: str) -> None:
        self.key = (name, players, seed, reward, box)
        self.game = find_game(name, box or None)
        self.game.check_players(players)
        check_reward(reward)
        if seed != EMPTY:
            check_seed(seed)
        self.players = players
        self.seed = seed
        self.reward = reward
        self.chance_nodes = SEED_BYTES if seed == EMPTY else 1
        outcomes = BYTE if seed == EMPTY else 1
        self.outcomes = [(outcome, 1 / outcomes) for outcome in range(outcomes)]
        self.chances = [outcome for outcome, _ in self.outcomes]
        self.tables = self.game.tables
        self.try_action = try_action_of(self.game)
        self.legal = np.zeros(self.game.num_actions, np.int16)  # filled anew by every call
        self.legal_now = self.legal.data  # the same; faster than NumPy for a few numbers
        self._look_words = np.zeros(self.game.state.itemsize // 8, np.uint64)
        self._looks = self._look_words.view(self.game.state)
        self._remember = remember_of(self.game)

    def first_look(self, states: np.ndarray, before: np.ndarray | int = 0) -> np.ndarray:
        """The fingerprints of seats that look at a record and know nothing but, perhaps, what they had seen before."""
        seen = np.zeros((SEATS, LANES), np.uint64)
        seen[:] = before
        self._look_at(states, seen, NOBODY, 0)
        return seen

    def recalled(self, words: np.ndarray, seen: np.ndarray, moves: list[Move]) -> np.ndarray:
        """The fingerprints after more moves from the record with these bytes; every seat looks after each of them."""
        words, seen = words.copy(), seen.copy()
        states = words.view(self.game.state)
        for player, action in moves:
            self.try_action(states, 0, self.tables, action, self.legal)
            self._look_at(states, seen, player, action)
        return seen

    def _look_at(self, states: np.ndarray, seen: np.ndarray, actor: int, action: int) -> None:
        self._remember(states, self.tables, self._looks, self._look_words, seen, actor, action)

    def observe(self, words: np.ndarray, seat: int, out: np.ndarray) -> None:
        """The vector of docs/interface for a seat, out of what that seat may know of the record with these bytes."""
        self._look_words[:] = words
        self.game.engine.redact_match(self._looks, 0, self.game.tables, seat)
        self.game.engine.observe_match(self._looks, 0, self.game.tables, seat, out)

    @cached_property
    def observer(self) -> "Observer":
        """For tensors without perfect recall."""
        return Observer(self, perfect_recall=False)

    @cached_property
    def scaling(self) -> np.ndarray:
        return (1 / np.array(self.game.features.scales())).astype(np.float32)

    @cached_property
    def labels(self) -> list[str]:
        """A name for every number of the observation."""
        fields = self.game.features.fields
        return [field.name if field.count == 1 else f"{field.name}[{i}]" for field in fields for i in range(field.count)]


setting = lru_cache(maxsize=None)(Setting)


class Deal:
    """A match in a state: the record, what is legal, who decides by OpenSpiel's numbers, and how it came to that."""

    __slots__ = ("_recalled", "_seat", "_seen", "_then", "legal", "moves", "seat", "seed", "setting", "states", "words", "written")

    words: np.ndarray  # the bytes of the record; only once it is dealt, as all arrays
    states: np.ndarray  # the record
    _seat: memoryview  # a field of it: reading it so costs less than looking it up
    _seen: np.ndarray  # a fingerprint for each seat of what it had seen after `_recalled` moves; never changed, but replaced
    _then: np.ndarray  # the bytes of the record after those moves; never changed, but replaced

    def __init__(self, setting: Setting, seed: int = 0, moves: list[Move] | None = None) -> None:
        self.setting = setting
        self.seed = seed
        self.moves = moves or []  # from the first chance node on
        self.written = 0  # how many of them OpenSpiel's own history has
        self.seat = CHANCE
        self.legal = setting.chances

    @property
    def dealt(self) -> bool:
        return self.seat != CHANCE

    def after_chance(self, outcome: int) -> "Deal":
        """One byte of the seed further; dealt after the last."""
        setting = self.setting
        if not 0 <= outcome < len(setting.outcomes):
            raise IllegalMove(f"{outcome!r} is no outcome of chance: they run from 0 to {len(setting.outcomes) - 1}")
        seed = self.seed * BYTE + outcome if setting.seed == EMPTY else setting.seed
        deal = Deal(setting, seed, [*self.moves, (CHANCE, outcome)])
        deal.written = self.written
        if len(deal.moves) == setting.chance_nodes:
            words = np.zeros(setting.game.state.itemsize // 8, np.uint64)
            states = words.view(setting.game.state)
            setting.game.engine.start_match(states, 0, setting.game.tables, setting.players, seed)
            deal._lay_out(words)
            deal._look()
            deal._remember(setting.first_look(states))
        return deal

    def play(self, action: int) -> None:
        setting = self.setting
        count = setting.try_action(self.states, 0, setting.tables, action, setting.legal)
        if count < 0:
            raise IllegalMove(f"action {action!r} is not legal for player {self.seat} now")
        self.moves.append((self.seat, action))
        self.legal = setting.legal_now[:count].tolist()
        self.seat = self._seat[0] if count else TERMINAL

    def seen(self) -> np.ndarray:
        """A fingerprint for each seat, after the last move."""
        if self._recalled < len(self.moves):
            self._remember(self.setting.recalled(self._then, self._seen, self.moves[self._recalled :]))
        return self._seen

    def _lay_out(self, words: np.ndarray) -> None:
        self.words = words
        self.states = words.view(self.setting.game.state)
        self._seat = self.states["seat"].data

    def _look(self) -> None:
        setting = self.setting
        count = setting.game.engine.legal_actions(self.states, 0, setting.tables, setting.legal)
        self.legal = setting.legal_now[:count].tolist()
        self.seat = self._seat[0] if count else TERMINAL

    def _remember(self, seen: np.ndarray) -> None:
        self._seen, self._then, self._recalled = seen, self.words.copy(), len(self.moves)

    def copy(self) -> "Deal":
        """Another match that goes on alike."""
        copy = Deal(self.setting, self.seed, self.moves.copy())
        copy.written = self.written
        if self.dealt:
            copy._lay_out(self.words.copy())
            copy.seat, copy.legal = self.seat, self.legal
            copy._seen, copy._then, copy._recalled = self._seen, self._then, self._recalled
        return copy

    def redealt(self, seat: int, seed: int) -> "Deal":
        """A match that looks the same to a seat. What the others have seen is made up from what they see in it now."""
        game = self.setting.game
        own = self.seen()[seat]
        copy = self.copy()
        game.engine.redact_match(copy.states, 0, game.tables, seat)
        game.engine.redeal_match(copy.states, 0, game.tables, seat, seed)
        seen = self.setting.first_look(copy.states, own)
        seen[seat] = own
        copy._remember(seen)
        return copy

    def __deepcopy__(self, memo: object) -> "Deal":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.words.tobytes(), self.seen().tobytes()) if self.dealt else (None, None)
        return _restored, (self.setting.key, self.seed, self.moves, self.written, *parts)


def _restored(key: tuple[Any, ...], seed: int, moves: list[Move], written: int, words: bytes | None, seen: bytes | None) -> Deal:
    """A match out of its bytes, the generator among them."""
    deal = Deal(setting(*key), seed, moves)
    deal.written = written
    if words is not None and seen is not None:
        deal._lay_out(np.frombuffer(bytearray(words), np.uint64))
        deal._look()
        deal._remember(np.frombuffer(seen, np.uint64).reshape(SEATS, LANES))
    return deal


class State(pyspiel.State):  # type: ignore[misc]
    """A state of a match. Made by the game."""

    def __init__(self, game: "Game") -> None:
        super().__init__(game)
        self._deal = game.undealt  # never changed: chance replaces it
        self._writing = False

    # --- What OpenSpiel asks

    def current_player(self) -> int:
        return self._deal.seat

    def is_terminal(self) -> bool:
        return self._deal.seat == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self._deal.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._deal.setting.outcomes

    def _apply_action(self, action: int) -> None:
        if not self._writing:  # C++ goes on from here, and will write this one
            self._write_history()
            self.apply_action(action)
        self._deal.written += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"seed byte {action}"
        return self._deal.setting.game.notation[action]

    def returns(self) -> list[float]:
        deal = self._deal
        if deal.seat != TERMINAL:
            return [0.0] * deal.setting.players
        row = rewards(deal.setting.reward, deal.setting.game, deal.setting.players, deal.states)
        returns: list[float] = row[0, : deal.setting.players].tolist()
        return returns

    def __str__(self) -> str:
        deal = self._deal
        if not deal.dealt:
            return f"{deal.setting.game.title}, {deal.setting.players} players, {len(deal.moves)} bytes of the seed chosen: {deal.seed}"
        s = deal.states
        points = " ".join(map(str, s["score"][0, : deal.setting.players].tolist()))
        who = "over" if deal.seat == TERMINAL else f"player {deal.seat} to decide"
        return f"{deal.setting.game.title}, decision {s['moves'].item()}, {who}, points {points}, record {hash_text(deal.words)}"

    def text(self, player: int = EMPTY, language: str = "en") -> str:
        """What a player may see, to read; without a player, what a spectator may see."""
        deal = self._deal
        return deal.setting.game.text(deal.states, player, language) if deal.dealt else f"{deal.setting.game.title}: nothing is dealt yet"

    # --- What Python callers ask most often, answered here: the way through C++ and back takes several times as long

    def apply_action(self, action: int) -> None:
        """Plays an action, or an outcome of chance. OpenSpiel's history is written later, when it is asked for."""
        deal = self._deal
        if deal.seat >= 0:
            deal.play(index(action))
        elif deal.seat == CHANCE:
            self._deal = deal.after_chance(index(action))
        else:
            raise IllegalMove("the match is over")

    def is_chance_node(self) -> bool:
        return self._deal.seat == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What the player to decide may do, or the outcomes of a chance node."""
        deal = self._deal
        if player is None or player == deal.seat:
            return deal.legal.copy()
        others: list[int] = super().legal_actions(player)
        return others

    def clone(self) -> "State":
        twin = State(self.get_game())
        twin._deal = self._deal.copy()
        twin._deal.written = 0  # the twin's own history is empty
        return twin

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player sees, the one to decide if none is named."""
        deal = self._deal
        seat = deal.seat if player is None else player
        if not 0 <= seat < deal.setting.players:
            super().observation_tensor(seat)  # raises OpenSpiel's own error
        observer = deal.setting.observer
        observer.set_from(self, seat)
        tensor: list[float] = observer.tensor.tolist()
        return tensor

    # --- OpenSpiel's own history

    def _write_history(self) -> None:
        """Lets OpenSpiel write down the moves that Python has made without it."""
        deal, now = self._deal, self._deal.seat
        self._writing = True
        try:
            while deal.written < len(deal.moves):
                deal.seat, action = deal.moves[deal.written]
                super().apply_action(action)  # which asks who acts, and has `_apply_action` count it
        finally:
            deal.seat, self._writing = now, False

    def history(self) -> list[int]:
        return [action for _, action in self._deal.moves]

    def full_history(self) -> list[Any]:
        self._write_history()
        history: list[Any] = super().full_history()
        return history

    def history_str(self) -> str:
        self._write_history()
        text: str = super().history_str()
        return text

    def move_number(self) -> int:
        return len(self._deal.moves)

    def is_initial_state(self) -> bool:
        return not self._deal.moves

    def is_initial_non_chance_state(self) -> bool:
        self._write_history()
        first: bool = super().is_initial_non_chance_state()
        return first

    # --- The same as plain data

    def _to_struct(self) -> dict[str, Any]:
        deal = self._deal
        return {"dealt": deal.dealt, "view": deal.setting.game.view(deal.states, EMPTY) if deal.dealt else {}}

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        deal = self._deal
        return {"dealt": deal.dealt, "view": deal.setting.game.view(deal.states, player) if deal.dealt else {}}

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"move": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        action = self._deal.setting.game.notation.parse(struct["move"])
        if action is None:
            raise IllegalMove(f"{struct['move']!r} is no move of {self._deal.setting.game.title}")
        return [action]

    # --- Search that does not look into hidden things

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "State":
        """A state in the same information set of a player: what she may not know is dealt anew. Its history stays as it was."""
        if not self._deal.dealt:
            raise BadRequest("nothing is dealt yet")
        twin: State = self.clone()
        twin._deal = self._deal.redealt(player_id, int(probability_sampler() * 2**53))
        return twin


def hash_text(words: np.ndarray) -> str:
    """A short text for a record: equal records have equal texts."""
    return blake2b(words.tobytes(), digest_size=8).hexdigest()


def resampler(seed: int = 0) -> Callable[[State, int], State]:
    """A repeatable resampler for `ISMCTSBot.set_resampler`."""
    generator = np.random.default_rng(seed)
    return lambda state, player: state.resample_from_infostate(player, generator.random)


class Observer:
    """What a player sees: `tensor`, the same in named pieces as `dict`, and a string."""

    def __init__(self, setting: Setting, perfect_recall: bool) -> None:
        self._setting = setting
        self._recall = perfect_recall
        self._vector = np.zeros(setting.game.features.count, np.int16)
        sizes = {"player": setting.players, "observation": setting.game.features.count}
        if perfect_recall:
            sizes["recall"] = LANES * 8
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, np.ndarray] = {}
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: State, player: int) -> None:
        """Writes what a player sees into `tensor`: zeros before the deal."""
        self._check(player)
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        deal = state._deal
        if not deal.dealt:
            return
        self._setting.observe(deal.words, player, self._vector)
        np.multiply(self._vector, self._setting.scaling, out=self.dict["observation"])
        if self._recall:
            np.divide(deal.seen()[player].view(np.uint8), np.float32(BYTE - 1), out=self.dict["recall"])

    def string_from(self, state: State, player: int) -> str:
        """What a player sees, or for perfect recall, the name of her information state."""
        self._check(player)
        deal = state._deal
        game = self._setting.game
        if not deal.dealt:
            return f"{game.title}, player {player}: nothing is dealt yet"
        if self._recall:
            one, two = deal.seen()[player].tolist()
            return f"{game.title}, player {player}, decision {deal.states['moves'].item()}, has seen {one:016x}{two:016x}"
        self._setting.observe(deal.words, player, self._vector)
        labels = self._setting.labels
        there = self._vector.nonzero()[0]
        numbers = zip(there.tolist(), self._vector[there].tolist(), strict=True)
        return f"{game.title}, player {player}: " + ", ".join([f"{labels[i]} {number}" for i, number in numbers])

    def _check(self, player: int) -> None:
        if not 0 <= player < self._setting.players:
            raise BadRequest(f"no player {player!r}: players run from 0 to {self._setting.players - 1}")


class PublicObserver:
    """What a spectator sees, as a string."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, np.ndarray] = {}

    def set_from(self, state: State, player: int) -> None:
        """There is no tensor."""

    def string_from(self, state: State, player: int) -> str:
        return state.text()


class Game(pyspiel.Game):  # type: ignore[misc]
    """A title of Triumvir. Each has a class of its own below, because OpenSpiel pickles games by their class."""

    name = ""
    kind: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = _setting(self.name, params or {})
        least, most = bounds(chosen.reward, chosen.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=chosen.game.num_actions,
            max_chance_outcomes=len(chosen.outcomes),
            num_players=chosen.players,
            min_utility=least,
            max_utility=most,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(self.kind, info, params or {})

    @cached_property
    def setting(self) -> Setting:  # asked of the parameters, because an unpickled game has nothing else
        return _setting(self.name, self.get_parameters())

    @cached_property
    def undealt(self) -> Deal:
        return Deal(self.setting)

    def new_initial_state(self) -> State:
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.setting.chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | PublicObserver | None:
        """Observers for what a player sees, with or without perfect recall, and for what a spectator sees; None for others."""
        if params:
            raise ValueError(f"there are no parameters for observations, such as {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info:
            return None
        if wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return Observer(self.setting, wanted.perfect_recall)
        if wanted.private_info == pyspiel.PrivateInfoType.NONE and not wanted.perfect_recall:
            return PublicObserver()
        return None


def _setting(name: str, params: dict[str, Any]) -> Setting:
    return setting(name, params.get("players", 2), params.get("seed", EMPTY), params.get("reward", REWARDS[0]), params.get("box", ""))


def _register(name: str) -> type[Game]:
    """Tells OpenSpiel of a title."""
    about = title(name)
    kind = pyspiel.GameType(
        short_name=f"python_triumvir_{name}",
        long_name=f"{about.title} (Triumvir)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=about.players[-1],
        min_num_players=about.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": about.players[0], "seed": EMPTY, "reward": REWARDS[0], "box": ""},
        default_loadable=True,
    )
    class_name = about.title.replace(" ", "")
    made = type(class_name, (Game,), {"name": name, "kind": kind, "__doc__": f"{about.title}.", "__module__": __name__})
    pyspiel.register_game(kind, made)
    return made


GAMES: Sequence[type[Game]] = [_register(name) for name in NAMES]
globals().update({made.__name__: made for made in GAMES})
