"""Tournaments, their tables, and agents written in Python."""

from __future__ import annotations

import csv
import inspect
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from conftest import run_forked

import rivals


class Careful(rivals.Agent):
    """Holds at 12 points."""

    name, version, deterministic = "careful", "1", True

    def decide(self, at: rivals.At) -> str:
        assert at.game == "pig" and at.actions == ["roll", "hold"] and at.seat in (1, 2)
        return "hold" if at.view["at_stake"] >= 12 else "roll"


class Many(Careful):
    """The same, many games at once."""

    most = 0

    def decide_many(self, ats: list[rivals.At]) -> list[str]:
        Many.most = max(Many.most, len(ats))
        return [self.decide(at) for at in ats]


def league(**settings):
    return rivals.tournament("pig", ["hold-20", "hold-10", "optimum"], games=200, seed=7, **settings)


@pytest.mark.parametrize(
    ("game", "players", "settings"),
    [
        # With `until_ci`, files have a column more.
        ("pig", ["hold-20", "hold-10", "optimum"], {"games": 200, "until_ci": 0.2}),
        ("tute", ["expert", "strong.toml", "random"], {"games": 4}),
        ("dragon-slayer", ["abel", "hold-6"], {"games": 20}),
    ],
)
def test_tables_are_the_files(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    players: list[str],
    settings: dict[str, float],
) -> None:
    """Every table equals the CSV file of the same rows, column by column."""
    monkeypatch.chdir(tmp_path)
    sentence = 'about = "Plays high."\n[[sentence]]\nname = "high"\npoints = "rank"\n'
    Path("strong.toml").write_text(sentence, encoding="utf-8")
    results = rivals.tournament(game, players, seed=7, **settings)
    results.save("out")
    assert ("optional_stopping" in results.pairings) == ("until_ci" in settings)
    again = rivals.read("out")
    # A file of Dragon Slayer alone is no table.
    files = sorted({path.stem for path in Path("out").glob("*.csv")} - {"risk_curves"})
    assert set(files) <= set(results.tables) <= set(dir(results)) and "standings" in files
    for name in files:
        rows = list(csv.reader(io.StringIO(Path(f"out/{name}.csv").read_text(encoding="utf-8"))))
        own = getattr(results, name)
        assert own.columns == rows[0]
        for table in (own, getattr(again, name)):
            assert len(table) == len(rows) - 1
            for place, column in enumerate(rows[0]):
                written = [row[place] for row in rows[1:]]
                if column not in table:
                    # An optional column in which nothing is written is not known to be one.
                    assert table is not own and not any(written)
                    continue
                for value, text in zip(table[column], written, strict=True):
                    same(value, text)
    # What has no file has no rows.
    assert not any(len(getattr(results, name)) for name in set(results.tables) - set(files))
    with pytest.raises(AttributeError):
        results.nothing


def same(value: object, text: str) -> None:
    if value is None:
        assert text == ""
    elif isinstance(value, bool):
        assert text == str(value).lower()
    elif isinstance(value, (int, float)):
        assert type(value)(text) == value
    else:
        assert text == value


def test_frames_read_tables_without_a_copy() -> None:
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    table = league().pairings
    frame = polars.DataFrame(table)
    assert frame.columns == table.columns and frame.to_dict(as_series=False) == table.to_dict()
    assert pyarrow.table(table).to_pydict() == table.to_dict()
    assert list(pandas.DataFrame.from_arrow(table).columns) == table.columns
    assert pyarrow.schema(table).names == table.columns


def test_threads_and_progress_change_nothing() -> None:
    told = []
    one = league(threads=1, progress=lambda what, done, of: told.append((what, done, of)))
    two = league(threads=2)
    for name in one.tables:
        assert getattr(one, name).to_dict() == getattr(two, name).to_dict(), name
    assert ("games", 1200, 1200) in told and one.reproducible


@pytest.fixture
def program() -> str:
    """The program `rivals`."""
    found = os.environ.get("RIVALS") or shutil.which("rivals")
    if not found:
        pytest.skip("RIVALS names no program")
    return found


