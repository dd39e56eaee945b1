//! The points at stake with which players stop, when behind and when ahead.

use super::{FINGERPRINTS, Fingerprints};
use crate::document::{Axis, Block, Chart, Panel, Row, RowContent, Rows, Spot};
use crate::results::Tournament;
use crate::text::number::points;

/// The mean points at stake with which a player stops.
struct Stakes<'a> {
    name: &'a str,
    behind: Spot,
    ahead: Spot,
}

pub(super) fn blocks(played: &Tournament, prints: &Fingerprints<'_>) -> Vec<Block> {
    let rows: Vec<Stakes> = (played.standings.iter())
        .filter_map(|row| {
            Some(Stakes {
                name: &row.name,
                behind: prints.spot(&row.id, "points_when_stopping_behind")?,
                ahead: prints.spot(&row.id, "points_when_stopping_ahead")?,
            })
        })
        .collect();
    if rows.is_empty() {
        vec![Block::text("No player stopped both when behind and when ahead.")]
    } else {
        vec![figure(&rows)]
    }
}

fn figure(rows: &[Stakes<'_>]) -> Block {
    let ends = |spot: Spot| {
        let (low, high) = spot.interval.unwrap_or((spot.value, spot.value));
        [low, spot.value, high]
    };
    let both = rows.iter().flat_map(|row| [row.behind, row.ahead]);
    let title = "points at stake when stopping";
    let axis = Axis::over(title, both.flat_map(ends), 5, points);
    let words = |row: &Stakes<'_>| {
        let (behind, ahead) = (row.behind.value, row.ahead.value);
        format!("{} {behind:.2} and {ahead:.2}", row.name)
    };
    let line = |row: &Stakes<'_>| Row {
        name: row.name.to_owned(),
        content: RowContent::Values(vec![Some(row.behind), Some(row.ahead)]),
        value: String::new(),
    };
    let chart = Chart::Rows(Rows {
        axis: Some(axis),
        names: ["behind", "ahead"].map(str::to_owned).to_vec(),
        groups: vec![(String::new(), rows.iter().map(line).collect())],
    });
    let alternative =
        format!("behind and ahead: {}.", rows.iter().map(words).collect::<Vec<_>>().join("; "));
    let caption = "Mean points at stake when stopping, behind and ahead, in order of strength, \
                   with 95 % intervals where they are wider than the marks.";
    let panel = Panel::new("", alternative, chart);
    Block::figure("stakes", "Points at stake when stopping", FINGERPRINTS, caption, [panel])
}
