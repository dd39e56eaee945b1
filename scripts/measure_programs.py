"""Measure what a player that is a program of its own costs a game of Pig, beside the pipe alone.

    python3 scripts/measure_programs.py [--program target/release/rivals] [--games 4000]

The pipe alone is a program in C that sends a line as long as a question to a copy of itself, which
sends one as long as an answer back: the least that any program can take. `answer_us` is the mean
time of a decision in externals.csv; `game_us` is the time of a whole tournament for each decision
of the program, less that of the same games with the player built in. All run on one core, in one
run. The rows replace results/benchmarks/programs.csv (--out). Needs rustc, cc, c++ and python3.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure_games import ROOT, machine_name

AGENTS = ROOT / "examples" / "agents"
COLUMNS = ["machine", "cores", "load", "agent", "games", "decisions", "games_per_second",
           "answer_us", "game_us", "pipe_us", "over_pipe_us"]
QUESTION, ANSWER = 150, 30
ECHO = """
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static char line[4096];
static void get(int from, int length) {
    for (int had = 0; had < length;) had += read(from, line + had, length - had);
}
int main(void) {
    int there[2], back[2];
    if (pipe(there) || pipe(back)) return 1;
    memset(line, 'x', sizeof line);
    pid_t child = fork();
    if (!child) for (;;) { get(there[0], QUESTION); if (write(back[1], line, ANSWER) < 0) return 1; }
    struct timespec begun, ended;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (int i = 0; i < TRIPS; i++) {
        if (write(there[1], line, QUESTION) < 0) return 1;
        get(back[0], ANSWER);
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    printf("%f\\n", ((ended.tv_sec - begun.tv_sec) * 1e6 + (ended.tv_nsec - begun.tv_nsec) / 1e3) / TRIPS);
    return kill(child, SIGKILL);
}
"""


def compiled(place, name, *command):
    subprocess.run([*command, "-o", place / name], check=True, cwd=AGENTS)
    return [str(place / name)]


def tournament(program, place, games, agent):
    """The seconds of a tournament of hold-20 against an agent, and its row of externals.csv."""
    out = place / f"out-{agent}"
    command = [program, "tournament", "--game", "pig", "--roster", f"hold-19,{agent}", "--threads", "1",
               "--games", str(games // 2), "--no-report", "--quiet", "--out", out]
    if agent != "hold-20":
        command += ["--external", place / "bots.toml"]
    began = time.monotonic()
    subprocess.run(command, check=True, cwd=place, stdout=subprocess.DEVNULL)
    took = time.monotonic() - began
    rows = csv.DictReader((out / "externals.csv").open()) if agent != "hold-20" else [None]
    return took, next(iter(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/rivals")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--out", type=Path, default=ROOT / "results/benchmarks/programs.csv")
    args = parser.parse_args()
    os.sched_setaffinity(0, {0})
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        place, load = Path(folder), os.getloadavg()[0]
        sizes = [f"-D{name}={value}" for name, value in
                 [("QUESTION", QUESTION), ("ANSWER", ANSWER), ("TRIPS", 200_000)]]
        (place / "echo.c").write_text(ECHO)
        echo = compiled(place, "echo", "cc", "-O2", *sizes, str(place / "echo.c"))
        agents = {"rust": compiled(place, "hold-rs", "rustc", "-O", "hold.rs"),
                  "cpp": compiled(place, "hold-cpp", "c++", "-O2", "hold.cpp"),
                  "python": [sys.executable, str(AGENTS / "my_bot.py")]}
        (place / "bots.toml").write_text("".join(
            f"[[external]]\nid = {agent!r}\ncommand = {command}\n"
            for agent, command in agents.items()))
        pipe = float(subprocess.run(echo, check=True, capture_output=True, text=True).stdout)
        built_in, _ = tournament(args.program.resolve(), place, args.games, "hold-20")
        for agent in agents:
            took, row = tournament(args.program.resolve(), place, args.games, agent)
            games, decisions = int(row["games"]), int(row["decisions"])
            answer = 1e3 * float(row["mean_ms"])
            rows.append([machine_name(), os.cpu_count(), f"{load:.2f}", agent, games, decisions,
                         f"{games / took:.0f}", f"{answer:.1f}",
                         f"{(took - built_in) / decisions * 1e6:.1f}", f"{pipe:.1f}",
                         f"{answer - pipe:.1f}"])
            print(*rows[-1], sep=",")
    with args.out.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


if __name__ == "__main__":
    main()
