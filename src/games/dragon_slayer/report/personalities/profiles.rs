//! Profiles: traits on their scales, beside what was measured.

use super::{FINGERPRINTS, Fingerprints, personalities};
use crate::report::charts::{Chart, Track, Tracks};
use crate::report::sections::words::{decimals, is_share, percentage, plain};
use crate::report::{Figure, Panel};
use crate::results::Folder;
use crate::text::number::significant;

/// Standard deviations at the ends of a fingerprint's scales.
const WIDEST: f64 = 2.5;

/// What a profile shows of a fingerprint, as far as it was measured.
const PROFILE: [&str; 9] = [
    "points_when_stopping",
    "turns_lost",
    "risk_per_fight",
    "fights_per_turn",
    "challenges_made",
    "challenges_accepted",
    "winning_margin",
    "comebacks",
    "optimal_decisions",
];

pub(super) fn figure(results: &Folder, prints: &Fingerprints<'_>) -> Figure {
    let everybody: Vec<&str> = results
        .tournament
        .roster
        .iter()
        .map(|row| &*row.id)
        .collect();
    let measured: Vec<(&str, f64, f64)> = (PROFILE.iter())
        .filter_map(|&metric| {
            let values = everybody.iter().filter_map(|id| prints.value(id, metric));
            let (mean, deviation) = mean_and_deviation(&values.collect::<Vec<_>>())?;
            Some((metric, mean, deviation))
        })
        .collect();
    let panels = personalities(results).map(|player| {
        let traits = || {
            results
                .tournament
                .traits
                .iter()
                .filter(|row| row.id == player.id)
        };
        let of_kind = |kind: &'static str| {
            let rows = traits().filter(move |row| row.kind == kind);
            rows.map(|row| {
                let place = |value: f64| (value - row.low) / (row.high - row.low);
                Track {
                    name: plain(&row.name),
                    place: place(row.value),
                    neutral: place(row.neutral),
                    value: significant(row.value, 3),
                }
            })
        };
        let fingerprint = measured.iter().filter_map(|&(metric, mean, deviation)| {
            let value = prints.value(&player.id, metric)?;
            let unit = &prints.row(&player.id, metric)?.unit;
            Some(Track {
                name: plain(metric),
                place: 0.5 + (value - mean) / deviation / (2.0 * WIDEST),
                neutral: 0.5,
                value: written(value, unit),
            })
        });
        let fingerprint: Vec<_> = fingerprint.collect();
        let bent: Vec<_> = traits()
            .filter(|row| row.value != row.neutral)
            .map(|row| format!("{} {}", plain(&row.name), significant(row.value, 3)))
            .collect();
        let bent = match bent.as_slice() {
            [] => "all neutral".to_owned(),
            bent => bent.join(", "),
        };
        let told: Vec<_> = (fingerprint.iter())
            .map(|row| format!("{} {}", row.name, row.value))
            .collect();
        Panel {
            title: player.name.clone(),
            alternative: format!("traits: {bent}; measured: {}.", told.join(", ")),
            chart: Chart::Tracks(Tracks {
                groups: vec![
                    ("traits".to_owned(), of_kind("trait").collect()),
                    ("values".to_owned(), of_kind("value").collect()),
                    ("measured".to_owned(), fingerprint),
                ],
            }),
        }
    });
    Figure {
        id: "profiles".to_owned(),
        caption: format!(
            "Profiles. Traits and values: the line is the whole scale, the tick the neutral \
             figure, the point the personality's. Measured: the tick is the mean of all players, \
             the ends are {WIDEST} standard deviations from it. Measured figures are from \
             {FINGERPRINTS}."
        ),
        source: "tournament/traits.csv".to_owned(),
        panels: panels.collect(),
    }
}

fn mean_and_deviation(values: &[f64]) -> Option<(f64, f64)> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum::<f64>()
        / count;
    // Equal values may differ in the last digit.
    let deviation = square.sqrt();
    (deviation > 1e-12 * mean.abs()).then_some((mean, deviation))
}

/// A figure in its unit, which has no room beside it.
fn written(value: f64, unit: &str) -> String {
    match is_share(unit) {
        true => percentage(value, 1),
        false => format!("{value:.*}", decimals(unit)),
    }
}
