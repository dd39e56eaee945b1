"""Every game as an environment: PettingZoo's for all seats, Gymnasium's for one of them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, Unpack

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rivals._rivals import Game, InPlay, Refused
from rivals._rivals import game as load
from rivals.agent import Agent, refused
from rivals.registration import VERSION, register

if TYPE_CHECKING:
    from rivals._rivals import _Rules

__all__ = ["AEC", "Seat", "env", "gym", "raw_env"]

Observation: TypeAlias = Any
#: An action's number: NumPy's, as `action_space.sample()` gives, or Python's.
Action: TypeAlias = np.int64 | int
Mask: TypeAlias = npt.NDArray[np.int8]

#: How many seeds there are: they fit into 64 bits.
SEEDS = 2**63

#: The options of `reset`.
OPTIONS = ("setup", "position")


class Settings(TypedDict, total=False):
    """What all environments can be told."""

    rules: _Rules | None
    seats: int | None
    setup: str | None
    mask: Literal["observation", "info"]
    render_mode: str | None


class SeatSettings(Settings, total=False):
    """What the environment of one seat can be told as well."""

    seat: int | Literal["random"]
    loss: bool


def _check(mask: str, render_mode: str | None, modes: Sequence[str]) -> None:
    if mask not in ("observation", "info"):
        raise refused("mask", f"mask is {mask!r}", 'write "observation" or "info"')
    if render_mode not in (None, *modes):
        help = f"leave it out, or write one of {', '.join(modes)}"
        raise refused("render_mode", f"render_mode is {render_mode!r}", help)


def _box(play: InPlay) -> spaces.Box:
    """The space of the numbers of an observation."""
    lengths = [length for _, length, _, _ in play.fields]
    low = np.repeat(np.array([least for _, _, least, _ in play.fields], np.float32), lengths)
    high = np.repeat(np.array([most for _, _, _, most in play.fields], np.float32), lengths)
    return spaces.Box(low, high, dtype=np.float32)


def _space(play: InPlay, mask: str) -> spaces.Space[Any]:
    box = _box(play)
    if mask == "info":
        return box
    legal = spaces.Box(0, 1, (play.actions_count,), np.int8)
    return spaces.Dict({"observation": box, "action_mask": legal})


def _mask(play: InPlay, seat: int) -> Mask:
    """The legal actions of a seat: all 0 if it does not decide."""
    mask = np.zeros(play.actions_count, np.int8)
    if play.seat == seat:
        play.mask(mask)
    return mask


def _observation(play: InPlay, seat: int, length: int) -> npt.NDArray[np.float32]:
    numbers = np.empty(length, np.float32)
    play.observe(seat, numbers)
    return numbers


def _begin(
    play: InPlay,
    seed: int,
    seats: int,
    setup: str | None,
    options: Mapping[str, Any] | None,
) -> None:
    """Begins a game, which has the seats, the observations and the actions of the spaces.

    PettingZoo's tests give options that mean nothing.
    """
    named = {name: value for name, value in (options or {}).items() if name in OPTIONS}
    if not named:
        play.reset(seed, seats, setup)
        return

    def sizes() -> tuple[object, ...]:
        return play.seats, play.fields, play.actions_count

    before = sizes()
    play.reset(seed, seats, named.get("setup", setup), named.get("position"))
    if sizes() != before:
        play.reset(seed, seats, setup)
        message = "the game would have other seats, observations or actions than the environment"
        raise refused("options", message, "make an environment with these `seats` and this `setup`")


class AEC(AECEnv[str, Observation, Action | None], EzPickle):
    """A game as an `AECEnv` of PettingZoo: its agents are `player_1` and so on, as its seats.

    Chance acts inside of `step` and `reset`. A seat may move twice, so `agent_selection` says who
    is next. Rewards come at the end: 1 for the only winner, and 0 in sum.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi"], "is_parallelizable": False, "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Game,
        *,
        rules: _Rules | None = None,
        seats: int | None = None,
        setup: str | None = None,
        mask: Literal["observation", "info"] = "observation",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, game, rules=rules, seats=seats, setup=setup, mask=mask, render_mode=render_mode
        )
        super().__init__()
        _check(mask, render_mode, self.metadata["render_modes"])
        self.game = load(game, rules)
        self.metadata = {**type(self).metadata, "name": f"{self.game.name}_v{VERSION}"}
        self.mask_in = mask
        self.render_mode = render_mode
        self._setup = setup
        self._play = InPlay(self.game, seats=seats, setup=setup)
        self._seats = self._play.seats
        self.possible_agents = [f"player_{seat}" for seat in range(1, self._seats + 1)]
        self.agents = []
        # One object for each agent, as they are seeded by themselves.
        self.observation_spaces = {
            agent: _space(self._play, mask) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self._play.actions_count) for agent in self.possible_agents
        }
        self._length = sum(length for _, length, _, _ in self._play.fields)
        self._random = random.Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Action | None]:
        return self.action_spaces[agent]

    @property
    def play(self) -> InPlay:
        """The game in play, with its position, its steps and the names of its actions."""
        return self._play

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Without a seed, its seed is drawn from the last one that was given."""
        if seed is not None:
            self._random.seed(seed)
        else:
            seed = self._random.randrange(SEEDS)
        _begin(self._play, seed, self._seats, self._setup, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._told()

    def _told(self) -> None:
        """Updates rewards, terminations, truncations, infos and the agent that is next."""
        play = self._play
        if play.seat is None:
            ended = self.truncations if play.cut_off else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
            self.rewards = dict(zip(self.possible_agents, play.rewards, strict=True))
        else:
            self.agent_selection = self.possible_agents[play.seat - 1]
        self.infos = {agent: self._info(agent) for agent in self.agents}

    def _info(self, agent: str) -> dict[str, Any]:
        return {} if self.mask_in == "observation" else {"action_mask": self.action_mask(agent)}

    def action_mask(self, agent: str) -> Mask:
        """1 at the legal actions of an agent; all 0 if it does not decide."""
        return _mask(self._play, self.possible_agents.index(agent) + 1)

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent) + 1
        numbers = _observation(self._play, seat, self._length)
        if self.mask_in == "info":
            return numbers
        return {"observation": numbers, "action_mask": self.action_mask(agent)}

    def step(self, action: Action | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise refused("action", f"{agent} has to act", "give the number of an action")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._play.act(int(action))
        self._told()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What the seat that decides sees, as text; with `render_mode="human"` it is printed."""
        if self.render_mode is None:
            gymnasium.logger.warn('give render_mode="ansi" to render a game')
        elif self.render_mode == "human":
            print(self._play.text())
        else:
            return self._play.text()
        return None

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return f"{self.game.name}_v{VERSION}"

    def __repr__(self) -> str:
        return f"<rivals.AEC of {self.game.name}>"


