"""Games of dice, cards and boards: positions, exact values, tournaments and environments.

Everything here but the environments needs no other package. The environments need `rivals[gym]`;
they are imported when they are first used.
"""

from __future__ import annotations

import sys

from rivals._rivals import (
    Batch,
    Decision,
    Engine,
    Game,
    InPlay,
    Position,
    Refused,
    Results,
    Rng,
    Solution,
    Table,
    __version__,
    game,
    games,
    odds,
    read,
    solve,
    tournament,
)
from rivals.agent import Agent, At, serve

# The module `typing` takes longer to import than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rivals.batch import Vec, vec
    from rivals.envs import AEC, Seat, env, gym, raw_env

__all__ = [
    "AEC", "Agent", "At", "Batch", "Decision", "Engine", "Game", "InPlay", "Position", "Refused",
    "Results", "Rng", "Seat", "Solution", "Table", "Vec", "__version__", "env", "game", "games",
    "gym", "odds", "raw_env", "read", "serve", "solve", "tournament", "vec",
]

_LAZY = {
    "AEC": "envs", "Seat": "envs", "env": "envs", "gym": "envs", "raw_env": "envs",
    "Vec": "batch", "vec": "batch",
}


def __getattr__(name: str) -> Any:
    """Imports the environments when they are first used, as NumPy takes longer than all else."""
    if name not in _LAZY:
        raise AttributeError(f"module 'rivals' has no attribute {name!r}")
    from importlib import import_module

    try:
        module = import_module(f"rivals.{_LAZY[name]}")
    except ModuleNotFoundError as error:
        error.add_note("pip install 'rivals[gym]' installs what environments need")
        raise
    return getattr(module, name)


def __dir__() -> list[str]:
    return __all__


if "gymnasium" in sys.modules:
    from rivals.registration import register

    register()
