//! The section on the solved game: the favoured seat, when to stop, and the worth of a token.

use std::collections::{BTreeMap, BTreeSet};

use crate::commands::dragon_slayer::results::odds::dice;
use crate::commands::dragon_slayer::results::solve::{STOPS, StopRow, VALUES, ValueRow};
use crate::document::{Block, Cell, Chart, Column, HeatMap, Panel, Scale, Section};
use crate::report::words::{list, share};
use crate::text::number::{percent, signed};

pub(super) fn section(values: &[ValueRow], stops: &[StopRow]) -> Section {
    let values = Values::new(values);
    let mut blocks = vec![
        Block::text(
            "With two seats the game is solved: for every position, the win probability under \
             optimal play by both is known, and with it the best decision. No dice are rolled for \
             this.",
        ),
        Block::text(favoured(&values)),
        beginning(&values),
        who_wins(&values),
        Block::heading("When to stop"),
    ];
    if let Some(stops) = Stops::new(stops, &values) {
        blocks.extend(stops.blocks());
    }
    if values.tokens > 0 {
        blocks.push(Block::heading("What the challenge token is worth"));
        blocks.push(token_worth(&values));
    }
    Section::new("solution", "The game solved", blocks)
}

/// The win probabilities of the solved game.
struct Values {
    /// Those of the first seat, by scores, tokens and whether the first seat moves.
    first_wins: BTreeMap<([u32; 2], [u32; 2], bool), f64>,
    /// The target, above all scores.
    target: u32,
    /// The tokens of each seat at the beginning.
    tokens: u32,
}

impl Values {
    fn new(rows: &[ValueRow]) -> Self {
        let first_wins = rows.iter().map(|row| {
            let scores = [row.first_score, row.second_score];
            let tokens = [row.first_token, row.second_token];
            ((scores, tokens, row.to_move == "first"), row.first_wins)
        });
        // There are as many as the largest and one more, unless a file has wrong figures.
        #[expect(clippy::cast_possible_truncation, reason = "few scores and tokens")]
        let different = |of: fn(&ValueRow) -> u32| {
            let all: BTreeSet<u32> = rows.iter().map(of).collect();
            all.len() as u32
        };
        Self {
            first_wins: first_wins.collect(),
            target: different(|row| row.first_score).max(1),
            tokens: different(|row| row.first_token).saturating_sub(1),
        }
    }

    /// The win probability of the seat that moves, which is the first seat or not, by its own
    /// and the other's score and tokens.
    fn mover(&self, first: bool, scores: [u32; 2], tokens: [u32; 2]) -> Option<f64> {
        let by_seat = |[own, other]: [u32; 2]| if first { [own, other] } else { [other, own] };
        let wins = *self.first_wins.get(&(by_seat(scores), by_seat(tokens), first))?;
        Some(if first { wins } else { 1.0 - wins })
    }

    /// The win probability of the first seat at the beginning; `None` if the file lacks it.
    fn beginning(&self, tokens: [u32; 2]) -> Option<f64> {
        self.mover(true, [0, 0], tokens)
    }

    /// The score that stands for a late stage of the game.
    fn late(&self) -> u32 {
        self.target * 3 / 4
    }

    /// A heat map of values by the mover's and the other's score.
    fn map(&self, scale: Scale, value: impl Fn([u32; 2]) -> Option<f64>) -> Chart {
        let target = self.target;
        // Every fifth score has a label, or fewer.
        let every = match target {
            0..=60 => 5,
            _ => target.div_ceil(60) * 5,
        };
        let label = |score: u32| match score % every {
            0 => score.to_string(),
            _ => String::new(),
        };
        let labels: Vec<String> = (0..target).map(label).collect();
        let scores: Vec<String> = (0..target).map(|score| score.to_string()).collect();
        let row = |own: u32| (0..target).map(|other| value([own, other])).collect();
        Chart::HeatMap(HeatMap {
            rows_title: "rows: the mover's score".to_owned(),
            columns_title: "columns: the other's score".to_owned(),
            rows: labels.clone(),
            columns: labels,
            values: (0..target).map(row).collect(),
            players: Vec::new(),
            numbers: [scores.clone(), scores],
            scale,
            below: None,
        })
    }
}

fn favoured(values: &Values) -> String {
    let Some(first) = values.beginning([values.tokens; 2]) else {
        return format!("{VALUES} has no value of the beginning.");
    };
    let (who, wins) = if first >= 0.5 { ("first", first) } else { ("second", 1.0 - first) };
    let mut text = format!(
        "The {who} seat is favoured: it wins {} of the games under optimal play by both.",
        share(wins)
    );
    if values.tokens > 0
        && let Some(without) = values.beginning([0; 2])
    {
        text += &format!(
            " Without challenge tokens the first seat would win {}, so that the right to \
             challenge {} it {} percentage points.",
            share(without),
            if first >= without { "brings" } else { "costs" },
            percent((first - without).abs(), 2),
        );
    }
    text
}

