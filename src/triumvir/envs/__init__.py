"""Doors for research: the games as environments of PettingZoo, Gymnasium and OpenSpiel.

    triumvir.envs.pettingzoo.env("carpe_diem", players=3)                              # triumvir[rl]
    gymnasium.make("triumvir.envs:triumvir/CarpeDiem-v0", opponents=["greedy"])        # triumvir[rl]
    pyspiel.load_game("python_triumvir_carpe_diem(players=3)")                         # triumvir[openspiel]

Importing this package registers the games with Gymnasium where that is installed; `triumvir.envs.pettingzoo` and
`triumvir.envs.open_spiel` register them with the other two when they are imported. Actions and observations are those
of docs/interface, through every door.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):
    from triumvir.envs.gymnasium import register_all

    register_all()
