//! The parts of the README that hold figures: outputs of commands, and blocks between
//! `<!-- name -->` and `<!-- end -->` that follow from committed CSV files.
//!
//! With RIVALS_README set, they are written again:
//! `RIVALS_README=1 cargo test --test cli readme::figures`.

use std::collections::HashMap;
use std::path::Path;

use rivals::results::tournament::{ClaimRow, StandingRow};
use rivals::results::{Manifest, TOURNAMENT};
use rivals::standings::claims::{Basis, Verdict};
use rivals::text::number::{count, percent, rating};
use serde::de::DeserializeOwned;

use super::readme;
use crate::program::run;

/// By column.
type Row = HashMap<String, String>;

/// A part of the README: what stands between two texts, and what has to.
struct Part {
    before: String,
    after: &'static str,
    expected: String,
    /// What is compared of it.
    essence: fn(&str) -> String,
}

impl Part {
    fn block(name: &str, expected: String) -> Self {
        Self {
            before: format!("<!-- {name} -->\n"),
            after: "<!-- end -->",
            expected,
            essence: str::to_owned,
        }
    }

    /// The text block that follows a command.
    fn output(arguments: &str) -> Self {
        let words: Vec<&str> = arguments.split(' ').collect();
        Self {
            before: format!("$ cargo run --release -- {arguments}\n```\n\n```text\n"),
            after: "```",
            expected: run(&words).stdout,
            essence: masked,
        }
    }
}

#[test]
fn they_are_up_to_date() {
    let advise =
        "advise --mine 20 --theirs 31 --at-stake 6 --alive blue,green --dice 2 --seat first";
    let outputs = ["odds", "solve", advise, "roster show daniel"];
    let mut parts: Vec<Part> = outputs.into_iter().map(Part::output).collect();
    parts.push(Part::block("solve", solve()));
    parts.push(Part::block("tournament", tournament()));
    parts.extend(league().map(|text| Part::block("league", text)));

    let mut text = readme();
    for part in &parts {
        let start = text.find(&part.before).expect(&part.before) + part.before.len();
        let end = start + text[start..].find(part.after).unwrap();
        if (part.essence)(&text[start..end]) == (part.essence)(&part.expected) {
            continue;
        }
        if std::env::var_os("RIVALS_README").is_some() {
            text.replace_range(start..end, &part.expected);
            continue;
        }
        panic!(
            "{}does not stand before\n{}Set RIVALS_README to write it.",
            part.before, part.expected
        );
    }
    if text != readme() {
        std::fs::write("README.md", text).unwrap();
    }
}

/// What stands behind a figure that differs from run to run.
const UNITS: [&str; 8] = ["ms", "ms;", "ms.", "s", "s;", "s.", "thread,", "threads,"];

/// The words of an output; times and threads, which differ from run to run,
/// and the line breaks that follow from them are masked.
fn masked(output: &str) -> String {
    let words: Vec<&str> = output.split_whitespace().collect();
    let masked = words.iter().enumerate().map(|(i, word)| {
        let unit = words.get(i + 1).is_some_and(|next| UNITS.contains(next));
        match *word {
            _ if unit => "_",
            "thread," => "threads,",
            // On a busy machine milliseconds become seconds.
            "s" => "ms",
            "s;" => "ms;",
            "s." => "ms.",
            word => word,
        }
    });
    masked.collect::<Vec<_>>().join(" ")
}

