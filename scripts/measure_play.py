# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Measure how long a person waits at `rivals play`, on a pseudo-terminal of 120 by 40.

    uv run scripts/measure_play.py            (or python3)

Each row has the least of several runs, in milliseconds: from the start to the first question,
and from the key h to the hint, where h is pressed at once, or after the second that a person
needs to read the question. Opponents that move first take the pauses of the log before it.

The script writes results/benchmarks/play.csv (--out), with the machine's name and its load.
"""

import argparse
import csv
import fcntl
import os
import platform
import pty
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The game, and the opponents of a person in the first seat.
TABLES = [
    ("dragon-slayer", "daniel"),
    ("dragon-slayer", "abel,daniel,carla"),
    ("pig", "hold-20"),
    ("parchis", "greedy"),
]


def machine_name():
    cpuinfo = Path("/proc/cpuinfo")
    for line in cpuinfo.read_text().splitlines() if cpuinfo.exists() else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def waited(screen, pattern, seconds=30):
    """The milliseconds until the screen shows a pattern that was not there before."""
    begun, shown = time.perf_counter(), b""
    while time.perf_counter() < begun + seconds:
        if select.select([screen], [], [], 0.05)[0]:
            shown += os.read(screen, 1 << 16)
            if re.search(pattern, re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", shown)):
                return 1000 * (time.perf_counter() - begun)
    raise SystemExit(f"nothing was shown within {seconds} s")


def measured(rivals, game, opponents, pause):
    with tempfile.TemporaryDirectory() as data:
        process, screen = pty.fork()
        if process == 0:
            os.environ |= {"TERM": "xterm-256color", "RIVALS_DATA": data}
            os.execv(rivals, [rivals, "play", "--game", game, "--against", opponents,
                              "--seed", "1", "--no-save"])
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        try:
            question = waited(screen, rb"number ?(and|chooses)")
            time.sleep(pause)
            os.write(screen, b"h")
            return question, waited(screen, rb"Hint:")
        finally:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(screen)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rivals", help="the program; by default it is built")
    parser.add_argument("--runs", type=int, default=7, help="runs of each row")
    parser.add_argument("--machine", default=machine_name(), help="name of the machine in the CSV file")
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "benchmarks" / "play.csv")
    args = parser.parse_args()
    if not args.rivals:
        subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    rivals = args.rivals or str(ROOT / "target" / "release" / "rivals")
    rows = [["machine", "load", "game", "against", "question_ms", "hint_at_once_ms", "hint_ms"]]
    for game, opponents in TABLES:
        at_once = [measured(rivals, game, opponents, 0) for _ in range(args.runs)]
        later = [measured(rivals, game, opponents, 1) for _ in range(args.runs)]
        question = min(question for question, _ in at_once + later)
        hints = [min(hint for _, hint in runs) for runs in (at_once, later)]
        figures = [f"{ms:.0f}" for ms in (question, *hints)]
        rows.append([args.machine, f"{os.getloadavg()[0]:.1f}", game, opponents, *figures])
        print(*rows[-1])
    with open(args.out, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    main()
