"""The environments, by the test suites of PettingZoo and Gymnasium."""

from __future__ import annotations

import pickle
import random
import threading
import warnings

import gymnasium
import numpy as np
import pytest
from conftest import GAMES, run_forked, setting
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import rivals

#: What PettingZoo says of observations that are a Dict, unless the environment is one of its own.
DICTS = (
    "Observation space for each agent probably should be gymnasium.spaces.box or",
    "Observation is not a NumPy array",
)


def test_pettingzoo_api(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(rivals.raw_env(game, mask="info", **setting(game)), num_cycles=500)
        for text in DICTS:
            warnings.filterwarnings("ignore", message=text)
        api_test(rivals.env(game, **setting(game)), num_cycles=500)


def test_pettingzoo_seeds(game: str) -> None:
    seed_test(lambda: rivals.env(game, **setting(game)), num_cycles=200)


def test_pettingzoo_renders(game: str) -> None:
    render_test(lambda **render: rivals.env(game, **setting(game), **render))


def test_gymnasium(game: str) -> None:
    env = rivals.gym(game, seat="random", **setting(game))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)
        check_env(rivals.gym(game, mask="observation", **setting(game)), skip_render_check=True)
    made = gymnasium.make(f"rivals/{game}-v1", render_mode="ansi", **setting(game))
    made.reset(seed=1)
    assert len(made.render()) > 20
    made.close()


def random_game(env: rivals.AEC, seed: int) -> list[int]:
    """Plays random actions; the actions."""
    choice, actions = random.Random(seed), []
    env.reset(seed=seed)
    while env.play.seat is not None:
        action, _ = choice.choice(env.play.legal())
        assert env.action_mask(env.agent_selection)[action] == 1
        env.step(action)
        actions.append(action)
    return actions


def test_games_are_sittings_of_the_same_dice(game: str) -> None:
    """The events of an environment are those that the engine's dice give for the same actions."""
    env = rivals.raw_env(game, **setting(game))
    engine = rivals.Engine(game)
    agents = ["random"] * len(env.possible_agents)
    count = max(4, GAMES // 20) if game == "battletech" else GAMES
    for seed in range(count):
        ask = {"ask": "play", "agents": agents, "seed": seed, **setting(game)}
        sat = engine.ask(ask)
        env.reset(seed=seed)
        steps = iter(sat["moves"])
        known = 0
        while env.play.seat is not None:
            done = env.play.steps()
            assert done == sat["moves"][: len(done)]
            known = len(done)
            numbers = {text: number for number, text in env.play.legal()}
            assert len(numbers) == len(env.play.legal())
            env.step(numbers[sat["moves"][known]])
        assert env.play.steps() == sat["moves"] and next(steps)
        winners = [seat for seat, reward in enumerate(env.play.rewards, 1) if reward > 0]
        everyone = list(range(1, len(agents) + 1))
        assert env.play.position().over and sat["winners"] == (winners or everyone)
        assert abs(sum(env.play.rewards)) < 1e-6


def test_random_games(game: str) -> None:
    env = rivals.raw_env(game, **setting(game))
    count = max(4, GAMES // 20) if game == "battletech" else GAMES
    for seed in range(count):
        actions = random_game(env, seed)
        if seed < 3:
            assert actions == random_game(env, seed)


def test_masks_rewards_and_turns() -> None:
    env = rivals.raw_env("pig", rules={"target": 20})
    env.reset(seed=1)
    assert env.possible_agents == ["player_1", "player_2"] and env.action_space("player_1").n == 2
    seen = env.observe("player_2")
    assert seen["observation"].dtype == np.float32 and not seen["action_mask"].any()
    env.step(1)
    assert env.agent_selection == "player_2" and env.observe("player_2")["action_mask"].all()
    # A seat may move twice: a roll of 2 to 6 does not end the turn.
    movers = []
    while env.play.seat is not None:
        movers.append(env.agent_selection)
        env.step(0)
        assert env.rewards == {"player_1": 0.0, "player_2": 0.0} or env.play.seat is None
        if env.play.seat is not None and env.play.position().to_dict()["at_stake"] >= 20:
            env.step(1)
    assert any(one == two for one, two in zip(movers, movers[1:], strict=False))
    assert sorted(env.rewards.values()) == [-1.0, 1.0] and all(env.terminations.values())


def test_sizes_of_the_spaces() -> None:
    sizes = {"pig": 2, "dragon-slayer": 8, "tic-tac-toe-sp": 125, "parchis": 45, "tute": 47}
    for game, actions in sizes.items():
        assert rivals.raw_env(game).action_space("player_1").n == actions
    assert 4_000 < rivals.raw_env("battletech").action_space("player_1").n < 6_000
    assert rivals.raw_env("pig", seats=4).possible_agents[-1] == "player_4"


def test_a_game_may_begin_anywhere() -> None:
    env = rivals.raw_env("tic-tac-toe-sp", setup="3x3")
    env.reset(seed=1)
    start = env.play.position()
    played = start.apply("basic:1,1")
    env.reset(options={"position": played})
    assert env.play.position() == played and env.agent_selection == "player_2"
    env.reset(options={"position": played.to_dict()})
    assert env.play.position() == played
    env.reset(options={"setup": "3x3"})
    assert env.play.position() == start
    # The spaces stay as they are.
    seat = rivals.gym("tic-tac-toe-sp", setup="3x3")
    two = {"scores": [0, 0], "mover": 1, "at_stake": 0}
    three = rivals.raw_env("pig", seats=3)
    for env, options in ((seat, {"setup": "5x5"}), (three, {"position": two})):
        with pytest.raises(rivals.Refused, match="other seats") as refused:
            env.reset(options=options)
        assert refused.value.field == "options"
        env.reset(seed=1)
    assert seat.step(seat.play.legal()[0][0])[0].shape == seat.observation_space.shape


def test_illegal_actions() -> None:
    env = rivals.raw_env("tic-tac-toe-sp")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.action_mask("player_1") == 0)[0])
    with pytest.raises(rivals.Refused, match="not legal"):
        env.step(illegal)
    wrapped = rivals.env("tic-tac-toe-sp")
    wrapped.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(illegal)
    assert wrapped.rewards["player_1"] == -1 and all(wrapped.terminations.values())
    seat = rivals.gym("tic-tac-toe-sp")
    seat.reset(seed=1)
    _, reward, over, cut_off, info = seat.step(illegal)
    assert (reward, over, cut_off) == (-1.0, True, False) and "not legal" in info["illegal"]


