//! The league: standings, who beats whom, and whether simulation and theory
//! agree.

use std::collections::HashMap;

use super::words::{Names, list, sentence, several, share};
use crate::report::charts::{Axis, Chart, Dot, Dots, HeatMap, Histogram, Scale, Spot};
use crate::report::{Block, Cell, Column, Figure, Panel, Section, Table};
use crate::results::Folder;
use crate::results::tournament::{PairingRow, StandingRow};
use crate::statistics::{FAMILY_LEVEL, normal_density};
use crate::text::number::{
    count, counted, degrees_of_freedom, half_width, p_value, percent, rating, signed, statistic,
};

const STANDINGS: &str = "tournament/standings.csv";
const PAIRINGS: &str = "tournament/pairings.csv";
/// The figure of who beats whom.
pub const MATRIX: &str = "matrix";

const CYCLES: &str = "tournament/cycles.csv";

pub fn section(results: &Folder) -> Section {
    let names = Names::new(results);
    let mut blocks = vec![Block::text(played(results, &names))];
    blocks.extend(optional_stopping(results).map(Block::text));
    blocks.push(Block::Table(standings(results, &names)));
    blocks.push(Block::Figure(ratings(results)));
    blocks.push(Block::Heading("Who beats whom".to_owned()));
    blocks.push(Block::text(clearest_and_closest(results, &names)));
    blocks.push(Block::Figure(matrix(results, &names)));
    blocks.push(Block::Heading("Simulation against theory".to_owned()));
    blocks.extend(agreement(results, &names));
    blocks.push(Block::Heading("Circles".to_owned()));
    blocks.extend(cycles(results, &names));
    Section {
        id: "league",
        title: "The league".to_owned(),
        blocks,
    }
}

fn played(results: &Folder, names: &Names<'_>) -> String {
    let tournament = &results.tournament;
    let games: u64 = tournament.pairings.iter().map(|pair| pair.games).sum();
    let mut text = format!(
        "{} players met in {} games: every one against every other, from both seats, on the \
         same dice.",
        tournament.standings.len(),
        count(games),
    );
    if let [first, second, ..] = &*tournament.standings {
        text += &format!(
            " {} leads with {} of its games won, before {} with {}.",
            names.of(&first.id),
            share(first.win_rate),
            names.of(&second.id),
            share(second.win_rate),
        );
    }
    let mean = |rate: fn(&StandingRow) -> f64| {
        let sum: f64 = tournament.standings.iter().map(rate).sum();
        sum / tournament.standings.len() as f64
    };
    text + &format!(
        " In the first seat {} of all games were won, in the second {}.",
        share(mean(|row| row.first_seat)),
        share(mean(|row| row.second_seat)),
    )
}

/// What the intervals of this report do not allow for.
fn optional_stopping(results: &Folder) -> Option<String> {
    let width = results.tournament.manifest.until_ci?;
    Some(format!(
        "Each pairing was played until its intervals were narrower than {} percentage points. The \
         intervals of win rates, ratings, metrics and claims in this report treat the number of \
         games as fixed and do not correct for this optional stopping; those of {PAIRINGS} do. The \
         column optional_stopping of each file says which.",
        percent(width, 2)
    ))
}

