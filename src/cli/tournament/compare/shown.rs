//! What `rivals compare` says: the input, a table of the output, and a picture of the differences.

use serde::Serialize;

use super::{COMMAND, FILES};
use crate::command::Answer;
use crate::document::{
    Axis, Block, Cell, Chart, Column, Document, Panel, Row, RowContent, Rows, Spot,
};
use crate::results::compare::{Basis, CompareRow};
use crate::results::rule_sweep::Measure;
use crate::text::csv_or_header;
use crate::text::number::{self, count, counted, fixed, percent, signed};

/// The answer; serialised, it is the JSON object.
#[derive(Serialize)]
pub(super) struct Compared {
    pub game: String,
    pub a: String,
    pub b: String,
    pub seats: [usize; 2],
    pub seeds: [u64; 2],
    /// The games that were played for the comparison.
    pub games: u64,
    pub basis: Basis,
    /// What differs in the input.
    pub changes: Vec<String>,
    /// The two players that are compared, whose rows have the id of the first one.
    #[serde(skip)]
    pub players: Option<[String; 2]>,
    pub rows: Vec<CompareRow>,
}

/// A value as people read it.
fn told(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Length => fixed(value, 3),
        Measure::Advantage => signed(100.0 * value, 2),
        _ => percent(value, 2),
    }
}

/// A difference as people read it.
fn change(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Length => number::difference(value, 3),
        _ => number::difference(100.0 * value, 2),
    }
}

/// What is known of a difference.
fn finding(row: &CompareRow) -> String {
    let best = row.exact_difference.unwrap_or(row.difference);
    match row.most {
        _ if row.shown && best > 0.0 => "more".to_owned(),
        _ if row.shown => "less".to_owned(),
        Some(most) => {
            // Rounded up, so that it holds.
            let scale = if row.measure == Measure::Length { 1.0 } else { 100.0 };
            format!("none beyond {}", fixed((1000.0 * scale * most).ceil() / 1000.0, 3))
        }
        None => "too few games".to_owned(),
    }
}

impl Compared {
    /// What a row measures, in words.
    fn name(&self, row: &CompareRow) -> String {
        let of = match &self.players {
            Some([a, b]) if row.measure == Measure::WinRate && row.of == *a && a != b => {
                format!("{a} / {b}")
            }
            _ => row.of.clone(),
        };
        format!("{} {of}", row.measure.words()).trim_end().to_owned()
    }

    fn table(&self) -> Block {
        let columns = vec![
            Column::words("measure"),
            Column::figures("A").priority(1),
            Column::figures("B").priority(1),
            Column::figures("B less A"),
            Column::figures("95 %"),
            Column::figures("exact"),
            Column::words("difference"),
        ];
        let row = |row: &CompareRow| {
            let write = |value: f64| change(row.measure, value);
            let ends = row.low.zip(row.high);
            let ends = ends.map(|(low, high)| format!("{} to {}", write(low), write(high)));
            vec![
                Cell::words(self.name(row)),
                Cell::figure(row.a, told(row.measure, row.a)),
                Cell::figure(row.b, told(row.measure, row.b)),
                Cell::figure(row.difference, write(row.difference)),
                Cell::maybe_words(ends.as_deref()),
                Cell::maybe(row.exact_difference, write),
                Cell::words(finding(row)),
            ]
        };
        Block::table("", "", columns, self.rows.iter().map(row).collect::<Vec<_>>())
    }

    /// How the differences are known.
    fn method(&self) -> String {
        let [a, b] = self.seeds;
        let seeds = if a == b { format!("seed {a}") } else { format!("seeds {a} and {b}") };
        let games = match self.games {
            0 => format!("No games were played ({seeds})"),
            games => format!("{} games were played ({seeds})", count(games)),
        };
        let how = match self.basis {
            Basis::Paired => "both sides on the same dice, and differences are counted in pairs",
            Basis::Independent => "the intervals treat both sides as independent",
            Basis::Dependent => {
                "both sides share dice in a way that is not recorded, and the intervals add the \
                 errors of both up"
            }
            Basis::Same => "both sides are the same games",
        };
        let verdict = match self.basis {
            Basis::Same => "",
            _ => {
                " All intervals together hold with a probability of 95 % (Bonferroni). The last \
                 column says \"more\" or \"less\" if the exact difference is not 0 (errors of \
                 rounding aside) or, where it is not known, if the interval has no 0 in it."
            }
        };
        let shares = match self.seats {
            [a, b] if a == b => String::new(),
            [a, b] => {
                let [of_a, of_b] = [a, b].map(|seats| percent(1.0 / seats as f64, 0));
                format!(
                    " An equal share of the wins is {of_a} % at {a} seats and {of_b} % at {b} seats."
                )
            }
        };
        format!(
            "{games}: {how}. Differences are in percentage points, of lengths in turns or moves of \
             each player.{verdict}{shares}"
        )
    }

    /// The differences with their intervals.
    fn figure(&self) -> Block {
        let is_rate = |row: &&CompareRow| row.measure != Measure::Length;
        let spot = |row: &CompareRow| match row.exact_difference {
            Some(exact) => Spot::exact(exact),
            None => Spot { value: row.difference, interval: row.low.zip(row.high) },
        };
        let shown: Vec<&CompareRow> = self.rows.iter().filter(is_rate).collect();
        let rows = shown.iter().map(|row| Row {
            name: self.name(row),
            content: RowContent::Values(vec![Some(spot(row))]),
            value: change(row.measure, spot(row).value),
        });
        let ends = shown.iter().flat_map(|row| {
            let spot = spot(row);
            let ends = spot.interval.map(|(low, high)| [low, high]);
            ends.into_iter().flatten().chain([spot.value])
        });
        let write = |value: f64| signed(100.0 * value, 1);
        let axis = Axis::over("B less A, percentage points", ends.chain([0.0]), 6, write);
        let groups = vec![(String::new(), rows.collect())];
        let chart = Chart::Rows(Rows { axis: Some(axis), names: Vec::new(), groups });
        let beyond = shown.iter().filter(|row| row.shown).count();
        let all = counted(shown.len() as u64, "difference", "differences");
        let told = format!(
            "{beyond} of {all} {} shown: exact and not 0, or with an interval without 0.",
            if beyond == 1 { "is" } else { "are" }
        );
        let panel = Panel::new("", told, chart);
        let title = format!("Differences between {} and {}", self.a, self.b);
        let caption = "Values of B less those of A, exact where the game is solved; otherwise bars \
                       are intervals that hold together with a probability of 95 %. Lengths of \
                       games are in the table alone.";
        Block::figure(COMMAND, &title, FILES[0], caption, (!shown.is_empty()).then_some(panel))
    }
}

impl Answer for Compared {
    fn document(&self) -> Document {
        let input = match self.changes.len() {
            0 => vec!["The input is the same.".to_owned()],
            _ => self.changes.clone(),
        };
        let sides = format!("A is {}, and B is {}. Input:", self.a, self.b);
        let blocks = vec![
            Block::text(sides),
            Block::Lines { text: input.iter().map(|line| format!("  {line}\n")).collect() },
            self.table(),
            Block::text(self.method()),
            self.figure(),
        ];
        Document::answer(&format!("Comparison of {} and {}", self.a, self.b), blocks)
    }

    fn csv(&self) -> Option<String> {
        Some(csv_or_header(&self.rows))
    }
}