/// The table of win probabilities at the beginning.
fn beginning(values: &Values) -> Block {
    let all = || 0..=values.tokens;
    let pairs = all().flat_map(|first| all().map(move |second| [first, second]));
    let rows = pairs.map(|tokens| {
        let first = values.beginning(tokens);
        let held = tokens.map(|held| Cell::whole(held.into()));
        let wins = [first, first.map(|first| 1.0 - first)];
        let wins = wins.map(|wins| Cell::maybe(wins, |wins| percent(wins, 3)));
        held.into_iter().chain(wins).collect()
    });
    let columns = ["first's tokens", "second's tokens", "first wins %", "second wins %"];
    let columns = columns.map(Column::figures).to_vec();
    let caption = "Win probability at the beginning, in per cent, by challenge tokens.";
    Block::table(VALUES, caption, columns, rows)
}

fn who_wins(values: &Values) -> Block {
    let panel = |first: bool| {
        let wins = |scores| values.mover(first, scores, [values.tokens; 2]);
        let words = |scores| wins(scores).map_or_else(|| "no value".to_owned(), share);
        let late = values.late();
        let alternative = format!(
            "A map of its win probability, from {} at 0:0 to {} at {late}:0 and {} at 0:{late}.",
            words([0, 0]),
            words([late, 0]),
            words([0, late]),
        );
        let scale = Scale::chances("the mover's win probability, %", 0.5, "");
        let name = if first { "first" } else { "second" };
        let title = format!("The {name} seat has the turn");
        Panel::new(title, alternative, values.map(scale, wins))
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
    Block::figure(
        "who-wins",
        "Who wins from which scores",
        VALUES,
        caption,
        [panel(true), panel(false)],
    )
}

/// Where the first seat stops in its turns in which all dragons but one are alive, as after the
/// first fight.
struct Stops<'a> {
    /// The rows by tokens, dice left and scores.
    rows: BTreeMap<([u32; 2], u8, [u32; 2]), &'a StopRow>,
    /// The numbers of dice left, in descending order.
    dice: Vec<u8>,
    /// The living dragons, in words.
    dragons: String,
    values: &'a Values,
}

impl<'a> Stops<'a> {
    /// `None` if there are no rows.
    fn new(rows: &'a [StopRow], values: &'a Values) -> Option<Self> {
        let sets: BTreeSet<&str> = rows.iter().map(|row| &*row.alive).collect();
        let size = |set: &&str| set.split('+').count();
        let most = sets.iter().map(size).max()?;
        let all_but_one = sets.iter().find(|set| size(set) + 1 == most);
        let alive = all_but_one.or_else(|| sets.first())?;
        let first = |row: &&StopRow| row.alive == *alive && row.to_move == "first";
        let key = |row: &StopRow| {
            let tokens = [row.first_token, row.second_token];
            (tokens, row.dice, [row.first_score, row.second_score])
        };
        let rows: BTreeMap<_, _> = (rows.iter().filter(first)).map(|row| (key(row), row)).collect();
        let dice: BTreeSet<u8> = rows.keys().map(|key| key.1).collect();
        Some(Self {
            rows,
            dice: dice.into_iter().rev().collect(),
            dragons: list(&alive.split('+').collect::<Vec<_>>()),
            values,
        })
    }

    fn blocks(&self) -> Vec<Block> {
        let full = [self.values.tokens; 2];
        let mut blocks = vec![
            Block::text(
                "When to stop depends on the scores, on the dice left, on the dragons that still \
                 live, and on the challenge tokens: a stop may be challenged as long as the \
                 opponent holds one.",
            ),
            self.table(),
            self.maps("stops", full),
        ];
        if self.values.tokens > 0 {
            blocks.push(self.maps("stops-spent", [0; 2]));
        }
        blocks
    }

    /// The points at which to stop: `18`, or `6 and from 30` if it fights on in between.
    fn words(&self, tokens: [u32; 2], dice: u8, scores: [u32; 2]) -> String {
        let row = self.rows.get(&(tokens, dice, scores));
        let also = row.and_then(|row| row.also_stops_at.as_ref());
        let also = also.map(|also| also.replace('+', ", "));
        match (also, row.and_then(|row| row.stop_at)) {
            (None, None) => "never".to_owned(),
            (None, Some(from)) => from.to_string(),
            (Some(also), None) => also,
            (Some(also), Some(from)) => format!("{also} and from {from}"),
        }
    }

