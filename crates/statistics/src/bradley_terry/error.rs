//! The reasons why there are no ratings.

/// Data that have no unique ratings. Players are indices from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BradleyTerryError {
    /// No groups of paired games can have these counts.
    Contradictory,
    /// No game was played.
    NoGames,
    /// No chain of games connects these players with the others.
    Disconnected {
        /// The smaller part of the players.
        players: Vec<usize>,
    },
    /// Other ratings explain the games as well with other advantages.
    Confounded,
    /// The iterations did not settle.
    NotConverged,
}

impl BradleyTerryError {
    /// The reason as a sentence, with the ids of the players.
    pub fn text<'a>(&self, id: impl Fn(usize) -> &'a str) -> String {
        let ids = |players: &[usize]| {
            let ids: Vec<&str> = players.iter().map(|player| id(*player)).collect();
            ids.join(", ")
        };
        let fixed = |text: &str| text.to_owned();
        match self {
            Self::Contradictory => fixed("the counts of paired games contradict one another"),
            Self::NoGames => fixed("no game was played"),
            Self::Disconnected { players } => {
                format!("{} never met any of the others", ids(players))
            }
            Self::NotConverged => fixed("the fit did not converge; play more games"),
            Self::Confounded => {
                fixed("ratings and seats cannot be separated; let the players change seats")
            }
        }
    }
}
