//! The picture of `rivals fit`: the estimated traits with their region.

use crate::commands::dragon_slayer::results::fit::FitAnswer;
use crate::document::{Axis, Block, Chart, Document, Panel, Row, RowContent, Rows, Section, Spot};
use crate::report::picture;
use crate::report::words::list;
use crate::text::number::significant;

/// The traits as an SVG file; none if none were estimated.
#[must_use]
pub(crate) fn fitted(answer: &FitAnswer) -> Option<String> {
    let spots = answer.traits.iter().map(|row| {
        (row.name.replace('_', " "), Spot { value: row.value, interval: Some((row.low, row.high)) })
    });
    let spots: Vec<(String, Spot)> = spots.collect();
    let ends = spots.iter().flat_map(|(_, spot)| {
        let interval = spot.interval.map(|(low, high)| [low, high]);
        interval.into_iter().flatten().chain([spot.value])
    });
    let axis =
        Axis::over("value of the trait", ends.chain([0.0]), 5, |value| significant(value, 2));
    let told: Vec<String> = (spots.iter())
        .map(|(name, spot)| format!("{name} {}", significant(spot.value, 3)))
        .collect();
    let rows = spots.iter().map(|(name, spot)| Row {
        name: name.clone(),
        content: RowContent::Values(vec![Some(*spot)]),
        value: significant(spot.value, 3),
    });
    let chart = Chart::Rows(Rows {
        axis: Some(axis),
        names: Vec::new(),
        groups: vec![(String::new(), rows.collect())],
    });
    let caption = "Traits that explain the decisions best. Bars are the region of traits that \
                   explain them about as well.";
    let panel = Panel::new("", format!("Estimated traits: {}.", list(&told)), chart);
    let figure = Block::figure("fitted", "Estimated traits", "", caption, [panel]);
    let section = Section::new("fitted", "Estimated traits", vec![figure]);
    picture(&Document::new("Estimated traits", &[], vec![section]), "fitted")
}
