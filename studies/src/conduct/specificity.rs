//! T5: whether a figure that is made neutral takes its index to that of the reference, and leaves
//! the others alone.

use std::collections::HashMap;

use rivals_core::personalities::Personality;
use rivals_statistics::parallel;
use serde::{Deserialize, Serialize};

use super::Form;
use super::bank::Bank;
use super::indices::{INDICES, measured_of, values};
use super::players::hidden;
use super::statistics::{percentiles, resampled, sample};
use super::transfer::Table;
use super::verdicts::Verdict;

/// How little the other indices may move, in deviations over the players.
pub(super) const MOST: f64 = 0.2;

/// A row of `specificity.csv`: a figure in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub game: String,
    /// The figure that is made neutral in every player.
    pub figure: String,
    pub index: String,
    /// The part of the mean squared distance between the index and that of the reference which
    /// goes; 1 if the index is then that of the reference.
    pub gone: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// The other index that moves most, and how far its mean moves, in deviations over the players.
    pub other: Option<String>,
    pub moved: Option<f64>,
    pub verdict: Verdict,
}

/// The rows of all games; `table` is what is measured of the same players.
pub(super) fn rows(
    banks: &[Bank],
    players: &[Personality],
    table: &Table,
    form: &Form,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for (game, bank) in banks.iter().enumerate() {
        let before: Vec<Vec<Option<f64>>> = table.measured[game].iter().map(values).collect();
        let mut reference = values(&measured_of(bank, &Personality::neutral("reference")));
        // The reference has no tastes; its choices, without any error, would give unbounded
        // coefficients.
        for (index, value) in INDICES.iter().zip(&mut reference) {
            if index.feature().is_some() && index.figure != "calculation" {
                *value = value.map(|_| 0.0);
            }
        }
        let mut known = HashMap::new();
        for (at, index) in INDICES.iter().enumerate() {
            if hidden(bank.game, index.figure).is_some() {
                continue;
            }
            let measured =
                |player: usize| values(&measured_of(bank, &players[player].without(index.figure)));
            let after =
                known.entry(index.figure).or_insert_with(|| parallel::map(players.len(), measured));
            rows.push(row(bank.game, at, (&before, after), &reference, form));
        }
    }
    rows
}

/// By player, then index: its value.
type Values = [Vec<Option<f64>>];

fn row(
    game: &str,
    at: usize,
    (before, after): (&Values, &Values),
    reference: &[Option<f64>],
    form: &Form,
) -> Row {
    let distances: Vec<[f64; 2]> = (before.iter().zip(after))
        .filter_map(|(before, after)| {
            let away =
                |value: Option<f64>| Some((value? - reference[at]?) * (value? - reference[at]?));
            Some([away(before[at])?, away(after[at])?])
        })
        .collect();
    let gone = |players: &[usize]| {
        let sum = |of: usize| players.iter().map(|&player| distances[player][of]).sum::<f64>();
        (sum(0) > 0.0).then(|| 1.0 - sum(1) / sum(0))
    };
    let found = gone(&(0..distances.len()).collect::<Vec<_>>());
    let draws = resampled(form.seed, form.draws, |rng| gone(&sample(rng, distances.len())));
    let interval = found.and(percentiles(draws.into_iter().flatten().collect()));
    // Indices of one taste alone, or all that are measured together.
    let is_alike =
        |other: &usize| INDICES[*other].feature().is_some() == INDICES[at].feature().is_some();
    let other = (0..INDICES.len())
        .filter(|other| *other != at && is_alike(other))
        .filter_map(|other| Some((other, moved(before, after, other)?)))
        .max_by(|one, other| one.1.total_cmp(&other.1));
    let verdict = match (Verdict::above(0.0, interval), other) {
        (Verdict::Holds, Some((_, moved))) if moved >= MOST => Verdict::Refuted,
        (verdict, _) => verdict,
    };
    Row {
        game: game.to_owned(),
        figure: INDICES[at].figure.to_owned(),
        index: INDICES[at].name.to_owned(),
        gone: found,
        low: interval.map(|[low, _]| low),
        high: interval.map(|[_, high]| high),
        other: other.map(|(other, _)| INDICES[other].name.to_owned()),
        moved: other.map(|(_, moved)| moved),
        verdict,
    }
}

/// How far the mean of an index moves, in deviations over the players before; `None` if too few
/// players have it, or it does not vary.
fn moved(before: &Values, after: &Values, index: usize) -> Option<f64> {
    let pairs: Vec<[f64; 2]> = (before.iter().zip(after))
        .filter_map(|(before, after)| Some([before[index]?, after[index]?]))
        .collect();
    let count = pairs.len() as f64;
    let mean = |of: usize| pairs.iter().map(|pair| pair[of]).sum::<f64>() / count;
    let (was, is) = (mean(0), mean(1));
    let squares: f64 = pairs.iter().map(|pair| (pair[0] - was) * (pair[0] - was)).sum();
    let deviation = (squares / count).sqrt();
    (pairs.len() > 1 && deviation > 1e-9).then(|| (is - was).abs() / deviation)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: the values 0 and 4 have the deviation 2, and their mean moves by 1.
    #[test]
    fn movements_are_in_deviations() {
        let of = |values: [f64; 2]| values.map(|value| vec![Some(value)]).to_vec();
        assert_eq!(moved(&of([0.0, 4.0]), &of([2.0, 4.0]), 0), Some(0.5));
        assert_eq!(moved(&of([1.0, 1.0]), &of([2.0, 4.0]), 0), None);
    }

    #[test]
    fn what_goes_is_measured_from_the_reference() {
        let values = |of: f64| vec![Some(of); INDICES.len()];
        let (before, after) = (vec![values(3.0), values(-1.0)], vec![values(2.0), values(0.0)]);
        let reference = values(1.0);
        let form = Form { draws: 50, ..Form::SMALL };
        let row = row("pig", 0, (&before, &after), &reference, &form);
        // The distances were 4 and 4, and are 1 and 1.
        assert_eq!((row.gone, row.low, row.high), (Some(0.75), Some(0.75), Some(0.75)));
        assert_eq!((row.moved, row.verdict), (Some(0.0), Verdict::Holds));
    }
}
