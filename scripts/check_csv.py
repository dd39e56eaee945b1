# /// script
# requires-python = ">=3.10"
# dependencies = ["duckdb>=1.1", "matplotlib>=3.9", "pandas>=2.2", "polars>=1.12"]
# ///
"""Load every CSV file of a folder of results as a notebook does, and draw each.

    uv run scripts/check_csv.py [results] [--out pictures]

pandas, polars and DuckDB read every file with their default settings. The script fails if
they find other columns, another number of rows, or a column of numbers that one of them reads
as text, and if a file draws no picture. It also fails if

* an interval is not around its estimate, or only one of its ends is given;
* a cell of `a_win_rate` in pairs.csv is not the mean of the two rows of pairings.csv;
* a row has a sampled and an exact figure where only one of them can be known (cycles.csv and
  claims.csv).

It writes one PNG file for each CSV file, named after it, to --out.
"""

import argparse
import sys
from pathlib import Path

import duckdb
import matplotlib
import pandas as pd
import polars as pl

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

# By file: how it is drawn, and the columns that are drawn.
PICTURES = {
    "odds": ("range", "exact", "estimate", "low", "high"),
    "odds_infer": ("bars", "rank", "chi_square"),
    "values": ("histogram", "first_wins"),
    "stops": ("histogram", "stop_at"),
    "roster": ("counts", "kind"),
    "traits": ("range", "trait", "value", "scale_low", "scale_high"),
    "pairings": ("range", "exact", "first_win_rate", "low", "high"),
    "pairs": ("range", "exact", "a_win_rate", "low", "high"),
    "line_ups": ("range", "line_up", "win_rate", "low", "high"),
    "standings": ("range", "id", "rating", "rating_low", "rating_high"),
    "cycles": ("bars", "a", "exact_strength"),
    "fingerprints": ("points", "exact", "value"),
    "risk_curves": ("points", "at_stake", "risk_per_fight"),
    "distances": ("histogram", "distance"),
    "neighbours": ("bars", "id", "distance"),
    "claims": ("counts", "verdict"),
    "sweep": ("points", "win_rate", "exact"),
    "benchmarks/odds": ("counts", None),
    "benchmarks/solve": ("counts", None),
    "benchmarks/tournament": ("counts", None),
    "benchmarks/workers": ("points", "workers", "seconds"),
}
# Intervals: the estimate and its ends.
INTERVALS = {
    "odds": ("estimate", "low", "high"),
    "pairings": ("first_win_rate", "low", "high"),
    "pairs": ("a_win_rate", "low", "high"),
    "line_ups": ("win_rate", "low", "high"),
    "standings": ("win_rate", "low", "high"),
    "fingerprints": ("value", "low", "high"),
    "claims": ("difference", "low", "high"),
    "sweep": ("win_rate", "low", "high"),
}
# Columns of which a row has at most one.
EITHER = {
    "cycles": [("a_beats_b", "exact_a_beats_b"), ("b_beats_c", "exact_b_beats_c"),
               ("c_beats_a", "exact_c_beats_a"), ("strength", "exact_strength")],
    "claims": [("value", "exact_value"), ("difference", "exact_difference")],
}


def load(file):
    """The file as pandas reads it, after a comparison with polars and DuckDB."""
    frame = pd.read_csv(file)
    by_polars = pl.read_csv(file, infer_schema_length=None)
    by_duckdb = duckdb.sql(f"select * from read_csv('{file}', sample_size=-1)")
    columns = list(frame.columns)
    rows = by_duckdb.aggregate("count(*)").fetchall()[0][0]
    problems = []
    if by_polars.columns != columns or by_duckdb.columns != columns:
        problems.append(f"columns differ: {columns}, {by_polars.columns}, {by_duckdb.columns}")
        return frame, problems
    if {len(frame), by_polars.height, rows} != {len(frame)}:
        problems.append(f"rows differ: {len(frame)}, {by_polars.height}, {rows}")
    for column, duck_type in zip(columns, by_duckdb.types):
        if frame[column].isna().all():
            continue  # without a value there is no type
        numeric = pd.api.types.is_numeric_dtype(frame[column])
        numeric = numeric and not pd.api.types.is_bool_dtype(frame[column])
        kinds = [numeric, by_polars[column].dtype.is_numeric(),
                 str(duck_type) in ("BIGINT", "UBIGINT", "DOUBLE", "HUGEINT")]
        if len(set(kinds)) > 1:
            problems.append(f"{column} is numbers to some of pandas, polars and DuckDB only: {kinds}")
    return frame, problems


