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
fn table(columns: &[(&str, &str)], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(columns.iter().map(|column| column.0.to_owned()).collect());
    text += &format!(
        "|{}|\n",
        columns.iter().map(|c| c.1).collect::<Vec<_>>().join("|")
    );
    text + &rows.into_iter().map(line).collect::<String>()
}

/// Checks a table of a document, or writes it again.
fn compare(path: &str, name: &str, expected: &str) {
    let text = read(path);
    let start = format!("<!-- {name} -->\n");
    let (_, after) = text.split_once(&start).expect(&start);
    let (shown, _) = after.split_once("<!-- end -->").unwrap();
    if shown != expected {
        renew(
            path,
            &format!("{start}{shown}"),
            &format!("{start}{expected}"),
        );
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let parts = digits.as_bytes().rchunks(3).rev();
    let parts: Vec<_> = parts.map(|part| str::from_utf8(part).unwrap()).collect();
    parts.join(",")
}

/// With two significant digits; whole above 10.
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
    let verdicts = [
        "holds",
        "fails",
        "open",
        "cannot hold",
        "cannot be measured",
    ];
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

#[test]
fn benchmark_of_solving() {
    let columns = [
        ("program", "---"),
        ("game and method", "---"),
        ("states", "---:"),
        ("seconds", "---:"),
    ];
    let lines = rows("benchmarks/solve.csv").into_iter().map(|row| {
        let states = thousands(row["states"].parse().unwrap());
        vec![
            row["tool"].clone(),
            row["what"].clone(),
            states,
            row["seconds"].clone(),
        ]
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
