//! The tables between `<!-- name -->` and `<!-- end -->`, which are computed from committed
//! files.

use std::collections::HashMap;
use std::path::Path;

use super::{read, renew};

/// The values of a row by column.
pub(super) type Row = HashMap<String, String>;

pub(super) fn rows(file: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(Path::new("results").join(file)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// A Markdown table, with a heading and an alignment for each column.
pub(super) fn table(
    columns: &[(&str, &str)],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(columns.iter().map(|column| column.0.to_owned()).collect());
    text += &format!("|{}|\n", columns.iter().map(|c| c.1).collect::<Vec<_>>().join("|"));
    text + &rows.into_iter().map(line).collect::<String>()
}

/// Checks a table of a document, or writes it again.
pub(super) fn compare(path: &str, name: &str, expected: &str) {
    let text = read(path);
    let start = format!("<!-- {name} -->\n");
    let (_, after) = text.split_once(&start).expect(&start);
    let (shown, _) = after.split_once("<!-- end -->").unwrap();
    if shown != expected {
        renew(path, &format!("{start}{shown}"), &format!("{start}{expected}"));
    }
}

pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let parts = digits.as_bytes().rchunks(3).rev();
    let parts: Vec<_> = parts.map(|part| str::from_utf8(part).unwrap()).collect();
    parts.join(",")
}

/// With two significant digits; whole above 10.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "figures of pages")]
fn rounded(number: f64) -> String {
    let unit = 10_f64.powf((number.log10().floor() - 1.0).max(0.0));
    thousands(((number / unit).round() * unit) as u64)
}

/// The standings, the number of games, and the verdicts on the claims.
#[test]
fn standings() {
    if !Path::new("results/tournament/standings.csv").exists() {
        eprintln!("skipped: results/tournament has no standings.csv");
        return;
    }
    let number = |text: &str| text.parse::<f64>().ok();
    let percent =
        |text: &str| number(text).map_or(String::new(), |rate| format!("{:.2}", rate * 100.0));
    let columns = [
        ("rank", "---:"),
        ("name", "---"),
        ("win %", "---:"),
        ("95 % interval", ":---:"),
        ("exact %", "---:"),
        ("rating", "---:"),
        ("equity loss, pp", "---:"),
    ];
    let players = rows("tournament/standings.csv");
    let lines = players.iter().map(|row| {
        vec![
            row["rank"].clone(),
            row["name"].replace('|', "\\|").replace('<', "&lt;"),
            percent(&row["win_rate"]),
            format!("{}–{}", percent(&row["low"]), percent(&row["high"])),
            percent(&row["exact_win_rate"]),
            number(&row["rating"]).map_or(String::new(), |points| format!("{points:+.1}")),
            percent(&row["equity_loss"]),
        ]
    });
    let mut text = table(&columns, lines);
    let manifest: serde_json::Value =
        serde_json::from_str(&read("results/tournament/manifest.json")).unwrap();
    let played = &manifest["entries"][0];
    text += &format!(
        "\n{} games of {} players in {} pairings (seed {}).\n",
        thousands(played["tournament"]["games"].as_u64().unwrap()),
        players.len(),
        played["tournament"]["pairings"],
        played["seed"],
    );
    let claims = rows("tournament/claims.csv");
    text += &format!("\nVerdicts on the {} claims, by basis:\n\n", claims.len());
    let bases = [
        ("used in tuning", "tuned"),
        ("true by construction", "construction"),
        ("finding", "finding"),
        ("not stated", ""),
    ];
    let verdicts = ["holds", "fails", "open", "cannot hold", "cannot be measured"];
    let columns = [("basis", "---")].into_iter();
    let columns: Vec<_> = columns.chain(verdicts.map(|name| (name, "---:"))).collect();
    let lines = bases.map(|(words, basis)| {
        let counts = verdicts.map(|verdict| {
            let of = |claim: &&Row| claim["basis"] == basis && claim["verdict"] == verdict;
            claims.iter().filter(of).count().to_string()
        });
        [words.to_owned()].into_iter().chain(counts).collect()
    });
    text += &table(&columns, lines);
    compare("docs/results.md", "standings", &text);
}

/// What a Ray job adds to the time of its shards.
#[test]
fn benchmark_of_workers() {
    let columns = ["cores", "load", "workers", "shards", "shard_seconds", "seconds"];
    let headings = columns.map(|column| (column, "---:")).into_iter();
    let headings: Vec<_> = headings.chain([("overhead, %", "---:")]).collect();
    let lines = rows("benchmarks/workers.csv").into_iter().map(|row| {
        let cells = columns.iter().map(|&column| row[column].clone());
        cells.chain([figure(&row, "overhead", 100.0, 1)]).collect()
    });
    let text = table(&headings, lines).replace("shard_seconds", "seconds of a shard");
    compare("docs/scale.md", "workers", &text);
}

/// How long a person waits for the first question and the first hint.
#[test]
fn benchmark_of_play() {
    let columns = [
        ("game", "---"),
        ("against", "---"),
        ("first question, ms", "---:"),
        ("hint, h pressed at once, ms", "---:"),
        ("hint, h pressed after a second, ms", "---:"),
    ];
    let lines = rows("benchmarks/play.csv").into_iter().map(|row| {
        let cells = ["game", "against", "question_ms", "hint_at_once_ms", "hint_ms"];
        cells.map(|column| row[column].clone()).to_vec()
    });
    compare("docs/command-line.md", "play", &table(&columns, lines));
}

#[test]
fn benchmark_of_solving() {
    let columns =
        [("program", "---"), ("game and method", "---"), ("states", "---:"), ("seconds", "---:")];
    let lines = rows("benchmarks/solve.csv").into_iter().map(|row| {
        let states = thousands(row["states"].parse().unwrap());
        vec![row["tool"].clone(), row["what"].clone(), states, row["seconds"].clone()]
    });
    compare("docs/benchmarks.md", "solve", &table(&columns, lines));
}

#[test]
fn benchmark_of_tournaments() {
    let columns = [
        ("program", "---"),
        ("game and players", "---"),
        ("cores", "---:"),
        ("games per second", "---:"),
        ("rivals at the same game, times as fast", "---:"),
    ];
    let lines = rows("benchmarks/tournament.csv").into_iter().map(|row| {
        let figure = |column: &str| row[column].parse().ok().map(rounded);
        let compared = match row["tool"].as_str() {
            "rivals" => "-",
            _ => "another game or other players",
        };
        vec![
            row["tool"].clone(),
            row["what"].clone(),
            row["cores"].clone(),
            figure("per_second").unwrap(),
            figure("ratio_same_game").unwrap_or(compared.to_owned()),
        ]
    });
    compare("docs/benchmarks.md", "tournament", &table(&columns, lines));
}

/// The benchmark of odds is described in sentences.
#[test]
fn benchmark_of_odds() {
    let page = read("docs/benchmarks.md");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut quoted = 0;
    for row in rows("benchmarks/odds.csv") {
        if row["tool"] == "rivals" {
            continue;
        }
        for column in ["ratio_same_work", "ratio_sustained"] {
            let ratio: f64 = row[column].parse().unwrap();
            let text = format!("{ratio:.0} times as fast as {}", row["tool"]);
            assert!(page.contains(&text), "docs/benchmarks.md has no {text:?}");
            quoted += 1;
        }
    }
    assert_eq!(quoted, 6);
}

/// A paragraph of a document, as wide as its lines.
pub(super) fn paragraph(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().unwrap();
        if line.chars().count() + 1 + word.chars().count() > 100 {
            lines.push(word.to_owned());
        } else if line.is_empty() {
            *line = word.to_owned();
        } else {
            *line += &format!(" {word}");
        }
    }
    lines.join("\n") + "\n"
}

