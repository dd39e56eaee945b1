//! Results of `rivals odds infer`: the face counts of each die that best explain given
//! frequencies, ranked by likelihood. The rows of the CSV file are also the objects of the JSON
//! answer and the lines of the tables.

use serde::{Deserialize, Serialize};

use super::odds::chosen;
use crate::dragon_slayer::odds::infer::{Fit, Inference};
use crate::text::number::{counted, statistic};
use crate::text::table::{Column, note, table};

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
            axe: Some(candidate.die.axe()),
            shield: Some(candidate.die.shield()),
            flame: candidate.die.flame(),
            ..row("warrior", rank, candidate.fit, warrior[0].fit)
        })
        .collect();
    for (name, candidates) in &inference.dragons {
        let ranked = candidates.iter().enumerate();
        rows.extend(ranked.map(|(rank, candidate)| Row {
            dragon: Some(name.clone()),
            part: Some(candidate.die.part()),
            mountain: Some(candidate.die.mountain()),
            flame: candidate.die.flame(),
            ..row("dragon", rank, candidate.fit, candidates[0].fit)
        }));
    }
    rows
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// A table of the best `top` candidates for each die, for a terminal of `width` columns. The
/// rows are those of `inference`, which ranks the dice by this number of fights.
#[must_use]
pub(crate) fn text(
    rows: &[Row],
    inference: &Inference,
    fights: u64,
    top: usize,
    width: Option<usize>,
) -> String {
    let dice = rows.chunk_by(|a, b| a.dragon == b.dragon);
    let tables = dice.map(|die| ranking(&die[..top.min(die.len())]));
    let explanation = format!(
        "Ranked by the likelihood of {} under exact odds; for each die the others take \
         their best faces. Log-likelihoods are relative to the best. {}",
        counted(fights, "fight", "fights"),
        chosen(inference.warrior[0].fit.chi_square, &inference.selection),
    );
    tables.collect::<String>() + &note(&explanation, width)
}

/// The table of the candidates for one die.
fn ranking(rows: &[Row]) -> String {
    let (title, symbols) = match &rows[0].dragon {
        Some(name) => (format!("Dragon die, {name}"), ["part", "mountain", "flame"]),
        None => ("Warrior die".to_owned(), ["axe", "shield", "flame"]),
    };
    let titles = [&["rank"], &symbols[..], &["log-likelihood", "chi-square", "df"]].concat();
    let columns: Vec<_> = titles.into_iter().map(Column::right).collect();
    let line = |row: &Row| {
        let faces = [row.axe, row.shield, row.part, row.mountain, Some(row.flame)];
        let mut line = vec![row.rank.to_string()];
        line.extend(faces.into_iter().flatten().map(|count| count.to_string()));
        line.extend(match (row.relative_log_likelihood, row.chi_square) {
            (Some(likelihood), Some(chi_square)) => {
                [statistic(likelihood), statistic(chi_square), row.degrees_of_freedom.to_string()]
            }
            _ => ["ruled out", "-", "-"].map(str::to_owned),
        });
        line
    };
    let lines: Vec<_> = rows.iter().map(line).collect();
    format!("{title}\n{}\n", table(&columns, &lines, 2))
}