    /// The clause on the tokens of both seats, which have all of them or none; empty for rules
    /// without tokens.
    fn held(&self, tokens: [u32; 2]) -> &'static str {
        match (tokens, self.values.tokens) {
            (_, 0) => "",
            ([0, 0], _) => " while no token is left",
            (_, 1) => " while each seat holds its token",
            _ => " while each seat holds all its tokens",
        }
    }

    /// The table of three scores, each with all or none of the tokens of each seat.
    fn table(&self) -> Block {
        let (late, all) = (self.values.late(), self.values.tokens);
        let scores = [[0, 0], [late, 0], [0, late]];
        let mut tokens = vec![[all, all], [all, 0], [0, all], [0, 0]];
        tokens.dedup();
        let row = |scores: [u32; 2], tokens: [u32; 2]| {
            let mut cells = vec![Cell::words(format!("{}:{}", scores[0], scores[1]))];
            cells.extend(tokens.map(|held| Cell::whole(held.into())));
            let words = (self.dice.iter()).map(|&dice| self.words(tokens, dice, scores));
            cells.extend(words.map(Cell::words));
            cells
        };
        let row = &row;
        let rows = scores
            .into_iter()
            .flat_map(|scores| tokens.iter().map(move |&tokens| row(scores, tokens)));
        let mut columns = vec![Column::words("scores")];
        columns.extend(["first's tokens", "second's tokens"].map(Column::figures));
        let with = |&left: &u8| Column::words(format!("with {}", dice(left)));
        columns.extend(self.dice.iter().map(with));
        let caption = format!(
            "Points at stake from which the first seat stops in its turn with {} alive, by the \
             challenge tokens that both seats hold and by dice left.",
            self.dragons
        );
        Block::table(STOPS, caption, columns, rows)
    }

    /// A map for each number of dice, with the same scale for all maps.
    fn maps(&self, id: &str, tokens: [u32; 2]) -> Block {
        let (late, held) = (self.values.late(), self.held(tokens));
        let points = || self.rows.values().filter_map(|row| row.stop_at);
        let (least, most) = (points().min().unwrap_or(0), points().max().unwrap_or(1));
        let tick = |points: u32| (f64::from(points), points.to_string());
        let scale = Scale {
            title: "points from which to stop".to_owned(),
            low: f64::from(least),
            high: f64::from(most.max(least + 1)),
            diverging: false,
            ticks: [least, (least + most) / 2, most].map(tick).to_vec(),
            missing: "never".to_owned(),
        };
        let panels = self.dice.iter().map(|&left| {
            let words = |scores| self.words(tokens, left, scores);
            let alternative = format!(
                "{} at 0:0, {} when ahead by {late}:0, {} when behind by 0:{late}.",
                words([0, 0]),
                words([late, 0]),
                words([0, late]),
            );
            let chart = self.values.map(scale.clone(), |scores| {
                let row = self.rows.get(&(tokens, left, scores))?;
                row.stop_at.map(f64::from)
            });
            let title = format!("With {} left{held}", dice(left));
            Panel::new(title, alternative, chart)
        });
        let caption = format!(
            "The smallest number of points at stake from which optimal play stops, in the first seat's turn \
             with {} alive{held}, by both scores. {STOPS} lists the positions in which it also stops \
             at some smaller numbers of points.",
            self.dragons
        );
        Block::figure(id, &format!("When to stop{held}"), STOPS, caption, panels)
    }
}

fn token_worth(values: &Values) -> Block {
    let (target, full) = (values.target, values.tokens);
    let worth = |scores, theirs: u32| {
        let with = values.mover(true, scores, [full, theirs])?;
        Some(with - values.mover(true, scores, [full - 1, theirs])?)
    };
    let pairs = || (0..target).flat_map(|own| (0..target).map(move |other| [own, other]));
    let worths = [full, full - 1]
        .into_iter()
        .flat_map(|theirs| pairs().filter_map(move |scores| worth(scores, theirs)));
    let most = worths.fold(1e-3, f64::max);
    let tick = |worth| (worth, percent(worth, 1));
    let scale = Scale {
        title: "worth of a token, percentage points".to_owned(),
        low: 0.0,
        high: most,
        diverging: false,
        ticks: [0.0, most / 2.0, most].map(tick).to_vec(),
        missing: String::new(),
    };
    let tokens_left = |tokens: u32| match tokens {
        0 => "no token left".to_owned(),
        1 => "one token left".to_owned(),
        many => format!("{many} tokens left"),
    };
    let panel = |theirs: u32| {
        let alternative = format!(
            "A map of what a token adds to the win probability: {} percentage points at 0:0.",
            worth([0, 0], theirs)
                .map_or_else(|| "unknown".to_owned(), |worth| signed(100.0 * worth, 2))
        );
        let chart = values.map(scale.clone(), |scores| worth(scores, theirs));
        let title = format!("The other has {}", tokens_left(theirs));
        Panel::new(title, alternative, chart)
    };
    let caption = "The win probability that one more challenge token adds for the first seat, \
                   which has the turn, by both scores.";
    Block::figure(
        "token",
        "Worth of a challenge token",
        VALUES,
        caption,
        [panel(full), panel(full - 1)],
    )
}
