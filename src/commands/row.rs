//! What the program may know of a game beside its rules and players: a row of data and functions.

use std::ffi::OsString;
use std::path::Path;

use serde::Serialize;
use serde_json::value::RawValue;

use super::GameSolver;
use crate::document::Document;
use crate::play::Seat;
use crate::play::record::{Header, Record};
use crate::play::session::Session;
use crate::report::person::Profile;
use crate::results::Tournament;

/// A game that was played, with its number and the seat of the player in question.
pub(crate) type OwnGame = (i64, Record, Seat);

/// The words of a command line after `rivals`.
pub(crate) type Words = Vec<OsString>;

/// What the program knows of a game beside its rules and players. All of it may be left out.
#[derive(Clone, Copy)]
pub(crate) struct GameCommands {
    /// The name of the game.
    pub name: &'static str,
    /// How positions, actions and events are written, for the help of `rivals engine`: a
    /// paragraph whose lines have at most 98 characters.
    pub notation: &'static str,
    /// The first position as text of at most 80 columns, for a game whose board is drawn.
    pub board: Option<fn() -> String>,
    /// The levels at which agents play that the game's source names: each as an agent, and the
    /// source's word. A person who sits down chooses among them first.
    pub levels: &'static [(&'static str, &'static str)],
    /// Whether this may be the game of a day: optimal play is known, and takes no time.
    pub has_days: bool,
    /// The text of the built-in claims about the game's players.
    pub claims: Option<&'static str>,
    /// `rivals solve`.
    pub solve: Option<GameSolver>,
    /// What `rivals reproduce` writes beside the tournament.
    pub reproduction: Option<Reproduction>,
    /// The files that this game adds to those of a tournament with this number of seats.
    pub tournament_files: fn(usize) -> &'static [&'static str],
    /// The report of a tournament of this game, and of other results of the game in the folder.
    pub report: fn(&Path, &Tournament) -> miette::Result<Document>,
    /// The report of a folder that has other results of this game and no tournament; `None` if it
    /// has no results of this game.
    pub report_without_tournament: fn(&Path) -> miette::Result<Option<Document>>,
    /// The report of studies of this game and of others, as the path of a link in its own report.
    pub studies: Option<&'static str>,
    /// Reviews of games, for a game that is solved.
    pub reviews: Option<Reviews>,
    /// What the deals gave in a game that was played, for reviews by a search.
    pub deals: Option<fn(&Record) -> miette::Result<Deals>>,
}

impl GameCommands {
    /// What is known of a game of which nothing more is known.
    pub(crate) const NONE: Self = Self {
        name: "",
        notation: "",
        board: None,
        levels: &[],
        has_days: false,
        claims: None,
        solve: None,
        reproduction: None,
        tournament_files: |_| &[],
        report: |_, played| Ok(crate::report::tournament::document(played)),
        report_without_tournament: |_| Ok(None),
        studies: None,
        reviews: None,
        deals: None,
    };
}

/// What `rivals reproduce` writes of a game beside its tournament.
#[derive(Clone, Copy)]
pub(crate) struct Reproduction {
    /// The commands that it runs before the tournament, as the words after `rivals`, by the rules of
    /// a file. They write [`Self::files`] into a folder.
    pub commands: fn(Option<&Path>, &Path) -> miette::Result<Vec<Words>>,
    /// The names of the files.
    pub files: &'static [&'static str],
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