def checked(name, frame, folder):
    """What the columns of the file must agree in."""
    problems = []
    needed = {*INTERVALS.get(name, ()), *sum(EITHER.get(name, []), ())}
    if missing := sorted(needed - set(frame.columns)):
        return [f"there is no column {', '.join(missing)}; write the results again"]
    if name in INTERVALS:
        estimate, low, high = (frame[column] for column in INTERVALS[name])
        if (low.isna() != high.isna()).any():
            problems.append("an interval has one end only")
        known = frame[low.notna() & estimate.notna()]
        estimate, low, high = (known[column] for column in INTERVALS[name])
        if ((low > estimate + 1e-12) | (high < estimate - 1e-12)).any():
            problems.append("an estimate is outside its interval")
    for one, other in EITHER.get(name, []):
        if (frame[one].notna() & frame[other].notna()).any():
            problems.append(f"a row has {one} and {other}")
    if name == "pairs":
        rates = pd.read_csv(folder / "pairings.csv").set_index(["first", "second"])
        for row in frame.itertuples():
            rate, exact = (
                (rates.loc[(row.a, row.b), column] + 1 - rates.loc[(row.b, row.a), column]) / 2
                for column in ("first_win_rate", "exact")
            )
            if abs(rate - row.a_win_rate) > 1e-12 or abs(exact - row.exact) > 1e-12:
                problems.append(f"{row.a} and {row.b} differ from pairings.csv")
    return problems


def draw(name, frame, path):
    """One picture of the file; an empty file draws empty axes."""
    kind, *columns = PICTURES[name]
    figure, axes = plt.subplots(figsize=(8, 5), layout="constrained")
    if columns == [None]:
        columns = [frame.select_dtypes("number").columns[-1]]
        kind = "bars"
        columns = [frame.columns[0], *columns]
    if kind == "range":
        x, estimate, low, high = columns
        frame = frame.dropna(subset=[low, high])
        # Without exact values the rows stand beside one another.
        at = frame[x] if frame[x].notna().all() else range(len(frame))
        axes.vlines(at, frame[low], frame[high], alpha=0.5)
        axes.plot(at, frame[estimate], ".")
        axes.set(xlabel=x, ylabel=f"{estimate}, from {low} to {high}")
    elif kind == "points":
        axes.plot(frame[columns[0]], frame[columns[1]], ".")
        axes.set(xlabel=columns[0], ylabel=columns[1])
    elif kind == "bars":
        axes.bar(range(len(frame)), frame[columns[1]].astype(float))
        axes.set(xlabel=f"row, by {columns[0]}", ylabel=columns[1])
    elif kind == "histogram":
        axes.hist(frame[columns[0]].dropna(), bins=40)
        axes.set(xlabel=columns[0], ylabel="rows")
    else:
        counts = frame[columns[0]].value_counts()
        axes.bar(counts.index.astype(str), counts)
        axes.set(xlabel=columns[0], ylabel="rows")
    axes.tick_params(axis="x", rotation=90 if frame.shape[0] and kind == "range" else 0)
    axes.set_title(f"{name}.csv")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)
    plt.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("results"))
    parser.add_argument("--out", type=Path, default=Path("pictures"))
    args = parser.parse_args()
    files = sorted(args.folder.rglob("*.csv"))
    if not files:
        sys.exit(f"there is no CSV file in {args.folder}")
    wrong = 0
    for file in files:
        within = file.relative_to(args.folder).with_suffix("")
        name = str(within) if "benchmarks" in within.parts else within.name
        frame, problems = load(file)
        if name not in PICTURES:
            problems.append("no picture is defined for it in this script")
        else:
            problems += checked(name, frame, file.parent)
            if not problems:
                draw(name, frame, args.out / within.with_suffix(".png"))
        print(f"{'wrong' if problems else 'ok':5}  {len(frame):7} rows  {file}")
        for problem in problems:
            print(f"       {problem}")
        wrong += bool(problems)
    sys.exit(f"{wrong} of {len(files)} files are wrong" if wrong else 0)


if __name__ == "__main__":
    main()
