//! The game solved: who is favoured, when to stop, what a token is worth.

use std::collections::{BTreeMap, BTreeSet};

use super::words::{list, share};
use crate::document::charts::{Chart, HeatMap, Scale};
use crate::document::{Block, Cell, Column, Figure, Panel, Section, Table};
use crate::report::number::{percent, signed};
use crate::report::solve::{StopRow, ValueRow};
use crate::results::Folder;

const VALUES: &str = "values.csv";
const STOPS: &str = "stops.csv";

pub fn section(results: &Folder) -> Section {
    let values = Values::new(&results.values);
    let mut blocks = vec![Block::text(
        "With two seats the game is solved: for every position, the chance of winning when both \
         play their best from there on is known, and with it the best decision. No dice are \
         rolled for that.",
    )];
    blocks.push(Block::text(favoured(&values)));
    blocks.push(Block::Table(tokens(&values)));
    blocks.push(Block::Figure(who_wins(&values)));
    blocks.push(Block::Heading("When to stop".to_owned()));
    blocks.extend(stops(results, &values));
    if values.tokens > 0 {
        blocks.push(Block::Heading(
            "What the challenge token is worth".to_owned(),
        ));
        blocks.extend(token_worth(&values));
    }
    Section {
        id: "solution",
        title: "The game solved".to_owned(),
        blocks,
    }
}

/// Chances of the first seat by scores, tokens and whether the first seat moves.
struct Values {
    chances: BTreeMap<([u32; 2], [u32; 2], bool), f64>,
    /// Scores are below it.
    target: u32,
    /// Each seat's at the beginning.
    tokens: u32,
}

impl Values {
    fn new(rows: &[ValueRow]) -> Self {
        let chances = rows.iter().map(|row| {
            let scores = [row.first_score, row.second_score];
            let tokens = [row.first_token, row.second_token];
            ((scores, tokens, row.to_move == "first"), row.first_wins)
        });
        Self {
            chances: chances.collect(),
            target: rows
                .iter()
                .map(|row| row.first_score + 1)
                .max()
                .unwrap_or(1),
            tokens: rows.iter().map(|row| row.first_token).max().unwrap_or(0),
        }
    }

    fn at(&self, scores: [u32; 2], tokens: [u32; 2], first_moves: bool) -> Option<f64> {
        self.chances.get(&(scores, tokens, first_moves)).copied()
    }

    fn beginning(&self, tokens: [u32; 2]) -> f64 {
        self.at([0, 0], tokens, true).unwrap_or(f64::NAN)
    }
}

fn favoured(values: &Values) -> String {
    let first = values.beginning([values.tokens; 2]);
    let (who, chance) = match first >= 0.5 {
        true => ("first", first),
        false => ("second", 1.0 - first),
    };
    let mut text = format!(
        "The {who} seat is favoured: it wins {} of the games in which both play their best.",
        share(chance)
    );
    if values.tokens > 0 {
        let without = values.beginning([0; 2]);
        let change = first - without;
        text += &format!(
            " Without challenge tokens the first seat would win {}, so that the right to \
             challenge {} it {} percentage points.",
            share(without),
            if change >= 0.0 { "brings" } else { "costs" },
            percent(change.abs(), 2),
        );
    }
    text
}

fn tokens(values: &Values) -> Table {
    let all = || 0..=values.tokens;
    let pairs = all().flat_map(|first| all().map(move |second| [first, second]));
    let rows = pairs.map(|tokens| {
        let first = values.beginning(tokens);
        vec![
            Cell::figure(f64::from(tokens[0]), tokens[0].to_string()),
            Cell::figure(f64::from(tokens[1]), tokens[1].to_string()),
            Cell::figure(first, percent(first, 3)),
            Cell::figure(1.0 - first, percent(1.0 - first, 3)),
        ]
    });
    Table {
        caption: "Chance of winning at the beginning, in percent, by challenge tokens.".to_owned(),
        source: VALUES.to_owned(),
        columns: [
            "first's tokens",
            "second's tokens",
            "first wins",
            "second wins",
        ]
        .map(Column::figures)
        .to_vec(),
        rows: rows.collect(),
    }
}

/// Labels of scores: every fifth or tenth.
fn score_labels(target: u32) -> Vec<String> {
    let every = if target <= 60 {
        5
    } else {
        target.div_ceil(60) * 5
    };
    (0..target)
        .map(|score| match score % every {
            0 => score.to_string(),
            _ => String::new(),
        })
        .collect()
}

