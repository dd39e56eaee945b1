"""Tests of the job files of `rivals tournament --emit`: they are really run.

    python3 tests/job_files.py PROGRAM

GNU parallel plays its script, and is interrupted and run again. Slurm runs its array on a cluster
of one node, which the test starts (munged, slurmctld and slurmd as this user); a shard is killed
in the middle. The Kubernetes file is validated against the JSON schema of batch/v1 Job, as published
for two versions of Kubernetes (package kubernetes-validate); then the command of its container is
run. Every tournament must have the same bytes as one without shards.

What is not installed is skipped, unless RIVALS_REQUIRE_CLUSTERS is set.
"""

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv.pop(1) if len(sys.argv) > 1 else "target/debug/rivals").resolve()
GAME = ["tournament", "--game", "pig", "--games", "2000"]
LONG = ["tournament", "--game", "pig", "--games", "100000"]
REQUIRED = bool(os.environ.get("RIVALS_REQUIRE_CLUSTERS"))


def needs(*programs, module=None):
    missing = [name for name in programs if not shutil.which(name)]
    if module and not importlib.util.find_spec(module):
        missing.append(module)
    return unittest.skipIf(missing and not REQUIRED, f"not installed: {', '.join(missing)}")


def setUpModule():
    global place, singles
    place = Path(tempfile.mkdtemp(prefix="jobs-"))
    (place / "bin").mkdir()
    (place / "bin" / "rivals").symlink_to(PROGRAM)
    os.environ["PATH"] = f"{place / 'bin'}:/usr/sbin:{os.environ['PATH']}"
    singles = {}


def tearDownModule():
    shutil.rmtree(place, ignore_errors=True)


def results(folder):
    files = (file for file in folder.iterdir() if file.is_file())
    return {file.name: file.read_bytes() for file in files if file.name != "tournament.journal"}


def single(game):
    """The results of one machine without shards."""
    if game[-1] not in singles:
        out = place / f"single-{game[-1]}"
        subprocess.run([PROGRAM, *game, "--out", out, "--quiet"], check=True, cwd=place,
                       stdout=subprocess.DEVNULL)
        singles[game[-1]] = results(out)
    return singles[game[-1]]


def playing(mark=None):
    """The processes that play shards of these tests; with a mark, all that were started with it in
    their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark:
                shard = mark.encode() in folder.joinpath("environ").read_bytes().split(b"\0")
            else:
                here = Path(os.readlink(folder / "cwd")) == place
                shard = here and Path(os.readlink(folder / "exe")) == PROGRAM
            if shard:
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def kill(processes):
    """Kill processes; return whether there were any."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    return bool(processes)


def wait_for(what, seconds=120):
    until = time.monotonic() + seconds
    while not what():
        if time.monotonic() > until:
            raise AssertionError(f"this did not happen in {seconds} seconds")
        time.sleep(0.02)


def emit(kind, game, shards, out):
    done = subprocess.run([PROGRAM, *game, "--shards", str(shards), "--emit", kind, "--out", out],
                          check=True, capture_output=True, text=True, cwd=place)
    file = place / f"{out}.{kind}"
    file.write_text(done.stdout)
    return file


