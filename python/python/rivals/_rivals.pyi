"""The part of `rivals` that is written in Rust."""

from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any, TypeAlias, final

import numpy as np
import numpy.typing as npt

from rivals.agent import Agent

__all__ = [
    "Batch", "Decision", "Engine", "Game", "InPlay", "Position", "Refused", "Results", "Rng",
    "Solution", "Table", "__version__", "game", "games", "odds", "read", "solve", "tournament",
]

__version__: str

#: Rules: a dict, the text of a TOML file, or its path.
_Rules: TypeAlias = dict[str, Any] | str | PathLike[str]
#: A position as a dict, as `rivals engine` writes it.
_Json: TypeAlias = dict[str, Any]
#: Called with what is counted, the number done, and the number in all.
_Progress: TypeAlias = Callable[[str, int, int], object]
#: The arrays of `rivals.Vec`: observations, masks, seats, rewards, done, cut off.
_Arrays: TypeAlias = tuple[
    npt.NDArray[np.float32],
    npt.NDArray[np.int8],
    npt.NDArray[np.int8],
    npt.NDArray[np.float32],
    npt.NDArray[np.uint8],
    npt.NDArray[np.uint8],
]

class Refused(ValueError):
    """Input that is refused. `field` names it, and `help` says what to write instead."""

    field: str
    help: str

