//! The plan of a tournament: what is to be played, fixed before the first game, and the
//! refusals of settings that cannot be played. With `--until-ci` the number of games is a
//! maximum.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use miette::Diagnostic;
use thiserror::Error;

use super::contest::Contest;
use super::schedule::{self, Pairing};
use super::seating::Seating;
use super::shard::Shard;

/// The largest number of pairings: the sums of each take some kilobytes of memory.
pub(crate) const MAX_PAIRINGS: u64 = 100_000;

/// The largest value of [`Settings::games`].
pub(crate) const MAX_GAMES: u64 = 10_000_000_000;

/// The largest [`Contest::share_unit`]. Wins are counted in 60ths at most, so that 1 to 6
/// winners share one without remainder.
pub(crate) const MAX_SHARE_UNIT: u32 = 60;

/// The settings of a tournament, which decide what is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The number of seats in a game.
    pub seats: usize,
    /// The seed that all dice are keyed by.
    pub seed: u64,
    /// Games from each seat against the same opponents: with two seats, of every
    /// ordered pair; with more, the seatings are played in rotation. It is also the number
    /// of groups of paired games of every pairing, 1 to [`MAX_GAMES`]; with `until_ci`,
    /// the largest number.
    pub games: u64,
    /// Play every pairing until its intervals are narrower than this width, in 0..=1.
    pub until_ci: Option<f64>,
    /// Play only this shard.
    pub shard: Option<Shard>,
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The settings that the plan was made from.
    pub settings: Settings,
    /// The pairings; journals name them by their index here.
    pub pairings: Vec<Pairing>,
    /// The number of metrics of a player.
    pub metrics: usize,
    /// As [`Contest::share_unit`].
    pub share_unit: u32,
    /// The seatings of consecutive groups, repeated; see [`Seating::all`].
    pub(super) seatings: Vec<Seating>,
}

/// Why a tournament cannot be played.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq)]
pub enum PlanError {
    /// The game cannot have this number of seats.
    #[error("{game} cannot be played with {seats} seats")]
    #[diagnostic(help("choose {} to {} seats", allowed.start(), allowed.end()))]
    Seats {
        /// The game.
        game: String,
        /// The number of seats that was requested.
        seats: usize,
        /// The numbers of seats that the game may have.
        allowed: RangeInclusive<usize>,
    },
    /// The number of games is zero or too large.
    #[error("cannot play {games} games of every pairing")]
    #[diagnostic(help("give a number of games from 1 to {MAX_GAMES}"))]
    Games {
        /// The number of games that was requested.
        games: u64,
    },
    /// The width is not between 0 and 1.
    #[error("the target width {width} is outside (0, 1)")]
    #[diagnostic(help("give a width above 0 and below 1, such as 0.02 for two percentage points"))]
    Width {
        /// The width that was requested.
        width: f64,
    },
    /// There is no such shard.
    #[error("there is no shard {} of {}", shard.number, shard.of)]
    #[diagnostic(help("give shard I of N with I from 1 to N, and N at most {}", Shard::MAX))]
    Shard {
        /// The shard that was requested.
        shard: Shard,
    },
    /// A player is listed twice.
    #[error("the player \"{id}\" is in the roster twice")]
    #[diagnostic(help("name every player once"))]
    Duplicate {
        /// The id of the player.
        id: String,
    },
    /// There are fewer players than seats.
    #[error("a roster of {players} is too small for {seats} seats")]
    #[diagnostic(help("name at least {seats} players, or ask for fewer seats"))]
    TooFew {
        /// The number of players.
        players: usize,
        /// The number of seats in a game.
        seats: usize,
    },
    /// There are too many pairings for the memory.
    #[error("{players} players in games of {seats} seats make more than {MAX_PAIRINGS} pairings")]
    #[diagnostic(help("name fewer players, or ask for fewer seats"))]
    TooMany {
        /// The number of players.
        players: usize,
        /// The number of seats in a game.
        seats: usize,
    },
}

impl Settings {
    /// Checks the settings of a tournament of this game, which may have `allowed` seats,
    /// between this number of players.
    pub(super) fn check(
        &self,
        game: &str,
        allowed: RangeInclusive<usize>,
        players: usize,
    ) -> Result<(), PlanError> {
        let (seats, games) = (self.seats, self.games);
        if !allowed.contains(&seats) {
            let game = game.to_owned();
            return Err(PlanError::Seats {
                game,
                seats,
                allowed,
            });
        }
        if !(1..=MAX_GAMES).contains(&games) {
            return Err(PlanError::Games { games });
        }
        match (self.until_ci, self.shard) {
            (Some(width), _) if !(0.0 < width && width < 1.0) => Err(PlanError::Width { width }),
            (_, Some(shard)) if !shard.exists() => Err(PlanError::Shard { shard }),
            _ if players < seats => Err(PlanError::TooFew { players, seats }),
            _ => Ok(()),
        }
    }
}

impl Plan {
    /// The plan of a round-robin tournament of a contest's whole roster.
    ///
    /// # Errors
    /// [`PlanError`].
    ///
    /// # Panics
    /// If the contest's [`Contest::share_unit`] is outside 1..=[`MAX_SHARE_UNIT`].
    pub fn new(contest: &dyn Contest, settings: Settings) -> Result<Self, PlanError> {
        let (seats, roster) = (settings.seats, contest.roster());
        let share_unit = contest.share_unit();
        assert!(
            (1..=MAX_SHARE_UNIT).contains(&share_unit),
            "wins are counted in units of 1/1 to 1/{MAX_SHARE_UNIT}, not of 1/{share_unit}"
        );
        settings.check(contest.name(), contest.seats(), roster.len())?;
        let mut seen = HashSet::new();
        if let Some(twice) = roster.iter().find(|player| !seen.insert(&player.id)) {
            let id = twice.id.clone();
            return Err(PlanError::Duplicate { id });
        }
        let players = roster.len();
        if schedule::count(players, seats).is_none_or(|count| count > MAX_PAIRINGS) {
            return Err(PlanError::TooMany { players, seats });
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