/// Values over the mover's score (rows) and the other's (columns).
fn map(values: &Values, scale: Scale, value: impl Fn(u32, u32) -> Option<f64>) -> Chart {
    let scores = || 0..values.target;
    let row = |own: u32| scores().map(|other| value(own, other)).collect();
    Chart::HeatMap(HeatMap {
        rows_title: "rows: the mover's score".to_owned(),
        columns_title: "columns: the other's score".to_owned(),
        rows: score_labels(values.target),
        columns: score_labels(values.target),
        values: scores().map(row).collect(),
        scale,
    })
}

/// The chance of whoever moves, from its own point of view.
fn movers(values: &Values, own: u32, other: u32, tokens: [u32; 2], first: bool) -> Option<f64> {
    match first {
        true => values.at([own, other], tokens, true),
        false => {
            (values.at([other, own], [tokens[1], tokens[0]], false)).map(|chance| 1.0 - chance)
        }
    }
}

fn who_wins(values: &Values) -> Figure {
    let tokens = [values.tokens; 2];
    let panel = |first: bool| {
        let name = if first { "first" } else { "second" };
        let chance = |own, other| movers(values, own, other, tokens, first);
        let of = |own, other| share(chance(own, other).unwrap_or(f64::NAN));
        let late = values.target * 3 / 4;
        Panel {
            title: format!("The {name} seat has the turn"),
            alternative: format!(
                "A map of its chance of winning, from {} at 0:0 to {} at {late}:0 and {} at 0:{late}.",
                of(0, 0),
                of(late, 0),
                of(0, late),
            ),
            chart: map(
                values,
                chance_scale("the mover's chance of winning, %"),
                chance,
            ),
        }
    };
    Figure {
        id: "who-wins".to_owned(),
        caption: format!(
            "The chance of winning of the seat that has the turn, by both scores, when both \
             have {} and play their best.",
            match values.tokens {
                0 => "no challenge token".to_owned(),
                1 => "their challenge token".to_owned(),
                many => format!("{many} challenge tokens"),
            }
        ),
        source: VALUES.to_owned(),
        panels: vec![panel(true), panel(false)],
    }
}

fn chance_scale(title: &str) -> Scale {
    Scale {
        title: title.to_owned(),
        low: 0.0,
        high: 1.0,
        diverging: true,
        ticks: [0.0, 0.25, 0.5, 0.75, 1.0]
            .map(|rate| (rate, percent(rate, 0)))
            .to_vec(),
        missing: String::new(),
    }
}

/// Sets of dragons that stop maps are drawn of: all but one, as after the first
/// fight of a turn; the one that most positions tell apart by.
fn chosen_dragons(stops: &[StopRow]) -> Option<String> {
    let alive: BTreeSet<&str> = stops.iter().map(|row| &*row.alive).collect();
    let size = |alive: &&str| alive.split('+').count();
    let most = alive.iter().map(size).max()?;
    let chosen = (alive.iter()).find(|alive| size(alive) + 1 == most);
    chosen
        .or_else(|| alive.iter().next())
        .map(|alive| (*alive).to_owned())
}

