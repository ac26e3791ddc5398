"""Bots that misbehave, for the arena to deal with. They enter as `arena.strangers:NAME`."""

import asyncio
import os
import threading
import time
from pathlib import Path

from triumvir.bots import Clock
from triumvir.bots.simple import RandomBot


class Stranger(RandomBot):
    """Plays at random but for the one thing that is wrong with it."""

    def __init__(self, game, seed):
        super().__init__(seed, type(self).__name__)
        self.game = game


class Harmless(Stranger):
    """Nothing is wrong with this one."""


class Raises(Stranger):
    def choose(self, observation, legal, clock=None):
        raise ZeroDivisionError("I never learnt to divide")


class RaisesLater(Stranger):
    def choose(self, observation, legal, clock=None):
        if observation[0].moves > 30:
            raise ZeroDivisionError("it went well\nfor a while")
        return super().choose(observation, legal, clock)


class CannotBeMade(Stranger):
    def __init__(self, game, seed):
        raise FileNotFoundError("no weights")


class Exits(Stranger):
    def choose(self, observation, legal, clock=None):
        raise SystemExit(0)


class Cancels(Stranger):
    def choose(self, observation, legal, clock=None):
        raise asyncio.CancelledError  # which is no Exception


class Unspeakable(Exception):
    def __str__(self):
        raise ValueError("no words")


class RaisesTheUnspeakable(Stranger):
    def choose(self, observation, legal, clock=None):
        raise Unspeakable


class RaisesHalfACharacter(Stranger):
    def choose(self, observation, legal, clock=None):
        raise OSError("no file \udcff")  # as Python reads names that are no UTF-8


class Illegal(Stranger):
    def choose(self, observation, legal, clock=None):
        return next(action for action in range(self.game.num_actions) if action not in legal)


class Outside(Stranger):
    def choose(self, observation, legal, clock=None):
        return -1


class Speaks(Stranger):
    def choose(self, observation, legal, clock=None):
        return self.game.notation[int(legal[0])]


class Forgets(Stranger):
    def choose(self, observation, legal, clock=None):
        return None


class Vandal(Stranger):
    """Writes on everything it is shown."""

    def choose(self, observation, legal, clock=None):
        action = super().choose(observation, legal, clock)
        observation["score"] = 99
        legal[:] = 0
        return action


class Sleeps(Stranger):
    def choose(self, observation, legal, clock=None):
        threading.Event().wait()


class HoldsPython(Stranger):
    """While it counts, no other thread gets a turn."""

    def choose(self, observation, legal, clock=None):
        return sum(range(10**15))


class Late(Stranger):
    """Its clock has run out before it begins."""

    clock = Clock(seconds=-1.0)


class Dies(Stranger):
    """Takes the whole process with it."""

    def choose(self, observation, legal, clock=None):
        os._exit(7)


class WaitsToBeKilled(Stranger):
    """The first one in the folder says who it is and waits; all later ones play on."""

    def choose(self, observation, legal, clock=None):
        note = Path(os.environ["TRIUMVIR_TEST_FOLDER"]) / "process"
        if observation[0].moves > 20:
            try:
                draft = note.with_name(f"draft-{os.getpid()}")
                draft.write_text(str(os.getpid()))
                os.link(draft, note)
            except FileExistsError:
                pass
            else:
                threading.Event().wait()
        return super().choose(observation, legal, clock)


class WaitsForTheEnd(Stranger):
    """On the node that will be switched off it says that it is in the middle of a match, and waits; elsewhere it plays on from then."""

    def choose(self, observation, legal, clock=None):
        folder = Path(os.environ["TRIUMVIR_TEST_FOLDER"])
        if observation[0].moves > 20:
            if os.getppid() == int((folder / "doomed").read_text()):
                (folder / "reached").touch()
                threading.Event().wait()
            while not (folder / "reached").exists():
                time.sleep(0.01)
        return super().choose(observation, legal, clock)