class JobFiles(unittest.TestCase):
    def test_list(self):
        file = emit("list", GAME, 5, "a list's")
        self.assertEqual(len(file.read_text().splitlines()), 6)
        subprocess.run(["sh", "-e", file], check=True, cwd=place, capture_output=True)
        self.assertEqual(results(place / "a list's"), single(GAME))

    @needs("parallel")
    def test_parallel(self):
        file = emit("parallel", LONG, 6, "parallel's")
        parts, mark = place / "parallel's" / "parts", f"JOB_FILES={place}"
        run = subprocess.Popen(["sh", file], cwd=place, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env=os.environ | dict([mark.split("=")]))
        wait_for(lambda: list(parts.glob("*/tournament.journal")))
        run.kill()
        run.wait()
        # GNU parallel and its shards outlive the script. Only they start further processes, so
        # that none is left, not even one about to start, when there is none to kill.
        wait_for(lambda: not kill(playing(mark)))
        self.assertFalse((parts.parent / "standings.csv").exists())
        again = subprocess.run(["sh", file], cwd=place, capture_output=True, text=True)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(results(parts.parent), single(LONG))

    @needs("munged", "slurmctld", "slurmd", "sbatch", "sinfo")
    def test_slurm(self):
        with Slurm(place / "slurm") as slurm:
            file = emit("slurm", LONG, 4, "slurm's")
            job = slurm.run("sbatch", "--parsable", file).strip()
            merge = file.read_text().split("--wrap ", 1)[1].splitlines()[0]
            options = re.search(r"sbatch (--dependency=.*--mem=\d+M) --wrap", file.read_text())[1]
            merged = f"job={job}; sbatch --parsable {options} --wrap {merge}"
            merge = slurm.run("sh", "-c", merged).strip()
            parts = place / "slurm's" / "parts"
            slurm.wait(lambda: list(parts.glob("*/tournament.journal")))
            # A shard is killed, as by a node that fails: Slurm plays it again.
            slurm.wait(lambda: kill(playing()[:1]))
            said = place / f"slurm-{merge}.out"

            def finished():
                # A job that is requeued waits for two minutes if nobody changes that.
                slurm.run("scontrol", "update", f"JobId={job}", "StartTime=now")
                return said.exists() and "Merged" in said.read_text()

            slurm.wait(finished)
            logs = "".join(log.read_text() for log in place.glob("rivals-pig-*.log"))
            self.assertEqual(results(place / "slurm's"), single(LONG), logs)
            self.cancelled_warned_and_failed(slurm)

    def cancelled_warned_and_failed(self, slurm):
        """`scancel` ends a job, the warning before the time limit requeues it, and a shard that
        fails leaves no merge waiting. The shards of these jobs are programs that sleep."""
        for name, ends in (("sleeps", "4"), ("refuses", "2"), ("dies", "-9")):
            last = 'kill -9 $$' if ends == "-9" else f"exit {ends}"
            program = place / name / "rivals"
            program.parent.mkdir()
            wait = "" if name != "sleeps" else (
                "trap 'kill $!; exit 4' TERM; sleep 300 & wait; ")
            program.write_text(f"#!/bin/sh\necho \"$*\" >> {place}/{name}.log\n{wait}{last}\n")
            program.chmod(0o755)
        file = emit("slurm", GAME, 1500, "many").read_text()
        # Slurm's default accepts tasks up to 1,000; each plays two shards.
        self.assertIn("#SBATCH --array=1-750\n", file)

        def submit(name, *more):
            script = place / f"{name}.sh"
            body = file.split("\n", 1)
            script.write_text(f"{body[0]}\n" + body[1].replace(
                "shards=1500", f"export PATH={place / name}:$PATH\nshards=1500").replace("< 5))", "< 2))"))
            return slurm.run("sbatch", "--parsable", "--array=1", *more, script).strip()

        def state(job):
            said = slurm.run("scontrol", "show", "job", job)
            found = re.search(r"JobState=(\S+).*Restarts=(\d+)", said, re.S)
            return found.groups() if found else ("", "")

        def release(job):
            # A node refuses a job in the second in which it ended there.
            time.sleep(2)
            slurm.run("scontrol", "update", f"JobId={job}", "StartTime=now")

        def played(name):
            log = place / f"{name}.log"
            return log.read_text().splitlines() if log.exists() else []

        # A warning as Slurm sends it, and then the user ends the job.
        job = submit("sleeps")
        slurm.wait(lambda: played("sleeps"))
        slurm.run("scancel", "--batch", "--signal=USR1", f"{job}_1")
        slurm.wait(lambda: state(job) == ("PENDING", "1"))
        release(job)
        slurm.wait(lambda: len(played("sleeps")) == 2)
        slurm.run("scancel", job)
        slurm.wait(lambda: state(job)[0] == "CANCELLED")
        time.sleep(1)
        self.assertEqual(state(job), ("CANCELLED", "1"))
        # A refused shard is not repeated, the task plays the other one, and the merge starts.
        job = submit("refuses")
        merge = slurm.run("sbatch", "--parsable", f"--dependency=afterany:{job}", "--mem=10M",
                          "--wrap", "true").strip()
        slurm.wait(lambda: state(merge)[0] == "COMPLETED")
        self.assertEqual(state(job), ("FAILED", "0"))
        self.assertEqual([line.split("--shard ")[1].split()[0] for line in played("refuses")],
                         ["1/1500", "751/1500"])
        # A killed shard is repeated as often as the file says (here twice), and no more.
        job = submit("dies")

        for times in ("1", "2"):
            slurm.wait(lambda: state(job) == ("PENDING", times))
            release(job)
        slurm.wait(lambda: state(job)[0] == "FAILED")
        time.sleep(1)
        self.assertEqual((state(job), len(played("dies"))), (("FAILED", "2"), 3))

    def test_paths_outside_of_the_volume(self):
        (place / "inner").mkdir()
        (place / "inner" / "league.toml").write_text(
            'game = "dragon-slayer"\nplayers = 2\ngames = 3\nseed = 1\n'
            f'agents = ["greedy", "hold-9"]\nrules = "{place}/rules.toml"\n')
        configs = Path(__file__).resolve().parent.parent / "configs"
        shutil.copy(configs / "dragon_slayer.toml", place / "rules.toml")

        def says(*more):
            done = subprocess.run(
                [PROGRAM, "tournament", "--games", "9", "--shards", "2", "--emit", "kubernetes",
                 *more], cwd=place / "inner", capture_output=True, text=True)
            return done.returncode, done.stdout, done.stderr.replace("\n", " ")

        for flag, path in (("--out", "/data/x"), ("--out", "../x"),
                           ("--rules", place / "rules.toml"),
                           ("--config", "league.toml"),
                           ("--claims", configs / "claims.toml"),
                           ("--personalities", configs / "personalities")):
            code, said, error = says(flag, path)
            self.assertEqual((code, said), (2, ""), error)
            self.assertIn("outside", error)
        code, said, error = says("--out", "league")
        self.assertEqual(code, 0, error)
        self.assertIn("--out league/parts/", said)

    @needs(module="kubernetes_validate")
    def test_kubernetes(self):
        import kubernetes_validate
        import yaml

        job = yaml.safe_load(emit("kubernetes", GAME, 3, "its own").read_text())
        self.assertEqual((job["apiVersion"], job["kind"]), ("batch/v1", "Job"))
        # The first version that has the limit of each index without being asked, and the last.
        for version in ("1.29", kubernetes_validate.latest_version()):
            kubernetes_validate.validate(job, version, strict=True)
            for wrong in ({"completion": 3}, {"completions": "three"}):
                with self.assertRaises(kubernetes_validate.ValidationError):
                    spec = job["spec"] | wrong
                    kubernetes_validate.validate(job | {"spec": spec}, version, strict=True)
        container = job["spec"]["template"]["spec"]["containers"][0]
        self.assertEqual(job["spec"]["completions"], 3)
        # The container's command, with the indices that Kubernetes gives.
        for index in range(3):
            subprocess.run([*container["command"]], check=True, cwd=place, capture_output=True,
                           env=os.environ | {"JOB_COMPLETION_INDEX": str(index)})
        merge = [line for line in (place / "its own.kubernetes").read_text().splitlines()
                 if "rivals merge" in line][0].lstrip("# ")
        subprocess.run(["sh", "-c", merge], check=True, cwd=place, capture_output=True)
        self.assertEqual(results(place / "its own"), single(GAME))


