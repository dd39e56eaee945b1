//! `learning.csv`: how much an opponent gains that learns how its rival challenges.

use crate::commands::dragon_slayer::learn::{Habit, Learned};
use crate::text::number::{counted, percent};
use crate::text::table::{Column, note, table};

/// The command that writes [`FILE`].
pub(crate) const COMMAND: &str = "learn";
/// The file's name in a folder of results.
pub(crate) const FILE: &str = "learning.csv";

/// The rows as a table for people.
#[must_use]
pub(crate) fn text(rows: &[Learned]) -> String {
    let columns = [
        Column::left("the person\nchallenges"),
        Column::right("games\nseen"),
        Column::right("learning\nwins %"),
        Column::centre("95 %\ninterval"),
        Column::right("Abel\nwins %"),
        Column::right("best\nresponse %"),
        Column::right("share of\nthe gain %"),
        Column::right("against\noptimum %"),
    ];
    let row = |row: &Learned| {
        let interval = row.wins_low.zip(row.wins_high);
        vec![
            format!("{:?}", row.person).to_lowercase(),
            row.games.to_string(),
            percent(row.wins, 2),
            interval.map_or_else(String::new, |(low, high)| {
                format!("{}–{}", percent(low, 2), percent(high, 2))
            }),
            percent(row.abel, 2),
            percent(row.best_response, 2),
            share(row).map_or_else(String::new, |share| percent(share, 0)),
            percent(row.against_optimum, 2),
        ]
    };
    let cells: Vec<_> = rows.iter().map(row).collect();
    let explanation = "Win probabilities are exact for what was learned, and means of both seats. \
                       The interval is over the runs, which learn from games on different dice. \
                       The share of the gain is how much of the difference between Abel and a best \
                       response is learned.";
    let last = rows.iter().filter(|row| rows.iter().all(|other| other.games <= row.games));
    let verdicts: String = last.map(|row| note(&verdict(row), None)).collect();
    table(&columns, &cells, 2) + "\n" + &note(explanation, None) + "\n" + &verdicts
}

/// How much of what a best response gains is learned; none if it gains nothing.
fn share(row: &Learned) -> Option<f64> {
    let gain = row.best_response - row.abel;
    (gain > 1e-6).then(|| (row.wins - row.abel) / gain)
}

/// What learning is worth against one person, as a sentence.
fn verdict(row: &Learned) -> String {
    let person = match row.person {
        Habit::Never => "never challenges",
        Habit::Always => "always challenges",
        Habit::Badly => "challenges badly",
        Habit::Optimally => "plays optimally",
    };
    let points = |value: f64| format!("{} points", percent(value.abs(), 1));
    let games = counted(row.games.into(), "game", "games");
    let begin = format!("After {games} against a person who {person}, Abel wins");
    let Some(share) = share(row) else {
        let [now, before] = [row.wins, row.abel].map(|wins| percent(wins, 2));
        return format!("{begin} {now} %, and {before} % before.");
    };
    let gain = row.wins - row.abel;
    format!(
        "{begin} {} {} than before, {} % of what a best response gains. Against optimal play it \
         would lose {}.",
        points(gain),
        if gain < 0.0 { "less" } else { "more" },
        percent(share, 0),
        points(0.5 - row.against_optimum)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// The committed results say what they should, and `docs/history.md` shows them.
    /// `RIVALS_DOCS=1 cargo test --lib learning` writes the page again.
    #[test]
    fn the_committed_results_are_in_the_docs() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut file = csv::Reader::from_path(root.join("results").join(FILE)).unwrap();
        let rows: Vec<Learned> = file.deserialize().collect::<Result<_, _>>().unwrap();
        for row in &rows {
            assert!(row.wins < row.best_response + 1e-9, "{row:?}");
            assert!(row.against_optimum > 0.45, "{row:?}");
            let bad = row.person != Habit::Optimally && row.games > 0;
            assert!(!bad || row.wins > row.abel, "{row:?}");
        }
        let path = root.join("docs/history.md");
        let page = fs::read_to_string(&path).unwrap();
        let (before, rest) = page.split_once("<!-- learning.csv -->\n").unwrap();
        let (_, after) = rest.split_once("<!-- end -->\n").unwrap();
        let block = format!("```text\n{}```\n", text(&rows));
        let fresh = format!("{before}<!-- learning.csv -->\n{block}<!-- end -->\n{after}");
        match std::env::var_os("RIVALS_DOCS") {
            Some(_) => fs::write(&path, fresh).unwrap(),
            None => assert!(page == fresh, "docs/history.md is not of results/{FILE}"),
        }
    }
}
