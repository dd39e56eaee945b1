//! The section on the solved game: the favoured seat, when to stop, and the worth of a token.

use std::collections::{BTreeMap, BTreeSet};

use crate::games::dragon_slayer::results::solve::{StopRow, ValueRow};
use crate::report::charts::{Chart, HeatMap, Scale};
use crate::report::words::{list, share};
use crate::report::{Block, Cell, Column, Panel, Section};
use crate::text::number::{counted, percent, signed};

const VALUES: &str = "values.csv";
const STOPS: &str = "stops.csv";

pub(super) fn section(values: &[ValueRow], rows: &[StopRow]) -> Section {
    let values = Values::new(values);
    let mut blocks = vec![
        Block::text(
            "With two seats the game is solved: for every position, the win probability under \
             optimal play by both is known, and with it the best decision. No dice are rolled for \
             this.",
        ),
        Block::text(favoured(&values)),
        tokens(&values),
        who_wins(&values),
        Block::heading("When to stop"),
    ];
    blocks.extend(stops(rows, &values));
    if values.tokens > 0 {
        blocks.push(Block::heading("What the challenge token is worth"));
        blocks.extend(token_worth(&values));
    }
    Section::new("solution", "The game solved", blocks)
}

/// The win probabilities of the first seat, by scores, tokens and whether the first seat moves.
struct Values {
    chances: BTreeMap<([u32; 2], [u32; 2], bool), f64>,
    /// The target, above all scores.
    target: u32,
    /// The tokens of each seat at the beginning.
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

    /// The score that stands for a late stage of the game.
    fn late(&self) -> u32 {
        self.target * 3 / 4
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
        "The {who} seat is favoured: it wins {} of the games under optimal play by both.",
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

fn tokens(values: &Values) -> Block {
    let all = || 0..=values.tokens;
    let pairs = all().flat_map(|first| all().map(move |second| [first, second]));
    let rows = pairs.map(|tokens| {
        let first = values.beginning(tokens);
        let held = tokens.map(|held| Cell::whole(held.into()));
        let wins = [first, 1.0 - first].map(|wins| Cell::figure(wins, percent(wins, 3)));
        held.into_iter().chain(wins).collect()
    });
    let columns = [
        "first's tokens",
        "second's tokens",
        "first wins",
        "second wins",
    ];
    let columns = columns.map(Column::figures).to_vec();
    let caption = "Win probability at the beginning, in per cent, by challenge tokens.";
    Block::table(VALUES, caption, columns, rows)
}

/// The labels of scores: every fifth or tenth score has one.
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

/// A heat map of values by the mover's score (rows) and the other's (columns).
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

/// The win probability of the seat that moves.
fn movers(values: &Values, own: u32, other: u32, tokens: [u32; 2], first: bool) -> Option<f64> {
    match first {
        true => values.at([own, other], tokens, true),
        false => {
            (values.at([other, own], [tokens[1], tokens[0]], false)).map(|chance| 1.0 - chance)
        }
    }
}

fn who_wins(values: &Values) -> Block {
    let tokens = [values.tokens; 2];
    let panel = |first: bool| {
        let name = if first { "first" } else { "second" };
        let chance = |own, other| movers(values, own, other, tokens, first);
        let of = |own, other| share(chance(own, other).unwrap_or(f64::NAN));
        let late = values.late();
        let alternative = format!(
            "A map of its win probability, from {} at 0:0 to {} at {late}:0 and {} at 0:{late}.",
            of(0, 0),
            of(late, 0),
            of(0, late),
        );
        let scale = Scale::chances("the mover's win probability, %", 0.5, "");
        let chart = map(values, scale, chance);
        Panel::new(format!("The {name} seat has the turn"), alternative, chart)
    };
    let caption = format!(
        "The win probability of the seat that has the turn, by both scores, when both have {} and \
         play optimally.",
        match values.tokens {
            0 => "no challenge token".to_owned(),
            1 => "their challenge token".to_owned(),
            many => format!("{many} challenge tokens"),
        }
    );
    Block::figure("who-wins", VALUES, caption, [panel(true), panel(false)])
}

/// The set of living dragons of the stop maps: all but one, as after the first fight of a
/// turn.
fn chosen_dragons(stops: &[StopRow]) -> Option<String> {
    let alive: BTreeSet<&str> = stops.iter().map(|row| &*row.alive).collect();
    let size = |alive: &&str| alive.split('+').count();
    let most = alive.iter().map(size).max()?;
    let chosen = (alive.iter()).find(|alive| size(alive) + 1 == most);
    chosen
        .or_else(|| alive.iter().next())
        .map(|alive| (*alive).to_owned())
}

/// Where the first seat stops in its turns with some dragons alive.
struct Stops<'a> {
    /// The rows by tokens, dice left and scores.
    rows: BTreeMap<([u32; 2], u8, [u32; 2]), &'a StopRow>,
    /// The numbers of dice left, in descending order.
    dice: Vec<u8>,
    /// The dragons, in words.
    dragons: String,
    /// The target of the game, and the tokens of each seat at the beginning.
    values: &'a Values,
}

impl<'a> Stops<'a> {
    fn new(rows: &'a [StopRow], values: &'a Values) -> Option<Self> {
        let alive = chosen_dragons(rows)?;
        let first = |row: &&StopRow| row.alive == alive && row.to_move == "first";
        let key = |row: &StopRow| {
            let tokens = [row.first_token, row.second_token];
            (tokens, row.dice, [row.first_score, row.second_score])
        };
        let rows: BTreeMap<_, _> = (rows.iter().filter(first))
            .map(|row| (key(row), row))
            .collect();
        let dice: BTreeSet<u8> = rows.keys().map(|key| key.1).collect();
        Some(Self {
            rows,
            dice: dice.into_iter().rev().collect(),
            dragons: list(&alive.split('+').collect::<Vec<_>>()),
            values,
        })
    }

