# /// script
# requires-python = ">=3.11"
# dependencies = ["ray>=2.50"]
# ///
"""Play a tournament of rivals on a Ray cluster, one task per shard.

    uv run scripts/ray_tournament.py --shards 64 --out my-league -- --games 1e6
    (or: pip install ray, and python3 scripts/ray_tournament.py ...)

Arguments after `--` are those of `rivals tournament`. Without --address, Ray starts on this
machine; `--address auto` uses the cluster that this machine belongs to. The cluster needs
neither rivals nor a shared disk: the program and its configuration files travel with the job,
each node checks the program's SHA-256, and the journals of the shards come back through Ray.

Each finished shard is written to OUT/parts at once, under a temporary name that is renamed. So a
part is whole or absent, and a driver that was killed goes on with --resume. OUT/parts/attempts.csv
lists all attempts, with their nodes and times. The same seed gives
the same bytes on every machine and at every attempt; at the end `rivals merge` writes the same
files to OUT as one machine would.

What is played again: a shard whose node or worker died, without limit; one that was interrupted
or killed (exit code 4 or a signal), up to 5 times; one that met a node which cannot run the
program, on the other nodes. A shard that the program refuses (exit code 2) is never repeated: it
is named at the end, and the other parts are kept.

Exit codes: 0 done; 2 refused, or a shard failed; 3 the results contradict each other (`rivals
merge` says which); 4 interrupted.
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
import shutil
import signal
import socket
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
# A shard that takes more memory than a node has is not played for ever.
os.environ.setdefault("RAY_task_oom_retries", "5")

ROOT = Path(__file__).resolve().parent.parent
ATTEMPTS = 5  # of a shard that is interrupted, or that a node's troubles keep from being played
PR_SET_PDEATHSIG = 1
USED = 0.0  # the processor time of earlier shards of a worker


class Refused(Exception):
    """Nothing can be played; the text says why, and what to do."""


# --- On the nodes -------------------------------------------------------------------------------

def program_of(sent, digest, base):
    """Return the path of the program on this node, whose bytes have this SHA-256. Only a node
    that does not have it yet gets it from the object store."""
    import ray

    path = base / f"rivals-{digest[:16]}"
    if not path.exists() or sha256(path.read_bytes()) != digest:
        binary = ray.get(sent[0])
        if sha256(binary) != digest:
            raise OSError(errno.EIO, "the program arrived with another SHA-256")
        with tempfile.NamedTemporaryFile(dir=base, delete=False) as file:
            file.write(binary)
        os.chmod(file.name, 0o700)
        os.replace(file.name, path)
    subprocess.run([path, "--version"], check=True, capture_output=True)
    return path


def sweep(base):
    """Remove the folders of workers that were killed: nobody holds their locks."""
    for folder in base.glob("shard-*"):
        try:
            with open(folder / "lock") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


def play_shard(sent, digest, inputs, folder, command):
    """Play a shard in an empty folder; return how it ended, and its files if it was played."""
    import ray

    clock, began = time.time(), time.monotonic()
    # Ray may ignore SIGCHLD, and a process whose children are not reported cannot wait for them.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    context = ray.get_runtime_context()
    ended = {"node": context.get_node_id(), "host": os.uname().nodename, "files": {},
             "began": clock, "seconds": 0.0, "processor": 0.0}
    base = Path(tempfile.gettempdir()) / f"rivals-{os.getuid()}"
    base.mkdir(mode=0o700, exist_ok=True)
    sweep(base)
    try:
        program = program_of(sent, digest, base)
    except (OSError, subprocess.CalledProcessError) as error:
        return ended | {"code": None, "said": f"cannot run the program here: {error}"}
    parent = os.getpid()

    def die_with_worker():
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    with tempfile.TemporaryDirectory(prefix="shard-", dir=base) as place:
        with open(Path(place, "lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with tarfile.open(fileobj=io.BytesIO(inputs)) as files:
                files.extractall(Path(place, "files"), filter="data")
            here, part = Path(place, "files", folder), Path(place, "part")
            here.mkdir(parents=True, exist_ok=True)
            process = subprocess.Popen(
                [program, *command, "--out", part], cwd=here, preexec_fn=die_with_worker,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            )
            said = process.communicate()[1].decode(errors="replace").strip()
            if process.returncode in (0, 3):
                read = {file.name: zlib.compress(file.read_bytes(), 1) for file in part.iterdir()}
                ended["files"] = read
    # Of the worker with all that it started; the first shard of a worker has its start as well.
    global USED
    parts = [resource.getrusage(of) for of in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    used = sum(part.ru_utime + part.ru_stime for part in parts)
    ended |= {"seconds": time.monotonic() - began, "processor": used - USED}
    USED = used
    return ended | {"code": process.returncode, "said": said}


# --- On the driver ------------------------------------------------------------------------------

def sha256(data):
    return hashlib.sha256(data).hexdigest()


def pack(options):
    """Return the configuration files as a tar file, the current folder in it, and their names as
    arguments. Every file keeps its place relative to the current folder."""
    here = Path.cwd()
    files = set((here / "configs").rglob("*.toml"))
    arguments = []
    for name in ("config", "personalities", "rules"):
        given = getattr(options, name)
        if given is None:
            continue
        path = Path(os.path.abspath(given))
        if not path.exists():
            raise Refused(f"cannot find {given}: give an existing --{name}")
        files |= set(path.rglob("*.toml")) if path.is_dir() else {path}
        arguments += [f"--{name}", os.path.relpath(path, here)]
        if name != "config":
            continue
        with open(path, "rb") as file:
            keys = tomllib.load(file)
        for key in ("personalities", "rules"):
            named = keys.get(key)
            if isinstance(named, str):
                if os.path.isabs(named):
                    raise Refused(
                        f"{given}: {key} = {named!r} is an absolute path, which other machines do "
                        f"not have: write a path relative to {path.parent}")
                other = Path(os.path.abspath(path.parent / named))
                files |= set(other.rglob("*.toml")) if other.is_dir() else {other}
    root = os.path.commonpath([here, *(file.parent for file in files)])
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for file in sorted(files):
            if file.is_file():
                entry = tarfile.TarInfo(os.path.relpath(file, root))
                entry.size = file.stat().st_size
                with open(file, "rb") as content:
                    tar.addfile(entry, content)
    return packed.getvalue(), os.path.relpath(here, root), arguments


def output_of(program, *arguments):
    """Run the program here; it must succeed."""
    try:
        done = subprocess.run([program, *arguments], capture_output=True, text=True)
    except OSError as error:
        raise Refused(f"cannot run {program}: {error}; give a program with --program") from None
    if done.returncode != 0:
        said = done.stderr.strip().removeprefix("error: ")
        raise Refused(said or f"{program} ended with {done.returncode}")
    return done.stdout


def program_here(options):
    built = [ROOT / "target" / kind / "rivals" for kind in ("release", "debug")]
    for path in [options.program] if options.program else [shutil.which("rivals"), *built]:
        if path and Path(path).is_file():
            return Path(path).resolve()
    raise Refused("there is no program rivals: build it (cargo build --release) or give --program")


class Parts:
    """The folder OUT/parts: the shards that came back, and what the job is."""

    def __init__(self, out, job, resume):
        self.folder = out / "parts"
        known = self.folder / "job.json"
        # A run that ended before its first shard, as without a cluster, has left nothing.
        if known.exists() and (resume or any(self.folder.glob("[0-9]*"))):
            theirs = json.loads(known.read_text())
            if not resume:
                raise Refused(f"{self.folder} has parts of a tournament: add --resume to go on "
                              "with it, or choose another folder with --out")
            job["shards"] = job["shards"] or theirs["shards"]
            changed = [f"{key} {theirs[key]} -> {job[key]}" for key in theirs
                       if job.get(key) != theirs[key]]
            if changed:
                raise Refused(f"{self.folder} has parts of another tournament: "
                              f"{'; '.join(changed)}; choose another folder with --out")
        self.job = job

    def open(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = open(self.folder / "lock", "w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused(f"another run is writing to {self.folder}: wait for its end") from None
        for torn in self.folder.glob(".*"):
            shutil.rmtree(torn) if torn.is_dir() else torn.unlink()
        write(self.folder / ".job", json.dumps(self.job, indent=1).encode())
        os.rename(self.folder / ".job", self.folder / "job.json")

    def path(self, shard):
        return self.folder / f"{shard:05}"

    def log(self, shard, attempt, ended):
        """Add a row to the list of all attempts: where and when, in seconds since 1970."""
        path = self.folder / "attempts.csv"
        new = not path.exists()
        with open(path, "a", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            if new:
                rows.writerow(["shard", "attempt", "node", "began", "seconds", "processor_seconds",
                               "exit_code"])
            rows.writerow([shard, attempt, ended["node"], f"{ended['began']:.3f}",
                           f"{ended['seconds']:.3f}", f"{ended['processor']:.3f}", ended["code"]])

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
        self.shards, self.before, self.done, self.quiet = shards, done, done, quiet
        self.began, self.seconds, self.shown = time.monotonic(), [], 0.0

    def left(self, slots, busy):
        """Return the seconds until the last shard: those not begun at the mean of those that were
        played, and what is left of those being played."""
        if not self.seconds or not slots:
            return None
        mean, now = sum(self.seconds) / len(self.seconds), time.monotonic()
        played = sum(min(now - since, mean) for since in busy)
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
        print(f"\r{line}\x1b[K" if terminal else line, end="" if terminal else "\n",
              file=sys.stderr, flush=True)

    def note(self, text):
        print(f"{chr(13) + chr(27) + '[K' if sys.stderr.isatty() else ''}{text}", file=sys.stderr)


def clock(seconds):
    if seconds is None:
        return "unknown time"
    minutes, seconds = divmod(max(0, int(seconds + 0.5)), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def slots_of(cpus, broken):
    """Return the number of shards that the usable nodes play at a time, and the usable nodes."""
    import ray

    nodes = [node for node in ray.nodes() if node["Alive"] and node["NodeID"] not in broken]
    usable = [node for node in nodes if node["Resources"].get("CPU", 0) >= cpus]
    return sum(int(node["Resources"]["CPU"] // cpus) for node in usable), usable


def play(options, parts, task, arguments, progress):
    """Play the shards that are missing; return why shards failed, by shard."""
    import ray
    from ray.exceptions import RayTaskError

    shards, cpus = parts.job["shards"], options.cpus_per_shard
    waiting = deque((shard, 1) for shard in range(1, shards + 1) if not parts.path(shard).exists())
    running, broken, failed, waited = {}, {}, {}, False
    while waiting or running:
        slots, usable = slots_of(cpus, broken)
        if not usable and broken:
            reasons = "\n".join(f"  {host}: {said}" for host, said in broken.values())
            raise Refused(f"no node of the cluster can run the program:\n{reasons}\n"
                          "start nodes of another kind, or give their program with --binary")
        if not usable and not waited:
            waited = True
            progress.note(f"waiting for a node with {cpus} free CPUs")
        # One more than the cluster plays at a time per slot: no slot waits for the driver, and a
        # thousand waiting shards cost nothing.
        while waiting and len(running) < 2 * max(slots, 1):
            shard, attempt = waiting.popleft()
            others = {"ray.io/node-id": f"!in({','.join(broken)})"} if broken else {}
            command = [*parts.job["command"], "--shard", f"{shard}/{shards}",
                       "--threads", str(cpus), "--quiet", "--no-report"]
            placed = task.options(num_cpus=cpus, max_retries=-1, label_selector=others)
            running[placed.remote(*arguments, command)] = [shard, attempt, None]
        # The cluster plays the first `slots` of them; the others wait there.
        playing = list(running.values())[:slots]
        for entry in playing:
            entry[2] = entry[2] or time.monotonic()
        progress.show(slots, [since for _, _, since in playing])
        ready, _ = ray.wait(list(running), num_returns=1, timeout=0.5)
        for ref in ready:
            shard, attempt, _ = running.pop(ref)
            try:
                ended = ray.get(ref)
            except RayTaskError as error:
                ended = {"code": -1, "said": str(error.cause or error), "host": "a node",
                         "node": "", "began": time.time(), "seconds": 0.0, "processor": 0.0}
            parts.log(shard, attempt, ended)
            code, said = ended["code"], ended["said"]
            if code in (0, 3):
                parts.keep(shard, ended["files"])
                progress.done += 1
                progress.seconds.append(ended["seconds"])
                if code == 3:
                    failed[shard] = f"the results contradict each other: {said}"
            elif code is None:
                if ended["node"] not in broken:
                    broken[ended["node"]] = (ended["host"], said)
                    progress.note(f"node {ended['host']} ({ended['node'][:8]}) is left out: {said}")
                waiting.appendleft((shard, attempt))
            elif (code == 4 or code < 0) and attempt < ATTEMPTS:
                waiting.append((shard, attempt + 1))
            else:
                failed[shard] = f"exit code {code} on {ended['host']}, attempt {attempt}: {said}"
                progress.note(f"shard {shard}/{shards} failed: {failed[shard]}")
    progress.show(0, [], now=True)
    if sys.stderr.isatty() and not options.quiet:
        print(file=sys.stderr)
    return failed


def merge(options, program, parts, arguments):
    """Merge all parts into OUT; return the exit code."""
    folders = [parts.path(shard) for shard in range(1, parts.job["shards"] + 1)]
    quiet = ["--quiet"] if options.quiet else []
    done = subprocess.run([program, "merge", *folders, "--out", options.out, *arguments, *quiet])
    return done.returncode


def run(options):
    if not importlib.util.find_spec("ray"):
        raise Refused("Ray is not installed: pip install ray, or start this script with uv run")
    program = program_here(options)
    if options.binary and not Path(options.binary).is_file():
        raise Refused(f"cannot find {options.binary}: give an existing program with --binary")
    binary = Path(options.binary or program).read_bytes()
    inputs, folder, arguments = pack(options)
    game = ["--game", options.game] if options.game else []
    command = ["tournament", *game, *arguments, *options.arguments]
    # The program says at once, and here, what it would refuse on every node.
    output_of(program, *command, "--dry-run", "--out", options.out / "unused")
    shards = None
    if options.shards != "auto":
        if not options.shards.isdigit() or not 1 <= int(options.shards) <= 10_000:
            raise Refused(f"--shards {options.shards}: write a number from 1 to 10000, or auto")
        shards = int(options.shards)
    job = {"shards": shards, "command": command, "inputs": sha256(inputs),
           "program": output_of(program, "--version").strip()}
    parts = Parts(options.out, job, options.resume)
    if job["shards"] is None:
        listed = output_of(program, *command, "--shards", "auto", "--emit", "list")
        job["shards"] = sum("--shard " in line for line in listed.splitlines())
    parts.open()
    done = sum(parts.path(shard).exists() for shard in range(1, job["shards"] + 1))
    progress = Progress(job["shards"], done, options.quiet)
    if done and not options.quiet:
        progress.note(f"{done} of {job['shards']} shards were played before")
    if done < job["shards"]:
        failed = on_cluster(options, parts, binary, inputs, folder, progress)
        if failed:
            lines = "\n".join(f"  {shard}/{job['shards']}: {why}"
                              for shard, why in sorted(failed.items()))
            kept = sum(parts.path(shard).exists() for shard in range(1, job["shards"] + 1))
            raise Refused(f"{len(failed)} of {job['shards']} shards failed:\n{lines}\n"
                          f"the other {kept} parts are kept in {parts.folder}; mend the cause, and "
                          "play the missing shards with --resume")
    return merge(options, program, parts, arguments)


def on_cluster(options, parts, binary, inputs, folder, progress):
    """Play the missing shards on the cluster, and leave it; return why shards failed."""
    # Ray takes a second to load: what is refused, is refused before.
    import ray
    from ray.exceptions import RayError

    address = re.fullmatch(r"\[?([^/]+?)\]?:(\d+)", options.address or "")
    if address:
        # Ray would try for ever.
        try:
            socket.create_connection((address[1], int(address[2])), timeout=10).close()
        except OSError as error:
            raise Refused(f"cannot reach the cluster at {options.address}: {error}; give the "
                          "address of its head node, as `ray start --head` says it") from None
    local = {} if options.address else {"include_dashboard": False}
    try:
        try:
            ray.init(address=options.address or "local", log_to_driver=False,
                     logging_level="error", **local)
            signal.signal(signal.SIGTERM, signal.default_int_handler)
        except (RayError, ConnectionError, RuntimeError, ValueError) as error:
            raise Refused(f"cannot use the cluster {options.address or ''}: {error}") from None
        most = max((node["Resources"].get("CPU", 0) for node in ray.nodes()), default=0)
        if not options.address and most < options.cpus_per_shard:
            raise Refused(f"this machine has {most:.0f} CPUs: lower --cpus-per-shard")
        sent = ([ray.put(binary)], sha256(binary), ray.put(inputs), folder)
        return play(options, parts, ray.remote(play_shard), sent, progress)
    finally:
        ray.shutdown()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", metavar="FILE", help="configuration file of the tournament")
    parser.add_argument("--personalities", metavar="DIR", help="folder of your own personalities")
    parser.add_argument("--rules", metavar="FILE", help="file of the rules")
    parser.add_argument("--game", metavar="GAME", help="the game to play")
    parser.add_argument("--shards", metavar="N|auto", default="auto",
                        help="number of shards; auto: some ten minutes each [default: auto]")
    parser.add_argument("--cpus-per-shard", metavar="K", type=int, default=1,
                        help="CPUs and threads of each shard [default: 1]")
    parser.add_argument("--address", metavar="ADDRESS",
                        help="the running cluster, such as auto or 10.0.0.1:6379 [default: a "
                             "cluster on this machine alone]")
    parser.add_argument("--out", metavar="DIR", type=Path, required=True,
                        help="folder for the results; the parts are in DIR/parts")
    parser.add_argument("--resume", action="store_true", help="go on with the parts in the folder")
    parser.add_argument("--program", metavar="FILE",
                        help="rivals on this machine [default: that of PATH, or of target/]")
    parser.add_argument("--binary", metavar="FILE",
                        help="rivals for the nodes, if they are other machines [default: --program]")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("arguments", nargs="*", metavar="-- ARGUMENT",
                        help="further arguments of `rivals tournament`, such as --games 1e6")
    options = parser.parse_args()
    if options.cpus_per_shard < 1:
        parser.error("--cpus-per-shard: write a whole number from 1")
    try:
        return run(options)
    except Refused as refused:
        print(f"error: {refused}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"error: cannot write to {options.out}: {error}\nall earlier parts are kept; mend "
              "the cause, such as a full disk, and go on with --resume", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        words = [word for word in sys.argv if word != "--resume"]
        print(f"\ninterrupted; all finished parts are kept; go on with\n  python3 {words[0]} "
              f"--resume {' '.join(words[1:])}", file=sys.stderr)
        return 4


if __name__ == "__main__":
    sys.exit(main())
