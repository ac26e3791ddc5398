"""What a worker needs to know to play pairings, wherever it runs."""

import tempfile
from pathlib import Path
from typing import NamedTuple

from triumvir.arena import entrants
from triumvir.arena.play import Outcome, Watch, play_watched, warm_up
from triumvir.arena.results import sources
from triumvir.arena.schedule import Pairing
from triumvir.games import title
from triumvir.kernel.errors import TriumvirError
from triumvir.match import Game
from triumvir.processes import settle_in


class Setup(NamedTuple):
    """All of a contest but its pairings. The box travels as text: other machines may not have the file."""

    game: str
    rules: int
    box: str  # digest
    box_text: str
    players: int
    bots: tuple[str, ...]
    sources: str  # digest of what decides how they play
    patience: float

    @classmethod
    def of(cls, game: Game, players: int, bots: tuple[str, ...], patience: float) -> "Setup":
        box = game.box.path.read_text(encoding="utf-8")
        return cls(game.name, game.rules_version, game.box.digest, box, players, bots, sources(game, bots), patience)

    def open(self) -> Game:
        """The game, here. Another version of the rules or the bots must not play along, and a bot that is missing here must not lose for it."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "box.toml"
            path.write_text(self.box_text, encoding="utf-8")
            game = Game(title(self.game), path)
        if (game.rules_version, game.box.digest) != (self.rules, self.box):
            raise TriumvirError(f"a worker has {game.title} with rules {game.rules_version}, box {game.box.digest}, not {self.rules}, {self.box}")
        for name in dict.fromkeys(self.bots):
            entrants.check(name, game)
        if (here := sources(game, self.bots)) != self.sources:
            raise TriumvirError(f"a worker has other bots or rules: its sources are {here}, not {self.sources}; the same Triumvir must be everywhere")
        return game


class Worker:
    """Keeps a game, and plays pairings one after the other."""

    def __init__(self, setup: Setup, watch: Watch | None = None) -> None:
        self._watch = watch or Watch(setup.patience)
        self._game = setup.open()
        warm_up(self._game, setup.players, setup.bots)
        settle_in()

    def play(self, pairing: Pairing) -> tuple[Outcome, bool]:
        """An outcome, and whether a bot is still busy with it: then this process is of no more use."""
        return play_watched(self._game, pairing, self._watch)
