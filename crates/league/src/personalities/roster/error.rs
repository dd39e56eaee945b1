//! Why a roster is refused.

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
    /// The folder has no personalities, or the list of players has an unknown or repeated id,
    /// or none.
    #[error("{message}")]
    Refused {
        /// What is wrong.
        message: String,
        /// What to write instead.
        #[help]
        help: String,
    },
}

impl RosterError {
    pub(super) fn refused(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Refused { message: message.into(), help: help.into() }
    }
}
