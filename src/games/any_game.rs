//! The object-safe interface of a game, for the program. Rules of `None` are the built-in
//! ones.

use std::ffi::OsString;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command};
use miette::miette;

use crate::command::{Format, Output};
use crate::config::Source;
use crate::document::Document;
use crate::personalities::{Member, Roster};
use crate::play::engine::{Engine, Positions};
use crate::play::record::{Header, Record};
use crate::play::seated::{AnySitting, Seated};
use crate::play::show::Present;
use crate::play::{AgentSpec, GameInfo, Seat};
use crate::report::person::Profile;
use crate::report::tournament;
use crate::results::Tournament;
use crate::search::Check;
use crate::tournament::Contest;

/// A function that hears how many positions of a game are solved, and how many there are; it may
/// be called from any thread.
pub(crate) type OnSolving<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// A game of the registry.
pub(crate) trait AnyGame: Debug + Sync {
    /// The facts about the game: its name, seats, agents and built-in tournament.
    fn info(&self) -> &'static GameInfo;

    /// The canonical text of these rules, or of the built-in ones for none. The same rules have
    /// the same text.
    ///
    /// # Errors
    /// Says where the rules are wrong.
    fn rules(&self, rules: Option<&Source>) -> miette::Result<String>;

    /// The text of the built-in rule file, for a game that has one.
    fn rule_text(&self) -> Option<&'static str> {
        None
    }

    /// The game by these rules, or by the built-in ones for none, ready for a tournament of
    /// these players. A game that has a solver is solved.
    ///
    /// # Errors
    /// If the rules are wrong or cannot be solved.
    fn contest(&self, rules: Option<&Source>, roster: &Roster) -> miette::Result<Box<dyn Contest>>;

    /// As [`Self::contest`]; `report` hears how many positions are solved, for a game whose
    /// solution takes long.
    fn contest_and_report(
        &self,
        rules: Option<&Source>,
        roster: &Roster,
        report: OnSolving<'_>,
    ) -> miette::Result<Box<dyn Contest>> {
        let _ = report;
        self.contest(rules, roster)
    }

    /// The engine that answers `rivals engine` by these rules, or by the built-in ones for none.
    ///
    /// # Errors
    /// Says where the rules are wrong.
    fn engine(&self, rules: Option<&Source>) -> miette::Result<Box<dyn Engine>>;

    /// A game between the players of this header, by its rules; none for a game at which no
    /// person can sit.
    ///
    /// # Errors
    /// If the rules are wrong, or a player is unknown.
    fn sit(&self, _header: &Header) -> Option<miette::Result<Box<dyn AnySitting>>> {
        None
    }

    /// How positions, actions and events are written, for the help of `rivals engine`: a
    /// paragraph whose lines have at most 98 characters.
    fn notation(&self) -> &'static str {
        ""
    }

    /// The first position as text of at most 80 columns, for a game whose board is drawn.
    fn board(&self) -> Option<String> {
        None
    }

    /// Adds the commands that only this game has to the program.
    fn commands(&self, program: Command) -> Command {
        program
    }

    /// Runs one of [`Self::commands`]; none if the arguments name no command of this game.
    fn run(&self, _program: &ArgMatches) -> Option<miette::Result<Output>> {
        None
    }

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

    /// The flags of `rivals solve` that the game takes beside --format and --check.
    fn solve_flags(&self) -> &'static [&'static str] {
        &["--target"]
    }

    /// Runs `rivals solve`; none for a game without a solver.
    ///
    /// # Errors
    /// If the game does not take the options.
    fn solve(&self, _options: &SolveOptions) -> Option<miette::Result<Output>> {
        None
    }

    /// The commands that `rivals reproduce` runs before the tournament, as the words after
    /// `rivals`. They write [`Self::reproduced_files`] into the folder, by the rules of this file.
    ///
    /// # Errors
    /// If the rules are wrong.
    fn reproduction(
        &self,
        _rules: Option<&Path>,
        _folder: &Path,
    ) -> miette::Result<Vec<Vec<OsString>>> {
        Ok(Vec::new())
    }

    /// The files that this game adds to those of a tournament with this number of seats.
    fn tournament_files(&self, _seats: usize) -> &'static [&'static str] {
        &[]
    }

    /// The report of a tournament of this game, and of other results of the game in the folder.
    ///
    /// # Errors
    /// If files of the folder do not belong to the tournament.
    fn report(&self, _folder: &Path, played: &Tournament) -> miette::Result<Document> {
        Ok(tournament::document(played))
    }

    /// The report of a folder that has other results of this game and no tournament; none if it
    /// has no results of this game.
    ///
    /// # Errors
    /// If files of the folder cannot be read, or do not belong together.
    fn report_without_tournament(&self, _folder: &Path) -> miette::Result<Option<Document>> {
        Ok(None)
    }

    /// As [`Self::sit`], with agents that expect of the persons what these games of theirs show:
    /// each with its number and the person's seat, the oldest first. Games by other rules are
    /// left out. With it, the number of games that show something. None for a game whose agents do
    /// not learn.
    ///
    /// # Errors
    /// As [`Self::sit`], if a record does not follow the rules, and if nobody at the table learns.
    fn sit_learned(
        &self,
        _header: &Header,
        _seen: &[(i64, Record, Seat)],
    ) -> Option<miette::Result<(Box<dyn AnySitting>, u64)>> {
        None
    }

    /// The review of a game, called `source` in it; none for a game without reviews.
    ///
    /// # Errors
    /// If the record does not follow the rules, or they cannot be solved.
    fn review(&self, _record: &Record, _source: &str) -> Option<miette::Result<Reviewed>> {
        None
    }

    /// What the finished games of a person say of it, each with its number and the person's seat,
    /// the oldest first; none for a game that is not solved.
    ///
    /// # Errors
    /// If a record does not follow the rules, or they cannot be solved.
    fn profile(
        &self,
        _person: &str,
        _games: &[(i64, Record, Seat)],
    ) -> Option<miette::Result<Profile>> {
        None
    }

    /// What a player did in games, each with its number and the player's seat: means whose names
    /// are those of metrics of tournaments.
    ///
    /// # Errors
    /// If a record does not follow the rules.
    fn behaviour(&self, _games: &[(i64, Record, Seat)]) -> miette::Result<Vec<Behaviour>> {
        Ok(Vec::new())
    }

    /// The names of the files that the commands of [`Self::reproduction`] write.
    fn reproduced_files(&self) -> &'static [&'static str] {
        &[]
    }
}