def test_opponents_are_agents_personalities_and_classes() -> None:
    class Rolls(rivals.Agent):
        name, deterministic = "rolls", True
        asked = 0

        def decide(self, at: rivals.At) -> str:
            Rolls.asked += 1
            return "hold" if at.view["at_stake"] >= 10 else "roll"

    for opponent in ("hold-20", "abel", Rolls()):
        env = rivals.gym("pig", opponents=[opponent], seat="random")
        results = []
        for seed in range(20):
            env.reset(seed=seed)
            over = False
            while not over:
                _, reward, over, _, _ = env.step(int(env.play.position().to_dict()["at_stake"] >= 20))
            results.append(reward)
        assert set(results) == {1.0, -1.0}
    assert Rolls.asked > 100


@pytest.mark.parametrize(
    ("game", "opponent", "settings"),
    [
        ("pig", "optimum", {}),
        ("dragon-slayer", "optimum", {}),
        ("tic-tac-toe-sp", "random", {"setup": "3x3"}),
    ],
)
def test_regret_is_exact(game: str, opponent: str, settings: dict[str, str]) -> None:
    """What an action costs is what `advise` says of it, in games that are solved."""
    env = rivals.gym(game, [opponent], loss=True, **settings)
    env.reset(seed=1)
    for _ in range(3):
        position = env.play.position()
        advice = env.game.advise(position).to_dict()
        wins = dict(zip(advice["action"], advice["wins"], strict=True))
        action, name = env.play.legal()[-1]
        _, _, over, _, info = env.step(action)
        assert info["loss"] == max(wins.values()) - wins[name] >= 0
        if over:
            env.reset(seed=2)
    unsolved = rivals.gym("tute", loss=True)
    unsolved.reset(seed=1)
    *_, info = unsolved.step(unsolved.play.legal()[0][0])
    assert "loss" not in info


def test_endless_games_are_cut_off() -> None:
    """Two seats that always roll win nothing: after 100,000 moves the game is drawn."""

    class Rolls(rivals.Agent):
        name, deterministic = "rolls", True

        def decide(self, at: rivals.At) -> str:
            return "roll"

    env = rivals.gym("pig", [Rolls()])
    env.reset(seed=1)
    over = cut_off = False
    steps = 0
    while not (over or cut_off):
        _, reward, over, cut_off, _ = env.step(0)
        steps += 1
    assert cut_off and not over and reward == 0.0 and 15_000 < steps < 50_000
    vec = rivals.vec("pig", 1, seed=1)
    while not vec.done.any():
        vec.step(np.zeros(1, np.int64))
    assert (vec.cut_off == vec.done).all() and (vec.rewards == 0).all()


def test_a_failing_agent_is_heard() -> None:
    class Fails(rivals.Agent):
        name = "fails"

        def decide(self, at: rivals.At) -> str:
            raise RuntimeError("out of ideas")

    env = rivals.gym("pig", [Fails()])
    env.reset(seed=1)
    with pytest.raises(RuntimeError, match="out of ideas"):
        env.step(1)


def test_an_opponents_error_is_not_the_learners() -> None:
    class Wrong(rivals.Agent):
        name = "wrong"

        def decide(self, at: rivals.At) -> str:
            return "fold"

    class Curious(rivals.Agent):
        """It asks the game that waits for it."""

        name = "curious"

        def decide(self, at: rivals.At) -> str:
            return env.play.legal()[0][1]

    for agent, field in ((Wrong(), "agent"), (Curious(), "play")):
        env = rivals.gym("pig", [agent])
        env.reset(seed=1)
        with pytest.raises(rivals.Refused) as refused:
            env.step(1)
        assert refused.value.field == field