/// The row with this value in a column.
fn row(file: &str, column: &str, value: &str) -> Row {
    let found = rows(file).into_iter().find(|row| row[column] == value);
    found.unwrap_or_else(|| panic!("results/{file} has no {value}"))
}

/// A figure of a row, in its unit or in percent.
pub(super) fn figure(row: &Row, column: &str, scale: f64, digits: usize) -> String {
    let value: f64 = row[column].parse().expect(column);
    format!("{:.digits$}", scale * value)
}

/// Claims with their figures and verdicts.
fn claims(file: &str) -> String {
    let columns = [("claim", "---"), ("measured", "---"), ("verdict", "---"), ("basis", "---")];
    let lines = rows(file).into_iter().map(|row| {
        let (scale, digits, unit, points) = match &*row["unit"] {
            "share" => (100.0, 2, " %", " percentage points"),
            _ => (1.0, 1, "", ""),
        };
        let number = |column: &str| {
            let value: f64 = row[column].parse().ok()?;
            Some(format!("{:.digits$}", scale * value))
        };
        let metric = match &*row["metric"] {
            "win_rate" => "wins".to_owned(),
            "porotos" => "hands lost".to_owned(),
            "nodes" => "states a decision".to_owned(),
            metric => metric.replace('_', " "),
        };
        let measured = match (number("value"), number("against_value"), number("low")) {
            _ if row["comparison"] == "same_as" => row["reason"].clone(),
            (Some(value), Some(other), Some(low)) => format!(
                "{metric} {value}{unit} against {other}{unit}, difference {}{points} ({low} to {})",
                number("difference").unwrap(),
                number("high").unwrap()
            ),
            _ if row["figures"] == "exact" => {
                let [value, other] = ["exact_value", "exact_against_value"]
                    .map(|column| (100.0 * row[column].parse::<f64>().unwrap()).round() / 100.0);
                format!("{metric} {value} against {other}")
            }
            _ => row["reason"].clone(),
        };
        vec![row["sentence"].clone(), measured, row["verdict"].clone(), row["basis"].clone()]
    });
    table(&columns, lines)
}

