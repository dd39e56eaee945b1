"""What the tests share: the games, with a setup of each that ends soon."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest

import rivals

#: The settings of environments by game: games of tests are short.
SETTINGS: dict[str, dict[str, object]] = {
    "dragon-slayer": {},
    "pig": {},
    "parchis": {},
    "tic-tac-toe-sp": {},
    "tute": {},
    "battletech": {"setup": "rival"},
}

#: The number of games of each game that are played, of which BattleTech plays few.
GAMES = int(os.environ.get("RIVALS_GAMES") or 200)


@pytest.fixture(params=sorted(SETTINGS))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def setting(game: str) -> dict[str, object]:
    return dict(SETTINGS[game])


def played(position: rivals.Position, seed: int, most: int = 100_000) -> list[rivals.Position]:
    """The positions of a game in which everything is drawn."""
    choice, positions = random.Random(seed), [position]
    while not position.over and len(positions) < most:
        events = [event for event, _ in position.events]
        position = position.apply(choice.choice(position.actions or events))
        positions.append(position)
    return positions


def run_forked(code: str) -> None:
    """Runs code that forks, which Python warns of in a process with threads."""
    if not hasattr(os, "fork"):
        pytest.skip("this system does not fork")
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, timeout=100)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also what takes minutes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--slow"):
        skip = pytest.mark.skip(reason="--slow runs it")
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(skip)
