# /// script
# requires-python = ">=3.11"
# dependencies = ["ray>=2.50"]
# ///
"""Play a tournament of rivals on a Ray cluster, one task per shard.

    uv run scripts/ray_tournament.py --shards 64 --out my-league -- --games 1e6
    (or: pip install ray, and python3 scripts/ray_tournament.py ...)

Options that are not listed below are those of `rivals tournament`, after `--` or before it.
Without --address, the cluster is that of RAY_ADDRESS, which `ray job submit` sets; without that,
Ray starts on this machine alone. `--address auto` uses the cluster that this machine belongs to, and
`--address local` this machine alone. The first line says which cluster plays. It needs neither
rivals nor a shared disk: the program, its configuration files, and those of the players of --roster
and --external travel with the job, each node checks the program's SHA-256, and the journals of the
shards come back through Ray. What runs a program of others, such as python3, is that of each node
and must be the same.

Each finished shard is written to OUT/parts at once, under a temporary name that is renamed. So a
part is whole or absent, and a driver that was killed goes on with --resume. OUT/parts/attempts.csv
lists all attempts that began, also those that were lost with a node or a worker, with their nodes
and times. The same seed gives the same bytes on every machine and at every attempt; at the end
`rivals merge` writes the same files to OUT as one machine would.

What is played again: a shard whose node or worker died, without limit; one that was interrupted
or killed (exit code 4 or a signal, also for want of memory), up to 5 times; one that hangs, on
another node if there is one, up to 5 times; one that met a node which cannot run the program or
write its results, on the other nodes. Such a node is left out for a minute, then for two, and so
on. A shard hangs if it takes longer than --shard-timeout, which is measured from its fellows if it
is not given; a single shard has none, and no limit. A shard that the program refuses (exit code 2)
is never repeated: it is named at the end, and the other parts are kept.

Exit codes: 0 done; 2 refused, or a shard failed; 3 the results contradict each other (`rivals
merge` says which); 4 interrupted. If the head of the cluster dies, Ray ends the driver after a
minute with exit code 1 and words of its own; start the head again and go on with --resume.
"""

import argparse
import csv
import ctypes
import errno
import fcntl
import hashlib
import importlib.util
import io
import json
import os
import re
import resource
import shlex
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zlib
from collections import deque
from pathlib import Path

# A worker that is killed takes the programs that it started with it. Ray reads this when a
# cluster starts; PR_SET_PDEATHSIG below does the same on clusters that were started without it.
os.environ.setdefault("RAY_kill_child_processes_on_worker_exit_with_raylet_subreaper", "true")
# A shard that takes more memory than a node has is not played for ever: ATTEMPTS counts.
os.environ.setdefault("RAY_task_oom_retries", "0")

ROOT = Path(__file__).resolve().parent.parent
ATTEMPTS = 5  # of a shard that is interrupted, killed or hangs
ATTEMPT = ("shard", "attempt", "node", "began", "seconds", "processor_seconds", "exit_code",
           "ended")
QUEUE = 1000  # shards that the cluster is asked for at a time
FELLOWS, SLOWER, LEAST = 3, 4, 60  # a shard hangs that takes 4 times its slowest of 3 fellows;
#                                    12 times the only one of which the time is known
LEFT_OUT = 60  # seconds for which a node is left out the first time; then twice as long
# Options of `rivals tournament` that this script gives itself, or that make no sense here.
OWN = {"--threads": "--cpus-per-shard", "-j": "--cpus-per-shard", "--shard": "--shards",
       "--emit": None, "--overwrite": "another folder with --out"}
PR_SET_PDEATHSIG = 1
USED = 0.0  # the processor time of earlier shards of a worker
RESULT = "standings.csv"
FILES = ("config", "personalities", "rules")  # options with files that the nodes need


class Refused(Exception):
    """Nothing can be played; the text says why, and what to do."""


# --- On the nodes -------------------------------------------------------------------------------

def own_folder():
    """Return this user's folder on this node, to which no other user can write."""
    base = Path(tempfile.gettempdir()) / f"rivals-{os.getuid()}"
    base.mkdir(mode=0o700, exist_ok=True)
    found = base.lstat()
    if found.st_uid != os.getuid() or not stat.S_ISDIR(found.st_mode) or found.st_mode & 0o077:
        raise PermissionError(errno.EPERM, "other users can write to this folder", str(base))
    return base


