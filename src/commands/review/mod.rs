//! Reviews of games: what was luck, and what decisions cost. They are made of records alone, and
//! compile for WebAssembly.

mod curve;
mod document;
mod judged;
mod shared;

use serde::Serialize;
use serde_json::value::RawValue;

pub(crate) use super::reviews as all;
use crate::catalogue::GameEntry;
use crate::document::Document;
use crate::play::Seat;
use crate::play::record::{Header, Record};
use crate::report::person::Profile;
use crate::session::Session;
use crate::tables::seating::game_called;
use crate::text::number::percent;

pub(crate) use curve::curve;
#[cfg(test)]
pub(crate) use document::made_up;
pub(crate) use shared::*;

/// A game that was played, with its number and the seat of the player in question.
pub(crate) type OwnGame = (i64, Record, Seat);

/// Is told what is counted, how many more are done, and of how many in this step; from any thread.
/// Says whether the review is still wanted.
pub(crate) type OnReviewed<'a> = &'a (dyn Fn(&'static str, u64, u64) -> bool + Sync);

/// The reviews of a game that is solved; `None` for others.
pub(crate) fn solved(game: &GameEntry) -> Option<Reviews> {
    all().find(|(name, _)| *name == game.info().name).map(|(_, reviews)| reviews)
}

/// The review of a game, called `source` in it; on request with the costliest decisions to try
/// again.
///
/// # Errors
/// If the game has no review, the record does not follow its rules, or the review is not wanted any
/// more.
pub(crate) fn reviewed(
    record: &Record,
    source: &str,
    try_again: bool,
    progress: OnReviewed<'_>,
) -> miette::Result<Reviewed> {
    match solved(game_called(&record.header.game)?) {
        Some(reviews) => (reviews.review)(record, source),
        None => document::of_record(record, source, try_again, progress),
    }
}

/// Reviews of the games that were played by people. All fail for rules that cannot be solved, and
/// for a record that does not follow its rules.
#[derive(Clone, Copy)]
pub(crate) struct Reviews {
    /// The review of a game, called `source` in it.
    pub review: fn(&Record, source: &str) -> miette::Result<Reviewed>,
    /// What the finished games of a person say of it, the oldest first.
    pub profile: fn(person: &str, &[OwnGame]) -> miette::Result<Profile>,
    /// What a player did in games: means whose names are those of metrics of tournaments.
    pub behaviour: fn(&[OwnGame]) -> miette::Result<Vec<Behaviour>>,
    /// A game with agents that expect of the people what these games of theirs show, the oldest
    /// first. Games by other rules are left out. Fails if no agent at the table learns.
    pub learned: fn(&Header, &[OwnGame]) -> miette::Result<Learned>,
}

/// A game whose agents have learned of the people.
pub(crate) struct Learned {
    pub session: Box<dyn Session>,
    /// The number of games that show something.
    pub games: u64,
    /// What they show, as the agents expect it, a sentence each.
    pub expects: Vec<String>,
}

/// A mean of what a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behaviour {
    /// The name of the metric.
    pub metric: &'static str,
    /// The sum over all that was counted.
    pub sum: u64,
    /// The number of games, turns or decisions that were counted.
    pub count: u64,
}

/// What the deals of a game gave its players: each was played by them in all seatings.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Deals {
    /// The agent that played for people.
    pub people: &'static str,
    /// The deals, and the games of each deal in each seating.
    pub deals: u64,
    pub games: u64,
    /// The share of the variance of results that the cards explain, 0 to 1; `None` if all results
    /// were the same.
    pub explained: Option<f64>,
    /// By seat.
    pub players: Vec<Dealt>,
}

/// What the deals of a game gave a player, as the sum of shares of the win of all hands.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Dealt {
    pub player: String,
    /// What it won in the game.
    pub result: f64,
    /// What the players of all seatings won on average with its cards, and by how much this is more
    /// than an equal share.
    pub cards: f64,
    pub luck: f64,
    /// The rest of the result: how it played, and how the others did.
    pub rest: f64,
}

/// The review of a game.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Reviewed {
    /// For the end of a game: the win probability after every turn as a chart of letters in at most
    /// ten lines.
    #[serde(skip)]
    pub curve: String,
    /// What decided the game, as a sentence to the only person; empty if the game is not over.
    #[serde(skip)]
    pub why: String,
    /// For the end of a game, in short; whole lines of at most 74 columns.
    #[serde(skip)]
    pub summary: String,
    /// For people.
    #[serde(skip)]
    pub document: Document,
    /// For programs.
    pub json: Box<RawValue>,
    /// The sums of each player, as the rows of a table.
    #[serde(skip)]
    pub csv: String,
    /// The decisions that cost something, the costliest first.
    #[serde(skip)]
    pub costly: Vec<Exercise>,
}

/// A decision that was not the best, to be tried again.
#[derive(Debug)]
pub(crate) struct Exercise {
    /// The state, as the player saw it, and what is asked; whole lines.
    pub text: String,
    /// The seat that decides.
    pub seat: Seat,
    /// The legal actions in words, with the win probability that each costs.
    pub options: Vec<(String, f64)>,
    /// The action that was taken, by its place; `None` if the player gave up.
    pub taken: Option<usize>,
}

impl Exercise {
    /// What an answer costs, what is best, and what was played.
    pub(crate) fn verdict(&self, chosen: usize) -> String {
        let options = &self.options;
        let points = |place: usize| {
            let cost: f64 = options[place].1;
            format!("{} percentage points", percent(cost, 2))
        };
        let best = (0..options.len()).min_by(|&a, &b| options[a].1.total_cmp(&options[b].1));
        let best = &options[best.unwrap_or(0)].0;
        let answer = match options[chosen].1 {
            cost if cost < FREE => "That is optimal.".to_owned(),
            _ => format!("That costs {}; the best action is: {best}.", points(chosen)),
        };
        match self.taken {
            Some(taken) => format!(
                "{answer} In the game it was: {}, which cost {}.\n",
                options[taken].0,
                points(taken)
            ),
            None => format!("{answer} In the game the player gave up.\n"),
        }
    }
}

/// What an optimal answer may cost: less is not shown.
pub(crate) const FREE: f64 = 5e-5;