#[test]
fn claims_of_games() {
    for (page, folder) in [
        ("docs/parchis.md", "parchis"),
        ("docs/tic_tac_toe_sp.md", "tic_tac_toe_sp"),
        ("docs/tute.md", "tute"),
        ("docs/battletech.md", "battletech"),
    ] {
        compare(page, "claims", &claims(&format!("{folder}/tournament/claims.csv")));
    }
    compare("docs/battletech.md", "figure-claims", &claims("studies/claims.csv"));
    let powers = claims("studies/powers_claims.csv");
    compare("docs/tic_tac_toe_sp.md", "figure-claims", &powers);
}

/// What the page of Tic Tac Toe SP says of the committed tournament.
#[test]
fn strength_in_tic_tac_toe_sp() {
    const PLAYER: &str = "deepening:20000";
    let folder = "tic_tac_toe_sp/tournament";
    let page = "docs/tic_tac_toe_sp.md";
    let prints = rows(&format!("{folder}/fingerprints.csv")).into_iter();
    let mut of_priority = prints.filter(|row| row["id"] == "priority");
    let chosen = of_priority.find(|row| row["metric"] == "priority_74").unwrap();
    let [share, low, high] = ["value", "low", "high"].map(|end| figure(&chosen, end, 100.0, 1));
    let text = format!(
        "In the committed tournament, {share} % of the moves of `priority` are on cells of the priority \
         74 ({low} to {high}), which the document says are never chosen."
    );
    compare(page, "priority-74", &paragraph(&text));

    let pairings = rows(&format!("{folder}/pairings.csv"));
    let count = |row: &Row, column: &str| row[column].parse::<u64>().unwrap();
    let mut met: Vec<(String, [u64; 3])> = Vec::new();
    for row in &pairings {
        let wins = count(row, "first_wins");
        let lost = count(row, "games") - wins - count(row, "draws");
        let (other, results) = match [&row["first"], &row["second"]].map(String::as_str) {
            [PLAYER, other] => (other, [wins, count(row, "draws"), lost]),
            [other, PLAYER] => (other, [lost, count(row, "draws"), wins]),
            _ => continue,
        };
        match met.iter_mut().find(|(of, _)| of == other) {
            Some((_, sums)) => sums.iter_mut().zip(results).for_each(|(sum, more)| *sum += more),
            None => met.push((other.to_owned(), results)),
        }
    }
    met.sort_by_key(|(_, [_, _, lost])| std::cmp::Reverse(*lost));
    let columns = [("opponent", "---"), ("wins", "---:"), ("draws", "---:"), ("losses", "---:")];
    let lines = met.iter().map(|(other, results)| {
        let cells = results.map(|count| count.to_string()).into_iter();
        [format!("`{other}`")].into_iter().chain(cells).collect()
    });
    let learned = row(&format!("{folder}/claims.csv"), "id", "learned-priorities-are-stronger");
    let [above, low, high] =
        ["difference", "low", "high"].map(|column| figure(&learned, column, 1.0, 2));
    let text = format!(
        "`priority-learned` is rated {above} above `priority` ({low} to {high}, an interval that holds \
         together with those of all claims)."
    );
    let text = table(&columns, lines) + "\n" + &paragraph(&text);
    compare(page, "strength", &text);
}