fn rows<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let mut reader = csv::Reader::from_path(Path::new("results").join(file)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// The standings, how much was played, and how many claims hold; none before the
/// results are there, which `reproduce --check` says.
fn league() -> Option<String> {
    if !Path::new("results/tournament/standings.csv").exists() {
        eprintln!("skipped: results/tournament has no standings.csv");
        return None;
    }
    let mut text = "\
| rank | name | win % | 95 % interval | exact % | rating | given away pp |
|---:|---|---:|:---:|---:|---:|---:|
"
    .to_owned();
    for row in rows::<StandingRow>("tournament/standings.csv") {
        let rate = |rate: Option<f64>| rate.map_or_else(String::new, |rate| percent(rate, 2));
        text += &format!(
            "| {} | {} | {} | {}–{} | {} | {} | {} |\n",
            row.rank,
            row.name.replace('|', "\\|").replace('<', "&lt;"),
            percent(row.win_rate, 2),
            rate(row.low),
            rate(row.high),
            rate(row.exact_win_rate),
            row.rating.map_or_else(String::new, rating),
            rate(row.given_away),
        );
    }
    let manifest = std::fs::read("results/tournament/manifest.json").unwrap();
    let manifest: Manifest = serde_json::from_slice(&manifest).unwrap();
    let entry = manifest.entry(TOURNAMENT).unwrap();
    let (played, seed) = (entry.tournament.as_ref().unwrap(), entry.seed.unwrap());
    let claims: Vec<ClaimRow> = rows("tournament/claims.csv");
    let verdicts = [
        "holds",
        "fails",
        "open",
        "cannot hold",
        "cannot be measured",
    ];
    let verdicts = verdicts.map(|verdict| {
        let number = claims
            .iter()
            .filter(|claim| claim.verdict == verdict)
            .count();
        format!("{verdict} {number}")
    });
    text += &format!(
        "\n{} games of {} players in {} pairings (seed {}).\n{} claims: {}. By basis:\n\n",
        count(played.games),
        played.roster.len(),
        played.pairings,
        seed,
        claims.len(),
        verdicts.join(", "),
    );
    for basis in Basis::ALL.map(Some).into_iter().chain([None]) {
        let name = basis.map(Basis::name);
        let of = || claims.iter().filter(|claim| claim.basis.as_deref() == name);
        let verdict = |words: &str| of().filter(|claim| claim.verdict == words).count();
        let verdicts = Verdict::ALL.map(Verdict::words);
        let counted = verdicts.iter().filter(|words| verdict(words) > 0);
        let counted: Vec<String> = counted
            .map(|words| format!("{words} {}", verdict(words)))
            .collect();
        if basis.is_some() || of().count() > 0 {
            let counted = if counted.is_empty() {
                "none".to_owned()
            } else {
                counted.join(", ")
            };
            text += &format!("- {}: {counted}.\n", Basis::words(basis));
        }
    }
    Some(text)
}

fn solve() -> String {
    let mut text = "| tool | what | seconds | against rivals |\n|---|---|---:|---:|\n".to_owned();
    for row in rows::<Row>("benchmarks/solve.csv") {
        let columns = ["tool", "what", "seconds", "ratio_to_rivals_process"];
        text += &format!(
            "| {} |\n",
            columns.map(|name| row[name].as_str()).join(" | ")
        );
    }
    text
}

/// The rows that `scripts/compare_tournament.py` prints as well.
fn tournament() -> String {
    let mut text = "\
| tool | what | cores | per second | rivals at the same game | at Dragon Slayer |
|---|---|---|---|---|---|
"
    .to_owned();
    for row in rows::<Row>("benchmarks/tournament.csv") {
        let figure = |column: &str| row[column].parse().map_or("-".to_owned(), rounded);
        text += &format!(
            "| {} | {} | {} | {} | {} | {} |\n",
            row["tool"],
            row["what"],
            row["cores"],
            figure("per_second"),
            figure("ratio_same_game"),
            figure("ratio_dragon_slayer")
        );
    }
    text
}

/// With two digits that count, those before the point whole.
fn rounded(number: f64) -> String {
    let unit = 10_f64.powf((number.log10().floor() - 1.0).max(0.0));
    count(((number / unit).round() * unit) as u64)
}

/// The benchmark of odds is told in a sentence.
#[test]
fn it_quotes_the_benchmark_of_odds() {
    let readme: Vec<String> = readme().split_whitespace().map(str::to_owned).collect();
    let readme = readme.join(" ");
    let mut quoted = 0;
    for row in rows::<Row>("benchmarks/odds.csv") {
        if ["numba", "NumPy", "icepool"].contains(&row["tool"].as_str()) {
            for column in ["ratio_same_work", "ratio_sustained"] {
                let ratio: f64 = row[column].parse().unwrap();
                let text = format!("{ratio:.0} times {}", row["tool"]);
                assert!(readme.contains(&text), "the README does not say {text:?}");
                quoted += 1;
            }
        }
    }
    assert_eq!(quoted, 6);
}