/// The table that the tournament prints, with the same columns left out where they do
/// not fit.
fn standings(results: &Folder, names: &Names<'_>) -> Table {
    let percentage = |rate: f64| percent(rate, 2);
    let rows = results.tournament.standings.iter().map(|row| {
        let half = row.rating_high.zip(row.rating);
        vec![
            Cell::figure(row.rank as f64, row.rank.to_string()),
            Cell::words(&row.name),
            Cell::figure(row.win_rate, percentage(row.win_rate)),
            Cell::interval(row.low.zip(row.high), percentage),
            Cell::maybe(row.exact_win_rate, percentage),
            Cell::figure(row.first_seat, percentage(row.first_seat)),
            Cell::figure(row.second_seat, percentage(row.second_seat)),
            Cell::maybe(row.rating, rating),
            Cell::maybe(half.map(|(high, value)| high - value), half_width),
            Cell::maybe(row.given_away, percentage),
            Cell::words(row.worst_opponent.as_deref().map_or("-", |id| names.of(id))),
            Cell::maybe(row.worst_win_rate, percentage),
        ]
    });
    Table {
        caption: "Standings: games won in percent, ratings in Elo points around 0, win \
                  probability given away per game against the best play, in percentage points, and \
                  the opponent that does best, with the share won against it."
            .to_owned(),
        source: STANDINGS.to_owned(),
        columns: vec![
            Column::figures("rank"),
            Column::words("name"),
            Column::figures("win %"),
            Column::figures("95 %"),
            Column::figures("exact"),
            Column::figures("1st seat").worth(2),
            Column::figures("2nd seat").worth(2),
            Column::figures("rating"),
            Column::figures("±").worth(1),
            Column::figures("given"),
            Column::words("worst against"),
            Column::figures("%"),
        ],
        rows: rows.collect(),
    }
}

fn ratings(results: &Folder) -> Figure {
    let standings = &results.tournament.standings;
    let rows = standings.iter().map(|row| Dot {
        name: row.name.clone(),
        value: row.rating.map(|value| Spot {
            value,
            interval: row.rating_low.zip(row.rating_high),
        }),
        other: None,
    });
    let ends = standings
        .iter()
        .flat_map(|row| [row.rating, row.rating_low, row.rating_high]);
    let all: Vec<f64> = ends.flatten().collect();
    let halves = standings
        .iter()
        .filter_map(|row| Some(row.rating_high? - row.rating?));
    let widest = match halves.max_by(f64::total_cmp) {
        Some(half) => format!(
            "the widest reaches {} points to either side",
            half_width(half)
        ),
        None => "nobody has one".to_owned(),
    };
    let told: Vec<_> = (standings.iter())
        .filter_map(|row| {
            let value = row.rating?;
            let half = row
                .rating_high
                .map(|high| format!(" ± {}", half_width(high - value)));
            Some(format!(
                "{} {}{}",
                row.name,
                rating(value),
                half.unwrap_or_default()
            ))
        })
        .collect();
    Figure {
        id: "ratings".to_owned(),
        caption: format!(
            "Ratings by one joint Bradley-Terry fit, with 95 % intervals where they are wider than \
             the points; {widest}."
        ),
        source: STANDINGS.to_owned(),
        panels: vec![Panel {
            title: String::new(),
            alternative: format!("Ratings in Elo points: {}.", list(&told)),
            chart: Chart::Dots(Dots {
                axis: Axis::over("rating, Elo points; the mean is 0", all, 5, |elo| {
                    signed(elo, 0)
                }),
                rows: rows.collect(),
                names: [String::new(), String::new()],
            }),
        }],
    }
}

fn clearest_and_closest(results: &Folder, names: &Names<'_>) -> String {
    let pairs = &results.tournament.pairings;
    let rate = |pair: &PairingRow| pair.exact.unwrap_or(pair.first_win_rate);
    let far = |pair: &PairingRow| (rate(pair) - 0.5).abs();
    let clearest = pairs.iter().max_by(|a, b| far(a).total_cmp(&far(b)));
    let closest = pairs
        .iter()
        .min_by(|a, b| (rate(a) - 0.5).abs().total_cmp(&(rate(b) - 0.5).abs()));
    match clearest.zip(closest) {
        Some((clearest, closest)) => format!(
            "{} rates: the clearest game is {} in the first seat against {}: {} are won. The closest is \
             {} in the first seat against {}, with {}.",
            match clearest.exact {
                Some(_) => "By exact",
                None => "By sampled",
            },
            names.of(&clearest.first),
            names.of(&clearest.second),
            share(rate(clearest)),
            names.of(&closest.first),
            names.of(&closest.second),
            share(rate(closest)),
        ),
        None => "Nobody met anybody.".to_owned(),
    }
}

