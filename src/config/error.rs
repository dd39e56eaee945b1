//! Errors in configuration files, with their place, and suggestions for misspelt words.

use std::sync::Arc;

use miette::{Diagnostic, NamedSource, SourceSpan};
use thiserror::Error;

use crate::files::Unreadable;

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
}

/// The candidate that `word` is probably a misspelling of; none if no candidate is
/// similar.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    const NEAR: f64 = 0.7;
    let word = word.to_lowercase();
    (candidates.into_iter())
        .map(|candidate| (strsim::jaro_winkler(&word, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= NEAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// The question `did you mean NAME? ` with the nearest candidate; empty if none is similar.
pub(crate) fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> String {
    let near = nearest(word, candidates);
    near.map_or_else(String::new, |near| format!("did you mean {near}? "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_words() {
        assert_eq!(nearest("targt", ["target", "warrior"]), Some("target"));
        assert_eq!(nearest("volcano", ["target", "warrior"]), None);
    }
}
