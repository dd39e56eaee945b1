//! Equity loss: win probability lost against optimal play, by the kind of decision.

use super::{FINGERPRINTS, Fingerprints};
use crate::document::{Axis, Block, Chart, Panel, Row, RowContent, Rows};
use crate::results::Tournament;
use crate::text::number::percent;

/// The kinds of decisions, and the metrics of their losses.
const DECISIONS: [(&str, &str); 3] = [
    ("fighting and stopping", "lost_per_game_fights"),
    ("challenging", "lost_per_game_challenges"),
    ("answering challenges", "lost_per_game_answers"),
];

/// The equity loss of a player.
struct Loss<'a> {
    name: &'a str,
    by_kind: Vec<f64>,
    sum: f64,
}

pub(super) fn blocks(played: &Tournament, prints: &Fingerprints<'_>) -> Vec<Block> {
    let loss = |id: &str, name| {
        let by_kind = DECISIONS.iter().map(|(_, metric)| prints.value(id, metric));
        let by_kind = by_kind.collect::<Option<Vec<f64>>>()?;
        let sum = by_kind.iter().sum();
        Some(Loss { name, by_kind, sum })
    };
    let players = played.standings.iter();
    let mut losses: Vec<Loss<'_>> = players.filter_map(|row| loss(&row.id, &*row.name)).collect();
    losses.sort_by(|a, b| a.sum.total_cmp(&b.sum));
    if losses.is_empty() {
        return vec![Block::text("The equity loss is not known for this tournament.")];
    }
    let text = "Every decision that is not optimal loses win probability.";
    vec![Block::text(text), figure(&losses)]
}

fn figure(losses: &[Loss<'_>]) -> Block {
    let words = |loss: &Loss<'_>| {
        let kinds = loss.by_kind.iter().map(|&lost| percent(lost, 2));
        let kinds: Vec<_> = kinds.collect();
        format!("{} {} ({})", loss.name, percent(loss.sum, 2), kinds.join(", "))
    };
    let row = |loss: &Loss<'_>| Row {
        name: loss.name.to_owned(),
        content: RowContent::Parts(loss.by_kind.clone()),
        value: percent(loss.sum, 2),
    };
    let sums = losses.iter().map(|loss| loss.sum);
    let title = "equity loss per game, percentage points";
    let chart = Chart::Rows(Rows {
        axis: Some(Axis::from_zero(title, sums, 5, |rate| percent(rate, 0))),
        names: DECISIONS.map(|(name, _)| name.to_owned()).to_vec(),
        groups: vec![(String::new(), losses.iter().map(row).collect())],
    });
    let alternative = format!(
        "in percentage points, the sum, then fighting and stopping, challenging, answering: {}.",
        losses.iter().map(words).collect::<Vec<_>>().join("; ")
    );
    let caption = "Win probability lost per game against optimal play, by the kind of decision; \
                   exact.";
    let panel = Panel::new("", alternative, chart);
    Block::figure(
        "equity-loss",
        "Equity loss by the kind of decision",
        FINGERPRINTS,
        caption,
        [panel],
    )
}
