//! The reasons why there are no ratings.

/// Data that have no finite or no unique ratings. Players and seats are
/// indices from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BradleyTerryError {
    /// No groups of paired games can have these counts.
    Contradictory,
    /// No player won a game.
    NoGames,
    /// No chain of games connects these players with the others.
    Disconnected {
        /// The smaller part of the players.
        players: Vec<usize>,
    },
    /// The ratings of these players would be plus infinity.
    Unbeaten { players: Vec<usize> },
    /// The ratings of these players would be minus infinity.
    Winless { players: Vec<usize> },
    /// The advantage of this seat would be minus infinity.
    WinlessSeat { seat: usize },
    /// Other ratings explain the games as well with other advantages.
    Confounded,
    /// Ratings and seats together explain some games with certainty.
    Unbounded {
        /// The players whose ratings grow without end.
        players: Vec<usize>,
        /// The seats whose advantages grow without end.
        seats: Vec<usize>,
    },
    /// A line-up has fewer than two groups, which have no variance.
    TooFewGroups,
}

impl BradleyTerryError {
    /// The reason as a sentence, with the ids of the players.
    pub(crate) fn text<'a>(&self, id: impl Fn(usize) -> &'a str) -> String {
        let ids = |players: &[usize]| {
            let ids: Vec<&str> = players.iter().map(|player| id(*player)).collect();
            ids.join(", ")
        };
        let fixed = |text: &str| text.to_owned();
        match self {
            Self::Contradictory => fixed("the counts of paired games contradict one another"),
            Self::NoGames => fixed("no game has a winner; play some first"),
            Self::Disconnected { players } => {
                format!("{} never met any of the others", ids(players))
            }
            Self::Unbeaten { players } => {
                format!("{} never lost to any of the others", ids(players))
            }
            Self::Winless { players } => format!("{} never beat any of the others", ids(players)),
            Self::WinlessSeat { seat } => format!("seat {} never won", seat + 1),
            Self::Confounded => {
                fixed("ratings and seats cannot be separated; let the players change seats")
            }
            Self::Unbounded { players, .. } => {
                format!("the games do not bound the ratings of {}", ids(players))
            }
            Self::TooFewGroups => fixed("a pairing has fewer than two groups of paired games"),
        }
    }
}
