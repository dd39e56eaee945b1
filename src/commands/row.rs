//! What the program may know of a game beside its rules and players: a row of data and functions.

use std::ffi::OsString;
use std::path::Path;

use super::{FitArgs, GameSolver};
use crate::command::Output;
use crate::document::Document;
use crate::results::Tournament;

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
    /// `rivals solve`.
    pub solve: Option<GameSolver>,
    /// `rivals fit`, for a game whose personalities decide by code of its own.
    pub fit: Option<fn(&FitArgs) -> miette::Result<Output>>,
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
}

impl GameCommands {
    /// What is known of a game of which nothing more is known.
    pub(crate) const NONE: Self = Self {
        name: "",
        notation: "",
        board: None,
        levels: &[],
        solve: None,
        fit: None,
        reproduction: None,
        tournament_files: |_| &[],
        report: |_, played| Ok(crate::report::tournament::document(played)),
        report_without_tournament: |_| Ok(None),
        studies: None,
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
