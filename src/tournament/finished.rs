//! What a tournament leaves: plain data, from which all results are computed.

use super::{Player, Totals};

/// A tournament whose games are all played.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// How many sit at a table.
    pub seats: usize,
    /// The master seed.
    pub seed: u64,
    /// Of all that decides how a game goes, dice aside.
    pub config_hash: String,
    /// Of the program that played.
    pub version: String,
    /// Games of every seating that were asked for.
    pub games: u64,
    /// The width of interval at which a pairing was to stop, if it was.
    pub until_ci: Option<f64>,
    /// Who played.
    pub roster: Vec<Player>,
    /// Who met whom, each line-up once.
    pub pairings: Vec<FinishedPairing>,
}

/// All games of one line-up.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedPairing {
    /// Indexes of the roster, one for every seat.
    pub players: Vec<usize>,
    /// What the games brought; its players are counted as in `players`.
    pub totals: Totals,
}
