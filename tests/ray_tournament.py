"""Tests of scripts/ray_tournament.py on a real Ray cluster: a head and three nodes on this machine.

    python3 tests/ray_tournament.py PROGRAM

Nodes, workers and drivers are killed while a tournament of 24 shards is played; the results must
have the same bytes as those of one machine, and no process may be left. Nodes that cannot run the
program or write, a full disk and a shard that always fails must be named, and the rest kept.
"""

import csv
import os
import resource
import runpy
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from pathlib import Path
from unittest import mock

os.environ["RAY_kill_child_processes_on_worker_exit_with_raylet_subreaper"] = "true"
os.environ["RAY_DEDUP_LOGS"] = "0"

from ray.cluster_utils import Cluster  # noqa: E402

PROGRAM = Path(sys.argv.pop(1) if len(sys.argv) > 1 else "target/debug/rivals").resolve()
SCRIPT = Path(__file__).resolve().parent.parent / "scripts" / "ray_tournament.py"
SHARDS = 24
# The long ones are interrupted in the middle, also by a test that a busy machine delays.
LONG, SHORT = ["--games", "250000"], ["--games", "480"]
NODE = {"num_cpus": 1, "object_store_memory": 100_000_000}


def setUpModule():
    global cluster, place, single
    place = Path(tempfile.mkdtemp(prefix="ray-test-"))
    # The nodes have a folder of their own for the program, in which it is found by its path.
    os.environ["TMPDIR"] = tempfile.tempdir = str(place)
    head = {"num_cpus": 0, "object_store_memory": 100_000_000, "include_dashboard": False}
    # A busy machine may take longer than Ray waits for a node.
    for attempt in range(3):
        try:
            cluster = Cluster(initialize_head=True, head_node_args=head)
            for _ in range(3):
                cluster.add_node(**NODE)
            break
        except Exception:
            if attempt == 2:
                raise
            cluster = None
    single = {}
    for games in (LONG, SHORT):
        out = place / f"single-{games[1]}"
        subprocess.run([PROGRAM, "tournament", "--game", "pig", *games, "--out", out, "--quiet",
                        "--no-report"], check=True, stdout=subprocess.DEVNULL, cwd=place)
        single[games[1]] = results(out)


def tearDownModule():
    cluster.shutdown()
    shutil.rmtree(place, ignore_errors=True)


def results(folder):
    """The result files: all but the journal, the parts and the report, which the merge adds."""
    files = (file for file in folder.iterdir() if file.is_file())
    return {file.name: file.read_bytes() for file in files
            if file.name not in ("tournament.journal", "report.html")}


def command(out, games, *more, shards=SHARDS):
    return [sys.executable, SCRIPT, "--address", cluster.address, "--program", PROGRAM,
            "--game", "pig", "--shards", str(shards), "--out", out, "--quiet", *more, "--", *games]


def start(*arguments, **more):
    return subprocess.Popen(command(*arguments), cwd=place, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, **more)


def done(out):
    return len([part for part in out.glob("parts/*") if part.name.isdigit()])


def attempts(out):
    with open(out / "parts" / "attempts.csv", newline="") as file:
        return list(csv.DictReader(file))


def wait_for(what, seconds=180):
    until = time.monotonic() + seconds
    while not what():
        if time.monotonic() > until:
            raise AssertionError(f"this did not happen in {seconds} seconds")
        time.sleep(0.02)


