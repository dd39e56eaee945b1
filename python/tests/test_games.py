"""Positions, the engine, decisions, exact values and errors."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import time

import pytest
from conftest import played, setting

import rivals


def test_all_games_have_settings() -> None:
    from conftest import SETTINGS

    assert sorted(SETTINGS) == sorted(rivals.games())


def test_a_position_never_changes() -> None:
    pig = rivals.game("pig", rules={"target": 50})
    assert pig.rules == "target = 50\n" and pig.seats == [2, 3, 4, 5, 6]
    start = pig.start(seats=2, seed=7)
    assert (start.seat, start.actions, start.winners, start.scores) == (1, ["roll", "hold"], None, None)
    rolled = start.apply("roll")
    assert rolled.seat is None and rolled.events == [(str(face), 1) for face in range(1, 7)]
    assert start == pig.start() and start != rolled and hash(start) == hash(pig.start())
    after = rolled.apply("6")
    assert after.view(1)["at_stake"] == 6 and after.to_dict() == after.view()
    assert rolled.roll(rivals.Rng(7)) == rolled.roll(rivals.Rng(7))
    dice = rivals.Rng(3)
    faces = {rolled.roll(dice).to_dict()["at_stake"] for _ in range(100)}
    assert faces == {0, 2, 3, 4, 5, 6}
    won = pig.position({"scores": [44, 0], "mover": 1, "at_stake": 6}).apply("hold")
    assert won.over and won.winners == [1] and won.scores == [50, 0]
    assert won.seat is None and won.actions == [] and won.events == []


def test_rules_are_dicts_texts_or_files(tmp_path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("target = 30\n")
    for rules in ({"target": 30}, "target = 30", file, str(file)):
        assert rivals.game("pig", rules).rules == "target = 30\n"
    assert rivals.game("pig", {"target": 30}) == rivals.game("pig", "target = 30")
    assert rivals.game("pig") != rivals.game("pig", {"target": 30})


def test_positions_are_pickled_as_json(game: str) -> None:
    loaded = rivals.game(game)
    positions = played(loaded.start(setup=setting(game).get("setup"), seed=5), 5, 60)
    for position in positions:
        again = pickle.loads(pickle.dumps(position))
        assert again == position and hash(again) == hash(position)
        assert copy.deepcopy(position) == position
        assert loaded.position(json.dumps(position.to_dict())) == position
    assert len(set(positions)) > len(positions) // 2
    assert pickle.loads(pickle.dumps(loaded)) == loaded


def test_errors_are_pickled() -> None:
    """As the workers of a pool send them."""
    with pytest.raises(rivals.Refused) as raised:
        rivals.game("pig", {"target": 0})
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is rivals.Refused and again.field == "target" and again.help


def test_a_seat_knows_its_view_alone() -> None:
    tute = rivals.game("tute")
    start = tute.start(seed=3)
    view = start.view(1)
    samples = {start.sample(1, seed) for seed in range(20)}
    assert len(samples) > 15 and all(sample.view(1) == view for sample in samples)
    assert start.view(2) != view and "hands" not in view


def test_the_engine_answers_the_same() -> None:
    for name in rivals.games():
        engine, loaded = rivals.Engine(name), rivals.game(name)
        start = engine.ask({"ask": "start", "seed": 9})["position"]
        position = loaded.start(seed=9)
        assert position.to_dict() == start
        legal = engine.ask({"ask": "legal", "position": start})
        assert (legal["seat"], legal["actions"]) == (position.seat, position.actions)
        assert engine.ask({"ask": "game"})["agents"] == loaded.agents


def test_errors_name_the_field_and_the_help() -> None:
    with pytest.raises(rivals.Refused) as refused:
        rivals.Engine("pig").ask({"ask": "start", "seats": 9})
    assert refused.value.field == "seats" and "2 to 6" in refused.value.help
    assert isinstance(refused.value, ValueError) and refused.value.__notes__ == [refused.value.help]
    with pytest.raises(rivals.Refused) as refused:
        rivals.game("chess")
    assert "pig" in refused.value.help
    with pytest.raises(rivals.Refused, match="target") as refused:
        rivals.game("pig", {"target": 0})
    assert refused.value.field == "target"
    for field, value in (("games", 0), ("seats", 9), ("until_ci", 2.0)):
        with pytest.raises(rivals.Refused) as refused:
            rivals.tournament("pig", ["hold-20", "hold-10"], **{field: value})
        assert refused.value.field == field
    for wrong in (float("nan"), float("inf")):
        with pytest.raises(rivals.Refused, match="line 1"):
            rivals.Engine("pig").ask({"ask": "start", "seed": wrong})
    start = rivals.game("pig").start()
    for wrong in ("fold", "6"):
        with pytest.raises(rivals.Refused, match="not legal") as refused:
            start.apply(wrong)
        assert "roll, hold" in refused.value.help
    with pytest.raises(rivals.Refused, match="chance is not next"):
        start.roll(rivals.Rng())
    for seat in (0, 3):
        with pytest.raises(rivals.Refused):
            start.view(seat)


def test_objects_say_what_they_are() -> None:
    pig = rivals.game("pig")
    shown = [rivals.Rng(7), rivals.InPlay(pig), rivals.Batch(pig, 2), rivals.raw_env(pig)]
    shown += [rivals.Agent(), rivals.Engine(pig)]
    assert all(repr(one).startswith("<rivals.") and " at 0x" not in repr(one) for one in shown)
    table = pig.advise(pig.start())
    assert list(table) == table.columns and "wins" in table and "losses" not in table


def test_decisions_and_advice() -> None:
    pig = rivals.game("pig")
    position = pig.position({"scores": [0, 0], "mover": 1, "at_stake": 20})
    assert pig.decide(position, "hold-20").action == "hold"
    assert pig.decide(position, "hold-25").action == "roll"
    advice = pig.advise(position).to_dict()
    assert advice["action"] == ["roll", "hold"] and advice["how"] == ["exact", "exact"]
    board = rivals.game("tic-tac-toe-sp")
    decided = board.decide(board.start(), "minimax:2")
    assert decided.action in board.start().actions and decided.depth == 2 and decided.nodes > 100


def test_exact_values() -> None:
    pig = rivals.solve("pig")
    # Neller and Presser 2004.
    assert abs(pig.first_wins - 0.530_592_7) < 5e-8 and 0 < pig.error < 1e-9
    game = rivals.game("pig")
    advice = game.advise(game.start())
    assert pig.value(game.start()) == max(advice["wins"])
    assert abs(pig.value(game.start(), 2) - (1 - pig.first_wins)) < 1e-12
    small = rivals.solve("tic-tac-toe-sp", setup="3x3")
    assert (small.first_wins, small.error) == (0.5, 0.0)
    with pytest.raises(rivals.Refused, match="not solved"):
        rivals.solve("battletech")


def test_dragon_slayer_is_solved() -> None:
    solution = rivals.solve("dragon-slayer")
    assert abs(solution.first_wins - 0.457_979_250_8) < 1e-9 and solution.error < 1e-9


def test_odds_are_reproducible() -> None:
    told = []
    one = rivals.odds(fights=10_000, seed=3, threads=1, progress=lambda *told_now: told.append(told_now))
    two = rivals.odds(fights=10_000, seed=3, threads=2)
    assert one.to_dict() == two.to_dict() and one.columns[:3] == ["dragon", "warrior_dice", "dice_left"]
    for count, trials, estimate in zip(one["count"], one["trials"], one["estimate"], strict=True):
        assert trials == 10_000 and estimate == count / trials
    assert told and told[-1][0] == "fights" and told[-1][1] == told[-1][2]


def test_importing_is_fast() -> None:
    """In seconds of the processor, as other programs may keep it busy."""
    code = "import time; t = time.process_time(); import rivals; print(time.process_time() - t)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(3)]
    assert min(times) < 0.1, times
