//! The first line of a tournament's journal: which tournament it is of.

use serde::{Deserialize, Serialize};

use super::contest::Contest;
use super::plan::{MAX_GAMES, Settings};
use super::shard::Shard;
use super::tally::Tally;
use crate::files::sha256;
use crate::play::MAX_SEATS;

/// The form of header and entries.
const FORMAT: u32 = 1;

/// The number of the values that this program computes: raised by every change of what
/// games, odds, solutions, exact chances or decisions come to, whatever the version.
/// `tests/library/tournament/values.rs` pins a digest of small results together with this number,
/// and fails when values change while the number stays. Journals and files of builds with
/// another number are never mixed with those of this build.
pub const VALUES: u32 = 1;

/// Everything that the games depend on. Journals whose headers differ in
/// anything but the shard are of different tournaments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The form of header and entries.
    pub format: u32,
    /// The version of the program that plays.
    pub version: String,
    /// [`VALUES`] of the program that plays: another build may decide otherwise. Journals
    /// from before there was the number have 0, which no build has.
    #[serde(default)]
    pub values: u32,
    /// The game.
    pub game: String,
    /// See [`config_hash`].
    pub config: String,
    /// The ids of the players.
    pub roster: Vec<String>,
    /// As [`Settings::seats`].
    pub seats: usize,
    /// As [`Settings::seed`].
    pub seed: u64,
    /// As [`Settings::games`].
    pub games: u64,
    /// As [`Settings::until_ci`].
    pub until_ci: Option<f64>,
    /// As [`Settings::shard`].
    pub shard: Option<Shard>,
}

/// A line of a tournament's journal: groups that were played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// A place in [`Plan::pairings`](super::Plan::pairings).
    pub pairing: usize,
    /// The first group; as many follow it as the tally has.
    pub first: u64,
    /// What they brought.
    pub tally: Tally,
}

impl Header {
    /// Of what this program would play.
    #[must_use]
    pub fn new<C: Contest + ?Sized>(contest: &C, settings: &Settings) -> Self {
        let ids = contest.roster().iter().map(|player| player.id.clone());
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            values: VALUES,
            game: contest.name().to_owned(),
            config: config_hash(contest),
            roster: ids.collect(),
            seats: settings.seats,
            seed: settings.seed,
            games: settings.games,
            until_ci: settings.until_ci,
            shard: settings.shard,
        }
    }

    /// Looks whether there can be such a tournament: what a file says may be anything.
    ///
    /// # Errors
    /// Says what cannot be.
    pub fn check(&self) -> Result<(), String> {
        if self.format != FORMAT {
            let format = self.format;
            return Err(format!(
                "its format is {format}, and this program reads {FORMAT}"
            ));
        }
        if let Some(Shard { number, of }) = self.shard
            && !(Shard { number, of }).exists()
        {
            return Err(format!("there is no shard {number} of {of}"));
        }
        if !(2..=MAX_SEATS).contains(&self.seats) {
            return Err(format!("there is no tournament with {} seats", self.seats));
        }
        if self.roster.len() < self.seats {
            let (players, seats) = (self.roster.len(), self.seats);
            return Err(format!("{players} players cannot take {seats} seats"));
        }
        if !(1..=MAX_GAMES).contains(&self.games) {
            return Err(format!(
                "no pairing has {} games from each seat",
                self.games
            ));
        }
        if let Some(width) = self.until_ci
            && !(0.0 < width && width < 1.0)
        {
            return Err(format!("no interval is {width} wide"));
        }
        Ok(())
    }

    /// The settings that it was made from.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings {
            seats: self.seats,
            seed: self.seed,
            games: self.games,
            until_ci: self.until_ci,
            shard: self.shard,
        }
    }
}

/// SHA-256 of the game's name, its identity and its metrics, in hexadecimal.
///
/// Results of two configurations that had the same hash would be mixed without
/// a word; of this hash no two texts are known that do.
#[must_use]
pub fn config_hash<C: Contest + ?Sized>(contest: &C) -> String {
    let identity = contest.identity();
    let mut parts = vec![contest.name(), &identity];
    parts.extend(contest.metrics().iter().map(|metric| metric.name.as_str()));
    let mut bytes = Vec::new();
    for part in parts {
        // With its length, so that no two lists of parts are the same bytes.
        bytes.extend((part.len() as u64).to_le_bytes());
        bytes.extend(part.as_bytes());
    }
    sha256(&bytes)
}
