# /// script
# requires-python = ">=3.10"
# dependencies = ["open_spiel>=1.5", "cvxpy"]
# ///
"""Measure how long rivals and OpenSpiel take to solve a push-your-luck game.

    uv run scripts/compare_solve.py           (or pip install open_spiel cvxpy, and python3)

OpenSpiel's value iteration, unchanged from its library, solves Pig up to --targets
points. rivals solves the whole of Dragon Slayer (challenges, ties, every state of every
turn) to 40 points as a whole process, and checks itself on Pig to 100. The games
differ, so the ratio is not a measure of speed.

The script writes results/benchmarks/solve.csv (--out), with the machine's name.
"""

import argparse
import csv
import json
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pyspiel
from open_spiel.python.algorithms import value_iteration

ROOT = Path(__file__).resolve().parent.parent
RIVALS = ROOT / "target" / "release" / "rivals"


def machine_name():
    cpuinfo = Path("/proc/cpuinfo")
    for line in cpuinfo.read_text().splitlines() if cpuinfo.exists() else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def timed(run):
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def open_spiel_pig(target):
    sys.setrecursionlimit(1_000_000)  # OpenSpiel visits all states by recursion
    game = pyspiel.load_game("pig", {"players": 2, "winscore": target})
    values = value_iteration.value_iteration(game, depth_limit=-1, threshold=1e-9, cyclic_game=True)
    # OpenSpiel's values are 1 for a win of the first player and -1 for a loss.
    first = game.new_initial_state()
    return (1 + values[str(first)]) / 2, len(values)


def rivals(*arguments):
    command = [RIVALS, "solve", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--targets", type=int, nargs="*", default=[20, 40], help="targets of Pig")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of rivals; OpenSpiel runs once")
    parser.add_argument("--machine", default=machine_name(), help="name of the machine in the CSV file")
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "benchmarks" / "solve.csv")
    args = parser.parse_args()
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)

    times = [timed(lambda: rivals("--format", "json")) for _ in range(args.rounds)]
    solved = json.loads(times[0][1])
    whole = statistics.median(seconds for seconds, _ in times)
    inside = statistics.median(json.loads(text)["seconds"] for _, text in times)
    print(rivals("--check"))
    rows = [
        ("rivals", "Dragon Slayer to 40, whole process", solved["first_wins"], solved["states"], whole),
        ("rivals", "Dragon Slayer to 40, inside the process", solved["first_wins"], solved["states"], inside),
    ]
    for target in args.targets:
        seconds, (first, states) = timed(lambda: open_spiel_pig(target))
        rows.append(("OpenSpiel", f"Pig to {target}, value iteration", first, states, seconds))

    print(f"{args.machine}\n{'':10} {'what':42} {'first wins':>10} {'states':>8} {'seconds':>9}  ratio (another game for OpenSpiel)")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["machine", "tool", "what", "first_wins", "states", "seconds", "ratio_to_rivals_process"])
        for tool, what, first, states, seconds in rows:
            print(f"{tool:10} {what:42} {first:10.7f} {states:8} {seconds:9.3f}  {seconds / whole:.3g}")
            writer.writerow([args.machine, tool, what, f"{first:.7f}", states, f"{seconds:.4f}", f"{seconds / whole:.3g}"])


if __name__ == "__main__":
    main()
