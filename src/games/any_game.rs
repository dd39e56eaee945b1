//! The object-safe interface of a game, for the program. Rules of `None` are the built-in
//! ones.

use std::ffi::OsString;
use std::fmt::Debug;
use std::path::Path;

use crate::command::Output;
use crate::command::shared::Format;
use crate::config::Source;
use crate::personalities::Roster;
use crate::play::GameInfo;
use crate::play::engine::Engine;
use crate::report::{Document, tournament};
use crate::results::Tournament;
use crate::search::Check;
use crate::tournament::Contest;

/// A game of the registry.
pub trait AnyGame: Debug + Sync {
    /// The facts about the game: its name, seats, agents and built-in tournament.
    fn info(&self) -> &'static GameInfo;

    /// The canonical text of these rules, or of the built-in ones for none. The same rules have
    /// the same text.
    ///
    /// # Errors
    /// Says where the rules are wrong.
    fn rules(&self, rules: Option<&Source>) -> miette::Result<String>;

    /// The game by these rules, or by the built-in ones for none, ready for a tournament of
    /// these players. A game that has a solver is solved.
    ///
    /// # Errors
    /// If the rules are wrong or cannot be solved.
    fn contest(&self, rules: Option<&Source>, roster: &Roster) -> miette::Result<Box<dyn Contest>>;

    /// The engine that answers `rivals engine` by these rules, or by the built-in ones for none.
    ///
    /// # Errors
    /// Says where the rules are wrong.
    fn engine(&self, rules: Option<&Source>) -> miette::Result<Box<dyn Engine>>;

    /// The text of the built-in claims about the game's players, if there are any.
    fn claims(&self) -> Option<&'static str> {
        None
    }

    /// Values of the solver compared with known ones, for `rivals solve --check`.
    ///
    /// # Errors
    /// If the solver fails.
    fn known_answers(&self) -> miette::Result<Vec<Check>> {
        Ok(Vec::new())
    }

    /// Runs `rivals solve`; none for a game without a solver.
    ///
    /// # Errors
    /// If the game does not take the options.
    fn solve(&self, options: &SolveOptions) -> Option<miette::Result<Output>> {
        let _ = options;
        None
    }

    /// The commands that `rivals reproduce` runs before the tournament, as the words after
    /// `rivals`. They write [`Self::reproduced_files`] into `folder`, by the rules of this file.
    ///
    /// # Errors
    /// If the rules are wrong.
    fn reproduction(
        &self,
        rules: Option<&Path>,
        folder: &Path,
    ) -> miette::Result<Vec<Vec<OsString>>> {
        let _ = (rules, folder);
        Ok(Vec::new())
    }

    /// The files that this game adds to those of a tournament with this number of seats.
    fn tournament_files(&self, seats: usize) -> &'static [&'static str] {
        let _ = seats;
        &[]
    }

    /// The report of a tournament of this game, and of other results of the game in `folder`.
    ///
    /// # Errors
    /// If files of the folder do not belong to the tournament.
    fn report(&self, folder: &Path, played: &Tournament) -> miette::Result<Document> {
        let _ = folder;
        Ok(tournament::document(played))
    }

    /// The names of the files that the commands of [`Self::reproduction`] write.
    fn reproduced_files(&self) -> &'static [&'static str] {
        &[]
    }
}

/// The options of `rivals solve` that every game with a solver takes.
#[derive(Clone, Copy, Debug)]
pub struct SolveOptions {
    /// The target, if it is not that of the rules.
    pub target: Option<u32>,
    /// The format of the output.
    pub format: Format,
    /// Whether to print a comparison with known values in place of the solution.
    pub check: bool,
}