    /// The points at which to stop: `18`, or `6 and from 30` if it fights on in between.
    fn words(&self, tokens: [u32; 2], dice: u8, scores: [u32; 2]) -> String {
        let Some(row) = self.rows.get(&(tokens, dice, scores)) else {
            return "never".to_owned();
        };
        let also = row
            .also_stops_at
            .as_ref()
            .map(|also| also.replace('+', ", "));
        match (also, row.stop_at) {
            (None, None) => "never".to_owned(),
            (None, Some(from)) => from.to_string(),
            (Some(also), None) => also,
            (Some(also), Some(from)) => format!("{also} and from {from}"),
        }
    }

    /// The points at which to stop by dice left, while both seats hold all tokens.
    fn by_dice(&self, scores: [u32; 2]) -> String {
        let words = |&dice: &u8| {
            let words = self.words([self.values.tokens; 2], dice, scores);
            format!("{words} with {}", dice_words(dice))
        };
        list(&self.dice.iter().map(words).collect::<Vec<_>>())
    }

    /// A map for each number of dice, with the same scale for all maps.
    fn maps(&self, id: &str, tokens: [u32; 2]) -> Block {
        let late = self.values.late();
        let held = match self.values.tokens {
            0 => String::new(),
            all => format!(" while {}", tokens_held(tokens, all)),
        };
        let points = || self.rows.values().filter_map(|row| row.stop_at);
        let (least, most) = (points().min().unwrap_or(0), points().max().unwrap_or(1));
        let ticks = [least, (least + most) / 2, most];
        let scale = Scale {
            title: "points from which to stop".to_owned(),
            low: f64::from(least),
            high: f64::from(most.max(least + 1)),
            diverging: false,
            ticks: ticks
                .map(|points| (f64::from(points), points.to_string()))
                .to_vec(),
            missing: "never".to_owned(),
        };
        let panels = self.dice.iter().map(|&dice| {
            let words = |scores| self.words(tokens, dice, scores);
            let alternative = format!(
                "{} at 0:0, {} when ahead by {late}:0, {} when behind by 0:{late}.",
                words([0, 0]),
                words([late, 0]),
                words([0, late]),
            );
            let chart = map(self.values, scale.clone(), |own, other| {
                let row = self.rows.get(&(tokens, dice, [own, other]))?;
                row.stop_at.map(f64::from)
            });
            let left = if dice == 1 {
                "one die".to_owned()
            } else {
                dice_words(dice)
            };
            Panel::new(format!("With {left} left{held}"), alternative, chart)
        });
        let also = self
            .rows
            .iter()
            .filter(|(key, row)| key.0 == tokens && row.also_stops_at.is_some());
        let exceptions = match also.count() {
            0 => String::new(),
            also => format!(
                " In {also} of the positions shown it also stops at some smaller numbers of points \
                 and fights on in between; {STOPS} lists them."
            ),
        };
        let caption = format!(
            "The smallest number of points at stake from which optimal play stops, in the first seat's turn \
             with {} alive{held}, by both scores.{exceptions}",
            self.dragons
        );
        Block::figure(id, STOPS, caption, panels)
    }

