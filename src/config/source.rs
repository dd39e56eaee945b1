//! One configuration file: its name, its text, and the places in it.

use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::sync::Arc;

use miette::NamedSource;
use serde::de::DeserializeOwned;
use toml::Spanned;

use super::error::{ConfigError, nearest};
use crate::files::read_text;

/// A configuration text with the name its errors carry.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
}

impl Source {
    /// A text that came from somewhere else than a file.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`ConfigError::Unreadable`].
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        Ok(Self::new(path.display().to_string(), read_text(path)?))
    }

    /// Parses the text into a serde struct.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] at the first place that is no TOML, is of
    /// another type, or has a key that the struct does not know or lacks.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ConfigError> {
        toml::from_str(&self.text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let message = error.message().trim().replace('\n', ": ");
            let help = self.help_for(&message, &span);
            self.error(span, message, help)
        })
    }

    /// An integer in `range`, or the error that names the range.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] at the value.
    pub fn integer<T: TryFrom<i64> + Copy + std::fmt::Display + PartialOrd>(
        &self,
        key: &str,
        value: &Spanned<i64>,
        range: RangeInclusive<T>,
    ) -> Result<T, ConfigError> {
        T::try_from(*value.get_ref())
            .ok()
            .filter(|value| range.contains(value))
            .ok_or_else(|| {
                let (low, high) = (range.start(), range.end());
                self.error(
                    value.span(),
                    format!("{key} = {} is out of range", value.get_ref()),
                    format!("{key} takes a whole number from {low} to {high}"),
                )
            })
    }

    /// The error for what stands at `span`.
    pub fn error(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> ConfigError {
        let start = span.start.min(self.text.len());
        let line = 1 + self.text.as_bytes()[..start]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        ConfigError::Invalid {
            file: self.name.clone(),
            line,
            message: message.into(),
            text: Arc::new(NamedSource::new(&self.name, self.text.clone())),
            span: span.into(),
            help: help.into(),
        }
    }

    /// The fix for a complaint of the parser's. Serde lists what it expected
    /// between backticks: that list is where a misspelt key is looked up.
    fn help_for(&self, message: &str, span: &Range<usize>) -> String {
        let quoted = |text: &str| -> Vec<String> {
            text.split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect()
        };
        if let Some((_, expected)) = message
            .strip_prefix("unknown field ")
            .and_then(|rest| rest.split_once("expected"))
        {
            let written = self.text.get(span.clone()).unwrap_or_default();
            let known = quoted(expected);
            return match nearest(written, known.iter().map(String::as_str)) {
                Some(name) => format!(
                    "did you mean `{name}`? The keys here are {}",
                    known.join(", ")
                ),
                None => format!("remove it; the keys here are {}", known.join(", ")),
            };
        }
        if message.starts_with("missing field ") {
            let field = quoted(message).concat();
            return format!("add `{field}`; every key of the format is required");
        }
        if message.starts_with("invalid type") {
            return "write a value of the expected type".to_owned();
        }
        "the file must be valid TOML (https://toml.io)".to_owned()
    }
}
