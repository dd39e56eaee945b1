"""Many games at once, on threads of their own, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from rivals._rivals import Batch, Game
from rivals._rivals import game as load
from rivals.agent import refused

if TYPE_CHECKING:
    from rivals._rivals import _Rules

__all__ = ["Vec", "vec"]


class Settings(TypedDict, total=False):
    """What many games can be told."""

    seed: int
    rules: _Rules | None
    seats: int | None
    setup: str | None
    threads: int


class Vec:
    """Many games at once; each starts again when it is over.

    After `reset` and `step`: `observations` and `masks` of the seats that decide, `seats` (from 1),
    `rewards` by seat for games that this step ended, `done`, and `cut_off` for those that were
    adjudicated or cut off. Game k of all, in the order in which places begin them, has the seed of
    the reset plus k.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        *,
        seed: int = 0,
        rules: _Rules | None = None,
        seats: int | None = None,
        setup: str | None = None,
        threads: int = 1,
    ) -> None:
        self.game = load(game, rules)
        self._batch = Batch(self.game, count, seed=seed, seats=seats, setup=setup, threads=threads)
        count, length, actions, players = self._batch.sizes
        self.count, self.actions_count, self.players = count, actions, players
        self.observations: npt.NDArray[np.float32] = np.empty((count, length), np.float32)
        self.masks: npt.NDArray[np.int8] = np.empty((count, actions), np.int8)
        self.seats: npt.NDArray[np.int8] = np.empty(count, np.int8)
        self.rewards: npt.NDArray[np.float32] = np.empty((count, players), np.float32)
        self._done: npt.NDArray[np.uint8] = np.empty(count, np.uint8)
        self._cut_off: npt.NDArray[np.uint8] = np.empty(count, np.uint8)
        self.actions: npt.NDArray[np.int64] = np.zeros(count, np.int64)
        self._into = (
            self.observations, self.masks, self.seats, self.rewards, self._done, self._cut_off,
        )
        self.reset(seed)

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """The games that the last step has ended."""
        return self._done.view(np.bool_)

    @property
    def cut_off(self) -> npt.NDArray[np.bool_]:
        """Those of them that were adjudicated or cut off."""
        return self._cut_off.view(np.bool_)

    def __repr__(self) -> str:
        return f"<rivals.Vec of {self.count} games of {self.game.name}>"

    def reset(self, seed: int = 0) -> None:
        """Begins a game in each place."""
        self._batch.reset(seed, self._into)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Plays an action in each place."""
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu":
            raise refused("actions", f"actions are not of {numbers.dtype}", "give whole numbers")
        self._batch.step(np.ascontiguousarray(numbers, np.int64), self._into)

    def sample(self) -> npt.NDArray[np.int64]:
        """Legal actions, all with the same probability: always the same array."""
        self._batch.sample(self.actions)
        return self.actions


def vec(game: str | Game, count: int, **settings: Unpack[Settings]) -> Vec:
    """Many games at once; each starts again when it is over."""
    return Vec(game, count, **settings)