def raw_env(game: str | Game, **settings: Unpack[Settings]) -> AEC:
    """A game as an environment of PettingZoo, in which an illegal action raises `Refused`."""
    return AEC(game, **settings)


def env(
    game: str | Game, **settings: Unpack[Settings]
) -> AECEnv[str, Observation, Action | None]:
    """A game as an environment of PettingZoo, in which an illegal action ends the game with reward
    -1, and which checks the order of calls."""
    wrapped: Any = AEC(game, **settings)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class Seat(gymnasium.Env[Any, Action], EzPickle):
    """One seat of a game as an `Env` of Gymnasium. The other seats are played by built-in agents,
    personalities or `Agent` objects.

    An illegal action ends the episode with reward -1 and says why in `info["illegal"]`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game = "pig",
        opponents: Sequence[str | Agent] = ("random",),
        *,
        seat: int | Literal["random"] = 1,
        rules: _Rules | None = None,
        seats: int | None = None,
        setup: str | None = None,
        mask: Literal["observation", "info"] = "info",
        loss: bool = False,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, game, opponents, seat=seat, rules=rules, seats=seats, setup=setup, mask=mask,
            loss=loss, render_mode=render_mode,
        )
        _check(mask, render_mode, self.metadata["render_modes"])
        self.game = load(game, rules)
        self._setup, self._loss, self.mask_in = setup, loss, mask
        self.render_mode = render_mode
        self._play = InPlay(self.game, seats=seats, setup=setup)
        self._seats = self._play.seats
        if len(opponents) not in (1, self._seats - 1):
            count = self._seats - 1
            message = f"there are {len(opponents)} opponents"
            raise refused("opponents", message, f"give 1, or {count} of them")
        one = len(opponents) == 1
        self._opponents = list(opponents) * (self._seats - 1 if one else 1)
        if seat != "random" and not 1 <= seat <= self._seats:
            raise refused("seat", f"seat is {seat}", f'write 1 to {self._seats}, or "random"')
        self._seat, self.seat = seat, 1 if seat == "random" else seat
        # Where the opponents sit, as the game knows it.
        self._sat: int | None = None
        self.observation_space = _space(self._play, mask)
        self.action_space = spaces.Discrete(self._play.actions_count)
        self._length = sum(length for _, length, _, _ in self._play.fields)

    @property
    def play(self) -> InPlay:
        """The game in play, with its position, its steps and the names of its actions."""
        return self._play

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, as `MaskablePPO` of sb3-contrib asks for them."""
        return _mask(self._play, self.seat).astype(np.bool_)

    def _observed(self) -> Observation:
        numbers = _observation(self._play, self.seat, self._length)
        if self.mask_in == "info":
            return numbers
        return {"observation": numbers, "action_mask": _mask(self._play, self.seat)}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": _mask(self._play, self.seat)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        # A game may be over before the seat decides.
        for _ in range(1_000):
            dice = int(self.np_random.integers(SEEDS))
            if self._seat == "random":
                self.seat = int(self.np_random.integers(self._seats)) + 1
            if self.seat != self._sat:
                others = iter(self._opponents)
                for seat in range(1, self._seats + 1):
                    self._play.sit(seat, None if seat == self.seat else next(others))
            # A beginning that is refused may let them get up.
            self._sat = None
            _begin(self._play, dice, self._seats, self._setup, options)
            self._sat = self.seat
            if self._play.seat is not None:
                return self._observed(), self._info()
        raise refused("seat", "the seat decides in none of 1,000 games", "choose another beginning")

    def step(
        self, action: Action
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        lost = self._play.losses() if self._loss else None
        try:
            self._play.act(int(action))
        except Refused as error:
            # An agent may raise one of its own.
            if getattr(error, "field", "") != "action":
                raise
            return self._observed(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        info = self._info()
        if lost is not None:
            info["loss"] = dict(lost)[int(action)]
        over = self._play.seat is None
        reward = float(self._play.rewards[self.seat - 1])
        cut_off = over and self._play.cut_off
        return self._observed(), reward, over and not cut_off, cut_off, info

    def render(self) -> str | None:  # type: ignore[override]
        """What the seat sees, as text."""
        return self._play.text(self.seat) if self.render_mode == "ansi" else None


def gym(
    game: str | Game,
    opponents: Sequence[str | Agent] = ("random",),
    **settings: Unpack[SeatSettings],
) -> Seat:
    """One seat of a game as an environment of Gymnasium, against these opponents.

    `gymnasium.make("rivals/pig-v1", opponents=["hold-20"])` is the same with Gymnasium's checks.
    """
    return Seat(game, opponents, **settings)


register()