    /// The table of three positions, each with all or none of the tokens of each seat.
    fn table(&self) -> Block {
        let (late, all) = (self.values.late(), self.values.tokens);
        let row = |scores: [u32; 2], tokens: [u32; 2]| {
            let mut cells = vec![Cell::words(format!("{}:{}", scores[0], scores[1]))];
            cells.extend(tokens.map(|held| Cell::whole(held.into())));
            let words = self
                .dice
                .iter()
                .map(|&dice| self.words(tokens, dice, scores));
            cells.extend(words.map(Cell::words));
            cells
        };
        let rows = [[0, 0], [late, 0], [0, late]]
            .into_iter()
            .flat_map(|scores| {
                [[all, all], [all, 0], [0, all], [0, 0]].map(|tokens| row(scores, tokens))
            });
        let mut columns = vec![Column::words("scores")];
        columns.extend(["first's tokens", "second's tokens"].map(Column::figures));
        let dice = self
            .dice
            .iter()
            .map(|&dice| format!("with {}", dice_words(dice)));
        columns.extend(dice.map(Column::words));
        let caption = format!(
            "Points at stake from which the first seat stops in its turn with {} alive, by the \
             challenge tokens that both seats hold and by dice left.",
            self.dragons
        );
        Block::table(STOPS, caption, columns, rows)
    }
}

fn stops(rows: &[StopRow], values: &Values) -> Vec<Block> {
    let Some(stops) = Stops::new(rows, values) else {
        return Vec::new();
    };
    let (full, late) = ([values.tokens; 2], values.late());
    let mut blocks = vec![
        Block::text(format!(
            "When to stop depends on the scores, on the dice left, on the dragons that still live, \
             and on the challenge tokens: a stop may be challenged as long as the opponent holds \
             one. {}, with {} alive, the first seat stops from these points at stake on: {}.",
            match values.tokens {
                0 => "At 0:0".to_owned(),
                _ => format!("At 0:0, while {}", tokens_held(full, values.tokens)),
            },
            stops.dragons,
            stops.by_dice([0, 0]),
        )),
        Block::text(format!(
            "With {late} points the first seat stops at {} against an opponent without points; \
             without points against {late}, at {}.",
            stops.by_dice([late, 0]),
            stops.by_dice([0, late]),
        )),
        stops.maps("stops", full),
    ];
    if values.tokens > 0 {
        blocks.push(Block::text(
            "The table shows how three positions change when tokens are spent; the second map shows \
             the game in which no token is left.",
        ));
        blocks.push(stops.table());
        blocks.push(stops.maps("stops-spent", [0; 2]));
    }
    blocks
}

fn dice_words(dice: u8) -> String {
    counted(dice.into(), "die", "dice")
}

/// The clause on which seat holds which tokens, of `all` at the beginning.
fn tokens_held(tokens: [u32; 2], all: u32) -> String {
    let their = if all == 1 {
        "its token"
    } else {
        "all its tokens"
    };
    let tokens_of = |seat: &str, held: u32| match held {
        0 => format!("the {seat} seat has no token left"),
        held if held == all => format!("the {seat} seat holds {their}"),
        held => format!("the {seat} seat has {held} of {all} tokens left"),
    };
    match tokens {
        [0, 0] => "no token is left".to_owned(),
        [a, b] if a == all && b == all => format!("each seat holds {their}"),
        [a, b] => format!("{} and {}", tokens_of("first", a), tokens_of("second", b)),
    }
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
    let panel = |theirs: u32| {
        let alternative = format!(
            "A map of what a token adds to the win probability: {} percentage points at 0:0.",
            signed(100.0 * worth(0, 0, theirs).unwrap_or(f64::NAN), 2)
        );
        let chart = map(values, scale.clone(), |own, other| {
            worth(own, other, theirs)
        });
        Panel::new(
            format!("The other has {}", tokens_left(theirs)),
            alternative,
            chart,
        )
    };
    let caption = "The win probability that one more challenge token adds for the first seat, \
                   which has the turn, by both scores.";
    vec![
        Block::text(format!(
            "At the beginning one more token of its own is worth {} percentage points of win \
             probability to the first seat and {} to the second. In the turns of the first seat it \
             is worth the most at {own}:{other}, when the other has {}: it adds {} percentage \
             points.",
            percent(first, 2),
            percent(second, 2),
            tokens_left(theirs),
            percent(most, 2),
        )),
        Block::figure("token", VALUES, caption, [panel(full), panel(full - 1)]),
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