/// A mean of what a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behaviour {
    /// The name of the metric.
    pub metric: &'static str,
    /// The sum over all that was counted.
    pub sum: u64,
    /// The number of turns, stops, challenges or games that were counted.
    pub count: u64,
}

/// The review of a game.
#[derive(Debug)]
pub(crate) struct Reviewed {
    /// The win probability after every turn as a chart of letters; whole lines.
    pub chart: String,
    /// The same in at most ten lines, for a screen.
    pub curve: String,
    /// What decided the game, as a sentence to the only person; empty if the game is not over.
    pub why: String,
    /// For the end of a game, in short; whole lines of at most 74 columns.
    pub summary: String,
    /// For people.
    pub document: Document,
    /// For programs.
    pub json: String,
    /// The decisions that cost something, the costliest first.
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
    /// The action that was taken, by its place; none if the player gave up.
    pub taken: Option<usize>,
}

/// The options of `rivals solve` for any game. A game is given only those of
/// [`AnyGame::solve_flags`].
#[derive(Clone, Debug)]
pub(crate) struct SolveOptions {
    /// The target, if it is not that of the rules.
    pub target: Option<u32>,
    /// The position to solve, if it is not the usual start.
    pub setup: Option<String>,
    /// The largest table, in MiB.
    pub memory: Option<u64>,
    /// The most positions to visit.
    pub nodes: Option<u64>,
    /// The folder for files.
    pub out: Option<PathBuf>,
    /// Whether to show no progress.
    pub quiet: bool,
    /// The format of the output.
    pub format: Format,
    /// Whether to print a comparison with known values in place of the solution.
    pub check: bool,
}

/// A game between the players of a header. The positions are those of the rules that `read` reads
/// from the rule file of the header, or of the built-in rules for none.
///
/// # Errors
/// If the rules are wrong, or a player is unknown.
pub(crate) fn seated<P>(
    header: &Header,
    read: impl FnOnce(Option<&Source>) -> miette::Result<P>,
) -> miette::Result<Box<dyn AnySitting>>
where
    P: Positions + 'static,
    P::Game: Present,
{
    let file = header.rule_file.as_ref();
    let file = file.map(|text| Source::new("the rules of the game", text));
    let positions = read(file.as_ref())?;
    Ok(Box::new(Seated::new(positions, header.clone())?))
}

/// The agents of a roster, for a game that personalities do not play.
///
/// # Errors
/// If a player is a personality.
pub(crate) fn agents_of(roster: &Roster, game: &GameInfo) -> miette::Result<Vec<AgentSpec>> {
    let spec = |member: &Member| match member {
        Member::Agent(spec) => Ok(spec.clone()),
        Member::Personality(personality) => Err(miette!(
            help = format!("name only agents; `rivals games {}` lists them", game.name),
            "the personality {} does not play {}",
            personality.id,
            game.name
        )),
    };
    roster.members.iter().map(spec).collect()
}
