"""One class of agent, which plays in tournaments of this process and as a program of its own."""

from __future__ import annotations

import sys

from rivals._rivals import Refused

# `typing`, `dataclasses` and `json` take longer to import than the rest of the package: the last is
# imported where it is used.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO, Any

    from rivals._rivals import Position

__all__ = ["Agent", "At", "serve"]

def refused(field: str, message: str, help: str) -> Refused:
    """The error for an input, as the part in Rust makes it."""
    error = Refused(message)
    error.field, error.help = field, help
    error.add_note(help)
    return error


#: The version of the protocol of programs that play.
PROTOCOL = 1


class At:
    """A decision that an agent is asked to make: what its seat knows, and no more."""

    __slots__ = ("actions", "game", "moves", "seat", "seed", "view")

    def __init__(
        self,
        game: str,
        seat: int,
        view: dict[str, Any],
        actions: list[str],
        seed: int,
        moves: list[list[Any]] | None = None,
    ) -> None:
        #: The name of the game.
        self.game = game
        #: The seat that decides, from 1.
        self.seat = seat
        #: What the seat knows, as `rivals engine` writes it.
        self.view = view
        #: The legal actions, in canonical order.
        self.actions = actions
        #: A number to seed dice of your own: an agent that draws from it alone plays a game again
        #: alike.
        self.seed = seed
        #: The steps since the last decision of the seat: `[seat, action]`, or `[event]`.
        self.moves = moves or []

    def __repr__(self) -> str:
        return f"<rivals.At of {self.game}: seat {self.seat} of {', '.join(self.actions)}>"


class Agent:
    """A player. Override `decide`, or `decide_many` for many games at once."""

    #: The name in tables: lower-case letters, digits and `-`.
    name: str = "agent"
    #: The version: another one is another player.
    version: str = ""
    #: How it plays, in a sentence.
    about: str = ""
    #: Whether it decides alike whenever it is asked the same.
    deterministic: bool = False
    #: The games that it plays; none for all. Only programs are asked.
    games: Sequence[str] = ()

    #: `decide_many(ats)` returns an action for each decision of a list. A tournament then plays 256
    #: games side by side, so that a network decides in many of them at once.
    decide_many: Any = None

    def __repr__(self) -> str:
        return f"<rivals.Agent {self.name}>"

    def decide(self, at: At) -> str:
        """The action to take, one of `at.actions`."""
        if self.decide_many is None:
            raise NotImplementedError(f"{type(self).__name__} has neither decide nor decide_many")
        return str(self.decide_many([at])[0])


def _at(game: str, question: dict[str, Any]) -> At:
    return At(
        game=game,
        seat=question["seat"],
        view=question["view"],
        actions=question["actions"],
        seed=int(question["seed"], 16),
        moves=question.get("moves", []),
    )


def _written(decided: Any) -> dict[str, Any]:
    """The answer of a decision: an action, or a dict with `action` and what else is known of it."""
    return dict(decided) if isinstance(decided, dict) else {"action": decided}


def _decided(agent: Agent, ats: list[At]) -> list[dict[str, Any]]:
    """The answers to decisions."""
    many = getattr(agent, "decide_many", None) is not None
    decided = list(agent.decide_many(ats)) if many else [agent.decide(at) for at in ats]
    return [_written(one) for one in decided]


def _answers(agent: Agent, game: str, questions: list[str]) -> list[str]:
    """The answers to questions of `decide`, each a JSON object. Tournaments call it."""
    import json

    ats = [_at(game, json.loads(question)) for question in questions]
    return [json.dumps(answer) for answer in _decided(agent, ats)]


def _decide(agent: Agent, position: Position, seed: int) -> dict[str, Any]:
    """What an agent decides in a position that is of no game. `Game.decide` calls it."""
    if position.seat is None:
        raise refused("position", "no seat decides in the position", "give one that has a `seat`")
    game, actions = position.game.name, position.actions
    at = At(game, position.seat, position.view(position.seat), actions, seed)
    answer = _written(agent.decide(at))
    if answer.get("action", actions[0]) not in actions:
        message = f"the agent {agent.name}: {answer['action']!r} is not legal"
        raise refused("agent", message, f"return one of {', '.join(actions)}")
    return answer


def serve(agent: Agent, input: IO[str] | None = None, output: IO[str] | None = None) -> None:
    """Plays as a program of its own, by the protocol of programs that play, until the input ends.

    What the agent prints goes to standard error, as standard output is for answers.
    """
    import json

    lines, answers = input or sys.stdin, output or sys.stdout
    shown, sys.stdout = sys.stdout, sys.stderr
    game = ""
    try:
        for line in lines:
            if not line.strip():
                continue
            question = json.loads(line)
            if question.get("ask") == "quit":
                break
            if question.get("ask") in ("hello", "new"):
                game = question["game"]
            if "id" in question:
                answer = {"id": question["id"], **_answer(agent, game, question)}
                print(json.dumps(answer), file=answers, flush=True)
    finally:
        sys.stdout = shown


def _answer(agent: Agent, game: str, question: dict[str, Any]) -> dict[str, Any]:
    ask = question.get("ask")
    if ask == "hello":
        if question.get("protocol") != PROTOCOL:
            return {"refuse": f"it speaks protocol {PROTOCOL}"}
        return {
            "protocol": PROTOCOL,
            "name": agent.name,
            "version": agent.version,
            "about": agent.about,
            "games": list(agent.games) or [game],
            "deterministic": agent.deterministic,
        }
    if ask == "new":
        return {"ready": True}
    if ask == "decide":
        return _decided(agent, [_at(game, question)])[0]
    return {"resign": f"{ask!r} is no question"}
