# /// script
# requires-python = ">=3.10"
# dependencies = ["axelrod>=4.14", "numpy>=1.26", "open_spiel>=1.5"]
# ///
"""Measure how many games per second rivals, OpenSpiel and Axelrod play in tournaments.

    uv run scripts/compare_tournament.py      (or pip install axelrod open_spiel, and python3)

rivals plays Dragon Slayer as the whole process `rivals tournament`, with journal,
fingerprints, exact results and all files. The script plays two sizes and measures
their difference, which leaves out the preparation (solving the game, policy tables,
exact results). The default tournament is also measured as a whole process.

OpenSpiel plays Pig to 100: with its C++ bots, of which only the random ones can play
Pig, and with Python players that hold at 20 and 25, in its C++ loop and in its Python
loop. The same two players play the same game in the engine of rivals
(examples/pig_tournament.rs), on one core like OpenSpiel: `ratio_same_game`. In all of
them, the first seat's wins must agree with the exact win probability, or the script
fails.

Axelrod plays a round robin of 12 strategies with 200 turns per match, in one process
and in two, also as a difference of two sizes. The start of the two processes is
measured in a row of its own.

`ratio_dragon_slayer` divides the games per second of rivals at Dragon Slayer, on all
cores, by those of the other program. The games differ, so it is not a measure of speed.

The script writes results/benchmarks/tournament.csv (--out), with the machine's name and
its load before the first measurement.
"""

import argparse
import csv
import json
import os
import platform
import shutil
import statistics
import subprocess
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASE = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
STRATEGIES = [
    "Adaptive", "Alternator", "Cooperator", "Defector", "FirstByJoss", "FirstByTullock",
    "GTFT", "Grudger", "Random", "TitFor2Tats", "TitForTat", "WinStayLoseShift",
]
TURNS = 200  # turns per match, Axelrod's default
HOLD_AT = (20, 25)


