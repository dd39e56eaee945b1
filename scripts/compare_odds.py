# /// script
# requires-python = ">=3.10"
# dependencies = ["icepool>=2.1.3,<2.3", "numba>=0.60", "numpy>=1.26"]
# ///
"""Measure how fast rivals, NumPy, numba and icepool compute the odds tables.

    uv run scripts/compare_odds.py            (or pip install the three, and python3)

All programs simulate the nine fights of Dragon Slayer, --fights each. NumPy rolls die
by die (all fights of a cell at once), and so does numba (compiled, on all cores).
rivals draws whole rolls and is measured as a whole process, with its start, exact
solution and output; `ratio_same_work` compares these. `ratio_sustained` compares with
rivals at 100 times as many fights, where its start hardly counts. The programs run in
turns, --rounds times, and the script reports medians.

icepool solves the same fights exactly. Its fractions must equal those of rivals, or
the script fails.

The script writes results/benchmarks/odds.csv (--out), with the machine's name.
"""

import argparse
import csv
import functools
import io
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import icepool
import numba
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
RIVALS = ROOT / "target" / "release" / "rivals"

DRAGONS = {"blue": (4, 2, 0), "green": (4, 1, 1), "red": (4, 0, 2)}  # part, mountain, flame
WARRIOR = (3, 2, 1)  # axe, shield, flame
DRAGON_DICE = 3
CELLS = [(dragon, dice) for dragon in DRAGONS for dice in (1, 2, 3)]


def fight_numpy(dragon, dice, fights, rng):
    """Simulate all fights of a cell together; count and drop those that end."""
    part, mountain, _ = DRAGONS[dragon]
    axe, shield, _ = WARRIOR
    counts = np.zeros(dice + 1, np.int64)
    dragon_dice = np.full(fights, DRAGON_DICE)
    warrior_dice = np.full(fights, dice)
    while dragon_dice.size:
        at_dragon = rng.integers(0, 6, (DRAGON_DICE, dragon_dice.size), np.uint8)
        by_warrior = rng.integers(0, 6, (dice, dragon_dice.size), np.uint8)
        thrown = np.arange(DRAGON_DICE)[:, None] < dragon_dice
        parts = ((at_dragon < part) & thrown).sum(0)
        flames = ((at_dragon >= part + mountain) & thrown).sum(0)
        thrown = np.arange(dice)[:, None] < warrior_dice
        axes = ((by_warrior < axe) & thrown).sum(0)
        shields = ((by_warrior >= axe) & (by_warrior < axe + shield) & thrown).sum(0)
        flames += ((by_warrior >= axe + shield) & thrown).sum(0)
        dragon_dice = dragon_dice - parts
        warrior_dice = np.maximum(warrior_dice - np.maximum(flames - shields, 0), 0)
        ended = (warrior_dice == 0) | ((dragon_dice == 0) & (axes > 0))
        counts += np.bincount(warrior_dice[ended], minlength=dice + 1)
        dragon_dice, warrior_dice = dragon_dice[~ended], warrior_dice[~ended]
    return counts


@numba.njit
def fight_once(part, mountain, axe, shield, dragon_dice, warrior_dice):
    while True:
        axes = shields = flames = parts = 0
        for _ in range(dragon_dice):
            face = np.random.randint(0, 6)
            if face < part:
                parts += 1
            elif face >= part + mountain:
                flames += 1
        for _ in range(warrior_dice):
            face = np.random.randint(0, 6)
            if face < axe:
                axes += 1
            elif face < axe + shield:
                shields += 1
            else:
                flames += 1
        dragon_dice -= parts
        if flames > shields:
            warrior_dice -= flames - shields
            if warrior_dice <= 0:
                return 0
        if dragon_dice == 0 and axes > 0:
            return warrior_dice