@pytest.mark.parametrize(
    ("game", "players", "games"),
    [
        ("pig", ["hold-20", "hold-10", "optimum"], 200),
        ("dragon-slayer", ["abel", "hold-6"], 100),
        ("tute", ["expert", "novice", "random"], 4),
    ],
)
def test_the_same_files_as_the_program(
    tmp_path: Path, program: str, game: str, players: list[str], games: int
) -> None:
    words = ["tournament", "--game", game, "--roster", ",".join(players), "--games", str(games)]
    words += ["--seed", "7", "--out", str(tmp_path / "program"), "--quiet"]
    subprocess.run([program, *words], check=True, cwd=tmp_path, stdout=subprocess.DEVNULL)
    rivals.tournament(game, players, games=games, seed=7).save(tmp_path / "python")
    files = sorted((tmp_path / "python").iterdir())
    assert len(files) > 8
    for file in files:
        assert file.read_bytes() == (tmp_path / "program" / file.name).read_bytes(), file.name


def test_the_odds_of_the_program(tmp_path: Path, program: str) -> None:
    words = ["odds", "--trials", "1000", "--seed", "3", "--format", "csv"]
    written = subprocess.run(
        [program, *words], check=True, cwd=tmp_path, capture_output=True, text=True
    ).stdout
    columns, *rows = csv.reader(io.StringIO(written))
    table = rivals.odds(fights=1_000, seed=3)
    assert table.columns == columns and len(table) == len(rows) == 27
    for place, column in enumerate(columns):
        for value, row in zip(table[column], rows, strict=True):
            same(value, row[place])


def test_a_forked_process_plays_as_well() -> None:
    """Threads belong to a call: the child of a process that has played misses none."""
    code = """
import os, rivals
def play():
    return rivals.tournament("pig", ["hold-20", "hold-10"], games=50, seed=7).pairings.to_dict()
played = play()
vec = rivals.vec("pig", 200, threads=2)
vec.step(vec.sample())
child = os.fork()
if child == 0:
    vec.step(vec.sample())
    os._exit(0 if play() == played else 1)
assert os.waitpid(child, 0)[1] == 0
"""
    run_forked(code)


def test_reports(tmp_path: Path) -> None:
    results = league()
    assert "hold-20" in results.report()
    for ending, sign in (("html", "<html"), ("md", "#"), ("json", "{"), ("txt", "hold-20")):
        path = tmp_path / f"report.{ending}"
        assert results.report(path) is None and sign in path.read_text(encoding="utf-8")
    with pytest.raises(rivals.Refused, match="form"):
        results.report(tmp_path / "report.pdf")


def test_a_class_plays() -> None:
    players = ["hold-12", "hold-20"]
    results = rivals.tournament("pig", [*players, Careful()], games=50, seed=3)
    assert sorted(results.standings["id"]) == ["careful", "hold-12", "hold-20"]
    assert len(results.pairings) == 6 and results.reproducible
    # Many games side by side are the same games.
    many = rivals.tournament("pig", [*players, Many()], games=50, seed=3)
    assert many.pairings.to_dict() == results.pairings.to_dict() and 1 < Many.most <= 256


def test_a_class_decides_as_the_same_built_in_agent() -> None:
    """On the same dice, games against a class that holds at 12 are those against hold-12."""

    class Holds(Careful):
        def decide(self, at: rivals.At) -> str:
            # The built-in agent also holds what wins.
            wins = at.view["scores"][at.seat - 1] + at.view["at_stake"] >= 100
            return "hold" if wins else super().decide(at)

    def games(opponent: str | rivals.Agent) -> list[list[str]]:
        play, played = rivals.InPlay(rivals.game("pig")), []
        play.sit(2, opponent)
        for seed in range(20):
            play.reset(seed=seed)
            while play.seat is not None:
                play.act(int(play.position().to_dict()["at_stake"] >= 20))
            played.append(play.steps())
        return played

    assert games(Holds()) == games("hold-12") != games("hold-20")