def processes(kind):
    """The processes that play shards: workers of Ray, or programs started by them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if kind == "worker" and folder.joinpath("cmdline").read_bytes().startswith(
                    b"ray::play_shard"):
                found.append(int(folder.name))
            if kind == "program" and os.readlink(folder / "exe").startswith(str(place)):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


class Ray(unittest.TestCase):
    def same(self, out, games):
        self.assertEqual(results(out), single[games[1]])

    def none_left(self):
        wait_for(lambda: not processes("program"))

    def test_a_worker_and_a_node_are_killed(self):
        # Shards wait while there is a file `hold`, so that one is surely played where we kill.
        hold, held = place / "hold", place / "held"
        held.mkdir()
        holding = place / "holding"
        holding.write_text(f'#!/bin/sh\nif [ -e {hold} ]; then : >{held}/$$; fi\n'
                           f'while [ -e {hold} ]; do sleep 0.1; done\nexec {PROGRAM} "$@"\n')
        holding.chmod(0o755)
        out = place / "killed"
        driver = start(out, LONG, "--binary", holding)

        def wait_for_held(count):
            wait_for(lambda: len(list(held.iterdir())) >= count)
            time.sleep(3)  # the driver hears that they began

        wait_for(lambda: done(out) >= 2)
        hold.touch()
        wait_for_held(3)
        os.kill(processes("worker")[0], signal.SIGKILL)
        wait_for_held(4)
        cluster.remove_node(list(cluster.worker_nodes)[-1], allow_graceful=False)
        # A worker outlives its node for a moment, in which it would end its shard.
        wait_for(lambda: sum(row["ended"] == "lost" for row in attempts(out)) >= 2)
        hold.unlink()
        said = driver.communicate(timeout=300)[0]
        cluster.add_node(**NODE)
        self.assertEqual(driver.returncode, 0, said)
        self.same(out, LONG)
        self.none_left()
        # Every attempt that began is listed, also those that were lost.
        lost = [row for row in attempts(out) if row["ended"] == "lost" and row["node"]]
        self.assertGreaterEqual(len(lost), 2)
        played = {row["shard"]: row for row in attempts(out) if row["ended"] == "played"}
        self.assertEqual(len(played), SHARDS)
        for row in lost:
            self.assertEqual((row["exit_code"], row["processor_seconds"]), ("", ""))
            self.assertGreater(int(played[row["shard"]]["attempt"]), int(row["attempt"]))

    def test_a_shard_that_hangs(self):
        hanging = place / "hanging"
        hanging.write_text('#!/bin/sh\ncase "$*" in *"--shard 5/24"*)\n'
                           f'mkdir {place}/hung 2>/dev/null && sleep 600;; esac\n'
                           f'exec {PROGRAM} "$@"\n')
        hanging.chmod(0o755)
        out = place / "hangs"
        # The cluster is that of the environment, as in a job that was submitted.
        given = command(out, SHORT, "--binary", hanging, "--shard-timeout", "20")
        at = given.index("--address")
        del given[at:at + 2]
        done = subprocess.run(given, cwd=place, capture_output=True, text=True, timeout=300,
                              env=os.environ | {"RAY_ADDRESS": cluster.address})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"Ray plays on the cluster {cluster.address} (from RAY_ADDRESS): 4 nodes, "
                      "3 CPUs, 3 shards at a time", done.stderr)
        self.assertRegex(done.stderr, r"shard 5/24, attempt 1: it hangs: no end after \d+ s on "
                                      r"node \S+ \([0-9a-f]{8}\), which is more than 20 s")
        self.same(out, SHORT)
        rows = [row for row in attempts(out) if row["shard"] == "5"]
        self.assertEqual([row["ended"] for row in rows], ["hung", "played"])
        self.assertNotEqual(rows[0]["node"], rows[1]["node"])
        self.assertEqual(len({row["node"] for row in attempts(out)}), 3)
        self.none_left()

    def test_the_limit_of_a_shard_is_measured_from_its_fellows(self):
        limit = runpy.run_path(str(SCRIPT))["shard_limit"]
        self.assertIsNone(limit(None, []))
        self.assertEqual(limit(None, [100.0])[0], 1200.0)
        self.assertEqual(limit(None, [100.0, 80.0])[0], 600.0)
        self.assertEqual(limit(None, [50.0, 100.0, 60.0])[0], 400.0)
        self.assertEqual(limit(None, [0.1, 0.2, 0.1])[0], 60)
        self.assertEqual(limit(7.0, [])[0], 7.0)

    def test_without_prctl_a_shard_ends_with_its_worker(self):
        slow, said = place / "slow", place / "slow.pid"
        slow.write_text(f"#!/bin/sh\necho $$ >{said}.new\nmv {said}.new {said}\nexec sleep 600\n")
        slow.chmod(0o755)
        code = textwrap.dedent(f'''
            import io, runpy, sys, tarfile
            play = runpy.run_path({str(SCRIPT)!r})["play_here"]
            play.__globals__["program_of"] = lambda *_: {str(slow)!r}
            sys.platform = "darwin"
            empty = io.BytesIO()
            tarfile.open(fileobj=empty, mode="w").close()
            play(None, None, empty.getvalue(), ".", [])
        ''')
        with subprocess.Popen([sys.executable, "-c", code]) as worker:
            wait_for(said.exists)
            time.sleep(0.5)
            worker.kill()
        # One that nobody waits for has no command any more.
        command = Path("/proc", said.read_text().strip(), "cmdline")
        wait_for(lambda: not command.exists() or not command.read_bytes())

    def test_what_is_refused_or_only_said(self):
        def says(*more, games=SHORT, **environment):
            out = place / "nothing"
            done = subprocess.run([*command(out, games), *more], cwd=place, capture_output=True,
                                  text=True, env=os.environ | environment)
            self.assertFalse(out.exists())
            return done.returncode, done.stdout, done.stderr

        code, said, error = says("--dry-run")
        self.assertEqual(code, 0, error)
        self.assertIn("shards    24 of about", said)
        for word, use in (("--threads", "--cpus-per-shard"), ("--overwrite", "--out")):
            code, _, error = says(word)
            self.assertEqual(code, 2)
            self.assertIn(f"{word} is not an option of this script", error)
            self.assertIn(use, error)
        code, _, error = says("--address", "http://127.0.0.1:8265")
        self.assertEqual(code, 2)
        self.assertIn("ray job submit", error)

    def test_players_of_files_and_programs_travel(self):
        shutil.copy(SCRIPT.parent.parent / "configs/tic_tac_toe_sp/players/priority.toml",
                    place / "mine.toml")
        bot = place / "bot"
        bot.write_text(f'#!/bin/sh\nexec {PROGRAM} agent tic-tac-toe-sp win-block\n')
        bot.chmod(0o755)
        game, games = ["--game", "tic-tac-toe-sp"], ["--games", "24"]
        roster = ["--roster", "mine.toml, cmd:./bot,random"]
        alone, out = place / "players-alone", place / "players"
        subprocess.run([PROGRAM, "tournament", *game, *games, *roster, "--out", alone, "--quiet",
                        "--no-report"], check=True, stdout=subprocess.DEVNULL, cwd=place)
        subprocess.run(command(out, games, *game, *roster, shards=2), check=True, cwd=place)
        self.assertEqual(results(out)["pairings.csv"], results(alone)["pairings.csv"])

    def test_a_system_without_prctl(self):
        names = runpy.run_path(str(SCRIPT))
        with mock.patch.object(sys, "platform", "darwin"), \
                mock.patch.object(names["ctypes"], "CDLL", side_effect=AttributeError("prctl")):
            names["die_with"](os.getppid())

    def test_the_driver_is_killed_and_resumed(self):
        out = place / "driver"
        driver = start(out, LONG)
        wait_for(lambda: done(out) >= 4)
        driver.kill()
        driver.communicate()
        self.none_left()
        kept = done(out)
        self.assertLess(kept, SHARDS)
        again = subprocess.run(command(out, LONG), cwd=place, capture_output=True, text=True)
        self.assertEqual(again.returncode, 2)
        self.assertIn("add --resume", again.stderr)
        other = subprocess.run(command(out, SHORT, "--resume"), cwd=place, capture_output=True,
                               text=True)
        self.assertEqual(other.returncode, 2)
        self.assertIn(LONG[1], other.stderr)
        driver = start(out, LONG, "--resume")
        # Ctrl-C leaves everything resumable as well.
        wait_for(lambda: done(out) > kept)
        driver.send_signal(signal.SIGINT)
        said = driver.communicate(timeout=300)[0]
        self.assertEqual(driver.returncode, 4, said)
        self.assertIn("--resume", said)
        self.none_left()
        driver = start(out, LONG, "--resume")
        said = driver.communicate(timeout=300)[0]
        self.assertEqual(driver.returncode, 0, said)
        self.same(out, LONG)
        self.none_left()

    def test_nodes_that_cannot_run_the_program(self):
        other = bytearray(PROGRAM.read_bytes()[:4096])
        other[18:20] = (183).to_bytes(2, "little")  # the machine of the file: AArch64
        foreign = place / "aarch64"
        foreign.write_bytes(other)
        foreign.chmod(0o755)
        out = place / "foreign"
        driver = start(out, SHORT, "--binary", foreign)
        said = driver.communicate(timeout=300)[0]
        self.assertEqual(driver.returncode, 2, said)
        self.assertIn("no node of the cluster can run the program", said)
        self.assertIn("Exec format error", said)
        # On one node alone, and another cannot write: both are left out, and the others play
        # everything. A shard that reports a contradiction is merged like the others.
        either = place / "either"
        either.write_text(f'#!/bin/sh\n[ "$NODE" = other ] && exec {foreign} "$@"\n'
                          '[ "$NODE" = full ] && trap "" XFSZ && ulimit -f 0\n'
                          f'case "$*" in *"--shard 3/24"*) {PROGRAM} "$@" && exit 3;; esac\n'
                          f'exec {PROGRAM} "$@"\n')
        either.chmod(0o755)
        nodes = [cluster.add_node(**NODE, env_vars={"NODE": kind}) for kind in ("other", "full")]
        driver = start(out, SHORT, "--resume", "--binary", either)
        said = driver.communicate(timeout=300)[0]
        for node in nodes:
            cluster.remove_node(node, allow_graceful=True)
        self.assertEqual(driver.returncode, 3, said)
        self.assertIn("the results of shards 3 contradict each other", said)
        self.assertRegex(said, "is left out: cannot run the program here: .*Exec format error")
        self.assertRegex(said, "is left out: cannot run the program here: .*cannot create")
        self.same(out, SHORT)

    def test_a_shard_that_always_fails_and_a_full_disk(self):
        failing = place / "failing"
        failing.write_text('#!/bin/sh\ncase "$*" in *"--shard 7/24"*) echo "no luck" >&2; exit 2;;\n'
                           f'*"--shard 9/24"*) kill -9 $$;; esac\nexec {PROGRAM} "$@"\n')
        failing.chmod(0o755)
        out = place / "failed"
        driver = start(out, SHORT, "--binary", failing)
        said = driver.communicate(timeout=300)[0]
        self.assertEqual(driver.returncode, 2, said)
        self.assertIn("2 of 24 shards failed", said)
        self.assertRegex(said, r"7/24: exit code 2 on .*, attempt 1: no luck")
        self.assertRegex(said, r"9/24: exit code -9 on .*, attempt 5")
        self.assertEqual(done(out), SHARDS - 2)
        # The same folder on a full disk: no file of the driver grows beyond 4 kB.
        def full():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        driver = start(out, SHORT, "--resume", preexec_fn=full)
        said = driver.communicate(timeout=300)[0]
        self.assertEqual(driver.returncode, 2, said)
        self.assertIn("cannot write to", said)
        self.assertIn("--resume", said)
        self.assertEqual(done(out), SHARDS - 2)
        self.none_left()
        # The exit code of the merge is the driver's, which Ray would hide.
        merging = place / "merging"
        merging.write_text(f'#!/bin/sh\n[ "$1" = merge ] && exit 3\nexec {PROGRAM} "$@"\n')
        merging.chmod(0o755)
        driver = start(out, SHORT, "--resume", "--program", merging)
        said = driver.communicate(timeout=300)[0]
        self.assertEqual(driver.returncode, 3, said)
        self.assertEqual(done(out), SHARDS)
        for expected in ("Merged 24 shards", "nothing is left to do"):
            driver = start(out, SHORT, "--resume")
            said = driver.communicate(timeout=300)[0]
            self.assertEqual(driver.returncode, 0, said)
            self.assertIn(expected, said)
            self.same(out, SHORT)

    def test_a_folder_of_another_user(self):
        node = place / "node"
        (node / f"rivals-{os.getuid()}").mkdir(parents=True)
        (node / f"rivals-{os.getuid()}").chmod(0o777)
        with mock.patch.object(tempfile, "tempdir", str(node)):
            with self.assertRaisesRegex(PermissionError, "other users can write"):
                runpy.run_path(str(SCRIPT))["own_folder"]()


if __name__ == "__main__":
    unittest.main(verbosity=2)