@final
class Table:
    """A table, which pandas, polars and pyarrow read without a copy."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists."""
    def __getitem__(self, name: str, /) -> list[Any]: ...
    def __contains__(self, name: str, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Rng:
    """Dice, by a seed. The first ones are those of the first turn of a game with this seed."""

    def __new__(cls, seed: int = 0) -> Rng: ...

@final
class Position:
    """A position of a game. It never changes: what is played makes another one."""

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def seat(self) -> int | None:
        """The seat that decides, from 1; None where chance is next, and at the end."""
    @property
    def actions(self) -> list[str]:
        """The legal actions, in canonical order."""
    @property
    def events(self) -> list[tuple[str, int]]:
        """The events of chance with their weights; empty where a seat decides, and at the end."""
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    @property
    def winners(self) -> list[int] | None:
        """The seats that share the win; None before the end."""
    @property
    def scores(self) -> list[int] | None:
        """The game's own points at the end, by seat; None before it."""
    def apply(self, move: str) -> Position:
        """The position after an action, or after an event where chance is next."""
    def roll(self, rng: Rng) -> Position:
        """The position after an event of chance that is drawn."""
    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat knows, as a dict."""
    def sample(self, seat: int, seed: int = 0) -> Position:
        """A position that agrees with what a seat knows, drawn with a seed."""
    def to_dict(self) -> dict[str, Any]:
        """The position as a dict."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Decision:
    """What an agent decided."""

    @property
    def action(self) -> str | None:
        """The action; None of an agent that resigns."""
    @property
    def value(self) -> float | None:
        """The value of the position for the seat that decides."""
    @property
    def nodes(self) -> int | None:
        """The states that were searched."""
    @property
    def depth(self) -> int | None:
        """The moves that were looked ahead."""
    @property
    def answer(self) -> dict[str, Any]:
        """The whole answer, as the engine gives it."""

@final
class Game:
    """A game by some rules."""

    @property
    def name(self) -> str:
        """The name in files and flags."""
    @property
    def title(self) -> str:
        """The name for readers."""
    @property
    def about(self) -> str:
        """The game in one sentence."""
    @property
    def rules(self) -> str:
        """The rules as canonical TOML."""
    @property
    def seats(self) -> list[int]:
        """The numbers of seats that a game may have."""
    @property
    def setups(self) -> list[str]:
        """The names of the positions that a game may start from, the usual one first."""
    @property
    def agents(self) -> list[dict[str, Any]]:
        """The agents and personalities, each with `name`, `about` and `parameters`."""
    def start(
        self, seats: int | None = None, seed: int = 0, setup: str | None = None
    ) -> Position:
        """The position in which a game of this seed begins."""
    def position(self, position: _Json | str) -> Position:
        """The position that is written as a dict or as JSON."""
    def advise(self, position: Position) -> Table:
        """What the actions of a position are worth: the share of the win of each, exact where the
        game is solved, else sampled with an interval."""
    def decide(self, position: Position, agent: str | Agent, seed: int = 0) -> Decision:
        """What an agent, a personality, or an `Agent` of yours decides."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Engine:
    """The protocol of `rivals engine`: everything that has no method of its own."""

    def __new__(cls, game: str | Game, rules: _Rules | None = None) -> Engine: ...
    def ask(self, question: _Json) -> dict[str, Any]:
        """The answer to a question, which is a dict with `ask`. A question that is refused raises
        `Refused`."""

@final
class InPlay:
    """A game in play. Chance and seats with agents act at once; the other seats act by numbers."""

    def __new__(
        cls,
        game: Game,
        seed: int = 0,
        seats: int | None = None,
        setup: str | None = None,
        position: Position | _Json | None = None,
    ) -> InPlay: ...
    def reset(
        self,
        seed: int = 0,
        seats: int | None = None,
        setup: str | None = None,
        position: Position | _Json | None = None,
    ) -> None:
        """Begins another game, in which the same agents sit."""
    def sit(self, seat: int, player: str | Agent | None = None) -> None:
        """Lets a player decide for a seat from the next `reset` on. None leaves the seat to the
        caller."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def seat(self) -> int | None:
        """The seat that decides, from 1; None if the game is over."""
    @property
    def cut_off(self) -> bool:
        """Whether the game was adjudicated, or cut off after too many moves."""
    @property
    def rewards(self) -> list[float]:
        """The rewards at the end by seat, 0 before it."""
    @property
    def fields(self) -> list[tuple[str, int, float, float]]:
        """The parts of an observation: name, length, least and greatest number of each."""
    @property
    def actions_count(self) -> int:
        """The number of actions."""
    def observe(self, seat: int, into: npt.NDArray[np.float32]) -> None:
        """Writes what a seat observes into an array of float32."""
    def mask(self, into: npt.NDArray[np.int8]) -> None:
        """Writes 1 at the legal actions of the seat that decides, and 0 elsewhere, into an array of
        int8."""
    def legal(self) -> list[tuple[int, str]]:
        """The legal actions with their numbers."""
    def act(self, action: int) -> None:
        """Plays the action with this number, and what chance and agents do then."""
    def losses(self) -> list[tuple[int, float]] | None:
        """What each legal action costs of the share of the win, with its number; None where the
        game is not solved."""
    def steps(self) -> list[str]:
        """The actions and events so far."""
    def position(self) -> Position:
        """The position."""
    def text(self, seat: int | None = None) -> str:
        """What a seat sees, as lines of at most 80 columns."""

@final
class Batch:
    """Many games at once; `rivals.Vec` has its arrays."""

    def __new__(
        cls,
        game: Game,
        count: int,
        seed: int = 0,
        seats: int | None = None,
        setup: str | None = None,
        threads: int = 1,
    ) -> Batch: ...
    @property
    def sizes(self) -> list[int]:
        """The numbers of games, numbers of an observation, actions and seats."""
    def reset(self, seed: int, into: _Arrays) -> None:
        """Begins a game in each place, and writes the arrays."""
    def step(self, actions: npt.NDArray[np.int64], into: _Arrays) -> None:
        """Plays an action in each place, an array of int64, and writes the arrays."""
    def sample(self, into: npt.NDArray[np.int64]) -> None:
        """Draws a legal action for each place, all with the same probability, into an array of
        int64."""

@final
class Solution:
    """A game that is solved for two seats."""

    @property
    def first_wins(self) -> float:
        """The probability that the first seat wins, or its share of the win where games are drawn.
        """
    @property
    def error(self) -> float:
        """A bound on the error of all values."""
    def value(self, position: Position, seat: int | None = None) -> float:
        """The share of the win that a seat has in a position under optimal play: of the seat that
        decides, or of the first one where none does."""

@final
class Results:
    """The results of a tournament. Each CSV file that all games have is a table here."""

    @property
    def tables(self) -> list[str]:
        """The names of the tables."""
    @property
    def reproducible(self) -> bool:
        """Whether the same seed gives the same games."""
    def report(self, path: str | PathLike[str] | None = None) -> str | None:
        """The report, as text; or written to a file, as its name ends: html, md, json or txt."""
    def save(self, folder: str | PathLike[str]) -> None:
        """Writes the files of the tournament into a folder, as the program does."""
    @property
    def roster(self) -> Table:
        """The rows of `roster.csv`."""
    @property
    def traits(self) -> Table:
        """The rows of `traits.csv`."""
    @property
    def pairings(self) -> Table:
        """The rows of `pairings.csv`."""
    @property
    def pairs(self) -> Table:
        """The rows of `pairs.csv`."""
    @property
    def line_ups(self) -> Table:
        """The rows of `line_ups.csv`."""
    @property
    def copies(self) -> Table:
        """The rows of `copies.csv`."""
    @property
    def standings(self) -> Table:
        """The rows of `standings.csv`."""
    @property
    def seats(self) -> Table:
        """The rows of `seats.csv`."""
    @property
    def ahead(self) -> Table:
        """The rows of `ahead.csv`."""
    @property
    def places(self) -> Table:
        """The rows of `places.csv`."""
    @property
    def place_shares(self) -> Table:
        """The rows of `place_shares.csv`."""
    @property
    def cycles(self) -> Table:
        """The rows of `cycles.csv`."""
    @property
    def fingerprints(self) -> Table:
        """The rows of `fingerprints.csv`."""
    @property
    def distances(self) -> Table:
        """The rows of `distances.csv`."""
    @property
    def neighbours(self) -> Table:
        """The rows of `neighbours.csv`."""
    @property
    def sentences(self) -> Table:
        """The rows of `sentences.csv`."""
    @property
    def externals(self) -> Table:
        """The rows of `externals.csv`."""
    @property
    def claims(self) -> Table:
        """The rows of `claims.csv`."""

def game(game: str | Game, rules: _Rules | None = None) -> Game:
    """The game with this name, or itself. `rules` are a dict, the text of a TOML file, or its path.
    """
def games() -> list[str]:
    """The names of all games."""
def odds(
    fights: int = 1_000_000,
    seed: int = 2018,
    rules: _Rules | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Table:
    """The odds of the fights of Dragon Slayer: the rows of `odds.csv`."""
def read(folder: str | PathLike[str]) -> Results:
    """Reads a folder that the program or `Results.save` wrote."""
def solve(
    game: str | Game,
    rules: _Rules | None = None,
    setup: str | None = None,
    threads: int | None = None,
) -> Solution:
    """Solves a game with two seats, from the usual setup or another one."""
def tournament(
    game: str | Game,
    players: Sequence[str | Agent],
    games: int = 1_000,
    seed: int = 1,
    seats: int | None = None,
    threads: int | None = None,
    rules: _Rules | None = None,
    claims: _Rules | None = None,
    until_ci: float | None = None,
    progress: _Progress | None = None,
) -> Results:
    """Plays a tournament of a game, on threads of its own."""
