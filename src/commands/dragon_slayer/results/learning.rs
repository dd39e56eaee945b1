//! `learning.csv`: how much an opponent gains that learns how its rival challenges.

use serde::Serialize;

use crate::command::Answer;
use crate::command::answer::json_rows;
use crate::commands::dragon_slayer::learn::{Habit, Learned};
use crate::document::{Block, Cell, Column, Document, Table};
use crate::text::csv;
use crate::text::number::{counted, percent};

/// The command that writes [`FILE`].
pub(crate) const COMMAND: &str = "learn";
/// The file's name in a folder of results.
pub(crate) const FILE: &str = "learning.csv";

/// The answer of `rivals learn`.
#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct Learning(pub Vec<Learned>);

impl Answer for Learning {
    fn document(&self) -> Document {
        let rows = &self.0;
        let figure = |rate: f64| Cell::percent(rate);
        let table = Table::of(
            "",
            "",
            rows,
            &[
                (Column::words("the person challenges"), &|row: &Learned| {
                    Cell::words(format!("{:?}", row.person).to_lowercase())
                }),
                (Column::figures("games seen"), &|row| Cell::whole(row.games.into())),
                (Column::figures("learning wins %"), &|row| figure(row.wins)),
                (Column::figures("95 % interval"), &|row| {
                    Cell::percents(row.wins_low, row.wins_high)
                }),
                (Column::figures("Abel wins %"), &|row| figure(row.abel)),
                (Column::figures("best response %"), &|row| figure(row.best_response)),
                (Column::figures("share of the gain %"), &|row| {
                    Cell::maybe(share(row), |share| percent(share, 0))
                }),
                (Column::figures("against optimum %"), &|row| figure(row.against_optimum)),
            ],
        );
        let explanation = "Win probabilities are exact for what was learned, and means of both seats. The \
             interval is over the runs, which learn from games on different dice. The share of the \
             gain is how much of the difference between Abel and a best response is learned.";
        let last = rows.iter().filter(|row| rows.iter().all(|other| other.games <= row.games));
        let mut blocks = vec![Block::Table(table), Block::text(explanation)];
        blocks.extend(last.map(|row| Block::text(verdict(row))));
        Document::answer("What learning gains", blocks)
    }

    fn json(&self, rules: Option<&str>) -> String {
        json_rows(rules, &self.0)
    }

    fn csv(&self) -> Option<String> {
        Some(csv(&self.0))
    }
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
        let block =
            format!("```text\n{}```\n", crate::text::table::text(&Learning(rows).document(), None));
        let fresh = format!("{before}<!-- learning.csv -->\n{block}<!-- end -->\n{after}");
        match std::env::var_os("RIVALS_DOCS") {
            Some(_) => fs::write(&path, fresh).unwrap(),
            None => assert!(page == fresh, "docs/history.md is not of results/{FILE}"),
        }
    }
}
