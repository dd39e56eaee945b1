//! What `rivals evolve` says: how often the player wins, its figures, and a picture of the search.

use serde::Serialize;

use crate::command::Answer;
use crate::document::{
    Axis, Block, Cell, Chart, Column, Document, Mark, Panel, Plot, Series, Spot,
};
use crate::personalities::{Member, Personality};
use crate::text::csv;
use crate::text::number::{count, counted, fixed, percent};

/// How often the player wins, in games that the search never saw.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RateRow {
    /// The id of the opponent; `all` for all of them.
    pub against: String,
    pub win_rate: f64,
    /// The ends of the 95 % interval.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// The exact win rate; null where it is not known.
    pub exact: Option<f64>,
}

/// What a win rate is above an equal share.
#[derive(Serialize)]
pub(super) struct Margin {
    sampled: f64,
    low: Option<f64>,
    high: Option<f64>,
    exact: Option<f64>,
}

/// A trait, value or parameter that was varied. Words are numbered from 0.
#[derive(Serialize)]
pub(super) struct Figure {
    pub key: String,
    /// That of the player that the search begins with, or the nearest one within the range.
    pub start: f64,
    pub found: f64,
    /// Whether the search went to an end of its range.
    pub at_end: bool,
}

/// The answer; serialised, it is the JSON object.
#[derive(Serialize)]
pub(super) struct Evolved {
    pub game: String,
    /// The id of the player that was found.
    pub player: String,
    pub seats: usize,
    pub seed: u64,
    /// The seed of the games of `rates`.
    pub unseen_seed: u64,
    /// The games of `rates`.
    pub games: u64,
    /// The players that the search valued.
    pub valued: usize,
    /// Whether they are all players within the ranges.
    pub tried_all: bool,
    /// Whether it valued them exactly.
    pub exact: bool,
    /// What the win rate over all opponents is above an equal share.
    pub margin: Margin,
    pub rates: Vec<RateRow>,
    pub figures: Vec<Figure>,
    /// By generation, the best win rate so far, after that of the player that it began with.
    pub best: Vec<f64>,
    /// How many players were valued by then.
    #[serde(skip)]
    pub valued_by: Vec<usize>,
    #[serde(skip)]
    pub found: Member,
}

impl Margin {
    /// How much a rate is above an equal share of the wins.
    pub(super) fn of(rate: &RateRow, seats: usize) -> Self {
        let above = |rate: f64| rate - 1.0 / seats as f64;
        Self {
            sampled: above(rate.win_rate),
            low: rate.low.map(above),
            high: rate.high.map(above),
            exact: rate.exact.map(above),
        }
    }
}

impl Evolved {
    /// The figures whose best value is an end of its range.
    fn at_ends(&self) -> Option<String> {
        let ends = self.figures.iter().filter(|figure| figure.at_end);
        let ends: Vec<String> = ends.map(|figure| figure.key.replace('_', " ")).collect();
        (!ends.is_empty()).then(|| {
            format!(
                " The best value is at the end of its range for {}. If the range can be made wider, a \
                 better value may lie outside of it.",
                ends.join(", ")
            )
        })
    }

    /// What differs from the player that the search began with.
    fn changed(&self) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(|figure| figure.found != figure.start)
    }

    fn said(&self) -> String {
        let less = self.margin.sampled < 0.0;
        let points = |value: f64| fixed(if less { -100.0 } else { 100.0 } * value, 2);
        let ends = self.margin.low.zip(self.margin.high);
        let ends = ends.map(|(low, high)| if less { (high, low) } else { (low, high) });
        let ends = ends.map(|(low, high)| format!(" ({} to {})", points(low), points(high)));
        let exact = self.margin.exact.map(|exact| format!(", exactly {}", points(exact)));
        format!(
            "{} wins {} percentage points{} {} than an equal share{}, in {} games with seed {}, \
             which the search never saw. The search valued {}{}{} {}.{}",
            self.player,
            points(self.margin.sampled),
            ends.unwrap_or_default(),
            if less { "less" } else { "more" },
            exact.unwrap_or_default(),
            count(self.games),
            self.unseen_seed,
            if self.tried_all { "all " } else { "" },
            counted(self.valued as u64, "player", "players"),
            if self.tried_all { " within the ranges" } else { "" },
            if self.exact { "exactly" } else { "by games" },
            self.at_ends().unwrap_or_default(),
        )
    }

    /// The best value by generation.
    fn figure(&self) -> Block {
        let at = |generation: usize| {
            if self.tried_all { self.valued_by[generation] } else { generation }
        };
        let spots = self.best.iter().enumerate();
        let spots: Vec<_> = spots.map(|(of, rate)| (at(of) as f64, Spot::exact(*rate))).collect();
        let across = if self.tried_all { "players tried" } else { "generation" };
        let plot = Plot {
            across: Axis::over(across, spots.iter().map(|(at, _)| *at), 8, |at| fixed(at, 0)),
            up: Axis::over("win rate, %", self.best.iter().copied(), 5, |rate| percent(rate, 1)),
            series: Series::new("best so far", Mark::Line, spots).into_iter().collect(),
        };
        let last = self.best.len() - 1;
        let [first, reached] = [0, last].map(|at| percent(self.best[at], 2));
        let after = if self.tried_all {
            counted(self.valued as u64, "player", "players")
        } else {
            counted(last as u64, "generation", "generations")
        };
        let told = format!("{first} % at the start, {reached} % after {after}.");
        let panel = Panel::new("", told, Chart::Plot(plot));
        let caption = "The win rate of the best player so far over all opponents, on the dice of the \
                       search or exact; the first is the player that it began with.";
        Block::figure("evolve", "The search", "", caption, [panel])
    }
}

impl Answer for Evolved {
    fn document(&self) -> Document {
        let columns = vec![
            Column::words("against"),
            Column::figures("win %"),
            Column::figures("95 %"),
            Column::figures("exact"),
        ];
        let rate = |row: &RateRow| {
            vec![
                Cell::words(row.against.clone()),
                Cell::percent(row.win_rate),
                Cell::percents(row.low, row.high),
                Cell::percent(row.exact),
            ]
        };
        let rates = Block::table("", "", columns, self.rates.iter().map(rate));
        let columns =
            vec![Column::words("varied"), Column::figures("found"), Column::figures("start")];
        let figures = self.changed().map(|figure| {
            let name = Cell::words(figure.key.replace('_', " "));
            let [found, start] = [figure.found, figure.start];
            vec![
                name,
                Cell::figure(found, found.to_string()),
                Cell::figure(start, start.to_string()),
            ]
        });
        let figures = if self.changed().next().is_none() {
            Block::text(
                "The search found no player that wins more often than the one it began with.",
            )
        } else {
            Block::table("", "", columns, figures)
        };
        let title = format!("Evolution of {}", self.player);
        Document::answer(&title, vec![rates, figures, Block::text(self.said()), self.figure()])
    }

    fn csv(&self) -> Option<String> {
        Some(csv(&self.rates))
    }

    fn toml(&self) -> Option<String> {
        self.found.personality().map(Personality::to_toml)
    }
}
