//! Chooses the players of a tournament by id.

use std::collections::HashSet;

use miette::Diagnostic;
use thiserror::Error;

use super::player::Player;
use crate::config::nearest;

/// Why a roster was refused.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq, Eq)]
pub enum LineUpError {
    /// No player has this id.
    #[error("no player is called \"{id}\"")]
    #[diagnostic(help("{help}"))]
    Unknown {
        /// The id that was given.
        id: String,
        /// The players that there are.
        help: String,
    },
    /// An id is in the roster twice.
    #[error("the player \"{id}\" is in the roster twice")]
    #[diagnostic(help("name every player once"))]
    Duplicate {
        /// The id.
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
}

/// The indices in `available` of the players with these ids, in the order of the ids.
///
/// # Errors
/// [`LineUpError::Unknown`] with the id that was probably meant, and
/// [`LineUpError::Duplicate`].
pub(crate) fn choose(available: &[Player], ids: &[String]) -> Result<Vec<usize>, LineUpError> {
    let mut seen = HashSet::new();
    if let Some(twice) = ids.iter().find(|id| !seen.insert(*id)) {
        return Err(LineUpError::Duplicate { id: twice.clone() });
    }
    let place = |id: &String| {
        let place = available.iter().position(|player| player.id == *id);
        place.ok_or_else(|| unknown(available, id))
    };
    ids.iter().map(place).collect()
}

fn unknown(available: &[Player], id: &str) -> LineUpError {
    let ids = || available.iter().map(|player| player.id.as_str());
    let list = ids().collect::<Vec<_>>().join(", ");
    LineUpError::Unknown {
        id: id.to_owned(),
        help: match nearest(id, ids()) {
            Some(near) => format!("did you mean {near}? There are {list}"),
            None => format!("there are {list}"),
        },
    }
}

/// Checks whether these players can fill the seats of a game.
pub(super) fn check(roster: &[Player], seats: usize) -> Result<(), LineUpError> {
    let mut seen = HashSet::new();
    if let Some(twice) = roster.iter().find(|player| !seen.insert(&player.id)) {
        return Err(LineUpError::Duplicate {
            id: twice.id.clone(),
        });
    }
    if roster.len() < seats {
        return Err(LineUpError::TooFew {
            players: roster.len(),
            seats,
        });
    }
    Ok(())
}