def test_wrong_agents() -> None:
    class Wrong(Careful):
        name = "wrong"

        def decide(self, at: rivals.At) -> str:
            return "fold"

    class Undecided(Careful):
        name, deterministic = "undecided", False

        def decide(self, at: rivals.At) -> str:
            raise ZeroDivisionError("no idea")

    with pytest.raises(rivals.Refused, match="wrong") as refused:
        rivals.tournament("pig", ["hold-20", Wrong()], games=10)
    assert refused.value.field == "agent"
    with pytest.raises(ZeroDivisionError, match="no idea"):
        rivals.tournament("pig", ["hold-20", Undecided()], games=10)
    with pytest.raises(rivals.Refused, match="player"):
        rivals.tournament("pig", ["hold-20", 7], games=10)
    with pytest.raises(rivals.Refused):
        rivals.tournament("pig", ["hold-20", "hold-2o"], games=10)
    pig = rivals.game("pig")
    with pytest.raises(rivals.Refused, match="fold") as refused:
        pig.decide(pig.start(), Wrong())
    assert refused.value.field == "agent" and "roll" in refused.value.help
    assert pig.decide(pig.start(), Careful()).action == "roll"


def test_not_reproducible_unless_it_says_so() -> None:
    class Moody(Careful):
        name, deterministic = "moody", False

    assert not rivals.tournament("pig", ["hold-20", Moody()], games=10).reproducible


def test_claims_are_tested() -> None:
    played = rivals.tournament("tute", ["expert", "medium", "novice"], games=4, seed=1)
    assert len(played.claims) > 0 and "verdict" in played.claims.columns


def test_ctrl_c() -> None:
    # Whoever runs the tests in the background may have told them to ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        rivals.tournament("tute", ["expert", "cabrero", "random"], games=1_000_000, threads=1)
    timer.join()


def test_an_agent_is_a_program_as_well(tmp_path: Path) -> None:
    """The same class answers the protocol of programs of others."""
    program = tmp_path / "careful.py"
    program.write_text(
        "import rivals\n\n"
        "class Careful(rivals.Agent):\n"
        "    name, version, deterministic = 'careful', '1', True\n\n"
        "    def decide(self, at):\n"
        "        print('thinking')\n"
        "        return 'hold' if at.view['at_stake'] >= 12 else 'roll'\n\n"
        "rivals.serve(Careful())\n"
    )
    questions = [
        {"id": 1, "ask": "hello", "protocol": 1, "game": "pig", "rules": "", "seats": [2], "options": {}},
        {"id": 2, "ask": "new", "game": "pig", "setup": "start", "seat": 1, "seats": 2, "clock": {}},
        {
            "id": 3, "ask": "decide", "seat": 1, "actions": ["roll", "hold"], "moves": [], "clock": {},
            "view": {"scores": [0, 0], "mover": 1, "at_stake": 14}, "seed": "00000000000000ff",
        },
        {"ask": "over", "winners": [1], "scores": [100, 0], "why": "over"},
        {"id": 4, "ask": "hello", "protocol": 2, "game": "pig"},
        {"ask": "quit"},
    ]
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    answered = subprocess.run(
        [sys.executable, program], input=lines, capture_output=True, text=True, check=True
    )
    hello, new, decided, refused = map(json.loads, answered.stdout.splitlines())
    assert hello["name"] == "careful" and hello["games"] == ["pig"] and hello["protocol"] == 1
    assert new == {"id": 2, "ready": True} and decided == {"id": 3, "action": "hold"}
    assert "protocol" in refused["refuse"] and "thinking" in answered.stderr


def test_an_agent_is_a_player_of_the_program(tmp_path: Path, program: str) -> None:
    """The class that is called in a tournament here plays the same games as a program there."""
    source = inspect.getsource(Careful)
    file = tmp_path / "careful.py"
    file.write_text(
        f"#!{sys.executable}\nimport rivals\n\n\n{source}\n\n"
        'if __name__ == "__main__":\n    rivals.serve(Careful())\n'
    )
    file.chmod(0o755)
    words = ["tournament", "--game", "pig", "--roster", "hold-20,cmd:./careful.py", "--games", "50"]
    words += ["--seed", "7", "--out", "program", "--quiet"]
    subprocess.run([program, *words], check=True, cwd=tmp_path, stdout=subprocess.DEVNULL)
    served = rivals.read(tmp_path / "program")
    called = rivals.tournament("pig", ["hold-20", Careful()], games=50, seed=7)
    assert called.standings.to_dict() == served.standings.to_dict()
    assert called.pairings.to_dict() == served.pairings.to_dict()
    assert served.reproducible and served.externals["failures"] == [0]