def sweep(base):
    """Remove the folders of workers that were killed, whose locks nobody holds, and programs that
    played no shard for a day."""
    for entry in base.iterdir():
        try:
            age = time.time() - entry.stat().st_mtime
            if not entry.is_dir():
                if age > 86_400:
                    entry.unlink()
            elif age > 60:  # a younger one may not have its lock yet
                with open(entry / "lock") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(entry, ignore_errors=True)
        except OSError:
            continue


def program_of(sent, digest, base):
    """Return the path of the program on this node, whose bytes have this SHA-256. Only a node
    that does not have it yet gets it from the object store."""
    import ray

    path = base / f"rivals-{digest[:16]}"
    if not path.exists() or sha256(path.read_bytes()) != digest:
        binary = ray.get(sent[0])
        if sha256(binary) != digest:
            raise OSError(errno.EIO, "the program arrived with another SHA-256")
        file = tempfile.NamedTemporaryFile(dir=base, delete=False)
        try:
            with file:
                file.write(binary)
            os.chmod(file.name, 0o700)
            os.replace(file.name, path)
        except OSError:
            os.unlink(file.name)
            raise
    os.utime(path)
    done = subprocess.run([path, "--version"], capture_output=True, text=True)
    if done.returncode != 0:
        raise OSError(f"exit code {done.returncode} of --version: {done.stderr.strip()}")
    return path