def machine_name():
    cpuinfo = Path("/proc/cpuinfo")
    for line in cpuinfo.read_text().splitlines() if cpuinfo.exists() else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def timed(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def rivals_tournament(*arguments):
    """Return seconds and peak MB of the whole process, and the number of games it reports."""
    folder = tempfile.mkdtemp()
    command = [RELEASE / "rivals", "tournament", "--no-cache", "--quiet", "--out", folder, *map(str, arguments)]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    manifest = Path(folder, "manifest.json")
    games = 0
    if manifest.exists():
        entries = json.loads(manifest.read_text())["entries"]
        games = next(entry["tournament"]["games"] for entry in entries if entry["command"] == "tournament")
    shutil.rmtree(folder)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return seconds, usage.ru_maxrss / 1024, games


def rivals_pig(games, threads):
    command = [RELEASE / "examples" / "pig_tournament", str(games), str(threads)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def check_pig(name, wins, games, exact):
    """Check that the other program plays the same game."""
    error = (exact * (1 - exact) / games) ** 0.5
    if abs(wins / games - exact) > 5 * error:
        raise SystemExit(f"error: {name}: the first seat won {wins} of {games}, not {exact:.4f} of them")


def open_spiel_pig(games, how):
    """Return seconds, and the games that the first seat won."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import evaluate_bots

    class Hold(pyspiel.Bot):
        """Hold at this number of points at stake, or when holding wins."""

        def __init__(self, player, points):
            super().__init__()
            self.player, self.points = player, points

        def restart_at(self, state):
            pass

        def inform_action(self, state, player, action):
            pass

        def step(self, state):
            # Scores: 20 31, Turn total: 6
            words = str(state).replace(",", "").split()
            score, at_stake = int(words[1 + self.player]), int(words[5])
            return int(at_stake >= self.points or score + at_stake >= 100)

    game = pyspiel.load_game("pig", {"players": 2, "winscore": 100})
    if how == "random":
        bots = [pyspiel.make_uniform_random_bot(player, 2018 + player) for player in range(2)]
    else:
        bots = [Hold(player, points) for player, points in enumerate(HOLD_AT)]
    rng = np.random.default_rng(2018)
    wins = 0
    start = time.perf_counter()
    for seed in range(games):
        state = game.new_initial_state()
        if how == "python":
            returns = evaluate_bots.evaluate_bots(state, bots, rng)
        else:
            returns = pyspiel.evaluate_bots(state, bots, seed)
        wins += returns[0] > 0
    return time.perf_counter() - start, wins


def axelrod_matches(repetitions):
    return repetitions * len(STRATEGIES) * (len(STRATEGIES) + 1) // 2


def axelrod_round_robin(repetitions, processes):
    import axelrod

    players = [getattr(axelrod, name)() for name in STRATEGIES]
    tournament = axelrod.Tournament(players, turns=TURNS, repetitions=repetitions, seed=2018)
    return timed(lambda: tournament.play(processes=processes, progress_bar=False))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each measurement except Axelrod's two processes")
    parser.add_argument("--machine", default=machine_name(), help="name of the machine in the CSV file")
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "benchmarks" / "tournament.csv")
    args = parser.parse_args()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    subprocess.run(
        ["cargo", "build", "--release", "--quiet", "--bins", "--example", "pig_tournament"],
        cwd=ROOT, check=True,
    )
    load = os.getloadavg()[0]
    print(f"load before the first measurement: {load:.2f}\n", flush=True)

    ours = subprocess.run([RELEASE / "rivals", "--version"], capture_output=True, text=True).stdout.split()[1]
    rows = []

    def add(tool, version, what, cores, games, seconds, peak_mb=None, median=None):
        median = median or statistics.median(seconds)
        rows.append({
            "machine": args.machine,
            "load": f"{load:.2f}",
            "tool": tool,
            "version": version,
            "what": what,
            "cores": cores,
            "games": games,
            "seconds": f"{median:.4f}",
            "seconds_min": f"{min(seconds):.4f}",
            "seconds_max": f"{max(seconds):.4f}",
            "per_second": f"{games / median:.6g}",
            "peak_mb": f"{peak_mb:.0f}" if peak_mb else "",
            "ratio_same_game": "",
            "ratio_dragon_slayer": "",
        })
        print(f"{tool:9} {what:62} {cores:>2} {games:>10} games {median:9.3f} s {games / median:11.4g} per second", flush=True)
        return games / median

    def sustained(what, threads, sizes, *arguments):
        """Measure two sizes and add a row for their difference. Return its rate, and the
        games, seconds and peak MB of the smaller runs."""
        small, large, whole, played = [], [], [], {}
        for _ in range(args.rounds):
            for size, times in zip(sizes, (small, large)):
                seconds, peak, played[size] = rivals_tournament("--threads", threads, "--games", size, *arguments)
                times.append(seconds)
                if times is small:
                    whole.append(peak)
        games = played[sizes[1]] - played[sizes[0]]
        # A slow small run must not make a round look fast.
        median = statistics.median(large) - statistics.median(small)
        if median <= 0:
            raise SystemExit(f"error: {what}: more games took less time; the machine is too busy, try again")
        rounds = [b - a for a, b in zip(small, large)]
        rate = add("rivals", ours, what, threads, games, rounds, median=median)
        return rate, played[sizes[0]], small, max(whole)

    # rivals plays Dragon Slayer.
    dragon_slayer, played, small, peak = sustained(
        "Dragon Slayer, default roster, sustained", cores, (10_000, 30_000))
    add("rivals", ours, "Dragon Slayer, default tournament, whole process", cores,
        played, small, peak)
    sustained("Dragon Slayer, default roster, sustained", 1, (2_000, 12_000))
    for roster in ("hold-6,hold-12", "abel,carla"):
        what = "Dragon Slayer, " + roster.replace(",", " and ") + ", sustained"
        sustained(what, cores, (500_000, 4_000_000), "--roster", roster)

    # The same players play Pig in the engine of rivals and in OpenSpiel.
    pig = "Pig, hold-20 and hold-25"
    pig_rates = {}
    for threads in sorted({1, cores}):
        played = [rivals_pig(4_000_000 * threads, threads) for _ in range(args.rounds)]
        exact = played[0]["exact"]
        check_pig("rivals", played[0]["first_wins"], played[0]["first_games"], exact)
        pig_rates[threads] = add(
            "rivals", ours, f"{pig}, engine without journal", threads, played[0]["games"],
            [run["seconds"] for run in played])
    for how, what, games in (
        ("random", "Pig, random bots in C++", 20_000),
        ("cpp", f"{pig}, Python bots in its C++ loop", 4_000),
        ("python", f"{pig}, Python bots in its Python loop", 1_000),
    ):
        played = [open_spiel_pig(games, how) for _ in range(args.rounds)]
        if how != "random":
            check_pig(f"OpenSpiel, {what}", played[0][1], games, exact)
        rate = add("OpenSpiel", version("open_spiel"), what, 1, games, [seconds for seconds, _ in played])
        if how != "random":
            rows[-1]["ratio_same_game"] = f"{pig_rates[1] / rate:.4g}"

    # Axelrod. Loading the library takes seconds, which are not counted here.
    axelrod = version("axelrod")
    what = f"{len(STRATEGIES)} strategies, {TURNS} turns a match"
    axelrod_round_robin(1, None)
    small, large = 5, 25
    matches = axelrod_matches(large) - axelrod_matches(small)
    seconds = [
        -axelrod_round_robin(small, None) + axelrod_round_robin(large, None) for _ in range(args.rounds)
    ]
    add("Axelrod", axelrod, f"{what}, serial", 1, matches, seconds)
    # Each of its two processes loads the library again in every tournament.
    small, large = 5, 55
    start = axelrod_round_robin(small, 2)
    whole = axelrod_round_robin(large, 2)
    add("Axelrod", axelrod, f"{what}, 2 processes, with their start", 2, axelrod_matches(large), [whole])
    matches = axelrod_matches(large) - axelrod_matches(small)
    add("Axelrod", axelrod, f"{what}, 2 processes, sustained", 2, matches, [whole - start])

    for row in rows:
        if row["tool"] != "rivals":
            row["ratio_dragon_slayer"] = f"{dragon_slayer / float(row['per_second']):.4g}"

    print(f"\n{args.machine}, {cores} cores, median of {args.rounds} rounds (Axelrod's processes: one);"
          f" load {load:.2f} before, {os.getloadavg()[0]:.2f} after")
    print(f"{'tool':9} {'what':62} {'cores':>5} {'per second':>11}  rivals is faster by (same game; Dragon Slayer, another game)")
    for row in rows:
        print(f"{row['tool']:9} {row['what']:62} {row['cores']:>5} {float(row['per_second']):>11.4g}"
              f"  {row['ratio_same_game']:>6} {row['ratio_dragon_slayer']:>6}")
    print(
        "\nOnly the first ratio compares the same game between the same players, both on one core. The last"
        "\none is not a measure of speed: Dragon Slayer, Pig and the prisoner's dilemma are different games, a"
        f"\nmatch of Axelrod has {TURNS} turns, and rivals uses all cores. Random players of Pig need more moves"
        "\nthan players who hold. OpenSpiel's players decide in Python, because it has no such bots in C++."
    )
    print("\nRIVALS_DOCS=1 cargo test --test cli readme writes the table of docs/benchmarks.md again.")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