fn matrix(results: &Folder, names: &Names<'_>) -> Figure {
    let order: Vec<&str> = results
        .tournament
        .standings
        .iter()
        .map(|row| &*row.id)
        .collect();
    let pairs: HashMap<(&str, &str), _> = (results.tournament.pairings.iter())
        .map(|pair| ((&*pair.first, &*pair.second), pair))
        .collect();
    let scale = Scale {
        title: "games that the row wins, %".to_owned(),
        low: 0.0,
        high: 1.0,
        diverging: true,
        ticks: [0.0, 0.25, 0.5, 0.75, 1.0]
            .map(|rate| (rate, percent(rate, 0)))
            .to_vec(),
        missing: "itself".to_owned(),
    };
    let numbered = |id: &&str, index: usize| format!("{} {}", index + 1, names.of(id));
    let panel = |title: &str, rate: &dyn Fn(&PairingRow) -> Option<f64>| {
        let row = |first: &str| -> Vec<Option<f64>> {
            (order.iter())
                .map(|second| pairs.get(&(first, *second)).and_then(|pair| rate(pair)))
                .collect()
        };
        let values: Vec<_> = order.iter().map(|first| row(first)).collect();
        // Stronger players come first.
        let cells = values.iter().enumerate().flat_map(|(row, values)| {
            let cells = values.iter().enumerate();
            cells.map(move |(column, value)| (row < column, *value))
        });
        let won = |stronger: bool| {
            let won = cells.clone().filter(|&(is_stronger, rate)| {
                is_stronger == stronger && rate.is_some_and(|rate| rate > 0.5)
            });
            won.count()
        };
        let pairs = order.len() * order.len().saturating_sub(1) / 2;
        Panel {
            title: title.to_owned(),
            alternative: format!(
                "of {} with a stronger first seat it wins more than half in {}; of {pairs} with \
                 a weaker one, in {}.",
                counted(pairs as u64, "pairing", "pairings"),
                won(true),
                won(false),
            ),
            chart: Chart::HeatMap(HeatMap {
                rows_title: "rows: first seat".to_owned(),
                columns_title: "columns: second seat, by rank".to_owned(),
                rows: order
                    .iter()
                    .enumerate()
                    .map(|(i, id)| numbered(id, i))
                    .collect(),
                columns: (1..=order.len()).map(rank_label).collect(),
                values,
                scale: scale.clone(),
            }),
        }
    };
    let mut panels = Vec::new();
    if results
        .tournament
        .pairings
        .iter()
        .any(|pair| pair.exact.is_some())
    {
        panels.push(panel("Exact", &|pair| pair.exact));
    }
    panels.push(panel("Simulated", &|pair| Some(pair.first_win_rate)));
    Figure {
        id: MATRIX.to_owned(),
        caption: "Share of games that the row's player wins from the first seat against the \
                  column's in the second, both in order of strength."
            .to_owned(),
        source: PAIRINGS.to_owned(),
        panels,
    }
}

/// The first rank and every fifth: more have no room side by side.
fn rank_label(rank: usize) -> String {
    match rank {
        1 => "1".to_owned(),
        rank if rank.is_multiple_of(5) => rank.to_string(),
        _ => String::new(),
    }
}

/// Bins of half a standard error.
const BIN: f64 = 0.5;

