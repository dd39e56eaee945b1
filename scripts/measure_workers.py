# /// script
# requires-python = ">=3.11"
# dependencies = ["ray>=2.50"]
# ///
"""Measure the time of a tournament on a Ray cluster against the number of workers.

    uv run scripts/measure_workers.py [--workers 1,2,4,8] [--seconds 60] [--shards-per-worker 2]
    uv run scripts/measure_workers.py --processor [--seconds 10] -- --game pig --games 2000000

Each worker is a simulated node with one CPU. So that more of them than the machine has cores do
not slow each other down, a shard sleeps for --seconds and then plays a small tournament of Pig:
what is measured is what Ray, the program's way to the node, the way back and the merge add.

`overhead` is the whole time, from the start of scripts/ray_tournament.py to the merged results,
less the time that the workers sleep, divided by the latter. `gap` is the mean time between two
shards on a worker, in seconds. The script adds its rows to results/benchmarks/workers.csv (--out),
with the machine's name and its load.

With --processor, it plays the tournament after `--` twice, on this machine alone and over the
workers, and compares the processor time of all processes: the cluster's start, the driver, the
workers, the merge. Other programs hardly change these figures. It prints them and writes no file.
"""

import argparse
import csv
import ctypes
import itertools
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ray.cluster_utils import Cluster

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = ["machine", "cores", "load", "workers", "shards", "shard_seconds", "seconds", "overhead",
           "gap"]


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
            f"{took / ideal - 1:.4f}", f"{gap(place / f'out-{workers}-{seconds}'):.2f}"]


def attempts(out):
    """The attempts that played a shard, by node and time."""
    with open(out / "parts" / "attempts.csv", newline="") as file:
        rows = (row for row in csv.DictReader(file) if row["ended"] == "played")
        return sorted(rows, key=lambda row: (row["node"], float(row["began"])))


def gap(out):
    """The mean time between two shards on a worker, in seconds."""
    rows = attempts(out)
    gaps = [float(after["began"]) - float(row["began"]) - float(row["seconds"])
            for row, after in itertools.pairwise(rows) if row["node"] == after["node"]]
    return sum(gaps) / len(gaps) if gaps else 0.0


def processor_time():
    """The processor time of all processes that this one started and that ended, in seconds."""
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.1)
        except ChildProcessError:
            break
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare(program, workers, shards, arguments, place):
    """Print the processor time of a tournament on this machine and over workers."""
    # Processes whose parent ends become children of this one, so that their time is known.
    if sys.platform != "linux":
        raise SystemExit("--processor needs Linux: run it there")
    ctypes.CDLL(None).prctl(36, 1)
    # Each run computes its policy tables.
    os.environ["RIVALS_CACHE"] = "off"
    start_time = processor_time()
    plain = [program, "tournament", *arguments, "--threads", "1", "--no-report", "--quiet"]
    subprocess.run([*plain, "--out", place / "plain"], check=True, stdout=subprocess.DEVNULL)
    alone = processor_time() - start_time
    cluster = start(workers)
    command = [sys.executable, ROOT / "scripts" / "ray_tournament.py", "--address", cluster.address,
               "--program", program, "--shards", str(shards), "--out", place / "ray", "--quiet"]
    subprocess.run([*command, "--", *arguments], check=True, stdout=subprocess.DEVNULL)
    cluster.shutdown()
    # Ray does not wait for its workers, which report their time themselves.
    cluster_time = processor_time() - start_time - alone
    shard_time = sum(float(row["processor_seconds"]) for row in attempts(place / "ray"))
    print(f"processor time: {alone:.1f} s alone; over {workers} workers in {shards} shards "
          f"{shard_time:.1f} s for the shards, with the start of the workers, and "
          f"{cluster_time:.1f} s for the cluster, the driver and the merge; gap between shards "
          f"{gap(place / 'ray'):.2f} s")
    with open(place / "plain" / "standings.csv", "rb") as one, \
            open(place / "ray" / "standings.csv", "rb") as other:
        assert one.read() == other.read(), "the results differ"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", default="1,2,4,8")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--shards-per-worker", type=int, default=2)
    parser.add_argument("--program", type=Path, default=ROOT / "target" / "release" / "rivals")
    parser.add_argument("--out", type=Path, default=ROOT / "results/benchmarks/workers.csv")
    parser.add_argument("--processor", action="store_true", help="compare processor times")
    parser.add_argument("arguments", nargs="*", metavar="-- ARGUMENT",
                        help="arguments of `rivals tournament`, for --processor")
    options = parser.parse_args()
    if options.processor:
        with tempfile.TemporaryDirectory() as place:
            for workers in map(int, options.workers.split(",")):
                folder = Path(place, str(workers))
                folder.mkdir()
                compare(options.program.resolve(), workers, workers * options.shards_per_worker,
                        options.arguments, folder)
        return
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
