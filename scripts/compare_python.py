#!/usr/bin/env python3
"""Compare the speed of Python's ways to play, one thread each, in one run.

    python3 scripts/compare_python.py [--check] [--program target/release/rivals]

Random games a second of Pig and Tic Tac Toe: `rivals.vec`, with observations and masks written; an
AECEnv of rivals; the same game in pure Python; OpenSpiel's wheel driven from Python; PettingZoo's
classic game. Then the calls of the package alone, its import, and a tournament beside that of the
program (--program). Needs the packages rivals[gym], and open-spiel==2.0.2 and pygame for their rows.

All ways take turns, and the fastest of several turns counts. Times are those of the processor, which
other programs do not lengthen, but for the import. The rows replace
results/benchmarks/python.csv (--out). With --check the script fails unless `vec` plays at least five
times as many games as OpenSpiel at both games, and an import takes less than 0.1 s.
"""

import argparse
import csv
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from measure_games import ROOT, machine_name

import rivals

#: The setup of Tic Tac Toe SP that is the classical game.
CLASSICAL = {"setup": "3x3:k=3:stocks=0,0,0,0"}
COLUMNS = ["machine", "load", "game", "what", "how", "per_second", "ratio"]


def of_vec(game, count=1024, steps=False, **settings):
    vec = rivals.vec(game, count, seed=1, **settings)

    def play():
        done = 0
        for _ in range(100):
            vec.step(vec.sample())
            done += count if steps else int(vec.done.sum())
        return done

    return play


def of_aec(game, **settings):
    env = rivals.raw_env(game, mask="info", **settings)
    choice = random.Random(1)

    def play():
        env.reset(seed=choice.randrange(2**31))
        while env.play.seat is not None:
            _, _, _, _, info = env.last()
            legal = info["action_mask"].nonzero()[0]
            env.step(int(choice.choice(legal)))
        return 1

    return play


def of_step_and_last(game):
    """`step` and `last` of an AECEnv, of a seat that always takes the first action."""
    env = rivals.raw_env(game, mask="info")
    env.reset(seed=1)

    def play():
        for _ in range(1_000):
            if env.play.seat is None:
                env.reset()
            env.step(0)
            env.last()
        return 1_000

    return play


def of_act(game):
    """What of it is Rust: the action, the observation and the mask."""
    import numpy as np

    play_of = rivals.InPlay(rivals.game(game))
    mask = np.zeros(play_of.actions_count, np.int8)
    numbers = np.zeros(sum(length for _, length, _, _ in play_of.fields), np.float32)

    def play():
        act, observe, write = play_of.act, play_of.observe, play_of.mask
        for _ in range(1_000):
            if play_of.seat is None:
                play_of.reset()
            act(0)
            observe(1, numbers)
            write(mask)
        return 1_000

    return play


def of_apply():
    """`Position.apply`: an action and an event by turns."""
    start = rivals.game("pig").start()

    def play():
        for _ in range(1_000):
            start.apply("roll").apply("6")
        return 2_000

    return play


def of_import():
    """The import: the median time of 20 processes."""
    code = "import time; t = time.perf_counter(); import rivals; print(time.perf_counter() - t)"

    def play():
        taken = sorted(
            float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(20)
        )
        return 1, taken[10]

    return play


PLAYERS, LEAGUE = ["hold-20", "hold-10", "optimum"], 200_000


def of_league():
    def play():
        rivals.tournament("pig", PLAYERS, games=LEAGUE, seed=7, threads=1)
        return 6 * LEAGUE

    return play