class Slurm:
    """A Slurm cluster of this machine alone, in a folder."""

    def __init__(self, folder):
        self.folder, self.running = folder, []
        for name in ("state", "spool"):
            (folder / name).mkdir(parents=True)
        user, host = os.environ.get("USER") or subprocess.getoutput("id -un"), socket.gethostname()
        ports = [free_port(), free_port()]
        (folder / "key").write_bytes(os.urandom(256))
        (folder / "key").chmod(0o600)
        (folder / "slurm.conf").write_text(
            f"ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser={user}\n"
            f"SlurmdUser={user}\nSlurmctldPort={ports[0]}\nSlurmdPort={ports[1]}\n"
            f"AuthType=auth/munge\nAuthInfo=socket={folder}/munge\nCryptoType=crypto/munge\n"
            f"StateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool\n"
            f"SlurmctldPidFile={folder}/ctld.pid\nSlurmdPidFile={folder}/d.pid\n"
            "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMailProg=/bin/true\n"
            "SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nReturnToService=2\n"
            "JobAcctGatherType=jobacct_gather/none\nSwitchType=switch/none\nMpiDefault=none\n"
            "SchedulerParameters=sched_interval=1,bf_interval=1\nMinJobAge=300\n"
            f"NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN\n"
            f"PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP\n")
        self.environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf")}

    def start(self, *command):
        with open(self.folder / f"{command[0]}.log", "w") as log:
            self.running.append(
                subprocess.Popen(command, env=self.environment, stdout=log, stderr=log))

    def __enter__(self):
        folder = self.folder
        self.start("munged", "--foreground", "--force", f"--socket={folder}/munge",
                   f"--key-file={folder}/key", f"--pid-file={folder}/munge.pid",
                   f"--log-file={folder}/munge.log", f"--seed-file={folder}/seed")
        self.wait(lambda: (folder / "munge").exists())
        self.start("slurmctld", "-D", "-i")
        self.start("slurmd", "-D")
        try:
            self.wait(lambda: "idle" in self.run("sinfo", "--noheader", "--format=%T"))
        except BaseException:
            for log in folder.glob("*.log"):
                print(f"--- {log.name}\n{log.read_text()[-2000:]}", file=sys.stderr)
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.running):
            process.terminate()
        for process in self.running:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()

    def run(self, *command):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True,
                              cwd=place)
        return done.stdout

    def wait(self, what, seconds=120):
        until = time.monotonic() + seconds
        while not what():
            if time.monotonic() > until:
                raise AssertionError("Slurm: this did not happen in time: "
                                     + self.run("squeue") + self.run("sinfo"))
            time.sleep(0.1)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


if __name__ == "__main__":
    unittest.main(verbosity=2)
