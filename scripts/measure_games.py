# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Play the games and measure the searches that the documents show beside the tournaments.

    uv run scripts/measure_games.py           (or python3)
    uv run scripts/measure_games.py tute      (one game alone)

Every row of games.csv is a tournament of two players on the same dice, deals or openings from
every seat. In Tute Cabrero the player sits at a table with two copies of the opponent, and the
value is its porotos per hand; elsewhere it is its share of wins, where a draw counts half. Every
row of searches.csv is one decision or one count of sequences: its processor time on one core, the
least of several runs. The games are the same on every machine; the seconds are not.

The script writes results/GAME/benchmarks/games.csv and searches.csv.
"""

import argparse
import csv
import json
import platform
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEED = "4242"

FIXES = ("split", "threes", "pairs", "reach", "between", "forks", "centre", "blocker")
ORTS, GM2 = "alphabeta:4:eval=orts:order=desc", "alphabeta:4:eval=gm2:order=desc"
DEEP_GM2 = "alphabeta:6:eval=gm2:order=desc"

# Of each game: the table, the setup, the player, its opponent, and the games from each seat.
GAMES = {
    "parchis": [
        *(("states", "", f"deepening:{n}", DEEP_GM2, 100) for n in (100, 300, 1000, 3000, 10000)),
        *(("near-the-end", setup, "deepening:1000", opponent, 50)
          for setup in ("almost_goal", "debug") for opponent in ("greedy", "alphabeta:2")),
        ("printed", "", "orts-printed:2", "random", 30),
        ("printed", "", "orts-printed:4", "random", 10),
        ("printed", "", "alphabeta:1:eval=orts", "random", 20),
        ("printed", "", "alphabeta:2:eval=orts", "random", 20),
        ("distances", "", GM2, ORTS, 500),
        *(("adviser", "", "deepening:100000", opponent, 10)
          for opponent in ("deepening:1000", "mcts:1000", DEEP_GM2)),
    ],
    "pig": [("adviser", "", "optimum", f"hold-{n}", 100000) for n in (10, 15, 20, 25, 30, 40)],
    "tic-tac-toe-sp": [
        *(("fixes", "", f"priority:fix={fix}", "priority", 4000) for fix in FIXES),
        ("fixes", "", "priority-fixed", "priority", 4000),
        *(("learned", "", player, opponent, 2000)
          for opponent in ("priority-fixed", "alphabeta:2", "win-block")
          for player in ("priority-learned", "priority")),
        ("learned", "", "priority-learned", "priority", 2000),
        ("adviser", "", "deepening:40000", "deepening:10000", 50),
        ("adviser", "", "deepening:40000", "mcts:10000", 50),
        ("adviser", "", "deepening:40000", "priority-fixed", 50),
    ],
    "tute": [
        *(("adviser", "", "cabrero:400", opponent, 50) for opponent in ("medium-looking", "pimc:20")),
        *(("tables", "", *players, 300) for players in (
            ("pimc:20", "expert"), ("cabrero", "expert"), ("cabrero", "pimc:20"))),
        *(("parts", "", f"cabrero:{part}endgame=off", "pimc:20", 200)
          for part in ("", "infer=off:", "halving=off:", "plans=off:")),
    ],
}

# Of each game: the setup, and an agent that decides or the number of moves of sequences.
SEARCHES = {
    "parchis": [
        ("grouped", 6),
        ("grouped", "alphabeta:6"),
        ("grouped", "alphabeta:6:order=desc"),
        ("grouped", "minimax:4"),
        ("grouped", "deepening:100000"),
    ],
    "tic-tac-toe-sp": [("5x5", 5), ("5x5", "priority"), ("5x5", "deepening:40000")],
    "tute": [("start", agent) for agent in
             ("pimc:20", "pimc:200", "ismcts:200", "cabrero", "cabrero:400")],
}


def machine_name():
    cpuinfo = Path("/proc/cpuinfo")
    for line in cpuinfo.read_text().splitlines() if cpuinfo.exists() else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def played(rivals, game, setup, player, opponent, games):
    with tempfile.TemporaryDirectory() as folder:
        command = [rivals, "tournament", "--game", game, "--roster", f"{player},{opponent}",
                   "--games", str(games), "--seed", SEED, "--no-report", "--quiet"]
        if setup:
            rules = Path(folder) / "rules.toml"
            rules.write_text(f'boards = ["{setup}"]\n')
            command += ["--rules", rules]
        out = Path(folder) / "out"
        subprocess.run([*command, "--out", out], check=True, stdout=subprocess.DEVNULL)
        if game == "tute":
            [row] = [row for row in rows_of(out / "copies.csv") if row["id"] == player]
            return [row["games"], "", "", row["ranked_value"], row["ranked_low"],
                    row["ranked_high"], row["copies_value"], ""]
        [pair] = rows_of(out / "pairs.csv")
        wins = draws = count = 0
        for row in rows_of(out / "pairings.csv"):
            n, first, drawn = (int(row.get(key) or 0) for key in ("games", "first_wins", "draws"))
            wins += first if row["first"] == player else n - first - drawn
            draws += drawn
            count += n
        return [count, wins, draws, pair["a_win_rate"], pair["low"], pair["high"], "", pair["exact"]]


def asked(rivals, game, question):
    line = subprocess.run([rivals, "engine", game], input=json.dumps(question), check=True,
                          capture_output=True, text=True).stdout
    return json.loads(line)


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def searched(rivals, game, setup, what, runs):
    start = asked(rivals, game, {"ask": "start", "setup": setup, "seed": 1})["position"]
    question = {"position": start}
    if isinstance(what, int):
        question |= {"ask": "perft", "depth": what}
    else:
        question |= {"ask": "decide", "agent": what}
    best = float("inf")
    for _ in range(runs):
        before = processor_seconds()
        answer = asked(rivals, game, question)
        # Other programs lengthen the clock's time, and the program's start the processor's.
        best = min(best, answer["seconds"], processor_seconds() - before)
    return [answer.get("sequences", ""), answer.get("nodes", ""), f"{best:.3g}"]


def write(path, header, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=list(GAMES), help="games to play")
    parser.add_argument("--rivals", help="the program; by default it is built")
    parser.add_argument("--searches-only", action="store_true", help="play no games")
    parser.add_argument("--runs", type=int, default=5, help="runs of each search")
    parser.add_argument("--machine", default=machine_name(), help="name of the machine in searches.csv")
    parser.add_argument("--out", type=Path, default=ROOT / "results")
    args = parser.parse_args()
    if not args.rivals:
        subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    rivals = args.rivals or ROOT / "target" / "release" / "rivals"

    for game in args.games:
        folder = args.out / game.replace("-", "_") / "benchmarks"
        header = ["machine", "setup", "what", "sequences", "nodes", "seconds"]
        rows = []
        for setup, what in SEARCHES.get(game, []):
            name = f"sequences of {what} moves" if isinstance(what, int) else what
            rows.append([args.machine, setup, name, *searched(rivals, game, setup, what, args.runs)])
            print(game, *rows[-1], file=sys.stderr)
        if rows:
            write(folder / "searches.csv", header, rows)
        if args.searches_only:
            continue
        header = ["table", "setup", "player", "opponent", "games", "wins", "draws", "value", "low",
                  "high", "others", "exact"]
        rows = []
        for row in GAMES[game]:
            rows.append([*row[:4], *played(rivals, game, *row[1:])])
            print(game, *rows[-1], file=sys.stderr)
        write(folder / "games.csv", header, rows)


if __name__ == "__main__":
    main()