def die_with(parent):
    """End this process when the process `parent`, which has just started it, ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def play_here(sent, digest, inputs, folder, command):
    """Play a shard on this node; return its exit code, what it said, and its files."""
    base, parent, files = own_folder(), os.getpid(), {}
    sweep(base)
    program = program_of(sent, digest, base)
    with tempfile.TemporaryDirectory(prefix="shard-", dir=base) as place:
        with open(Path(place, "lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with tarfile.open(fileobj=io.BytesIO(inputs)) as packed:
                packed.extractall(Path(place, "files"), filter="data")
            here, part = Path(place, "files", folder), Path(place, "part")
            here.mkdir(parents=True, exist_ok=True)

            def run(*more):
                process = subprocess.Popen(
                    [program, *command, *more], cwd=here, preexec_fn=lambda: die_with(parent),
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                watcher = None
                if sys.platform != "linux":  # no prctl: this process's end closes the pipe
                    watcher = subprocess.Popen(
                        ["/bin/sh", "-c", 'read -r _; kill -9 "$0"', str(process.pid)],
                        stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
                said = process.communicate()[1].decode(errors="replace").strip()
                if watcher:  # before another process gets the number of the ended one
                    watcher.kill()
                    watcher.communicate()
                return process.returncode, said

            code, said = run("--out", part)
            # What the program does not refuse without writing, it could not write here.
            if code == 2 and run("--out", Path(place, "none"), "--dry-run")[0] != 2:
                raise OSError(said)
            if code in (0, 3):
                files = {file.name: zlib.compress(file.read_bytes(), 1) for file in part.iterdir()}
    return {"code": code, "said": said, "files": files}


def play_shard(*arguments):
    """Play a shard in an empty folder; yield where it began, and then how it ended, with its files
    if it was played."""
    import ray

    clock, began = time.time(), time.monotonic()
    here = {"node": ray.get_runtime_context().get_node_id(), "host": os.uname().nodename,
            "began": clock}
    yield here
    # Ray may ignore SIGCHLD, and a process whose children are not reported cannot wait for them.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        ended = play_here(*arguments)
    except OSError as error:
        ended = {"code": None, "said": f"cannot run the program here: {error}"}
    # Of the worker with all that it started; the first shard of a worker has its start as well.
    global USED
    parts = [resource.getrusage(of) for of in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    used = sum(part.ru_utime + part.ru_stime for part in parts)
    ended |= {"seconds": time.monotonic() - began, "processor": used - USED}
    USED = used
    yield ended | here


# --- On the driver ------------------------------------------------------------------------------

def sha256(data):
    return hashlib.sha256(data).hexdigest()


def words(options, *names):
    """Return these options as arguments of the program, if they were given."""
    found = []
    for name in names:
        value = getattr(options, name)
        if value:
            found += [f"--{name.replace('_', '-')}", *([] if value is True else [value])]
    return found


def players_in(names):
    """Return the paths of the players that are files or programs."""
    found = (re.fullmatch(r"cmd:(.+)|(.+?\.toml)(:.*)?", name) for name in names)
    return [player[1] or player[2] for player in found if player]


def named_files(options):
    """Yield the files that options name, and then those that these files name: what names it, the
    folder in which its path begins, and the path."""
    for path in players_in((options.roster or "").split(",")):
        yield "--roster", Path(), path
    for path in filter(None, (getattr(options, name) for name in (*FILES, "external"))):
        yield "", Path(), path
    for source in filter(None, (options.config, options.external)):
        base = Path(source).parent
        with open(source, "rb") as file:
            keys = tomllib.load(file)
        paths = [keys[key] for key in FILES if isinstance(keys.get(key), str)]
        for path in [*paths, *players_in(keys.get("agents", [])), "players"]:
            yield source, base, path
        for table in keys.get("external", []):
            (program, *arguments), folder = table["command"], base / table.get("folder", "")
            if "/" in program and not os.path.isabs(program):
                yield source, base, program
            for path in table.get("files", []):
                yield source, base, path
            for path in arguments:
                if not os.path.isabs(path) and (folder / path).is_file():
                    yield source, folder, path


def pack(options):
    """Return the files for the nodes as a tar file, and the current folder in it. Every file keeps
    its place relative to the current folder. The program has accepted the files."""
    here, paths = Path.cwd(), []
    for source, base, path in named_files(options):
        if source and os.path.isabs(path):
            raise Refused(f"{source} names {path}, an absolute path, which other machines do not "
                          f"have: write a path relative to {here / base}")
        paths.append(Path(os.path.abspath(base / path)))
    files = set((here / "configs").rglob("*.toml"))
    for path in paths:
        files |= set(path.rglob("*.toml")) if path.is_dir() else {path}
    root = os.path.commonpath([here, *(file.parent for file in files)])
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for file in sorted(files):
            if file.is_file():
                entry = tarfile.TarInfo(os.path.relpath(file, root))
                entry.size = file.stat().st_size
                entry.mode |= file.stat().st_mode & 0o111
                with open(file, "rb") as content:
                    tar.addfile(entry, content)
    return packed.getvalue(), os.path.relpath(here, root)


def output_of(program, *arguments):
    """Run the program here; it must succeed."""
    try:
        done = subprocess.run([program, *arguments], capture_output=True, text=True)
    except OSError as error:
        raise Refused(f"cannot run {program}: {error.strerror}; give a program with "
                      "--program") from None
    if done.returncode != 0:
        said = done.stderr.strip().removeprefix("error: ")
        raise Refused(said or f"{program} ended with {done.returncode}")
    return done.stdout


def program_here(options):
    if options.program:
        return Path(options.program).resolve()
    built = [ROOT / "target" / kind / "rivals" for kind in ("release", "debug")]
    for path in [shutil.which("rivals"), *built]:
        if path and Path(path).is_file():
            return Path(path).resolve()
    raise Refused("there is no program rivals: build it (cargo build --release) or give --program")


class Parts:
    """The folder OUT/parts: the shards that came back, and what the job is."""

    def __init__(self, out, resume):
        self.folder, self.job = out / "parts", None
        self.attempts, known = self.folder / "attempts.csv", self.folder / "job.json"
        # A run that ended before its first shard has left nothing.
        if any(self.folder.glob("[0-9]*")):
            if not resume:
                raise Refused(f"{self.folder} has parts of a tournament: add --resume to go on "
                              "with it, or choose another folder with --out")
            try:
                self.job = dict(json.loads(known.read_text()))
            except (OSError, ValueError, TypeError) as error:
                raise Refused(f"cannot read {known}: {error}; choose another folder with "
                              "--out") from None
        elif any((out / name).exists() for name in (RESULT, "tournament.journal")):
            raise Refused(f"{out} has results already: choose another folder with --out")

    def open(self, job):
        """Begin the job, or go on with it."""
        theirs = self.job or job
        changed = [f"{key} {theirs.get(key)} -> {job[key]}" for key in job
                   if key != "binary" and theirs.get(key) != job[key]]
        if changed:
            raise Refused(f"{self.folder} has parts of another tournament: {'; '.join(changed)}; "
                          "choose another folder with --out")
        if theirs.get("binary") != job["binary"]:
            note("the program for the nodes has another SHA-256 than the program that played the "
                 f"earlier parts: {theirs.get('binary')} -> {job['binary']}")
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = open(self.folder / "lock", "w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused(f"another run is writing to {self.folder}: wait for its end") from None
        self.job = job
        for torn in self.folder.glob(".*"):
            shutil.rmtree(torn) if torn.is_dir() else torn.unlink()
        if not self.attempts.exists():
            self.attempts.write_text(",".join(ATTEMPT) + "\n")
        write(self.folder / ".job", json.dumps(self.job, indent=1).encode())
        os.rename(self.folder / ".job", self.folder / "job.json")

    def path(self, shard):
        return self.folder / f"{shard:05}"

    def contradicted(self):
        """Return the shards whose results contradict each other, by the list of all attempts."""
        with open(self.attempts, newline="") as file:
            return sorted({row["shard"] for row in csv.DictReader(file) if row["exit_code"] == "3"})

    def seconds(self, cpus):
        """Return the times of the shards that were played, by the list of all attempts; at least
        what their work takes on this number of CPUs."""
        with open(self.attempts, newline="") as file:
            return [max(float(row["seconds"]), float(row["processor_seconds"]) / cpus)
                    for row in csv.DictReader(file) if row["ended"] == "played"]

    def log(self, shard, attempt, ended, how):
        """Add a row to the list of all attempts: where and when, in seconds since 1970, and how it
        ended. The processor time and the exit code of a lost attempt are not known."""
        times = [ended.get(key) for key in ("began", "seconds", "processor")]
        with open(self.attempts, "a", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(
                [shard, attempt, ended["node"],
                 *("" if time is None else f"{time:.3f}" for time in times), ended["code"], how])

    def keep(self, shard, files):
        """Write a part, whole or not at all."""
        torn = self.folder / f".{shard:05}"
        torn.mkdir()
        for name, data in files.items():
            write(torn / name, zlib.decompress(data))
        os.rename(torn, self.path(shard))


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


class Progress:
    """A line on standard error: the shards that are done, and the time left."""

    def __init__(self, shards, done, quiet):
        self.shards, self.done, self.quiet = shards, done, quiet
        self.began, self.seconds, self.shown = time.monotonic(), [], 0.0

    def left(self, slots, busy):
        """Return the seconds until the last shard: those not begun at the mean of those that were
        played, and what is left of those being played."""
        if not self.seconds or not slots:
            return None
        mean, now = sum(self.seconds) / len(self.seconds), time.monotonic()
        played = sum(min(now - attempt.since, mean) for attempt in busy)
        return (mean * (self.shards - self.done) - played) / slots

    def show(self, slots, busy, now=False):
        terminal = sys.stderr.isatty()
        if self.quiet or time.monotonic() - self.shown < (0.5 if terminal else 30) and not now:
            return
        self.shown = time.monotonic()
        left = self.left(slots, busy)
        times = f"{clock(time.monotonic() - self.began)}, {clock(left)} left"
        width = 24 * self.done // self.shards
        bar = f"[{'#' * width}{'.' * (24 - width)}]"
        line = f"{bar} {self.done} of {self.shards} shards, {slots} at a time, {times}"
        longest = min(busy, key=lambda attempt: attempt.since, default=None)
        if longest and (left is None or left < 1):
            line += (f"; shard {longest.shard} on {longest.place()} for "
                     f"{clock(time.monotonic() - longest.since)}")
        print(f"\r{line}\x1b[K" if terminal else line, end="" if terminal else "\n",
              file=sys.stderr, flush=True)


def note(text):
    print(f"{chr(13) + chr(27) + '[K' if sys.stderr.isatty() else ''}{text}", file=sys.stderr)


def clock(seconds):
    if seconds is None:
        return "unknown time"
    minutes, seconds = divmod(max(0, int(seconds + 0.5)), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def slots_of(need, broken):
    """Return the number of shards that the usable nodes play at a time."""
    import ray

    nodes = [node["Resources"] for node in ray.nodes()
             if node["Alive"] and node["NodeID"] not in broken]
    return sum(int(min(node.get(kind, 0) // need[kind] for kind in need)) for node in nodes)


class Attempt:
    """An attempt at a shard that the cluster was asked for. It is queued until `began` is set."""

    def __init__(self, shard, number=1, failures=0, avoid=""):
        self.shard, self.number, self.failures = shard, number, failures
        self.avoid = avoid  # the node where it hung
        self.began, self.node, self.host, self.since = None, "", "a node", None
        self.withdrawn = False  # from the queue, to be placed elsewhere

    def again(self, failed=False, avoid=""):
        begun = self.began is not None
        return Attempt(self.shard, self.number + begun, self.failures + failed, avoid)

    def place(self):
        return f"node {self.host} ({self.node[:8]})"


def shard_limit(given, seconds):
    """Return the seconds after which a shard is taken to hang, and where that is from; none while
    none of its fellows was played."""
    if given:
        return given, "the limit of --shard-timeout"
    if not seconds:
        return None
    slower = SLOWER * FELLOWS / min(len(seconds), FELLOWS)
    return (max(LEAST, slower * max(seconds)),
            f"{slower:.0f} times its slowest fellow, and at least {LEAST} s")


def play(parts, task, arguments, own, need, progress, given):
    """Play the shards that are missing; return why shards failed, by shard."""
    import ray
    from ray.exceptions import OutOfMemoryError, RayError, TaskCancelledError

    shards = parts.job["shards"]
    waiting = deque(
        Attempt(shard) for shard in range(1, shards + 1) if not parts.path(shard).exists())
    progress.seconds = parts.seconds(need["CPU"])
    if len(waiting) == 1 and not shard_limit(given, progress.seconds):
        note("no other shard tells how long this one may take: if it hangs, it is not ended, unless "
             "--shard-timeout says when")
    # By node that is left out: its host, what it said, until when, and for how long.
    running, broken, failed, waited, out = {}, {}, {}, False, set()

    def lost(attempt, code, how):
        now = time.time()
        ended = {"node": attempt.node, "code": code}
        if attempt.began:
            ended |= {"began": attempt.began, "seconds": now - attempt.began}
        parts.log(attempt.shard, attempt.number, ended, how)

    def repeat(attempt, code, said, avoid=""):
        if attempt.failures + 1 < ATTEMPTS:
            waiting.append(attempt.again(True, avoid))
            return
        failed[attempt.shard] = (f"exit code {code} on {attempt.host}, attempt {attempt.number}: "
                                 f"{said}" if code is not None else said)
        note(f"shard {attempt.shard}/{shards} failed: {failed[attempt.shard]}")

    while waiting or running:
        left_out = {node for node, (_, _, until, _) in broken.items() if time.monotonic() < until}
        if left_out != out:
            # What is queued was asked for with other nodes.
            for ref, attempt in running.items():
                if attempt.began is None and not attempt.withdrawn:
                    attempt.withdrawn = True
                    ray.cancel(ref)
            for node in out - left_out:
                note(f"node {broken[node][0]} ({node[:8]}) is tried again")
            out = left_out
        slots = slots_of(need, out)
        if not slots and out:
            reasons = "\n".join(f"  {broken[node][0]}: {broken[node][1]}" for node in out)
            raise Refused(f"no node of the cluster can run the program:\n{reasons}\n"
                          "mend them, start nodes of another kind, or give their program with "
                          "--binary; go on with --resume")
        if not slots and not waited:
            waited = True
            note(f"waiting for a node with {need['CPU']} CPUs and {need['memory'] / 1e9:.1f} GB")
        # The whole queue is asked for, so that a cluster that grows knows how far.
        while waiting and len(running) < max(QUEUE, 2 * slots):
            attempt = waiting.popleft()
            # A shard that hung goes to another node, if one can play it.
            avoid = out | ({attempt.avoid} if attempt.avoid else set())
            avoid = avoid if slots_of(need, avoid) else out
            others = {"ray.io/node-id": f"!in({','.join(sorted(avoid))})"} if avoid else {}
            command = [*parts.job["command"], "--shard", f"{attempt.shard}/{shards}", *own]
            placed = task.options(num_cpus=need["CPU"], memory=need["memory"], max_retries=0,
                                  num_returns="streaming", label_selector=others)
            running[placed.remote(*arguments, command)] = attempt
        playing = [attempt for attempt in running.values() if attempt.began is not None]
        progress.show(slots, playing)
        limit = shard_limit(given, progress.seconds)
        for ref, attempt in list(running.items()):
            if not limit or attempt.since is None or time.monotonic() - attempt.since < limit[0]:
                continue
            said = (f"it hangs: no end after {time.monotonic() - attempt.since:.0f} s on "
                    f"{attempt.place()}, which is more than {limit[0]:.0f} s, {limit[1]}")
            note(f"shard {attempt.shard}/{shards}, attempt {attempt.number}: {said}")
            ray.cancel(ref, force=True)
            del running[ref]
            lost(attempt, None, "hung")
            repeat(attempt, None, said, attempt.node)
        ready, _ = ray.wait(list(running), num_returns=1, timeout=0.5) if running else ([], [])
        for ref in ready:
            attempt = running[ref]
            shard = attempt.shard
            try:
                ended = ray.get(next(ref))
            except (TaskCancelledError, StopIteration):  # what is cancelled may just end
                del running[ref]
                if attempt.began is not None:
                    lost(attempt, None, "lost")
                waiting.appendleft(attempt.again())
                continue
            except OutOfMemoryError as error:
                del running[ref]
                lost(attempt, -1, "out of memory")
                repeat(attempt, -1, str(error).strip().partition("\n")[0])
                continue
            except RayError:  # the node or the worker died
                del running[ref]
                lost(attempt, None, "lost")
                waiting.append(attempt.again())
                continue
            if "code" not in ended:
                attempt.began, attempt.node = ended["began"], ended["node"]
                attempt.host, attempt.since = ended["host"], time.monotonic()
                continue
            del running[ref]
            code, said = ended["code"], ended["said"]
            how = {0: "played", 2: "refused", 3: "played", 4: "interrupted", None: "left out"}
            parts.log(shard, attempt.number, ended, how.get(code, "killed"))
            if code in (0, 3):
                broken.pop(attempt.node, None)
                parts.keep(shard, ended["files"])
                progress.done += 1
                progress.seconds.append(ended["seconds"])
                if code == 3:
                    note(f"shard {shard}/{shards}: the results contradict each other: {said}")
            elif code is None:
                if attempt.node not in out:
                    seconds = 2 * broken[attempt.node][3] if attempt.node in broken else LEFT_OUT
                    broken[attempt.node] = (attempt.host, said, time.monotonic() + seconds, seconds)
                    note(f"{attempt.place()} is left out: {said}; it is tried again in {seconds} s")
                waiting.appendleft(attempt.again())
            elif code == 4 or code < 0:
                repeat(attempt, code, said)
            else:
                failed[shard] = f"exit code {code} on {ended['host']}, attempt {attempt.number}: " \
                                f"{said}"
                note(f"shard {shard}/{shards} failed: {failed[shard]}")
    progress.show(0, [], now=True)
    if sys.stderr.isatty() and not progress.quiet:
        print(file=sys.stderr)
    return failed


def merge(options, program, parts):
    """Merge all parts into OUT, unless that was done; return the exit code."""
    shards = parts.job["shards"]
    arguments = ["--out", str(options.out), *words(
        options, *FILES, "no_built_in", "roster", "claims", "memory", "format", "no_report", "quiet")]
    marker = parts.folder / "merged"
    if marker.exists() and (options.out / RESULT).exists():
        for code in (0, 3):
            if marker.read_text() == json.dumps([code, *arguments]):
                print(f"nothing is left to do: {options.out} has the results of {shards} shards")
                return code
    folders = [parts.path(shard) for shard in range(1, shards + 1)]
    code = subprocess.run([program, "merge", *folders, *arguments]).returncode
    contradicted = parts.contradicted()
    if code == 0 and contradicted:
        print(f"error: the results of shards {', '.join(contradicted)} contradict each other",
              file=sys.stderr)
        code = 3
    if code in (0, 3):
        write(marker, json.dumps([code, *arguments]).encode())
    return code if code in (0, 3, 4) else 2


def run(options):
    if not importlib.util.find_spec("ray"):
        raise Refused("Ray is not installed: pip install ray, or start this script with uv run")
    address_of(options)
    program = program_here(options)
    for word in options.arguments:
        flag = word.partition("=")[0]
        if flag in OWN:
            use = f": use {OWN[flag]}" if OWN[flag] else ""
            raise Refused(f"{flag} is not an option of this script{use}")
    command = ["tournament", *words(
        options, "game", *FILES, "no_built_in", "roster", "external"), *options.arguments]
    own = ["--threads", str(options.cpus_per_shard), *words(options, "memory"), "--quiet",
           "--no-report"]
    parts = Parts(options.out, options.resume)
    shards = options.shards
    if parts.job and shards == "auto":
        shards = str(parts.job.get("shards"))
    # The program says at once, and here, what it would refuse on every node; and what shards need.
    script = output_of(program, *command, *own, *words(options, "claims"), "--shards", shards,
                       "--emit", "slurm")
    found = re.search(r"^#SBATCH --mem=(\d+)M$.*^shards=(\d+)$", script, re.M | re.S)
    if not found:
        raise Refused(f"{program} is not rivals of this version: give another with --program")
    megabytes, shards = map(int, found.groups())
    if options.dry_run:
        print(output_of(program, *command, *own[:-2], "--shards", str(shards), "--dry-run",
                        "--out", options.out), end="")
        return 0
    # Beside the program, a worker of Ray.
    need = {"CPU": options.cpus_per_shard, "memory": (megabytes + 64) << 20}
    try:
        sent = (Path(options.binary or program).read_bytes(), *pack(options))
    except (OSError, ValueError) as error:
        raise Refused(f"cannot read the files for the nodes: {error}") from None
    job = {"shards": shards, "command": command, "inputs": sha256(sent[1]),
           "program": output_of(program, "--version").strip(), "binary": sha256(sent[0])}
    parts.open(job)
    done = sum(parts.path(shard).exists() for shard in range(1, job["shards"] + 1))
    progress = Progress(job["shards"], done, options.quiet)
    if done and not options.quiet:
        note(f"{done} of {job['shards']} shards were played before")
    if done < job["shards"]:
        failed = on_cluster(options, parts, sent, own, need, progress)
        if failed:
            lines = "\n".join(f"  {shard}/{job['shards']}: {why}"
                              for shard, why in sorted(failed.items()))
            raise Refused(f"{len(failed)} of {job['shards']} shards failed:\n{lines}\n"
                          f"the other {job['shards'] - len(failed)} parts are kept in "
                          f"{parts.folder}; mend the cause, and play the missing shards with "
                          "--resume")
    return merge(options, program, parts)


def address_of(options):
    given = options.address or os.environ.get("RAY_ADDRESS") or "local"
    if given.startswith("http"):
        raise Refused(f"{given} is the address of a dashboard: submit this script with `ray job "
                      "submit`, or give the address of the head node with --address")
    return given


def on_cluster(options, parts, sent, own, need, progress):
    """Play the missing shards on the cluster, and leave it; return why shards failed."""
    # Ray takes a second to load: what is refused, is refused before.
    import ray

    given = address_of(options)
    source = "" if options.address or given == "local" else " (from RAY_ADDRESS)"
    address = re.fullmatch(r"\[?([^/]+?)\]?:(\d+)", given)
    if address:
        # Ray would try for ever.
        try:
            socket.create_connection((address[1], int(address[2])), timeout=10).close()
        except OSError as error:
            raise Refused(f"cannot reach the cluster at {given}{source}: {error}; give the "
                          "address of its head node, as `ray start --head` says it") from None
    try:
        try:
            ray.init(address=given, log_to_driver=False, logging_level="error",
                     include_dashboard=False if given == "local" else None)
            signal.signal(signal.SIGTERM, signal.default_int_handler)
        except Exception as error:  # Ray has no class for all that it raises here
            raise Refused(
                f"cannot use the cluster {given}{source}: {error}") from None
        nodes = sum(node["Alive"] for node in ray.nodes())
        where = "this machine alone" if given == "local" else f"the cluster {given}{source}"
        note(f"Ray plays on {where}: {nodes} node{'s'[:nodes != 1]}, "
             f"{ray.cluster_resources().get('CPU', 0):.0f} CPUs, "
             f"{slots_of(need, ())} shards at a time")
        if given == "local" and not slots_of(need, {}):
            has = [f"{of.get('CPU', 0):.0f} CPUs and {of.get('memory', 0) / 1e9:.1f} GB of memory"
                   for of in (ray.cluster_resources(), need)]
            raise Refused(f"this machine has {has[0]}; a shard needs {has[1]}: lower "
                          "--cpus-per-shard, or use a cluster with --address")
        binary, inputs, folder = sent
        arguments = ([ray.put(binary)], sha256(binary), ray.put(inputs), folder)
        return play(parts, ray.remote(play_shard), arguments, own, need, progress,
                    options.shard_timeout)
    finally:
        ray.shutdown()
        # Ray ignored it: the exit code of `rivals merge` would be lost.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False)
    for name in (*FILES, "external"):
        parser.add_argument(f"--{name}", metavar="PATH", type=os.path.relpath,
                            help="as of `rivals tournament`; it travels with the job")
    for name in ("claims", "memory", "format"):
        parser.add_argument(f"--{name}", metavar=name.upper(), help="as of `rivals merge`")
    for name in ("--no-built-in", "--no-report"):
        parser.add_argument(name, action="store_true", help="as of `rivals merge`")
    parser.add_argument("--game", metavar="GAME", help="the game to play")
    parser.add_argument("--roster", metavar="ID,...",
                        type=lambda ids: re.sub(r"\s*,\s*", ",", ids),
                        help="as of `rivals tournament`; files of players travel with the job")
    parser.add_argument("--shards", metavar="N|auto", default="auto",
                        help="number of shards; auto: some ten minutes each [default: auto]")
    parser.add_argument("--cpus-per-shard", metavar="K", type=int, default=1,
                        help="CPUs and threads of each shard [default: 1]")
    parser.add_argument("--address", metavar="ADDRESS",
                        help="the running cluster, such as auto or 10.0.0.1:6379; local: this "
                             "machine alone [default: RAY_ADDRESS, else local]")
    parser.add_argument("--shard-timeout", metavar="SECONDS", type=float,
                        help="play a shard again on another node after this time [default: "
                             f"{SLOWER} times its slowest fellow, and at least {LEAST}; "
                             f"{SLOWER * FELLOWS} times the first one, {SLOWER * FELLOWS // 2} "
                             "times after two; none before one was played]")
    parser.add_argument("--dry-run", action="store_true",
                        help="print what would be played; play and write nothing")
    parser.add_argument("-o", "--out", metavar="DIR", type=Path, required=True,
                        help="folder for the results; the parts are in DIR/parts")
    parser.add_argument("--resume", action="store_true", help="go on with the parts in the folder")
    parser.add_argument("--program", metavar="FILE",
                        help="rivals on this machine [default: that of PATH, or of target/]")
    parser.add_argument("--binary", metavar="FILE",
                        help="rivals for nodes of another kind [default: --program]")
    parser.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    options, options.arguments = parser.parse_known_args(
        [word for word in sys.argv[1:] if word != "--"])
    if options.cpus_per_shard < 1:
        parser.error("--cpus-per-shard: write a whole number from 1")
    if options.shard_timeout is not None and not options.shard_timeout > 0:
        parser.error("--shard-timeout: write a number of seconds above 0")
    try:
        return run(options)
    except Refused as refused:
        print(f"error: {refused}", file=sys.stderr)
        return 2
    except OSError as error:
        mend = "free disk space" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "mend this"
        print(f"error: cannot write to {error.filename or options.out}: {error.strerror or error}\n"
              f"all finished parts are kept; {mend}, and go on with --resume", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        runner = ["uv", "run"] if "UV" in os.environ else [sys.executable]
        given = [word for word in sys.argv[1:] if word != "--resume"]
        print("\ninterrupted; all finished parts are kept; go on with\n  "
              f"{shlex.join([*runner, sys.argv[0], '--resume', *given])}", file=sys.stderr)
        return 4


if __name__ == "__main__":
    sys.exit(main())
