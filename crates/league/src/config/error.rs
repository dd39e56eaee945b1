//! Errors in configuration files, with their place, and suggestions for misspelt words.

use std::sync::Arc;

use miette::{Diagnostic, NamedSource, SourceSpan};
use thiserror::Error;

use crate::files::Unreadable;
use rivals_core::values::Invalid;

/// Why a configuration file was refused.
#[derive(Debug, Error, Diagnostic)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Unreadable(#[from] Unreadable),
    /// The file is not TOML, or a key or a value in it is refused.
    #[error("{file}, line {line}: {message}")]
    Invalid {
        /// The file's name as it was given.
        file: String,
        /// The line's number, from 1.
        line: usize,
        /// What is wrong.
        message: String,
        /// The file's text, for the excerpt below the message.
        #[source_code]
        text: Arc<NamedSource<String>>,
        /// The part of the text that is wrong, in bytes.
        #[label("here")]
        span: SourceSpan,
        /// What to write instead.
        #[help]
        help: String,
    },
    /// Something else than the text of a file is refused, such as the name of a player.
    #[error("{message}")]
    Refused {
        /// What is wrong.
        message: String,
        /// What to write instead.
        #[help]
        help: String,
    },
}

impl ConfigError {
    /// The error for something else than the text of a file.
    pub fn refused(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Refused { message: message.into(), help: help.into() }
    }
}

impl From<Invalid> for ConfigError {
    fn from(Invalid { message, help, .. }: Invalid) -> Self {
        Self::Refused { message, help }
    }
}
