//! Equity loss: win probability lost against optimal play, by the kind of decision.

use super::{FINGERPRINTS, Fingerprints};
use crate::report::charts::{Axis, Chart, Row, RowContent, Rows};
use crate::report::words::share;
use crate::report::{Block, Panel};
use crate::results::Tournament;
use crate::text::number::percent;

pub(super) fn blocks(played: &Tournament, prints: &Fingerprints<'_>) -> Vec<Block> {
    let kinds = [
        ("fighting and stopping", "lost_per_game_fights"),
        ("challenging", "lost_per_game_challenges"),
        ("answering challenges", "lost_per_game_answers"),
    ];
    let standings = played.standings.iter();
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
            "The equity loss is not known for this tournament.",
        )];
    };
    let total = |kind: usize| rows.iter().map(|row| row.1[kind]).sum::<f64>();
    let all: f64 = rows.iter().map(sum).sum();
    let parts = match all > 0.0 {
        true => format!(
            " Of the whole loss, {} comes from choosing fights and stops, {} from challenging, and {} \
             from answering challenges.",
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
    let chart = Chart::Rows(Rows {
        axis: Some(Axis::from_zero(
            "equity loss per game, percentage points",
            rows.iter().map(sum),
            5,
            |rate| percent(rate, 0),
        )),
        names: kinds.map(|(name, _)| name.to_owned()).to_vec(),
        groups: vec![(String::new(), rows.iter().map(drawn).collect())],
    });
    let alternative = format!(
        "in percentage points, the sum, then fighting and stopping, challenging, answering: {}.",
        told.join("; ")
    );
    let caption = "Win probability lost per game against optimal play, by the kind of decision; \
                   exact.";
    vec![
        Block::text(format!(
            "Every decision that is not optimal loses win probability. {} loses the least, {} \
             percentage points per game against optimal play, and {} the most, {}.{parts}",
            best.0,
            percent(sum(best), 2),
            worst.0,
            percent(sum(worst), 2),
        )),
        Block::figure(
            "given-away",
            FINGERPRINTS,
            caption,
            [Panel::new("", alternative, chart)],
        ),
    ]
}

fn drawn((name, values): &(&str, Vec<f64>)) -> Row {
    Row {
        name: (*name).to_owned(),
        content: RowContent::Parts(values.clone()),
        value: String::new(),
    }
}
