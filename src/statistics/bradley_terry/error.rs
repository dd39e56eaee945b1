//! The reasons why there are no ratings.

use thiserror::Error;

/// Data that have no finite or no unique ratings. Players and seats are
/// indices from 0.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub(crate) enum BradleyTerryError {
    /// A line-up has the wrong size.
    #[error(
        "line-up {line_up} has {seats} seats and {counts} counts; all line-ups of a fit have the same 2 to 6 seats and a count for each"
    )]
    Shape {
        /// The line-up.
        line_up: usize,
        /// The number of its players.
        seats: usize,
        /// The number of its counts.
        counts: usize,
    },
    /// A player's number is not below the number of players.
    #[error("line-up {line_up} seats player {player}, and there are {players}")]
    UnknownPlayer {
        /// The line-up.
        line_up: usize,
        /// The player.
        player: usize,
        /// The number of players.
        players: usize,
    },
    /// No groups of paired games can have these counts.
    #[error("the joint counts contradict one another; take them from whole groups of paired games")]
    Joint,
    /// No player won a game.
    #[error("no game has a winner; play some first")]
    NoGames,
    /// No chain of games connects these players with the others.
    #[error("players {players:?} never met any of the others; let them meet or fit them apart")]
    Disconnected {
        /// The smaller part of the players.
        players: Vec<usize>,
    },
    /// The ratings would be plus infinity.
    #[error(
        "players {players:?} never lost to any of the others, so no rating is high enough; play more games or leave them out"
    )]
    Unbeaten {
        /// The players.
        players: Vec<usize>,
    },
    /// The ratings would be minus infinity.
    #[error(
        "players {players:?} never beat any of the others, so no rating is low enough; play more games or leave them out"
    )]
    Winless {
        /// The players.
        players: Vec<usize>,
    },
    /// The advantage would be minus infinity.
    #[error("seat {seat} never won, so no advantage is low enough; play more games")]
    WinlessSeat {
        /// The seat.
        seat: usize,
    },
    /// Other ratings explain the games as well with other advantages.
    #[error("ratings and seats cannot be separated; let the players change seats")]
    Confounded,
    /// Ratings and seats together explain some games with certainty.
    #[error(
        "the games fit ever better as the ratings of {players:?} and the advantages of seats {seats:?} grow without end; play more games"
    )]
    Unbounded {
        /// The players whose ratings grow without end.
        players: Vec<usize>,
        /// The seats whose advantages grow without end.
        seats: Vec<usize>,
    },
    /// Fewer than two groups have no variance.
    #[error(
        "line-up {line_up} has {groups} groups of paired games, and a variance takes 2; play more"
    )]
    TooFewGroups {
        /// The line-up.
        line_up: usize,
        /// The number of its groups.
        groups: u64,
    },
}
