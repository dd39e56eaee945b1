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


def write(text):
    out.write(text if isinstance(text, bytes) else text.encode())
    out.flush()


def answer(question, fields):
    write(json.dumps({"id": question["id"], **fields}) + "\n")


def greet(question):
    hello = {"protocol": 1, "name": "Misbehaves", "version": "1", "games": ["pig"], "deterministic": True}
    if mode == "silent-at-hello":
        time.sleep(60)
    if mode == "protocol-2":
        hello["protocol"] = 2
    if mode == "refuses-falsely":
        hello["refuse"] = False
    if mode == "perhaps-deterministic":
        hello["deterministic"] = "perhaps"
    if mode == "refuses":
        hello = {"refuse": "I do not like it"}
    if mode == "another-game":
        hello["games"] = ["chess"]
    answer(question, hello)
    if mode == "reads-no-more":
        time.sleep(60)


def begin(question):
    if mode == "sleeps-in-new":
        time.sleep(60)
    answer(question, {"ready": True})
    if mode == "answers-unasked":
        write('{"id":%d,"ready":true}\n' % (question["id"] + 1))


def decide(question):
    fields = {"action": "hold" if question["view"]["at_stake"] >= 20 else "roll"}
    plain = json.dumps({"id": question["id"], **fields})
    if mode == "sleeps-in-decide":
        time.sleep(60)
    elif mode == "answers-late":
        time.sleep(0.5)
    elif mode == "slow":
        time.sleep(0.03)
    elif mode == "leaves-a-session" and question["id"] == 3:
        subprocess.Popen(["sleep", "600"], start_new_session=True)
        sys.exit(3)
    elif mode == "nulls":
        fields = {**fields, "resign": None, "value": None, "actions": None}
    elif mode == "resigns":
        fields = {"resign": "I have no luck"}
    elif mode == "resigns-falsely":
        fields["resign"] = False
    elif mode == "resigns-silently":
        fields["resign"] = " "
    elif mode == "long-action":
        fields["action"] = "x" * 900_000
    elif mode == "sure":
        fields["value"] = 7
    elif mode == "exits-in-decide":
        sys.stderr.write("I have had enough\n")
        sys.exit(3)
    elif mode == "dies-by-signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "closes-stdout":
        os.close(1)
        time.sleep(60)
    elif mode == "illegal":
        fields["action"] = "pass"
    elif mode == "blank":
        fields["action"] += " "
    elif mode == "no-json":
        return write("roll\n")
    elif mode == "json-list":
        return write('["roll"]\n')
    elif mode == "no-newline":
        return write(plain)
    elif mode == "id-before":
        question["id"] -= 1
    elif mode == "two-answers":
        write(plain + "\n" + plain + "\n")
        return None
    elif mode == "long-line":
        return write('{"a":"' + "x" * (2 << 20) + '"}\n')
    elif mode == "endless-blank-lines":
        while True:
            write("\n" * 65536)
    elif mode == "much-stderr":
        sys.stderr.write("x" * (1 << 20) + "\n")
        sys.stderr.flush()
        write("\n")
    elif mode == "half-utf-8":
        return write(plain.encode()[:-1] + b',"a":"\xc3"}\n')
    elif mode == "nan":
        fields["value"] = float("nan")
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
    if asked["ask"] == "hello":
        greet(asked)
    elif asked["ask"] == "new":
        begin(asked)
    elif asked["ask"] == "decide":
        decide(asked)
while mode == "ignores-sigterm":
    time.sleep(60)
