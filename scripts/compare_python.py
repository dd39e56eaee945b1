#!/usr/bin/env python3
"""Compares the speed of random games from Python, one thread each, in one run: `rivals.vec`, with
observations and masks written; an AECEnv of rivals; the same game in pure Python; OpenSpiel's wheel
driven from Python; PettingZoo's classic games.

usage: compare_python.py [--check] [--seconds S]

Needs the packages rivals[gym] and, for its rows, open-spiel==2.0.2. With --check it fails unless `vec`
plays at least five times as many games as OpenSpiel at Pig and at Tic Tac Toe.
"""

import argparse
import random
import sys
import time

import rivals

#: The setup of Tic Tac Toe SP that is the classical game.
CLASSICAL = "3x3:k=3:stocks=0,0,0,0"


def per_second(play, seconds):
    """Games a second: `play` plays some, and returns how many."""
    play()
    done, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        done += play()
    return done / (time.perf_counter() - begun)


def of_vec(game, **settings):
    vec = rivals.vec(game, 1024, seed=1, **settings)

    def play():
        done = 0
        for _ in range(200):
            vec.step(vec.sample())
            done += int(vec.done.sum())
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
    arguments = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--seconds", type=float, default=3.0)
    given = arguments.parse_args()
    board = {"setup": CLASSICAL}
    rows = [
        ("Pig", "rivals.vec", lambda: of_vec("pig")),
        ("Pig", "rivals AECEnv", lambda: of_aec("pig")),
        ("Pig", "OpenSpiel from Python", lambda: of_open_spiel("pig(winscore=100)")),
        ("Pig", "pure Python", of_python_pig),
        ("Tic Tac Toe", "rivals.vec", lambda: of_vec("tic-tac-toe-sp", **board)),
        ("Tic Tac Toe", "rivals AECEnv", lambda: of_aec("tic-tac-toe-sp", **board)),
        ("Tic Tac Toe", "OpenSpiel from Python", lambda: of_open_spiel("tic_tac_toe")),
        ("Tic Tac Toe", "PettingZoo", of_pettingzoo),
        ("Tic Tac Toe", "pure Python", of_python_tic_tac_toe),
        ("Tute Cabrero", "rivals.vec", lambda: of_vec("tute")),
        ("Parchis", "rivals.vec", lambda: of_vec("parchis")),
        ("Dragon Slayer", "rivals.vec", lambda: of_vec("dragon-slayer")),
    ]
    rates = {}
    print(f"{'game':14} {'how':24} {'games / s':>12}")
    for game, how, make in rows:
        try:
            play = make()
        except ImportError as error:
            print(f"{game:14} {how:24} {'-':>12}   {error}")
            continue
        rates[game, how] = per_second(play, given.seconds)
        print(f"{game:14} {how:24} {rates[game, how]:12,.0f}", flush=True)
    if given.check:
        for game in ("Pig", "Tic Tac Toe"):
            times = rates[game, "rivals.vec"] / rates[game, "OpenSpiel from Python"]
            print(f"{game}: {times:.1f} times OpenSpiel's")
            if times < 5:
                sys.exit(f"{game}: less than 5 times as fast as OpenSpiel")


if __name__ == "__main__":
    main()
