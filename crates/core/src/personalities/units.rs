//! The units of a game, in which the figures of personalities count: what a usual turn changes, and
//! how much of its fair share of the win a careless player loses.

use serde::{Deserialize, Serialize};

use crate::values::{Invalid, canonical};

/// The units of a game: a file that `rivals calibrate` writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Units {
    /// The name of the game.
    pub game: String,
    /// The spelling of the agent that neutral play follows.
    pub reference: String,
    /// The seed of the games that were measured.
    pub seed: u64,
    /// By number of seats, at least one.
    pub seats: Vec<SeatUnits>,
    /// By calculation, the highest first, at temperatures that rise.
    pub calculation: Vec<Level>,
    /// The SHA-256 of the file.
    #[serde(skip)]
    pub digest: String,
}

impl Units {
    /// The units of the text of a file.
    ///
    /// # Errors
    /// [`Invalid`], at the first thing that is wrong.
    #[cfg(feature = "players")]
    pub fn read(text: &str) -> Result<Self, Invalid> {
        let read: Self = toml::from_str(text)
            .map_err(|error| Invalid::new("", error.message().trim(), AGAIN))?;
        let wrong = |message: &str| Err(Invalid::new("", message, AGAIN));
        let positive = |units: &SeatUnits| units.kappa > 0.0 && units.k > 0.0 && units.fair > 0.0;
        if read.seats.is_empty() || !read.seats.iter().all(positive) {
            return wrong(
                "the units of a calibration are above 0, for one number of seats at least",
            );
        }
        let falls = |pair: &[Level]| {
            pair[1].calculation < pair[0].calculation && pair[1].tau >= pair[0].tau
        };
        if !read.calculation.windows(2).all(falls) || read.calculation.is_empty() {
            return wrong("the temperatures of a calibration rise while calculation falls");
        }
        Ok(Self { digest: crate::sha256::sha256(text.as_bytes()), ..read })
    }

    /// As with the feature `players`, without which files are not read.
    ///
    /// # Errors
    /// [`Invalid`], always.
    #[cfg(not(feature = "players"))]
    pub fn read(_: &str) -> Result<Self, Invalid> {
        let message = "this program was built without personalities for all games";
        Err(Invalid::new("", message, "build it with the feature `players`"))
    }

    /// The file.
    #[must_use]
    pub fn text(&self) -> String {
        format!("# Written by rivals calibrate {}; do not edit.\n{}", self.game, canonical(self))
    }

    /// The units of games of a number of seats, or of the nearest number that was measured.
    ///
    /// # Panics
    /// If none were measured; what is read has some.
    #[must_use]
    pub fn of(&self, seats: usize) -> SeatUnits {
        *(self.seats.iter().min_by_key(|units| units.seats.abs_diff(seats)))
            .expect("units of one number of seats at least")
    }

    /// The temperature of a calculation: between those that were measured it is linear, and below
    /// the lowest that of the lowest.
    #[must_use]
    pub fn tau(&self, calculation: f64) -> f64 {
        let (mut above, mut low) = (1.0, 0.0);
        for level in &self.calculation {
            if calculation >= level.calculation {
                let part = (above - calculation) / (above - level.calculation);
                return low + part * (level.tau - low);
            }
            (above, low) = (level.calculation, level.tau);
        }
        low
    }
}

/// What to do about a calibration that cannot be used.
#[cfg(feature = "players")]
const AGAIN: &str = "write the file again with rivals calibrate";

/// What a usual turn changes in games of a number of seats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatUnits {
    /// The number of seats.
    pub seats: usize,
    /// The number of games that were measured.
    pub games: u64,
    /// The number of decisions in them.
    pub decisions: u64,
    /// The root mean square of the standard deviation of the share of the win at the horizon.
    pub kappa: f64,
    /// The same of the lead in progress: the own one less that of the strongest rival.
    pub k: f64,
    /// The mean share of the win before a decision.
    pub fair: f64,
}

/// How careless a personality of some calculation is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The figure, 0 to 1: the part of its fair share of the win that it is meant to keep.
    pub calculation: f64,
    /// The temperature of its choices, in shares of the win.
    pub tau: f64,
    /// The part that it kept against the reference.
    pub kept: f64,
    /// The standard error of that part.
    pub error: f64,
    /// The number of games that were measured.
    pub games: u64,
}
