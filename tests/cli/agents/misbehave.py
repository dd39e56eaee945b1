"""An agent of Pig that misbehaves in the way that its first argument names."""

import json
import os
import random
import signal
import subprocess
import sys
import time

mode = sys.argv[1]
out = sys.stdout.buffer


# What replaces fields of the answers to hello and to decide; and whole lines.
HELLO = {
    "protocol-2": {"protocol": 2},
    "refuses": {"refuse": "I do not like it"},
    "refuses-falsely": {"refuse": False},
    "perhaps-deterministic": {"deterministic": "perhaps"},
    "another-game": {"games": ["chess"]},
}
DECIDE = {
    "nulls": {"resign": None, "value": None, "actions": None},
    "resigns": {"resign": "I have no luck"},
    "resigns-falsely": {"resign": False},
    "resigns-silently": {"resign": " "},
    "long-action": {"action": "x" * 900_000},
    "illegal": {"action": "pass"},
    "sure": {"value": 7},
    "nan": {"value": float("nan")},
}
LINES = {"no-json": "roll\n", "json-list": '["roll"]\n', "long-line": '{"a":"' + "x" * (2 << 20) + '"}\n'}
# By the question: how long it is thought about.
SLEEPS = {"silent-at-hello": ("hello", 60), "sleeps-in-new": ("new", 60), "sleeps-in-decide": ("decide", 60),
          "answers-late": ("decide", 0.5), "slow": ("decide", 0.03)}


def write(text):
    out.write(text if isinstance(text, bytes) else text.encode())
    out.flush()


def answer(question, fields):
    write(json.dumps({"id": question["id"], **fields}) + "\n")


def greet(question):
    hello = {"protocol": 1, "name": "Misbehaves", "version": "1", "games": ["pig"], "deterministic": True}
    answer(question, hello | HELLO.get(mode, {}))
    if mode == "reads-no-more":
        time.sleep(60)


def begin(question):
    answer(question, {"ready": True})
    if mode == "answers-unasked":
        write('{"id":%d,"ready":true}\n' % (question["id"] + 1))


def decide(question):
    fields = {"action": "hold" if question["view"]["at_stake"] >= 20 else "roll"} | DECIDE.get(mode, {})
    plain = json.dumps({"id": question["id"], **fields})
    if mode in LINES:
        return write(LINES[mode])
    if mode == "leaves-a-session" and question["id"] == 3:
        subprocess.Popen(["sleep", "600"], start_new_session=True)
        sys.exit(3)
    elif mode == "exits-in-decide":
        sys.stderr.write("I have had enough\n")
        sys.exit(3)
    elif mode == "dies-by-signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "closes-stdout":
        os.close(1)
        time.sleep(60)
    elif mode == "blank":
        fields["action"] += " "
    elif mode == "no-newline":
        return write(plain)
    elif mode == "id-before":
        question["id"] -= 1
    elif mode == "two-answers":
        return write(plain + "\n" + plain + "\n")
    elif mode == "endless-blank-lines":
        while True:
            write("\n" * 65536)
    elif mode == "much-stderr":
        sys.stderr.write("x" * (1 << 20) + "\n")
        sys.stderr.flush()
        write("\n")
    elif mode == "half-utf-8":
        return write(plain.encode()[:-1] + b',"a":"\xc3"}\n')
    elif mode == "allocates":
        hoard = bytearray(1 << 30)
        fields["nodes"] = len(hoard)
    elif mode == "opens-files":
        opened = []
        try:
            opened = [open(os.devnull) for _ in range(1000)]
        except OSError:
            fields["nodes"] = len(opened)
    elif mode == "differs":
        fields["action"] = random.choice(question["actions"])
    elif mode == "crashes-sometimes" and random.random() < float(sys.argv[2]):
        os._exit(1)
    return answer(question, fields)


if mode == "exits-at-start":
    sys.exit("no")
if mode == "ignores-sigterm":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if mode == "grandchild":
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])

for line in iter(sys.stdin.readline, ""):
    asked = json.loads(line)
    slow, seconds = SLEEPS.get(mode, ("", 0))
    time.sleep(seconds if asked["ask"] == slow else 0)
    if asked["ask"] == "hello":
        greet(asked)
    elif asked["ask"] == "new":
        begin(asked)
    elif asked["ask"] == "decide":
        decide(asked)
while mode == "ignores-sigterm":
    time.sleep(60)
