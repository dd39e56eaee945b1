//! The points at stake with which players stop, when behind and when ahead.

use super::{FINGERPRINTS, Fingerprints};
use crate::document::{Axis, Block, Chart, Panel, Row, RowContent, Rows, Spot};
use crate::results::Tournament;
use crate::text::number::{counted, points, signed};

/// The mean points at stake with which a player stops.
struct Stakes<'a> {
    id: &'a str,
    name: &'a str,
    behind: Spot,
    ahead: Spot,
}

impl Stakes<'_> {
    fn difference(&self) -> f64 {
        self.behind.value - self.ahead.value
    }

    /// Whether the player stops with more points when behind, and the intervals do not overlap,
    /// which is a conservative test.
    fn more_behind(&self) -> bool {
        let intervals = self.behind.interval.zip(self.ahead.interval);
        intervals.is_some_and(|(behind, ahead)| behind.0 > ahead.1)
    }
}

pub(super) fn blocks(played: &Tournament, prints: &Fingerprints<'_>) -> Vec<Block> {
    let rows: Vec<Stakes> = (played.standings.iter())
        .filter_map(|row| {
            Some(Stakes {
                id: &row.id,
                name: &row.name,
                behind: prints.spot(&row.id, "points_when_stopping_behind")?,
                ahead: prints.spot(&row.id, "points_when_stopping_ahead")?,
            })
        })
        .collect();
    if rows.is_empty() {
        vec![Block::text("No player stopped both when behind and when ahead.")]
    } else {
        vec![sentence(played, &rows), figure(&rows)]
    }
}

fn sentence(played: &Tournament, rows: &[Stakes<'_>]) -> Block {
    let mut text = format!(
        "For {} of {}, the points at stake when stopping are higher behind than ahead, and the \
         intervals do not overlap.",
        rows.iter().filter(|row| row.more_behind()).count(),
        counted(rows.len() as u64, "player", "players"),
    );
    let is_personality = |id: &str| played.personalities().any(|player| player.id == id);
    let personalities = || rows.iter().filter(|row| is_personality(row.id));
    let size = |row: &&Stakes<'_>| row.difference().abs();
    let most = personalities().max_by(|a, b| size(a).total_cmp(&size(b)));
    let least = personalities().min_by(|a, b| size(a).total_cmp(&size(b)));
    if let Some((most, least)) = most.zip(least).filter(|(most, least)| most.id != least.id) {
        text += &format!(
            " Of the personalities {} changes the most, from {:.2} when behind to {:.2} when \
             ahead, and {} the least: {} points.",
            most.name,
            most.behind.value,
            most.ahead.value,
            least.name,
            signed(-least.difference(), 2),
        );
    }
    Block::text(text)
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
