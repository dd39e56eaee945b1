//! The first line of a tournament's journal: which tournament it is of.

use serde::{Deserialize, Serialize};

use super::contest::Contest;
use super::plan::Settings;
use super::shard::Shard;
use super::tally::Tally;
use crate::files::sha256;

/// The form of header and entries.
const FORMAT: u32 = 1;

/// Everything that the games depend on. Journals whose headers differ in
/// anything but the shard are of different tournaments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The form of header and entries.
    pub format: u32,
    /// The version of the program that plays. Another may decide otherwise.
    pub version: String,
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
