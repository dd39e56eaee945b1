//! A game with its own types left behind, as the program sees it.

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
    /// What there is to know of it before it is played.
    fn info(&self) -> &'static GameInfo;

    /// The canonical text of rules, of the built-in ones for none: the same rules have the same
    /// text.
    ///
    /// # Errors
    /// Says where the rules are wrong.
    fn rules(&self, rules: Option<&Source>) -> miette::Result<String>;

    /// The game by these rules, or by the built-in ones for none, ready for a tournament of
    /// these players. Solves the game where it is solved.
    ///
    /// # Errors
    /// For rules that are wrong or cannot be solved.
    fn contest(&self, rules: Option<&Source>, roster: &Roster) -> miette::Result<Box<dyn Contest>>;

    /// What answers `rivals engine` by these rules, or by the built-in ones for none.
    ///
    /// # Errors
    /// Says where the rules are wrong.
    fn engine(&self, rules: Option<&Source>) -> miette::Result<Box<dyn Engine>>;

    /// The text of the built-in claims about its players, if there are any.
    fn claims(&self) -> Option<&'static str> {
        None
    }

    /// Published answers beside those of the solver, for `rivals solve --check`.
    ///
    /// # Errors
    /// If the solver has no answer.
    fn known_answers(&self) -> miette::Result<Vec<Check>> {
        Ok(Vec::new())
    }

    /// Runs `rivals solve`; none for a game that is not solved.
    ///
    /// # Errors
    /// For options that the game does not take.
    fn solve(&self, options: &SolveOptions) -> Option<miette::Result<Output>> {
        let _ = options;
        None
    }

    /// The commands that `rivals reproduce` runs before the tournament, as the words after
    /// `rivals`. They write [`Self::reproduced_files`] into `folder`, by the rules of the file.
    ///
    /// # Errors
    /// For rules that are wrong.
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

    /// The report of a tournament of this game, with what else the game has in `folder`.
    ///
    /// # Errors
    /// For files of the folder that do not belong to the tournament.
    fn report(&self, folder: &Path, played: &Tournament) -> miette::Result<Document> {
        let _ = folder;
        Ok(tournament::document(played))
    }

    /// The names of the files that these commands write.
    fn reproduced_files(&self) -> &'static [&'static str] {
        &[]
    }
}

/// The options of `rivals solve` that any solved game may take.
#[derive(Clone, Copy, Debug)]
pub struct SolveOptions {
    /// Another target than that of the rules.
    pub target: Option<u32>,
    /// What to print.
    pub format: Format,
    /// Whether to compare the solution with published values in place of printing it.
    pub check: bool,
}
