//! Why there are no ratings.

use thiserror::Error;

/// Data that have no finite or no unique ratings. Players and seats are
/// indices from 0.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BradleyTerryError {
    /// A table of the wrong size.
    #[error(
        "line-up {line_up} has {seats} seats and {counts} counts; all line-ups of a fit have the same 2 to 6 seats and a count for each"
    )]
    Shape {
        /// Which line-up.
        line_up: usize,
        /// Its players.
        seats: usize,
        /// Its counts.
        counts: usize,
    },
    /// A player beyond the number of players.
    #[error("line-up {line_up} seats player {player}, and there are {players}")]
    UnknownPlayer {
        /// Which line-up.
        line_up: usize,
        /// Who sits there.
        player: usize,
        /// How many players there are.
        players: usize,
    },
    /// Counts of groups that no groups could have.
    #[error("the joint counts contradict one another; take them from whole groups")]
    Joint,
    /// Nobody won anything.
    #[error("no game has a winner; play some first")]
    NoGames,
    /// No chain of tables leads from these to the others.
    #[error("players {players:?} never met any of the others; let them meet or fit them apart")]
    Disconnected {
        /// The smaller part.
        players: Vec<usize>,
    },
    /// A rating of plus infinity.
    #[error(
        "players {players:?} never lost to any of the others, so no rating is high enough; play more games or leave them out"
    )]
    Unbeaten {
        /// Who.
        players: Vec<usize>,
    },
    /// A rating of minus infinity.
    #[error(
        "players {players:?} never beat any of the others, so no rating is low enough; play more games or leave them out"
    )]
    Winless {
        /// Who.
        players: Vec<usize>,
    },
    /// An advantage of minus infinity.
    #[error("seat {seat} never won, so no advantage is low enough; play more games")]
    WinlessSeat {
        /// Which.
        seat: usize,
    },
    /// Another rating explains the same as a seat.
    #[error("ratings and seats cannot be told apart; let the players change seats")]
    Confounded,
    /// Ratings and seats together explain some games with certainty.
    #[error(
        "the games fit ever better as the ratings of {players:?} and the advantages of seats {seats:?} grow without end; play more games"
    )]
    Unbounded {
        /// The players that run away.
        players: Vec<usize>,
        /// The seats that run away.
        seats: Vec<usize>,
    },
    /// No variance from fewer than two groups.
    #[error("line-up {line_up} has {groups} groups, and a variance takes 2; play more")]
    TooFewGroups {
        /// Which line-up.
        line_up: usize,
        /// How many groups it has.
        groups: u64,
    },
}
