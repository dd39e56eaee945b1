//! The lines of a tournament's journal, and [`VALUES`], the version of all values that the
//! program computes.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::design::Design;
use super::plan::{Plan, Settings};
use super::shard::Shard;
use super::sweep::SweepWords;
use super::tally::Tally;
use rivals_core::contest::Contest;
use rivals_core::contest::Player;
use rivals_core::play::MAX_SEATS;
use rivals_core::sha256::sha256;

/// The version of the format of header and entries.
const FORMAT: u32 = 4;

/// The version number of the values that this program computes. Every change of the results of
/// games, odds, solutions, exact chances or decisions raises it, whatever the version of the
/// program. `tests/library/tournament/values.rs` pins a digest of small results together with
/// this number, and fails when values change while the number stays. Journals and files of builds
/// with another number are never mixed with those of this build.
pub const VALUES: u32 = 2;

/// Everything that the games depend on. Journals whose headers differ in anything
/// except the shard belong to different tournaments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format of header and entries.
    pub format: u32,
    /// The version of the program that plays.
    pub version: String,
    /// The commit that the program was built from, if it is known. No result file names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// [`VALUES`] of the program that plays: builds with another number may decide
    /// differently.
    pub values: u32,
    /// The name of the game.
    pub game: String,
    /// The hash of the configuration: see [`config_hash`].
    pub config: String,
    /// The rules as canonical text: [`Contest::rules`] and [`Contest::common`].
    pub rules: String,
    /// The ids of the players.
    pub roster: Vec<String>,
    /// By player: its traits and values as canonical text, `key=value key=value`; empty for a
    /// policy.
    pub players: Vec<String>,
    /// As [`Settings::seats`].
    pub seats: usize,
    /// As [`Settings::seed`].
    pub seed: u64,
    /// As [`Settings::games`].
    pub games: u64,
    /// As [`Settings::until_ci`].
    pub until_ci: Option<f64>,
    /// As [`Settings::until_pairs`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub until_pairs: bool,
    /// As [`Settings::shard`].
    pub shard: Option<Shard>,
    /// Which pairings are played.
    #[serde(default, skip_serializing_if = "Design::is_all")]
    pub pairings: Design,
    /// What a sweep varies; `None` for a tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<SweepWords>,
}

/// A line of a tournament's journal: consecutive groups of paired games that were
/// played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalEntry {
    /// The index of the pairing in [`Plan::pairings`](super::Plan::pairings).
    pub pairing: usize,
    /// The number of the first group; the tally has the number of groups.
    pub first: u64,
    /// The sums over these groups.
    pub tally: Tally,
}

/// The commit that the program was built from, which it sets before it plays.
pub static BUILT_FROM: OnceLock<Option<String>> = OnceLock::new();

impl Header {
    /// The header of the tournament that this program would play.
    #[must_use]
    pub fn new(contest: &dyn Contest, settings: &Settings) -> Self {
        let ids = contest.roster().iter().map(|player| player.id.clone());
        let players = contest.roster().iter().map(Player::canonical);
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: BUILT_FROM.get().cloned().flatten(),
            values: VALUES,
            game: contest.name().to_owned(),
            config: config_hash(contest),
            rules: contest.rules() + &contest.common(),
            roster: ids.collect(),
            players: players.collect(),
            seats: settings.seats,
            seed: settings.seed,
            games: settings.games,
            until_ci: settings.until_ci,
            until_pairs: settings.until_pairs,
            shard: settings.shard,
            pairings: Design::All,
            sweep: None,
        }
    }

    /// The header of the tournament of a plan.
    #[must_use]
    pub fn of_plan(contest: &dyn Contest, plan: &Plan) -> Self {
        Self { pairings: plan.design, ..Self::new(contest, &plan.settings) }
    }

    /// Checks whether such a tournament can exist, because a damaged file may contain
    /// anything.
    ///
    /// # Errors
    /// A message that says what is impossible.
    pub fn check(&self) -> Result<(), String> {
        if self.format != FORMAT {
            let format = self.format;
            return Err(format!("its format is {format}, and this program reads {FORMAT}"));
        }
        // Two players may meet with copies of one of them.
        let players = self.roster.len();
        let checked = (self.settings()).check(&self.game, 2..=MAX_SEATS, players, 2);
        checked.map_err(|error| error.to_string())?;
        let variants = self.sweep.as_ref().map_or(0, |sweep| sweep.variants);
        if self.players.len() != self.roster.len() {
            let [players, told] = [&self.roster, &self.players].map(Vec::len);
            return Err(format!("it has {players} players and {told} descriptions of players"));
        }
        if self.sweep.is_none() || (1..self.roster.len()).contains(&variants) {
            Ok(())
        } else {
            Err(format!("it has no sweep of {variants} variants"))
        }
    }

    /// The settings that the header was made from.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings {
            seats: self.seats,
            seed: self.seed,
            games: self.games,
            until_ci: self.until_ci,
            until_pairs: self.until_pairs,
            shard: self.shard,
        }
    }
}

/// The SHA-256 hash of the game's name, its identity, its metrics and, where wins may
/// be shared, the unit that they are counted in, and whether groups have every seating; in
/// hexadecimal.
///
/// The results of two configurations with the same hash would be mixed without notice;
/// no two texts with the same SHA-256 hash are known.
#[must_use]
pub fn config_hash(contest: &dyn Contest) -> String {
    let identity = contest.identity();
    let mut parts = vec![contest.name(), &identity];
    parts.extend(contest.metrics().iter().map(|metric| metric.name.as_str()));
    let unit = format!("wins in units of 1/{}", contest.share_unit());
    parts.extend((contest.share_unit() > 1).then_some(unit.as_str()));
    parts.extend((contest.every_seating()).then_some("every seating, and copies of players"));
    let mut bytes = Vec::new();
    for part in parts {
        // The length is hashed as well, so that no two lists of parts give the same
        // bytes.
        bytes.extend((part.len() as u64).to_le_bytes());
        bytes.extend(part.as_bytes());
    }
    sha256(&bytes)
}
