//! Personalities: what they are like, how they play, and what it costs them.

use std::collections::{BTreeMap, HashMap};

use super::words::{Names, percentage, plain, share};
use crate::report::document::charts::{
    Axis, Chart, Dot, Dots, Line, Lines, Point, Scatter, Stack, Stacked, Track, Tracks,
};
use crate::report::document::{Block, Cell, Column, Figure, Panel, Section, Table};
use crate::report::number::{percent, signed, significant};
use crate::report::tournament::{FingerprintRow, RosterRow};
use crate::results::Folder;
use crate::statistics::scaling;

const ROSTER: &str = "tournament/roster.csv";
const FINGERPRINTS: &str = "tournament/fingerprints.csv";
const RISK: &str = "tournament/risk_curves.csv";
const DISTANCES: &str = "tournament/distances.csv";
const NEIGHBOURS: &str = "tournament/neighbours.csv";

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

pub fn section(results: &Folder) -> Section {
    let names = Names::new(results);
    let prints = Fingerprints::new(results);
    let mut blocks = vec![
        Block::text(
            "A personality is a point on a few scales: traits, which bend its decisions, and \
             values, which say what it wants. All neutral is the best play. What it then does was \
             measured in the league: its fingerprint.",
        ),
        Block::text(format!("Who plays, from {ROSTER}:")),
        characters(results),
        Block::Figure(profiles(results, &prints)),
    ];
    blocks.push(Block::Heading("Risk against points at stake".to_owned()));
    blocks.extend(risk_curves(results, &names));
    blocks.push(Block::Heading("Behind and ahead".to_owned()));
    blocks.extend(stakes(results, &prints));
    blocks.push(Block::Heading("Who plays like whom".to_owned()));
    blocks.extend(distances(results, &names));
    blocks.push(Block::Heading("What they give away".to_owned()));
    blocks.extend(given_away(results, &prints));
    Section {
        id: "personalities",
        title: "Personalities".to_owned(),
        blocks,
    }
}

/// Those that have traits.
fn personalities(results: &Folder) -> impl Iterator<Item = &RosterRow> {
    results
        .tournament
        .roster
        .iter()
        .filter(|player| player.kind == "personality")
}

/// Fingerprints by player and metric.
struct Fingerprints<'a>(HashMap<(&'a str, &'a str), &'a FingerprintRow>);

impl<'a> Fingerprints<'a> {
    fn new(results: &'a Folder) -> Self {
        let rows = results.tournament.fingerprints.iter();
        Self(rows.map(|row| ((&*row.id, &*row.metric), row)).collect())
    }

    fn row(&self, id: &str, metric: &str) -> Option<&'a FingerprintRow> {
        // The keys live as long as the rows; the look-up need not.
        self.0.get(&(id, metric) as &(&str, &str)).copied()
    }

    /// Measured, or else exact.
    fn value(&self, id: &str, metric: &str) -> Option<f64> {
        let row = self.row(id, metric)?;
        row.value.or(row.exact)
    }
}

fn characters(results: &Folder) -> Block {
    let roster = results.tournament.roster.iter();
    Block::List(
        roster
            .map(|player| format!("{}: {}", player.name, player.character))
            .collect(),
    )
}

fn profiles(results: &Folder, prints: &Fingerprints<'_>) -> Figure {
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
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / count;
    (square > 0.0).then(|| (mean, square.sqrt()))
}

/// A figure in its unit.
fn written(value: f64, unit: &str) -> String {
    match unit {
        "share" | "probability" | "win probability" => percentage(value, 1),
        _ => significant(value, 3),
    }
}

/// Whom the others are measured against: who gives the least away.
fn reference(results: &Folder) -> Option<&str> {
    let standings = results.tournament.standings.iter();
    let given = standings.filter_map(|row| Some((&*row.id, row.given_away?)));
    (given.min_by(|a, b| a.1.total_cmp(&b.1))).map(|(id, _)| id)
}

/// Points at stake with fewer fights per game are left out of curves.
const RARE: f64 = 0.01;

fn risk_curves(results: &Folder, names: &Names<'_>) -> Vec<Block> {
    let mut curves: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for row in results.tournament.risk_curves.iter() {
        if let Some(risk) = row.risk_per_fight.filter(|_| row.fights_per_game >= RARE) {
            let points = curves.entry(&row.id).or_default();
            points.push((f64::from(row.at_stake), risk));
        }
    }
    let all = || curves.values().flatten();
    let Some(reference) = reference(results).filter(|id| curves.contains_key(id)) else {
        return vec![Block::text(
            "The tournament has no exact risk curves: they need two seats and a solved game.",
        )];
    };
    let across = Axis::over(
        "points at stake",
        all().map(|point| point.0).chain([0.0]),
        5,
        |p| format!("{p:.0}"),
    );
    let up = Axis::over(
        "chance of defeat, %",
        all().map(|point| point.1).chain([0.0]),
        4,
        |r| percent(r, 0),
    );
    let panels = personalities(results).filter_map(|player| {
        let curve = curves.get(&*player.id)?;
        let line = |name: &str, points: &[(f64, f64)]| Line {
            name: name.to_owned(),
            points: points.to_vec(),
        };
        let mut lines = vec![line(&player.name, curve)];
        if player.id != reference {
            lines.push(line(names.of(reference), &curves[reference]));
        }
        let most = curve.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let last = curve.last()?;
        Some(Panel {
            title: player.name.clone(),
            alternative: format!(
                "at most a chance of defeat of {}, with {} points at stake; fights with up to {} \
                 points.",
                share(most.1),
                most.0,
                last.0
            ),
            chart: Chart::Lines(Lines {
                across: across.clone(),
                up: up.clone(),
                lines,
            }),
        })
    });
    let panels: Vec<Panel> = panels.collect();
    let furthest = personalities(results)
        .filter_map(|player| Some((player, curves.get(&*player.id)?.last()?.0)))
        .max_by(|a, b| a.1.total_cmp(&b.1));
    let shortest = personalities(results)
        .filter_map(|player| Some((player, curves.get(&*player.id)?.last()?.0)))
        .min_by(|a, b| a.1.total_cmp(&b.1));
    let mut blocks = Vec::new();
    if let Some(((bold, most), (shy, least))) = furthest.zip(shortest) {
        blocks.push(Block::text(format!(
            "A defeat loses all that is at stake, so that a fight of the same risk costs more and \
             more. Once in a hundred games or more often, {} still fights with {most} points at \
             stake; {} with no more than {least}.",
            bold.name, shy.name
        )));
    }
    blocks.push(Block::Figure(Figure {
        id: "risk-curves".to_owned(),
        caption: format!(
            "The mean chance of defeat of the fights begun, by points at stake, in games against \
             the best play; exact. Points where fewer than one fight in a hundred games is begun \
             are left out. {} is the one who gives the least away.",
            names.of(reference)
        ),
        source: RISK.to_owned(),
        panels,
    }));
    blocks
}

