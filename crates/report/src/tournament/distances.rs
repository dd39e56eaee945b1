//! The distances between players: a map, and the nearest player of each player.

use crate::words::{Names, list, plain, share};
use rivals_core::document::{
    Axis, Block, Cell, Chart, Column, Columns, Mark, Panel, Point, Scatter, Table,
};
use rivals_core::text::number::{points as whole, signed};
use rivals_league::results::Tournament;
use rivals_league::results::tournament::{DistanceRow, NeighbourRow};
use rivals_statistics::scaling;

const DISTANCES: &str = "tournament/distances.csv";
const NEIGHBOURS: &str = "tournament/neighbours.csv";

/// The largest number of pairs of players that a sentence names.
const MAX_NAMED: usize = 6;

/// The blocks on distances: what a distance is, a map of all players, and a table of
/// neighbours. Empty where no metric compares the players.
#[must_use]
pub fn distances(played: &Tournament) -> Vec<Block> {
    if !are_compared(played) {
        return Vec::new();
    }
    let names = Names::new(played);
    let reason = match matrix(played) {
        None => "some distances are not known",
        Some(matrix) if matrix.len() < 3 => "it needs at least three players",
        Some(matrix) => {
            let mut blocks: Vec<Block> = closest(played, &names).into_iter().collect();
            blocks.extend([map(played, &names, &matrix), neighbours(played, &names)]);
            return blocks;
        }
    };
    vec![Block::text(format!("There is no map, because {reason}."))]
}

/// Whether a metric compares how the players decide.
fn are_compared(played: &Tournament) -> bool {
    played.fingerprints.iter().any(|row| row.in_distances)
}

/// The distances by the indices of both players in the roster, if all are known.
fn matrix(played: &Tournament) -> Option<Vec<Vec<f64>>> {
    let place = |id: &str| played.roster.iter().position(|player| player.id == id);
    let players = played.roster.len();
    let mut matrix = vec![vec![0.0; players]; players];
    for row in &played.distances {
        let (a, b) = (place(&row.a)?, place(&row.b)?);
        (matrix[a][b], matrix[b][a]) = (row.distance?, row.distance?);
    }
    Some(matrix)
}

fn closest(played: &Tournament, names: &Names<'_>) -> Option<Block> {
    let told_apart = told_apart(played, names)?;
    let counted = played.fingerprints.iter().filter(|row| row.in_distances);
    let mut metrics: Vec<String> = Vec::new();
    for name in counted.map(|row| plain(&row.metric)) {
        if !metrics.contains(&name) {
            metrics.push(name);
        }
    }
    Some(Block::text(format!(
        "A distance is the root mean square difference of two fingerprints, with each metric in \
         standard deviations over all players. It is a distance of behaviour: it counts the \
         sampled metrics that follow from decisions and in which players differ. These are {}. \
         {told_apart}",
        list(&metrics),
    )))
}

/// The sentence on the players that are indistinguishable, or else on the two with the
/// smallest distance; `None` if nothing can be compared.
pub(super) fn told_apart(played: &Tournament, names: &Names<'_>) -> Option<String> {
    let pair = |row: &DistanceRow| format!("{} and {}", names.of(&row.a), names.of(&row.b));
    if !are_compared(played) {
        return None;
    }
    let alike = played.distances.iter().filter(|row| !row.distinguishable);
    let named: Vec<_> = alike.clone().take(MAX_NAMED).map(pair).collect();
    if !named.is_empty() {
        let more = match alike.count() - named.len() {
            0 => String::new(),
            more => format!("; and {more} more pairs"),
        };
        let named = named.join("; ");
        return Some(format!(
            "These players are INDISTINGUISHABLE by what they decided: {named}{more}."
        ));
    }
    let known = played.distances.iter();
    let known = known.filter_map(|row| Some((row, row.distance?, row.max_z?)));
    let (row, distance, z) = known.min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(format!(
        "All players are distinguishable by what they decide. The closest two are {}, at a \
         distance of {distance:.2}: {} differs by {z:.1} standard errors.",
        pair(row),
        row.metric.as_deref().map_or("a metric".to_owned(), plain),
    ))
}

fn map(played: &Tournament, names: &Names<'_>, matrix: &[Vec<f64>]) -> Block {
    let map = scaling::classical(matrix);
    let place = |id: &str| {
        let mut players = played.roster.iter().zip(&map.places);
        players.find(|(player, _)| player.id == id)
    };
    let points: Vec<Point> = (played.standings.iter())
        .filter_map(|row| {
            let (player, &[x, y]) = place(&row.id)?;
            let name = row.name.clone();
            let mark = if player.is_personality() { Mark::Point } else { Mark::Diamond };
            Some(Point { name, x, y, mark })
        })
        .collect();
    let axis = |of: fn(&Point) -> f64| {
        Axis::over("standard deviations", points.iter().map(of), 6, |value| signed(value, 1))
    };
    let chart = Chart::Scatter(Scatter {
        across: axis(|point| point.x),
        up: axis(|point| point.y),
        points,
    });
    let told = played.neighbours.iter().map(|row| {
        let (id, nearest) = (names.of(&row.id), names.of(&row.nearest));
        format!("{id} is next to {nearest}")
    });
    let alternative = format!("{}.", told.collect::<Vec<_>>().join("; "));
    let caption = format!(
        "A map of the distances between players, by classical scaling; {}numbers on \
         narrow screens are ranks. Two dimensions keep {} of the variation.",
        match played.personalities().next() {
            Some(_) => "points are personalities, diamonds policies, and ",
            None => "",
        },
        share(map.kept)
    );
    let panel = Panel::new("", alternative, chart);
    Block::figure("map", "Map of the distances", DISTANCES, caption, [panel])
}

fn neighbours(played: &Tournament, names: &Names<'_>) -> Block {
    let words = |title: &str| Column::words(title);
    let figures = |title: &str| Column::figures(title);
    let metric = |row: &NeighbourRow| row.metric.as_deref().map(plain);
    let decimals = |value: f64| format!("{value:.2}");
    let columns: &Columns<'_, NeighbourRow> = &[
        (words("name"), &|row| Cell::words(names.of(&row.id))),
        (words("nearest"), &|row| Cell::words(names.of(&row.nearest))),
        (figures("distance"), &|row| Cell::maybe(row.distance, decimals)),
        (words("metric"), &|row| Cell::maybe_words(metric(row).as_deref())),
        (figures("standard errors"), &|row| Cell::maybe(row.max_z, whole)),
    ];
    let caption = "Each player's nearest player, the metric in which the two differ most surely, \
                   and by how many standard errors.";
    Block::Table(Table::of(NEIGHBOURS, caption, &played.neighbours, columns))
}