fn agreement(results: &Folder, names: &Names<'_>) -> Vec<Block> {
    let pairs = &results.tournament.pairings;
    let zs: Vec<f64> = pairs.iter().filter_map(|pair| pair.z).collect();
    if zs.is_empty() {
        return vec![Block::text(
            "No exact rates stand beside the simulated ones in this tournament.",
        )];
    }
    let of = |pair: &&PairingRow| pair.z.map_or(0.0, f64::abs);
    let worst = pairs.iter().max_by(|a, b| of(a).total_cmp(&of(b)));
    let beyond = zs.iter().filter(|z| z.abs() > 2.0).count();
    let beyond_share = beyond as f64 / zs.len() as f64;
    let fit = results.tournament.manifest.agreement.map_or_else(String::new, |fit| {
        let all = fit.p_value.map_or_else(String::new, |chance| {
            format!(
                " Over all pairings with enough games chi-square is {} on {} ({}). It uses the covariance of the two seatings of a pairing, which share their \
                 dice; the bars below do not.",
                statistic(fit.chi_square),
                degrees_of_freedom(fit.degrees_of_freedom),
                p_value(chance),
            )
        });
        format!(
            "{all} For all {} tests together {}; simulation and theory contradict each other if \
             p < {FAMILY_LEVEL}.",
            count(fit.tests as u64),
            p_value(fit.family_p_value),
        )
    });
    let told = worst.map_or_else(String::new, |pair| {
        format!(
            " The furthest is {} against {}, with z = {}.",
            names.of(&pair.first),
            names.of(&pair.second),
            signed(pair.z.unwrap_or(f64::NAN), 2)
        )
    });
    let text = format!(
        "z is the distance of a simulated rate from the exact one in standard errors. If \
         simulation and theory agree, z follows the normal distribution, of which 4.6 % lie beyond 2. Of \
         {}, the number beyond 2 is {} ({}).{told}{fit}",
        counted(zs.len() as u64, "ordered pair", "ordered pairs"),
        beyond,
        share(beyond_share),
    );
    let edge = zs.iter().fold(4.0, |edge: f64, z| edge.max(z.abs().ceil()));
    let bins = (2.0 * edge / BIN) as usize;
    let mut counts = vec![0.0; bins];
    for z in &zs {
        let bin = ((z + edge) / BIN).floor() as usize;
        counts[bin.min(bins - 1)] += 1.0;
    }
    let normal = |z: f64| normal_density(z) * BIN * zs.len() as f64;
    let steps = 80;
    let law = (0..=steps).map(|step| {
        let z = -edge + 2.0 * edge * f64::from(step) / f64::from(steps);
        (z, normal(z))
    });
    let most = counts.iter().copied().fold(normal(0.0), f64::max);
    let mut across = Axis::over("z, standard errors", [-edge, edge], 8, |z| signed(z, 0));
    (across.low, across.high) = (-edge, edge);
    let chart = Histogram {
        across,
        up: Axis::from_zero("ordered pairs", [most], 4, |pairs| count(pairs as u64)),
        counts,
        law: law.collect(),
        names: ["ordered pairs".to_owned(), "normal distribution".to_owned()],
    };
    vec![
        Block::Text(text),
        Block::Figure(Figure {
            id: "z".to_owned(),
            caption:
                "How far simulated win rates lie from the exact ones, beside the distribution that \
                      they should follow."
                    .to_owned(),
            source: PAIRINGS.to_owned(),
            panels: vec![Panel {
                title: String::new(),
                alternative: format!(
                    "A histogram of {} of z around 0 with the normal distribution: {beyond} beyond 2.",
                    counted(zs.len() as u64, "value", "values")
                ),
                chart: Chart::Histogram(chart),
            }],
        }),
    ]
}

/// Circles that are told one by one.
const MAX_TOLD: usize = 10;

fn cycles(results: &Folder, names: &Names<'_>) -> Vec<Block> {
    let cycles = &results.tournament.cycles;
    if cycles.is_empty() {
        return vec![Block::text(
            "No three players beat each other in a circle: strength is a matter of one order. \
             From tournament/cycles.csv.",
        )];
    }
    let points = cycles.iter().take(MAX_TOLD).map(|cycle| {
        format!(
            "{}: {} beats {} ({}), who beats {} ({}), who beats {} ({}).",
            if cycle.exact { "exact" } else { "sampled" },
            names.of(&cycle.a),
            names.of(&cycle.b),
            share(cycle.a_beats_b),
            names.of(&cycle.c),
            share(cycle.b_beats_c),
            names.of(&cycle.a),
            share(cycle.c_beats_a),
        )
    });
    vec![
        Block::text(format!(
            "{} of three beat each other, over both seats, so that no order of strength tells \
             all; the clearest come first. From {CYCLES}.",
            sentence(&several(cycles.len(), "circle", "circles")),
        )),
        Block::List(points.collect()),
    ]
}
