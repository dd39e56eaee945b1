# /// script
# requires-python = ">=3.11"
# dependencies = ["ray>=2.50"]
# ///
"""Measure the time of a tournament on a Ray cluster against the number of workers.

    uv run scripts/measure_workers.py [--workers 1,2,4,8] [--seconds 60] [--shards-per-worker 2]

Each worker is a simulated node with one CPU. So that more of them than the machine has cores do
not slow each other down, a shard sleeps for --seconds and then plays a small tournament of Pig:
what is measured is what Ray, the program's way to the node, the way back and the merge add.

`overhead` is the whole time, from the start of scripts/ray_tournament.py to the merged results,
less the time that the workers sleep, divided by the latter. The script adds its rows to
results/benchmarks/workers.csv (--out), with the machine's name and its load.
"""

import argparse
import csv
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ray.cluster_utils import Cluster

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = ["machine", "cores", "load", "workers", "shards", "shard_seconds", "seconds", "overhead"]


def machine_name():
    cpuinfo = Path("/proc/cpuinfo")
    for line in cpuinfo.read_text().splitlines() if cpuinfo.exists() else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def start(workers):
    """Start a cluster; a busy machine may take longer than Ray waits for a node."""
    for attempt in range(5):
        try:
            cluster = Cluster(initialize_head=True, head_node_args={
                "num_cpus": 0, "object_store_memory": 100_000_000, "include_dashboard": False})
            for _ in range(workers):
                cluster.add_node(num_cpus=1, object_store_memory=100_000_000)
            return cluster
        except Exception as error:
            print(f"attempt {attempt + 1}: {error}", file=sys.stderr)
    raise SystemExit("the cluster did not start: the machine is too busy")


def measure(program, workers, shards, seconds, place):
    sleeper = place / f"sleeper-{workers}"
    sleeper.write_text(f'#!/bin/sh\ncase "$*" in *--shard*) sleep {seconds};; esac\n'
                       f'exec {program} "$@"\n')
    sleeper.chmod(0o755)
    cluster = start(workers)
    command = [sys.executable, ROOT / "scripts" / "ray_tournament.py", "--address", cluster.address,
               "--program", program, "--binary", sleeper, "--game", "pig", "--shards", str(shards),
               "--out", place / f"out-{workers}-{seconds}", "--", "--games", "2000"]
    load, began = os.getloadavg()[0], time.monotonic()
    subprocess.run(command, check=True, cwd=place, stdout=subprocess.DEVNULL)
    took = time.monotonic() - began
    cluster.shutdown()
    ideal = seconds * -(-shards // workers)
    return [machine_name(), os.cpu_count(), f"{load:.2f}", workers, shards, seconds, f"{took:.1f}",
            f"{took / ideal - 1:.4f}"]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", default="1,2,4,8")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--shards-per-worker", type=int, default=2)
    parser.add_argument("--program", type=Path, default=ROOT / "target" / "release" / "rivals")
    parser.add_argument("--out", type=Path, default=ROOT / "results/benchmarks/workers.csv")
    options = parser.parse_args()
    new = not options.out.exists()
    with tempfile.TemporaryDirectory() as place, open(options.out, "a", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        if new:
            rows.writerow(COLUMNS)
        for workers in map(int, options.workers.split(",")):
            shards = workers * options.shards_per_worker
            rows.writerow(measure(options.program.resolve(), workers, shards, options.seconds,
                                  Path(place)))
            file.flush()


if __name__ == "__main__":
    main()
