//! The points at stake with which players stop, when behind and when ahead.

use super::{FINGERPRINTS, Fingerprints};
use crate::report::charts::{Axis, Chart, Row, RowContent, Rows, Spot};
use crate::report::{Block, Panel};
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

    /// Whether the intervals do not overlap, which is a conservative test of a difference.
    fn differs(&self) -> bool {
        match (self.behind.interval, self.ahead.interval) {
            (Some(behind), Some(ahead)) => behind.0 > ahead.1 || ahead.0 > behind.1,
            _ => false,
        }
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
    match rows.is_empty() {
        true => vec![Block::text(
            "No player stopped both when behind and when ahead.",
        )],
        false => vec![sentence(played, &rows), figure(&rows)],
    }
}

fn sentence(played: &Tournament, rows: &[Stakes<'_>]) -> Block {
    let more = rows
        .iter()
        .filter(|row| row.differs() && row.difference() > 0.0);
    let mut text = format!(
        "For {} of {}, the points at stake when stopping are higher behind than ahead, and the \
         intervals do not overlap.",
        more.count(),
        counted(rows.len() as u64, "player", "players"),
    );
    let is_personality = |id: &str| played.personalities().any(|player| player.id == id);
    let people = || rows.iter().filter(|row| is_personality(row.id));
    let size = |row: &&Stakes<'_>| row.difference().abs();
    let most = people().max_by(|a, b| size(a).total_cmp(&size(b)));
    let least = people().min_by(|a, b| size(a).total_cmp(&size(b)));
    if let Some((most, least)) = most.zip(least).filter(|(most, least)| most.id != least.id) {
        text += &format!(
            " Of the personalities {} changes the most, from {} when behind to {} when ahead, and \
             {} the least: {} points.",
            most.name,
            mean_points(most.behind),
            mean_points(most.ahead),
            least.name,
            signed(-least.difference(), 2),
        );
    }
    Block::text(text)
}

/// Mean points as text, with two decimals.
fn mean_points(spot: Spot) -> String {
    format!("{:.2}", spot.value)
}

fn figure(rows: &[Stakes<'_>]) -> Block {
    let ends = |spot: Spot| {
        let (low, high) = spot.interval.unwrap_or((spot.value, spot.value));
        [low, spot.value, high]
    };
    let all = rows
        .iter()
        .flat_map(|row| [row.behind, row.ahead])
        .flat_map(ends);
    let told: Vec<_> = (rows.iter())
        .map(|row| {
            let (behind, ahead) = (mean_points(row.behind), mean_points(row.ahead));
            format!("{} {behind} and {ahead}", row.name)
        })
        .collect();
    let drawn = rows.iter().map(|row| Row {
        name: row.name.to_owned(),
        content: RowContent::Values(vec![Some(row.behind), Some(row.ahead)]),
        value: String::new(),
    });
    let chart = Chart::Rows(Rows {
        axis: Some(Axis::over("points at stake when stopping", all, 5, points)),
        names: ["behind", "ahead"].map(str::to_owned).to_vec(),
        groups: vec![(String::new(), drawn.collect())],
    });
    let alternative = format!("behind and ahead: {}.", told.join("; "));
    let caption = "Mean points at stake when stopping, behind and ahead, in order of strength, \
                   with 95 % intervals where they are wider than the marks.";
    Block::figure(
        "stakes",
        FINGERPRINTS,
        caption,
        [Panel::new("", alternative, chart)],
    )
}