fn stakes(results: &Folder, prints: &Fingerprints<'_>) -> Vec<Block> {
    let (behind, ahead) = ("points_when_stopping_behind", "points_when_stopping_ahead");
    let order = results.tournament.standings.iter();
    let rows: Vec<(&str, [f64; 3], f64)> = order
        .filter_map(|row| {
            let measured = prints.row(&row.id, behind)?;
            let value = measured.value?;
            let ends = [
                value,
                measured.low.unwrap_or(value),
                measured.high.unwrap_or(value),
            ];
            Some((&*row.name, ends, prints.value(&row.id, ahead)?))
        })
        .collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let difference = |row: &(&str, [f64; 3], f64)| row.1[0] - row.2;
    let people: Vec<&str> = personalities(results).map(|player| &*player.name).collect();
    let people = || rows.iter().filter(|row| people.contains(&row.0));
    let most = people().max_by(|a, b| difference(a).total_cmp(&difference(b)));
    let least = people().min_by(|a, b| difference(a).total_cmp(&difference(b)));
    let mut blocks = Vec::new();
    if let Some((most, least)) = most.zip(least) {
        blocks.push(Block::text(format!(
            "{} of {} players stop with more points at stake when they are behind than when they \
             are ahead. {} changes the most: {} points when behind and {} when ahead, a \
             difference of {}. Of the personalities {} has the least, {}.",
            rows.iter().filter(|row| difference(row) > 0.0).count(),
            rows.len(),
            most.0,
            significant(most.1[0], 3),
            significant(most.2, 3),
            signed(difference(most), 2),
            least.0,
            signed(difference(least), 2),
        )));
    }
    let ends = rows.iter().flat_map(|row| row.1.into_iter().chain([row.2]));
    let told: Vec<_> = (rows.iter())
        .map(|row| {
            let figure = |value| significant(value, 3);
            format!("{} {} and {}", row.0, figure(row.1[0]), figure(row.2))
        })
        .collect();
    blocks.push(Block::Figure(Figure {
        id: "stakes".to_owned(),
        caption: "Mean points at stake when stopping, behind and ahead, in order of strength; \
                  with 95 % intervals."
            .to_owned(),
        source: FINGERPRINTS.to_owned(),
        panels: vec![Panel {
            title: String::new(),
            alternative: format!("Behind and ahead: {}.", told.join("; ")),
            chart: Chart::Dots(Dots {
                axis: Axis::over("points at stake when stopping", ends, 5, |p| {
                    format!("{p:.0}")
                }),
                rows: rows
                    .iter()
                    .map(|&(name, behind, ahead)| Dot {
                        name: name.to_owned(),
                        value: Some(behind),
                        other: Some(ahead),
                    })
                    .collect(),
                names: ["behind".to_owned(), "ahead".to_owned()],
            }),
        }],
    }));
    blocks
}

fn distances(results: &Folder, names: &Names<'_>) -> Vec<Block> {
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
             metric in standard deviations over all players. The closest two are {} and {}, at \
             {}; {}.",
            names.of(&row.id),
            names.of(&row.nearest),
            significant(distance, 2),
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
            Cell::maybe(row.distance, |distance| format!("{distance:.2}")),
            Cell::words(row.metric.as_deref().map_or("-".to_owned(), plain)),
            Cell::maybe(row.max_z, |z| format!("{z:.0}")),
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

fn given_away(results: &Folder, prints: &Fingerprints<'_>) -> Vec<Block> {
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
    let told: Vec<_> = rows
        .iter()
        .map(|row| format!("{} {}", row.0, share(sum(row))))
        .collect();
    vec![
        Block::text(format!(
            "Against the best play every decision that is not the best gives win probability \
             away. {} gives away the least, {} per game, and {} the most, {}. Of all that is \
             given away, {} goes in choosing fights and stops, {} in challenging, {} in \
             answering challenges.",
            best.0,
            share(sum(best)),
            worst.0,
            share(sum(worst)),
            share(total(0) / all),
            share(total(1) / all),
            share(total(2) / all),
        )),
        Block::Figure(Figure {
            id: "given-away".to_owned(),
            caption: "Win probability given away per game against the best play, by the kind of \
                      decision; exact."
                .to_owned(),
            source: FINGERPRINTS.to_owned(),
            panels: vec![Panel {
                title: String::new(),
                alternative: format!("{}.", told.join(", ")),
                chart: Chart::Stacked(Stacked {
                    axis: Axis::over(
                        "win probability given away per game, %",
                        rows.iter().map(sum).chain([0.0]),
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
