"""Bots that enter an arena: those of the roster by their names, and anybody's own as `package.module:maker`.

The maker is a class or function that is called with the game and a seed and answers with a bot (see bots/bot.py). It may have an attribute
`files`: paths of what else decides how its bots play, such as weights.
"""

import os
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from triumvir.bots.bot import Bot
from triumvir.bots.mind import mind
from triumvir.bots.roster import described
from triumvir.bots.roster import make as make_by_name
from triumvir.kernel.errors import BadRequest
from triumvir.kernel.game import Game

OWN = re.compile(r"(?!(?:random|greedy|search):)(?P<module>[A-Za-z_][\w.]*):(?P<maker>[A-Za-z_]\w*)")


def make(name: str, game: Game, seed: int) -> Bot:
    """A bot that thinks on one core."""
    own = OWN.fullmatch(name)
    if not own:
        return make_by_name(name, game, seed)
    bot: Bot = _maker(name, own["module"], own["maker"])(game, seed)
    return bot


def is_own(name: str) -> bool:
    """Whether a name is that of somebody's own bot."""
    return OWN.fullmatch(name) is not None


def _imported(module: str) -> ModuleType:
    """A module of somebody's own, which may lie in the folder where the command was given."""
    if "" not in sys.path and (here := os.getcwd()) not in sys.path:
        sys.path.append(here)
    return import_module(module)


def source(name: str) -> bytes:
    """What the files say that somebody's own bot comes from; what they import is not looked at. Nothing of a bot of the roster."""
    own = OWN.fullmatch(name)
    if not own:
        return b""
    module = _imported(own["module"])
    paths = [path for path in [module.__file__] if path] + list(getattr(getattr(module, own["maker"], None), "files", ()))
    try:
        return b"".join(Path(path).read_bytes() for path in paths)
    except OSError as error:
        raise BadRequest(f"no bot {name!r}: {error.filename}: {error.strerror}") from None


def check(name: str, game: Game) -> None:
    """Raises BadRequest for a bot that does not exist; makes none."""
    own = OWN.fullmatch(name)
    if own:
        _maker(name, own["module"], own["maker"])
    else:
        character = described(name, game.name).character
        if character:
            mind(game).weights(character)


def _maker(name: str, module: str, maker: str) -> Any:
    try:
        found = getattr(_imported(module), maker, None)
    except Exception as error:  # whatever is wrong with somebody's file
        raise BadRequest(f"no bot {name!r}: {module}: {type(error).__name__}: {error}") from None
    if not callable(found):
        raise BadRequest(f"no bot {name!r}: {module} has no {maker} that can be called")
    return found