@numba.njit(parallel=True)
def fight_numba(part, mountain, axe, shield, dice, fights, batches, seed):
    counts = np.zeros((batches, 64), np.int64)  # a cache line and more per batch
    for batch in numba.prange(batches):
        np.random.seed(seed + batch)
        for _ in range(fights * batch // batches, fights * (batch + 1) // batches):
            counts[batch, fight_once(part, mountain, axe, shield, DRAGON_DICE, dice)] += 1
    return counts.sum(axis=0)[: dice + 1]


def exact_icepool():
    """The distribution of dice left of every cell, as icepool's absorbing chain."""
    axe, shield, flame = WARRIOR
    face = icepool.Vector  # what a die adds to (parts, axes, shields, flames)
    warrior = icepool.Die({face((0, 1, 0, 0)): axe, face((0, 0, 1, 0)): shield, face((0, 0, 0, 1)): flame})
    distributions = {}
    for name, (part, mountain, flame) in DRAGONS.items():
        faces = {(1, 0, 0, 0): part, (0, 0, 0, 0): mountain, (0, 0, 0, 1): flame}
        dragon = icepool.Die({face(symbol): count for symbol, count in faces.items() if count})

        @functools.cache  # the same states come up for 1, 2 and 3 dice
        def roll(state):
            dragon_dice, dice, over = state
            if over:
                return state

            def after(parts, axes, shields, flames):
                left = max(dice - max(flames - shields, 0), 0)
                over = left == 0 or (dragon_dice == parts and axes > 0)
                return (0, left, True) if over else (dragon_dice - parts, left, False)

            thrown = dice @ warrior
            if dragon_dice:
                thrown = thrown + dragon_dice @ dragon
            return thrown.map(after)

        for dice in (1, 2, 3):
            start = icepool.Die([(DRAGON_DICE, dice, False)])
            end = start.map(roll, repeat="inf", star=False)
            distributions[name, dice] = [end.probability((0, left, True)) for left in range(dice + 1)]
    return distributions


def run_rivals(trials, threads=None):
    command = [RIVALS, "odds", "--quiet", "--format", "csv", "--trials", str(trials)]
    if threads:
        command += ["--threads", str(threads)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def check_exact(distributions):
    """Check that icepool's fractions equal those of rivals."""
    for row in csv.DictReader(io.StringIO(run_rivals(1))):
        distribution = distributions[row["dragon"], int(row["warrior_dice"])]
        ours, theirs = row["exact_fraction"], str(distribution[int(row["dice_left"])])
        if ours != theirs:
            sys.exit(f"error: {row['dragon']} with {row['warrior_dice']} dice: {ours} is not {theirs}")
    print("exact: all 27 fractions equal icepool's to the last digit\n")


def check_counts(name, fight, fights):
    """Check that the other program simulates the same game."""
    counts = {cell: fight(*cell, fights) for cell in CELLS}
    for row in csv.DictReader(io.StringIO(run_rivals(1))):
        exact = float(row["exact"])
        count = counts[row["dragon"], int(row["warrior_dice"])][int(row["dice_left"])]
        error = (exact * (1 - exact) / fights) ** 0.5
        if abs(count / fights - exact) > 5 * error:
            sys.exit(f"error: {name} disagrees with the exact odds: {row}")


def machine_name():
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fights", type=int, default=1_000_000, help="fights per cell")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--machine", default=machine_name(), help="name of the machine in the CSV file")
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "benchmarks" / "odds.csv")
    args = parser.parse_args()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()

    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    rng = np.random.default_rng(2018)

    def numba_cell(dragon, dice, fights, seed=2018):
        part, mountain, _ = DRAGONS[dragon]
        axe, shield, _ = WARRIOR
        return fight_numba(part, mountain, axe, shield, dice, fights, 8 * cores, seed)

    def numpy_cell(dragon, dice, fights):
        return fight_numpy(dragon, dice, fights, rng)

    check_exact(exact_icepool())
    check_counts("NumPy", numpy_cell, 100_000)
    check_counts("numba", numba_cell, 100_000)  # this call also compiles the function

    many = 100 * args.fights
    version = subprocess.run([RIVALS, "--version"], capture_output=True, text=True).stdout.split()[1]
    simulations = [
        # tool, version, cores, fights per cell, what to run
        ("rivals", version, cores, many, lambda: run_rivals(many)),
        ("rivals", version, 1, many, lambda: run_rivals(many, threads=1)),
        ("rivals", version, cores, args.fights, lambda: run_rivals(args.fights)),
        ("numba", numba.__version__, cores, args.fights,
         lambda: [numba_cell(*cell, args.fights) for cell in CELLS]),
        ("NumPy", np.__version__, 1, args.fights,
         lambda: [numpy_cell(*cell, args.fights) for cell in CELLS]),
    ]
    solutions = [
        ("rivals", version, 1, 1, lambda: run_rivals(1)),
        ("icepool", icepool.__version__, 1, 0, exact_icepool),
    ]
    rows = []
    for what, tools in (("simulate", simulations), ("solve", solutions)):
        seconds = [[] for _ in tools]
        for _ in range(args.rounds):
            for times, (*_, run) in zip(seconds, tools):
                start = time.perf_counter()
                run()
                times.append(time.perf_counter() - start)
        medians = [statistics.median(times) for times in seconds]
        rates = [
            len(CELLS) * fights / median if what == "simulate" else 1 / median
            for median, (_, _, _, fights, _) in zip(medians, tools)
        ]
        # rivals on all cores: sustained first, the same work as the peers' last.
        ours = [rate for rate, tool in zip(rates, tools) if tool[0] == "rivals" and tool[2] != 1]
        ours = ours or rates[:1]
        for times, median, rate, tool in zip(seconds, medians, rates, tools):
            rows.append({
                "machine": args.machine,
                "what": what,
                "tool": tool[0],
                "version": tool[1],
                "cores": tool[2],
                "fights": len(CELLS) * tool[3] if what == "simulate" else "",
                "seconds": f"{median:.6f}",
                "seconds_min": f"{min(times):.6f}",
                "seconds_max": f"{max(times):.6f}",
                "per_second": f"{rate:.6g}",
                "ratio_same_work": f"{ours[-1] / rate:.4g}" if tool[0] != "rivals" else "",
                "ratio_sustained": f"{ours[0] / rate:.4g}" if tool[0] != "rivals" else "",
            })

    print(f"{args.machine}, {cores} cores, median of {args.rounds} rounds")
    print(f"{'':9} {'tool':8} {'cores':>5} {'fights':>13} {'seconds':>10} {'per second':>11}  rivals is faster by (same work, sustained)")
    for row in rows:
        print(f"{row['what']:9} {row['tool']:8} {row['cores']:>5} {row['fights']:>13} {row['seconds']:>10}"
              f" {float(row['per_second']):>11.4g}  {row['ratio_same_work']:>6} {row['ratio_sustained']:>6}")
    print("\nrivals is timed as a whole process, the others inside a running one.")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