fn stops(results: &Folder, values: &Values) -> Vec<Block> {
    let Some(alive) = chosen_dragons(&results.stops) else {
        return Vec::new();
    };
    let rows = results.stops.iter();
    let rows = rows.filter(|row| row.alive == alive && row.to_move == "first");
    let mut by_dice: BTreeMap<u8, BTreeMap<[u32; 2], Option<u32>>> = BTreeMap::new();
    for row in rows {
        let scores = [row.first_score, row.second_score];
        by_dice
            .entry(row.dice)
            .or_default()
            .insert(scores, row.stop_at);
    }
    let points = || {
        by_dice
            .values()
            .flat_map(|map| map.values().flatten().copied())
    };
    let (least, most) = (points().min().unwrap_or(0), points().max().unwrap_or(1));
    let scale = Scale {
        title: "points that are enough to stop".to_owned(),
        low: f64::from(least),
        high: f64::from(most.max(least + 1)),
        diverging: false,
        ticks: [least, (least + most) / 2, most]
            .map(|points| (f64::from(points), points.to_string()))
            .to_vec(),
        missing: "never".to_owned(),
    };
    let at = |map: &BTreeMap<[u32; 2], Option<u32>>, own, other| {
        map.get(&[own, other]).copied().flatten()
    };
    let words = |points: Option<u32>| points.map_or("never".to_owned(), |p| p.to_string());
    let late = values.target * 3 / 4;
    let panels = by_dice.iter().rev().map(|(&dice, map_of)| Panel {
        title: match dice {
            1 => "With one die left".to_owned(),
            dice => format!("With {dice} dice left"),
        },
        alternative: format!(
            "{} at 0:0, {} when ahead by {late}:0, {} when \
                 behind by 0:{late}.",
            words(at(map_of, 0, 0)),
            words(at(map_of, late, 0)),
            words(at(map_of, 0, late)),
        ),
        chart: map(values, scale.clone(), |own, other| {
            at(map_of, own, other).map(f64::from)
        }),
    });
    let panels: Vec<Panel> = panels.collect();
    let dragons: Vec<&str> = alive.split('+').collect();
    let by_dice_left = |own: u32, other: u32| -> Vec<String> {
        let sentence = by_dice.iter().rev().map(|(dice, map)| {
            let plural = if *dice == 1 { "die" } else { "dice" };
            format!("{} with {dice} {plural}", words(at(map, own, other)))
        });
        sentence.collect()
    };
    vec![
        Block::text(format!(
            "How many points are enough depends on the scores, on the dice left and on the \
             dragons that still live. At 0:0, with {} alive, the first seat stops from these \
             points on: {}.",
            list(&dragons),
            list(&by_dice_left(0, 0)),
        )),
        Block::text(format!(
            "With {late} points the first seat stops at {} against an opponent without points; \
             without points against {late}, at {}.",
            list(&by_dice_left(late, 0)),
            list(&by_dice_left(0, late)),
        )),
        Block::Figure(Figure {
            id: "stops".to_owned(),
            caption: format!(
                "The least points at stake from which the best play stops, in the first seat's \
                 turn with {} alive, by both scores.",
                list(&dragons)
            ),
            source: STOPS.to_owned(),
            panels,
        }),
    ]
}

fn token_worth(values: &Values) -> Vec<Block> {
    let full = values.tokens;
    let worth = |own, other, theirs: u32| {
        let with = movers(values, own, other, [full, theirs], true)?;
        let without = movers(values, own, other, [full - 1, theirs], true)?;
        Some(with - without)
    };
    let all: Vec<(u32, u32, u32, f64)> = [full, full - 1]
        .into_iter()
        .flat_map(|theirs| (0..values.target).map(move |own| (theirs, own)))
        .flat_map(|(theirs, own)| (0..values.target).map(move |other| (theirs, own, other)))
        .filter_map(|(theirs, own, other)| Some((theirs, own, other, worth(own, other, theirs)?)))
        .collect();
    let Some(&(theirs, own, other, most)) = all.iter().max_by(|a, b| a.3.total_cmp(&b.3)) else {
        return Vec::new();
    };
    let first = worth(0, 0, full).unwrap_or(f64::NAN);
    let second = values.beginning([full, full - 1]) - values.beginning([full; 2]);
    let scale = Scale {
        title: "worth of a token, percentage points".to_owned(),
        low: 0.0,
        high: most.max(1e-3),
        diverging: false,
        ticks: [0.0, most / 2.0, most]
            .map(|worth| (worth, percent(worth, 1)))
            .to_vec(),
        missing: String::new(),
    };
    let panel = |theirs: u32, title: &str| Panel {
        title: title.to_owned(),
        alternative: format!(
            "A map of what a token adds to the chance of winning: {} percentage points at 0:0.",
            signed(100.0 * worth(0, 0, theirs).unwrap_or(f64::NAN), 2)
        ),
        chart: map(values, scale.clone(), |own, other| {
            worth(own, other, theirs)
        }),
    };
    vec![
        Block::text(format!(
            "At the beginning a token more of its own is worth {} percentage points of winning to \
             the first seat and {} to the second. In the turns of the first seat it is worth the \
             most at {own}:{other}, when the other has {}: it adds {} percentage points.",
            percent(first, 2),
            percent(second, 2),
            tokens_left(theirs),
            percent(most, 2),
        )),
        Block::Figure(Figure {
            id: "token".to_owned(),
            caption: "What one more challenge token adds to the chance of winning of the first \
                      seat, which has the turn, by both scores."
                .to_owned(),
            source: VALUES.to_owned(),
            panels: vec![
                panel(full, &format!("The other has {}", tokens_left(full))),
                panel(
                    full - 1,
                    &format!("The other has {}", tokens_left(full - 1)),
                ),
            ],
        }),
    ]
}

/// How many tokens, in words.
fn tokens_left(tokens: u32) -> String {
    match tokens {
        0 => "no token left".to_owned(),
        1 => "one token left".to_owned(),
        many => format!("{many} tokens left"),
    }
}
