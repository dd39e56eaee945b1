"""Perfect-information Monte Carlo for any game of `rivals`, also with hidden cards.

It draws positions that agree with its view, plays each action in each of them to the end between
random players, and takes the action that wins most. `rivals engine` is its library for the rules.
"""

import json
import os
import subprocess
import sys
import tempfile

RIVALS = os.environ.get("RIVALS", "rivals")
WORLDS = 4


class Engine:
    def __init__(self, game, rules):
        command = [RIVALS, "engine", game]
        if rules:
            file = os.path.join(tempfile.mkdtemp(), "rules.toml")
            with open(file, "w") as text:
                text.write(rules)
            command += ["--rules", file]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def __call__(self, **question):
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def share(engine, position, action, seat, seed):
    after = engine(ask="apply", position=position, moves=[action])["position"]
    over = engine(ask="legal", position=after)
    if not over.get("over"):
        over = engine(ask="play", position=after, agents=["random"] * seats, seed=seed)
    return (seat in over["winners"]) / len(over["winners"])


def decide(engine, q):
    seed = int(q["seed"], 16)
    worlds = engine(ask="sample", view=q["view"], count=WORLDS, seed=seed)["positions"]
    value = {
        action: sum(share(engine, world, action, q["seat"], seed % 2**63 + i) for i, world in enumerate(worlds))
        for action in q["actions"]
    }
    best = max(q["actions"], key=value.get)
    return {"action": best, "value": value[best] / WORLDS, "nodes": WORLDS * len(value)}


engine, seats = None, 2
for line in sys.stdin:
    q = json.loads(line)
    if q["ask"] == "hello":
        try:
            engine = Engine(q["game"], q["rules"])
            engine(ask="game")
            found = {"protocol": 1, "name": "PIMC", "games": [q["game"]], "deterministic": True}
        except (BrokenPipeError, json.JSONDecodeError):
            found = {"refuse": "I know no such game"}
    elif q["ask"] == "new":
        seats = q["seats"]
        found = {"ready": True}
    elif q["ask"] == "decide":
        found = decide(engine, q)
    else:
        continue
    print(json.dumps({"id": q["id"], **found}), flush=True)