def of_program(program):
    words = ["tournament", "--game", "pig", "--roster", ",".join(PLAYERS), "--seed", "7"]
    words += ["--games", str(LEAGUE), "--threads", "1", "--quiet", "--no-report"]

    def play():
        with tempfile.TemporaryDirectory() as folder:
            run = [program.resolve(), *words, "--out", Path(folder) / "out"]
            subprocess.run(run, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        return 6 * LEAGUE

    return play


def clock():
    """The processor time so far, with that of other programs that were started."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def rate(play, seconds):
    """What is done a second: `play` does some, and returns how much, and how long if it knows."""
    done, begun, taken = 0, clock(), 0.0
    while taken < seconds:
        more = play()
        if isinstance(more, tuple):
            return more[0] / more[1]
        done, taken = done + more, clock() - begun
    return done / taken


def of_python_pig():
    choice = random.Random(1)

    def play():
        scores, stake, mover = [0, 0], 0, 0
        while max(scores) < 100:
            if choice.random() < 0.5:
                face = choice.randint(1, 6)
                stake = stake + face if face > 1 else 0
                if face > 1:
                    continue
            else:
                scores[mover] += stake
                stake = 0
            mover = 1 - mover
        return 1

    return play


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def of_python_tic_tac_toe():
    choice = random.Random(1)

    def play():
        board, free, mover = [0] * 9, list(range(9)), 1
        while free:
            cell = free.pop(choice.randrange(len(free)))
            board[cell] = mover
            if any(all(board[at] == mover for at in line) for line in LINES):
                break
            mover = 3 - mover
        return 1

    return play


def of_open_spiel(name):
    import pyspiel

    game = pyspiel.load_game(name)
    choice = random.Random(1)

    def play():
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                state.apply_action(choice.choices(outcomes, weights)[0])
                continue
            state.observation_tensor()
            state.legal_actions_mask()
            state.apply_action(choice.choice(state.legal_actions()))
        return 1

    return play


def of_pettingzoo():
    from pettingzoo.classic import tictactoe_v3

    env = tictactoe_v3.env()
    choice = random.Random(1)

    def play():
        env.reset(seed=choice.randrange(2**31))
        for _ in env.agent_iter():
            observation, _, ended, cut_off, _ = env.last()
            legal = observation["action_mask"].nonzero()[0]
            env.step(None if ended or cut_off else int(choice.choice(legal)))
        return 1

    return play


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.6, help="of a turn")
    parser.add_argument("--program", type=Path)
    parser.add_argument("--out", type=Path, default=ROOT / "results/benchmarks/python.csv")
    args = parser.parse_args()
    load, every = os.getloadavg()[0], "random games"
    board, tute = "tic-tac-toe-sp", "tute"
    ways = {
        ("pig", every, "rivals.vec"): lambda: of_vec("pig"),
        ("pig", every, "rivals.raw_env"): lambda: of_aec("pig"),
        ("pig", every, "OpenSpiel from Python"): lambda: of_open_spiel("pig(winscore=100)"),
        ("pig", every, "pure Python"): of_python_pig,
        (board, every, "rivals.vec"): lambda: of_vec(board, **CLASSICAL),
        (board, every, "rivals.raw_env"): lambda: of_aec(board, **CLASSICAL),
        (board, every, "OpenSpiel from Python"): lambda: of_open_spiel("tic_tac_toe"),
        (board, every, "PettingZoo"): of_pettingzoo,
        (board, every, "pure Python"): of_python_tic_tac_toe,
        **{(game, every, "rivals.vec"): lambda game=game: of_vec(game)
           for game in ("dragon-slayer", "parchis", tute)},
        **{(game, "steps", "rivals.vec"): lambda game=game: of_vec(game, steps=True)
           for game in ("pig", tute)},
        ("pig", "step and last", "rivals.raw_env"): lambda: of_step_and_last("pig"),
        ("pig", "step and last", "Rust alone"): lambda: of_act("pig"),
        ("pig", "Position.apply", "rivals"): of_apply,
        ("", "import", "rivals"): of_import,
        ("pig", "games of a tournament", "rivals.tournament"): of_league,
    }
    if args.program:
        ways["pig", "games of a tournament", "program"] = lambda: of_program(args.program)
    plays = {}
    for way, make in ways.items():
        try:
            plays[way] = make()
        except ImportError as error:
            print(f"left out: {way}: {error}", file=sys.stderr)
    rates = dict.fromkeys(plays, 0.0)
    for turn in range(args.turns):
        for way, play in plays.items():
            rates[way] = max(rates[way], rate(play, args.seconds))
    rows = []
    for (game, what, how), found in rates.items():
        # Beside the fast way of the package.
        fast = next(way for way in rates if way[:2] == (game, what))
        ratio = f"{rates[fast] / found:.1f}" if fast[2] != how else ""
        digits = f"{float(f'{found:.4g}'):.6f}".rstrip("0").rstrip(".")
        rows.append([machine_name(), f"{load:.2f}", game, what, how, digits, ratio])
        print(*rows[-1][2:], sep=",")
    with args.out.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
    if args.check:
        for game in ("pig", board):
            times = rates[game, every, "rivals.vec"] / rates[game, every, "OpenSpiel from Python"]
            if times < 5:
                sys.exit(f"{game}: {times:.1f} times as fast as OpenSpiel, and not 5")
        if rates["", "import", "rivals"] < 10:
            sys.exit("importing rivals takes more than 0.1 s")


if __name__ == "__main__":
    main()
