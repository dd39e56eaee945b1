//! The reasons why a roster is refused.

use std::io;
use std::path::PathBuf;

use miette::Diagnostic;
use thiserror::Error;

use crate::config::ConfigError;

/// Why a roster is refused.
#[derive(Debug, Error, Diagnostic)]
pub enum RosterError {
    /// A personality's file was refused.
    #[error(transparent)]
    #[diagnostic(transparent)]
    File(#[from] ConfigError),
    /// The folder cannot be read.
    #[error("cannot read the folder {}: {reason}", path.display())]
    #[diagnostic(help("give the path of a folder with a file ID.toml for each personality"))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        reason: io::Error,
    },
    /// The folder holds no personality.
    #[error("there is no personality in {}", path.display())]
    #[diagnostic(help(
        "put at least one file ID.toml there; configs/personalities/carla.toml shows the format"
    ))]
    EmptyFolder {
        /// The folder.
        path: PathBuf,
    },
    /// No player was named.
    #[error("the roster is empty")]
    #[diagnostic(help("name at least one personality or agent"))]
    Empty,
    /// No player has this id.
    #[error("no player of the roster is called \"{id}\"")]
    #[diagnostic(help("{help}"))]
    Unknown {
        /// The id that was given.
        id: String,
        /// The player that was meant, or the players that there are.
        help: String,
    },
    /// A player was named twice.
    #[error("\"{id}\" is named twice")]
    #[diagnostic(help("name each player once"))]
    Twice {
        /// The player's id.
        id: String,
    },
}