def test_settings_that_are_refused() -> None:
    for field, settings in (
        ("mask", {"mask": "none"}),
        ("render_mode", {"render_mode": "rgb"}),
        ("rules", {"rules": {"target": 20}}),
    ):
        for make in (rivals.raw_env, rivals.gym):
            with pytest.raises(rivals.Refused) as refused:
                make(rivals.game("pig"), **settings)
            assert refused.value.field == field and refused.value.help
    for field, settings in (("seat", {"seat": 3}), ("opponents", {"opponents": []})):
        with pytest.raises(rivals.Refused) as refused:
            rivals.gym("pig", **settings)
        assert refused.value.field == field and refused.value.help


def test_opponents_sit_once() -> None:
    """Players are read when they sit down, which takes longer than a game."""
    env = rivals.gym("pig", ["hold-20"], seats=3)
    sat: list[int] = []

    class Counted:
        def __init__(self, play: rivals.InPlay) -> None:
            self.play = play

        def __getattr__(self, name: str) -> object:
            sat.extend([1] * (name == "sit"))
            return getattr(self.play, name)

    env._play = Counted(env._play)
    for seed in range(5):
        env.reset(seed=seed)
    assert len(sat) == 3 and env.play.seat == 1


def test_a_forked_process_solves_as_well() -> None:
    """What an environment solves leaves no threads that its child would miss."""
    code = """
import os, rivals
def lost(target):
    rules = rivals.game("dragon-slayer").rules.replace("target = 40", f"target = {target}")
    env = rivals.gym("dragon-slayer", ["optimum"], rules=rules, loss=True)
    env.reset(seed=1)
    return env.step(env.play.legal()[0][0])[-1]["loss"]
assert lost(20) >= 0
child = os.fork()
if child == 0:
    os._exit(0 if lost(21) >= 0 else 1)
assert os.waitpid(child, 0)[1] == 0
"""
    run_forked(code)


def test_environments_are_pickled(game: str) -> None:
    for env in (rivals.raw_env(game, **setting(game)), rivals.gym(game, **setting(game))):
        again = pickle.loads(pickle.dumps(env))
        again.reset(seed=3)
        env.reset(seed=3)
        assert again.play.position() == env.play.position()


def test_many_games_at_once(game: str) -> None:
    """The games of `vec` are those of single environments with the same seeds and actions."""
    count = 6
    settings = setting(game)
    vec = rivals.vec(game, count, seed=11, **settings)
    envs = [rivals.raw_env(game, mask="info", **settings) for _ in range(count)]
    seeds = [11 + place for place in range(count)]
    for env, seed in zip(envs, seeds, strict=True):
        env.reset(seed=seed)
    ended = 0
    for _ in range(300):
        for place, env in enumerate(envs):
            assert vec.seats[place] == env.play.seat
            assert (vec.observations[place] == env.observe(env.agent_selection)).all()
            assert (vec.masks[place] == env.action_mask(env.agent_selection)).all()
        actions = vec.sample().copy()
        vec.step(actions)
        for place, env in enumerate(envs):
            env.step(int(actions[place]))
            assert vec.done[place] == (env.play.seat is None)
            assert (vec.rewards[place] == np.array(env.play.rewards, np.float32)).all()
            if env.play.seat is None:
                ended += 1
                seeds[place] += count
                env.reset(seed=seeds[place])
    assert ended > 0 or game in ("battletech", "parchis", "dragon-slayer")


def test_threads_change_nothing() -> None:
    one, two = (rivals.vec("tute", 64, seed=5, threads=threads) for threads in (1, 2))
    for _ in range(100):
        actions = one.sample().copy()
        for vec in (one, two):
            vec.step(actions)
        assert (one.observations == two.observations).all() and (one.masks == two.masks).all()
    with pytest.raises(rivals.Refused, match="not legal"):
        one.step(np.full(64, -1))
    with pytest.raises(rivals.Refused, match="actions for"):
        one.step(np.zeros(3, np.int64))


def test_threads_share_games() -> None:
    """While one thread plays, others wait without the interpreter's lock."""
    vec = rivals.vec("tute", 512, threads=2, seed=1)
    assert repr(vec) == "<rivals.Vec of 512 games of tute>"
    # More threads than a system has are not started.
    rivals.vec("pig", 2, threads=10**6)

    def play() -> None:
        for _ in range(50):
            try:
                vec.step(vec.sample())
            except rivals.Refused as refused:
                # Another thread has played since the actions were drawn.
                assert refused.field == "actions"

    players = [threading.Thread(target=play, daemon=True) for _ in range(3)]
    for player in players:
        player.start()
    for player in players:
        player.join(60)
        assert not player.is_alive()
