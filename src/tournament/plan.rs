//! What is to be played, settled before the first game.

use std::ops::RangeInclusive;

use miette::Diagnostic;
use thiserror::Error;

use super::contest::Contest;
use super::roster::{self, LineUpError};
use super::schedule::{self, Pairing};
use super::seating::Seating;
use super::shard::Shard;

/// Most pairings: every one has its sums in memory, some kilobytes.
pub const MAX_PAIRINGS: u64 = 100_000;

/// Most [`Settings::games`].
pub const MAX_GAMES: u64 = 10_000_000_000;

/// The largest [`Contest::share_unit`]: 1 to 6 winners divide 60.
pub const MAX_SHARE_UNIT: u32 = 60;

/// How long a tournament is to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Seats at a table.
    pub seats: usize,
    /// The seed that all dice are keyed by.
    pub seed: u64,
    /// Games from each seat against the same opponents: with two seats, of every
    /// ordered pair; with more, all seatings take turns. So many groups has every
    /// pairing, 1 to [`MAX_GAMES`]; with `until_ci`, the most.
    pub games: u64,
    /// Play every pairing until its intervals are narrower than this, in 0..=1.
    pub until_ci: Option<f64>,
    /// Play one part only.
    pub shard: Option<Shard>,
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// As they were given.
    pub settings: Settings,
    /// Who meets whom; journals name pairings by their place here.
    pub pairings: Vec<Pairing>,
    /// How many metrics a player has.
    pub metrics: usize,
    /// As [`Contest::share_unit`].
    pub share_unit: u32,
    /// By group, over and over; see [`Seating::all`].
    pub(super) seatings: Vec<Seating>,
}

/// Why there is no such tournament.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq)]
pub enum PlanError {
    /// The players do not fill a table.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Roster(#[from] LineUpError),
    /// The game has no such table.
    #[error("{game} has no table of {seats} seats")]
    #[diagnostic(help("choose {} to {} seats", allowed.start(), allowed.end()))]
    Seats {
        /// The game.
        game: String,
        /// What was asked for.
        seats: usize,
        /// What it has.
        allowed: RangeInclusive<usize>,
    },
    /// Nothing or too much to play.
    #[error("cannot play {games} games of every pairing")]
    #[diagnostic(help("give a number of games from 1 to {MAX_GAMES}"))]
    Games {
        /// What was asked for.
        games: u64,
    },
    /// No interval has such a width.
    #[error("an interval of width {width} is never, or always, reached")]
    #[diagnostic(help("give a width above 0 and below 1, such as 0.02 for two percentage points"))]
    Width {
        /// What was asked for.
        width: f64,
    },
    /// They would not fit into memory.
    #[error("{players} players at tables of {seats} are more than {MAX_PAIRINGS} pairings")]
    #[diagnostic(help("name fewer players, or ask for fewer seats"))]
    TooMany {
        /// How many players there are.
        players: usize,
        /// Seats at a table.
        seats: usize,
    },
}

impl Plan {
    /// The tournament of a contest's whole roster.
    ///
    /// # Errors
    /// [`PlanError`].
    ///
    /// # Panics
    /// If the contest's [`Contest::share_unit`] is outside 1..=[`MAX_SHARE_UNIT`].
    pub fn new<C: Contest + ?Sized>(contest: &C, settings: Settings) -> Result<Self, PlanError> {
        let seats = settings.seats;
        let share_unit = contest.share_unit();
        assert!(
            (1..=MAX_SHARE_UNIT).contains(&share_unit),
            "wins are counted in units of 1/1 to 1/{MAX_SHARE_UNIT}, not of 1/{share_unit}"
        );
        if !contest.seats().contains(&seats) {
            return Err(PlanError::Seats {
                game: contest.name().to_owned(),
                seats,
                allowed: contest.seats(),
            });
        }
        let games = settings.games;
        if !(1..=MAX_GAMES).contains(&games) {
            return Err(PlanError::Games { games });
        }
        if let Some(width) = settings.until_ci
            && !(0.0 < width && width < 1.0)
        {
            return Err(PlanError::Width { width });
        }
        let roster = contest.roster();
        roster::check(roster, seats)?;
        if schedule::count(roster.len(), seats).is_none_or(|count| count > MAX_PAIRINGS) {
            return Err(PlanError::TooMany {
                players: roster.len(),
                seats,
            });
        }
        Ok(Self {
            pairings: schedule::pairings(roster, seats),
            metrics: contest.metrics().len(),
            share_unit,
            seatings: Seating::all(seats),
            settings,
        })
    }
}
