//! What is wrong with a configuration file, and where.

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
    /// The file says something that cannot be.
    #[error("{file}, line {line}: {message}")]
    Invalid {
        /// The file's name as it was given.
        file: String,
        /// 1-based.
        line: usize,
        /// What is wrong.
        message: String,
        /// The file's text, for the excerpt below the message.
        #[source_code]
        text: Arc<NamedSource<String>>,
        /// The bytes that are wrong.
        #[label("here")]
        span: SourceSpan,
        /// What to write instead.
        #[help]
        help: String,
    },
}

/// The candidate that `word` most probably was meant to be, if any is near.
///
/// # Examples
/// ```
/// use rivals::config::nearest;
/// assert_eq!(nearest("targt", ["target", "warrior"]), Some("target"));
/// assert_eq!(nearest("volcano", ["target", "warrior"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const NEAR: f64 = 0.7;
    candidates
        .into_iter()
        .map(|candidate| {
            (
                strsim::jaro_winkler(&word.to_lowercase(), candidate),
                candidate,
            )
        })
        .filter(|(likeness, _)| *likeness >= NEAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}
