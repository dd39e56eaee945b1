//! What decisions that are not the best give away, and in which.

use super::{FINGERPRINTS, Fingerprints};
use crate::report::charts::{Axis, Chart, Stack, Stacked};
use crate::report::sections::words::share;
use crate::report::{Block, Figure, Panel};
use crate::results::Folder;
use crate::text::number::percent;

pub(super) fn blocks(results: &Folder, prints: &Fingerprints<'_>) -> Vec<Block> {
    let kinds = [
        ("fighting and stopping", "lost_per_game_fights"),
        ("challenging", "lost_per_game_challenges"),
        ("answering challenges", "lost_per_game_answers"),
    ];
    let standings = results.tournament.standings.iter();
    let mut rows: Vec<(&str, Vec<f64>)> = standings
        .filter_map(|row| {
            let values = kinds
                .iter()
                .map(|(_, metric)| prints.value(&row.id, metric));
            Some((&*row.name, values.collect::<Option<Vec<_>>>()?))
        })
        .collect();
    let sum = |row: &(&str, Vec<f64>)| row.1.iter().sum::<f64>();
    rows.sort_by(|a, b| sum(a).total_cmp(&sum(b)));
    let (Some(best), Some(worst)) = (rows.first(), rows.last()) else {
        return vec![Block::text(
            "What is given away is not known for this tournament.",
        )];
    };
    let total = |kind: usize| rows.iter().map(|row| row.1[kind]).sum::<f64>();
    let all: f64 = rows.iter().map(sum).sum();
    let parts = match all > 0.0 {
        true => format!(
            " Of all that is given away, {} goes in choosing fights and stops, {} in challenging, \
             {} in answering challenges.",
            share(total(0) / all),
            share(total(1) / all),
            share(total(2) / all),
        ),
        false => String::new(),
    };
    let told: Vec<_> = rows
        .iter()
        .map(|row| {
            let parts: Vec<_> = row.1.iter().map(|&part| percent(part, 2)).collect();
            format!("{} {} ({})", row.0, percent(sum(row), 2), parts.join(", "))
        })
        .collect();
    vec![
        Block::text(format!(
            "Against the best play every decision that is not the best gives win probability \
             away. {} gives away the least, {} percentage points per game, and {} the most, \
             {}.{parts}",
            best.0,
            percent(sum(best), 2),
            worst.0,
            percent(sum(worst), 2),
        )),
        Block::Figure(Figure {
            id: "given-away".to_owned(),
            caption: "Win probability given away per game against the best play, by the kind of \
                      decision; exact."
                .to_owned(),
            source: FINGERPRINTS.to_owned(),
            panels: vec![Panel {
                title: String::new(),
                alternative: format!(
                    "in percentage points, in all, then fighting and stopping, challenging, answering: \
                     {}.",
                    told.join("; ")
                ),
                chart: Chart::Stacked(Stacked {
                    axis: Axis::from_zero(
                        "given away per game, percentage points",
                        rows.iter().map(sum),
                        5,
                        |rate| percent(rate, 0),
                    ),
                    parts: kinds.iter().map(|(name, _)| (*name).to_owned()).collect(),
                    rows: rows
                        .iter()
                        .map(|(name, values)| Stack {
                            name: (*name).to_owned(),
                            values: values.clone(),
                        })
                        .collect(),
                }),
            }],
        }),
    ]
}
