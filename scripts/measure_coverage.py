# /// script
# requires-python = ">=3.11"
# ///
"""Measure how often the rating intervals of sampled pairings hold the true rating.

    uv run scripts/measure_coverage.py [--players 60] [--designs random:6,random:20] [--seeds 50]

The true ratings are those of a tournament of Pig in which all players meet all others, with so
many games that its own error is small. Each seed then plays a sampled tournament of its own, and
the script counts the players whose 95 % interval holds their true rating. It uses the program
alone, as a user would.
"""

import argparse
import csv
import math
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def ratings(program, place, players, *arguments):
    """Return rating and interval by player."""
    roster = ",".join(f"hold-{points}" for points in range(1, players + 1))
    out = Path(place, "-".join(arguments).replace(":", "-"))
    subprocess.run(
        [program, "tournament", "--game", "pig", "--roster", roster, "--no-report", "--quiet",
         "--out", out, *arguments], check=True, stdout=subprocess.DEVNULL)
    with open(out / "standings.csv", newline="") as file:
        return {row["id"]: [float(row[key]) for key in ("rating", "rating_low", "rating_high")]
                for row in csv.DictReader(file)}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--designs", default="random:6,random:20")
    parser.add_argument("--games", default="50", help="paired games of each pairing")
    parser.add_argument("--all-games", default="5000", help="of each pairing of the true ratings")
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--program", type=Path, default=ROOT / "target" / "release" / "rivals")
    options = parser.parse_args()
    program = options.program.resolve()
    with tempfile.TemporaryDirectory() as place:
        true = ratings(program, place, options.players, "--games", options.all_games)
        for design in options.designs.split(","):
            held, errors, widths = [], [], []
            for seed in range(1, options.seeds + 1):
                sampled = ratings(program, place, options.players, "--games", options.games,
                                  "--pairings", design, "--seed", str(seed))
                inside = [low <= true[player][0] <= high
                          for player, (_, low, high) in sampled.items()]
                held.append(sum(inside) / len(inside))
                for player, (rating, low, high) in sampled.items():
                    errors.append(rating - true[player][0])
                    widths.append((high - low) / 2)
            mean = sum(held) / len(held)
            # Intervals of one tournament are not independent; those of two seeds are.
            spread = math.sqrt(sum((one - mean) ** 2 for one in held) / (len(held) - 1) / len(held))
            root = math.sqrt(sum(error * error for error in errors) / len(errors))
            print(f"{design}: {100 * mean:.1f} % of {len(errors)} intervals hold the true rating "
                  f"(standard error {100 * spread:.1f} %); mean half-width "
                  f"{sum(widths) / len(widths):.1f}, error {root:.1f} (root mean square)")


if __name__ == "__main__":
    main()
