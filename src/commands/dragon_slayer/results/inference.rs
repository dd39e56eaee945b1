//! Results of `rivals odds infer`: the face counts of each die that best explain given
//! frequencies, ranked by likelihood. The rows of the CSV file are also the objects of the JSON
//! answer and the lines of the table.

use serde::{Deserialize, Serialize};

use super::odds::chosen;
use crate::command::Answer;
use crate::command::answer::json_rows;
use crate::document::{Block, Cell, Column, Document, Table};
use crate::dragon_slayer::odds::infer::{Fit, Inference};
use crate::text::csv;
use crate::text::number::{counted, statistic};

/// The command that writes [`FILE`].
pub(crate) const COMMAND: &str = "odds infer";
/// The file's name in a folder of results.
pub(crate) const FILE: &str = "odds_infer.csv";

/// A row of `odds_infer.csv`: a die that may have been used. The fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// `warrior` or `dragon`.
    pub role: String,
    /// The dragon's name; empty for the warrior.
    pub dragon: Option<String>,
    /// The rank by likelihood, from 1.
    pub rank: usize,
    /// Faces with an axe, of six; empty for a dragon.
    pub axe: Option<u8>,
    /// Faces with a shield; empty for a dragon.
    pub shield: Option<u8>,
    /// Faces with the part; empty for the warrior.
    pub part: Option<u8>,
    /// Faces with a mountain; empty for the warrior.
    pub mountain: Option<u8>,
    /// Faces with a flame.
    pub flame: u8,
    /// The natural logarithm of the likelihood, minus that of the best candidate for the same
    /// die; empty where the candidate makes the observations impossible.
    pub relative_log_likelihood: Option<f64>,
    /// Pearson's statistic; empty where `relative_log_likelihood` is empty.
    pub chi_square: Option<f64>,
    /// The degrees of freedom of `chi_square`, as for dice that were not chosen for their fit.
    pub degrees_of_freedom: u32,
    /// `degrees_of_freedom` minus the free face counts of all dice: a lower bound for dice that
    /// were chosen for their fit.
    pub conservative_degrees_of_freedom: u32,
}

/// The rows: the warrior die, then the dragons, the best candidates first.
#[must_use]
pub(crate) fn rows(inference: &Inference) -> Vec<Row> {
    // A row without faces, from the fit of its candidate and that of the best one.
    let row = |role: &str, rank: usize, fit: Fit, best: Fit| Row {
        role: role.to_owned(),
        rank: rank + 1,
        relative_log_likelihood: finite(fit.log_likelihood - best.log_likelihood),
        chi_square: finite(fit.chi_square.statistic),
        degrees_of_freedom: fit.chi_square.degrees_of_freedom,
        conservative_degrees_of_freedom: (inference.selection.conservative(fit.chi_square))
            .degrees_of_freedom,
        ..Row::default()
    };
    let warrior = &inference.warrior;
    let mut rows: Vec<Row> = (warrior.iter().enumerate())
        .map(|(rank, candidate)| Row {
            axe: Some(candidate.die.axe),
            shield: Some(candidate.die.shield),
            flame: candidate.die.flame,
            ..row("warrior", rank, candidate.fit, warrior[0].fit)
        })
        .collect();
    for (name, candidates) in &inference.dragons {
        let ranked = candidates.iter().enumerate();
        rows.extend(ranked.map(|(rank, candidate)| Row {
            dragon: Some(name.clone()),
            part: Some(candidate.die.part),
            mountain: Some(candidate.die.mountain),
            flame: candidate.die.flame,
            ..row("dragon", rank, candidate.fit, candidates[0].fit)
        }));
    }
    rows
}

/// The table of the `top` most likely candidates for each die.
pub(crate) fn candidates(rows: &[Row], top: usize, caption: String) -> Block {
    let faces = |count: Option<u8>| Cell::maybe(count.map(f64::from), |count| count.to_string());
    Block::Table(Table::of(
        FILE,
        caption,
        rows.iter().filter(|row| row.rank <= top),
        &[
            (Column::words("die"), &|row| Cell::words(die(row))),
            (Column::figures("rank"), &|row| Cell::whole(row.rank as u64)),
            (Column::figures("axe"), &|row| faces(row.axe)),
            (Column::figures("shield"), &|row| faces(row.shield)),
            (Column::figures("part"), &|row| faces(row.part)),
            (Column::figures("mountain"), &|row| faces(row.mountain)),
            (Column::figures("flame"), &|row| faces(Some(row.flame))),
            (Column::figures("log-likelihood"), &|row| {
                Cell::maybe(row.relative_log_likelihood, statistic)
            }),
            (Column::figures("chi-square"), &|row| Cell::maybe(row.chi_square, statistic)),
            (Column::figures("df"), &|row| Cell::whole(row.degrees_of_freedom.into())),
        ],
    ))
}

fn die(row: &Row) -> String {
    match &row.dragon {
        Some(name) => format!("dragon, {name}"),
        None => "warrior".to_owned(),
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// The answer of `rivals odds infer`.
#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct Ranking {
    rows: Vec<Row>,
    /// The number of candidates for each die that the table shows.
    #[serde(skip)]
    top: usize,
    #[serde(skip)]
    explanation: String,
}

impl Ranking {
    /// The rows of this inference from frequencies of this number of fights.
    pub(crate) fn new(rows: Vec<Row>, inference: &Inference, fights: u64, top: usize) -> Self {
        let explanation = format!(
            "Ranked by the likelihood of {} under exact odds; for each die the others take their \
             best faces. Log-likelihoods are relative to the best; df are the degrees of freedom \
             of chi-square. {}",
            counted(fights, "fight", "fights"),
            chosen(&inference.selection),
        );
        Self { rows, top, explanation }
    }
}

impl Answer for Ranking {
    fn document(&self) -> Document {
        let blocks =
            vec![candidates(&self.rows, self.top, String::new()), Block::text(&self.explanation)];
        Document::answer("The dice behind the rates", blocks)
    }

    fn json(&self, rules: Option<&str>) -> String {
        json_rows(rules, &self.rows)
    }

    fn csv(&self) -> Option<String> {
        Some(csv(&self.rows))
    }
}
