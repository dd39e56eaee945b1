//! Who plays like whom: a map, and everybody's nearest.

use std::collections::HashMap;

use crate::report::charts::{Axis, Chart, Point, Scatter};
use crate::report::sections::words::{Names, list, plain, share};
use crate::report::{Block, Cell, Column, Figure, Panel, Table};
use crate::results::Folder;
use crate::statistics::scaling;
use crate::text::number::{points as whole, signed};

const DISTANCES: &str = "tournament/distances.csv";
const NEIGHBOURS: &str = "tournament/neighbours.csv";

pub(super) fn blocks(results: &Folder, names: &Names<'_>) -> Vec<Block> {
    let roster = &results.tournament.roster;
    let place: HashMap<&str, usize> = (roster.iter().enumerate())
        .map(|(index, player)| (&*player.id, index))
        .collect();
    let mut matrix = vec![vec![0.0; roster.len()]; roster.len()];
    for row in results.tournament.distances.iter() {
        let (Some(&a), Some(&b)) = (place.get(&*row.a), place.get(&*row.b)) else {
            continue;
        };
        let Some(distance) = row.distance else {
            return vec![Block::text(
                "Some distances are not known, so there is no map.",
            )];
        };
        (matrix[a][b], matrix[b][a]) = (distance, distance);
    }
    if roster.len() < 3 {
        return vec![Block::text("Fewer than three players make no map.")];
    }
    let map = scaling::classical(&matrix);
    let mut blocks = Vec::new();
    let nearest = (results.tournament.neighbours.iter())
        .filter_map(|row| Some((row, row.distance?)))
        .min_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((row, distance)) = nearest {
        blocks.push(Block::text(format!(
            "A distance is the root of the mean square difference of two fingerprints, each \
             metric in standard deviations over all players. It is a distance of behaviour: it \
             counts the sampled metrics that follow from decisions and in which players differ, \
             so not the thinking time. These are {}. The closest two are {} and {}, at {}; {}.",
            list(&metrics(results)),
            names.of(&row.id),
            names.of(&row.nearest),
            distance_words(distance),
            match results
                .tournament
                .distances
                .iter()
                .all(|row| row.distinguishable)
            {
                true => "chance alone would hardly make any two differ as much as they do",
                false => "not all can be told apart by more than chance",
            }
        )));
    }
    let rank: HashMap<&str, usize> = (results.tournament.standings.iter())
        .map(|row| (&*row.id, row.rank))
        .collect();
    let mut ranked: Vec<(usize, Point)> = (roster.iter().zip(&map.places))
        .map(|(player, &[x, y])| {
            let point = Point {
                name: player.name.clone(),
                x,
                y,
                other: player.kind != "personality",
            };
            (rank.get(&*player.id).copied().unwrap_or(usize::MAX), point)
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let points: Vec<Point> = ranked.into_iter().map(|(_, point)| point).collect();
    let axis = |title: &str, values: Vec<f64>| Axis::over(title, values, 6, |v| signed(v, 1));
    let across = axis(
        "standard deviations",
        points.iter().map(|point| point.x).collect(),
    );
    let up = axis(
        "standard deviations",
        points.iter().map(|point| point.y).collect(),
    );
    let told: Vec<_> = (results.tournament.neighbours.iter())
        .map(|row| {
            format!(
                "{} is next to {}",
                names.of(&row.id),
                names.of(&row.nearest)
            )
        })
        .collect();
    blocks.push(Block::Figure(Figure {
        id: "map".to_owned(),
        caption: format!(
            "A map of the distances between players, by classical scaling; points are \
             personalities, diamonds the policies that they are measured against, numbers their \
             ranks. Two dimensions keep {} of the variation.",
            share(map.kept)
        ),
        source: DISTANCES.to_owned(),
        panels: vec![Panel {
            title: String::new(),
            alternative: format!("{}.", told.join("; ")),
            chart: Chart::Scatter(Scatter { across, up, points }),
        }],
    }));
    let rows = results.tournament.neighbours.iter().map(|row| {
        vec![
            Cell::words(names.of(&row.id)),
            Cell::words(names.of(&row.nearest)),
            Cell::maybe(row.distance, distance_words),
            Cell::words(row.metric.as_deref().map_or("-".to_owned(), plain)),
            Cell::maybe(row.max_z, whole),
        ]
    });
    blocks.push(Block::Table(Table {
        caption: "Everybody's nearest, the metric in which the two differ most surely, and by \
                  how many standard errors."
            .to_owned(),
        source: NEIGHBOURS.to_owned(),
        columns: vec![
            Column::words("name"),
            Column::words("nearest"),
            Column::figures("distance"),
            Column::words("told apart by"),
            Column::figures("standard errors"),
        ],
        rows: rows.collect(),
    }));
    blocks
}

/// The metrics that distances count, as people read them.
fn metrics(results: &Folder) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in (results.tournament.fingerprints.iter()).filter(|row| row.in_distances) {
        let name = plain(&row.metric);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// In standard deviations.
fn distance_words(distance: f64) -> String {
    format!("{distance:.2}")
}
