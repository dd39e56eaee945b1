//! What the README shows is what the program does.

use crate::program::run;

/// The text block that follows a command in the README.
fn shown_below(command: &str) -> String {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let (_, after) = readme.split_once(&format!("$ {command}\n")).expect(command);
    let (_, block) = after.split_once("```text\n").unwrap();
    block.split_once("```").unwrap().0.to_owned()
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

#[test]
fn the_readme_shows_the_real_output() {
    let advise =
        "advise --mine 20 --theirs 31 --at-stake 6 --alive blue,green --dice 2 --seat first";
    let roster = "roster show daniel";
    for line in ["odds", "odds infer --top 2", "solve", advise, roster] {
        let shown = shown_below(&format!("cargo run --release -- {line}"));
        let args: Vec<_> = line.split(' ').collect();
        assert_eq!(masked(&shown), masked(&run(&args).stdout));
    }
}

/// The benchmark's file and the README tell the same story.
#[test]
fn the_readme_quotes_the_benchmark() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let mut reader = csv::Reader::from_path("results/benchmarks/odds.csv").unwrap();
    let mut quoted = 0;
    for row in reader.deserialize::<std::collections::HashMap<String, String>>() {
        let row = row.unwrap();
        if ["numba", "NumPy"].contains(&row["tool"].as_str()) {
            for column in ["ratio_same_work", "ratio_sustained"] {
                let ratio: f64 = row[column].parse().unwrap();
                let text = format!("{ratio:.0} times {}", row["tool"]);
                assert!(readme.contains(&text), "the README does not say {text:?}");
                quoted += 1;
            }
        }
    }
    assert_eq!(quoted, 4);
}

/// The same for tournaments, row by row.
#[test]
fn the_readme_quotes_the_tournament_benchmark() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let mut reader = csv::Reader::from_path("results/benchmarks/tournament.csv").unwrap();
    let mut quoted = 0;
    for row in reader.deserialize::<std::collections::HashMap<String, String>>() {
        let row = row.unwrap();
        let figure = |column: &str| row[column].parse().map_or("-".to_owned(), rounded);
        let text = format!(
            "| {} | {} | {} | {} | {} | {} |",
            row["tool"],
            row["what"],
            row["cores"],
            figure("per_second"),
            figure("ratio_same_game"),
            figure("ratio_dragon_slayer")
        );
        assert!(readme.contains(&text), "the README has no row {text:?}");
        quoted += 1;
    }
    assert_eq!(quoted, 13);
}

/// With two digits that count, those before the point whole.
fn rounded(number: f64) -> String {
    let unit = 10_f64.powf((number.log10().floor() - 1.0).max(0.0));
    rivals::report::number::count(((number / unit).round() * unit) as u64)
}

/// The README has a row for every key of a personality's file.
#[test]
fn the_readme_has_every_trait_and_value() {
    use rivals::personalities::{Traits, Values};
    let readme = std::fs::read_to_string("README.md").unwrap();
    for scale in Traits::SCALES.iter().chain(&Values::SCALES) {
        let row = format!(
            "| `{}` | {} to {} | {} |",
            scale.key, scale.low, scale.high, scale.neutral
        );
        assert!(readme.contains(&row), "the README has no row {row:?}");
    }
}
