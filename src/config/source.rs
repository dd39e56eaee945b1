//! One configuration file: its name, its text, and the places in it.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use miette::NamedSource;
use toml::de::DeTable;

use super::error::ConfigError;
use super::table::Table;
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

    /// Parses the text, and hands its outermost table to `read`.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] where the text is no TOML, and what `read` says.
    pub fn parse<T>(
        &self,
        read: impl FnOnce(&Table) -> Result<T, ConfigError>,
    ) -> Result<T, ConfigError> {
        let table = DeTable::parse(&self.text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let message = error.message().trim().replace('\n', ": ");
            self.error(
                span,
                message,
                "correct it; https://toml.io has the rules of TOML",
            )
        })?;
        // What is missing at the top is missing at the end of the file.
        let end = self.text.trim_end().len();
        read(&Table::new(
            self,
            "the file".to_owned(),
            end..end,
            table.get_ref(),
        ))
    }

    /// The error for what stands at `span`, in bytes.
    pub fn error(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> ConfigError {
        let start = span.start.min(self.text.len());
        let line_ends = self.text.as_bytes()[..start]
            .iter()
            .filter(|&&byte| byte == b'\n');
        ConfigError::Invalid {
            file: self.name.clone(),
            line: 1 + line_ends.count(),
            message: message.into(),
            text: Arc::new(NamedSource::new(&self.name, self.text.clone())),
            span: span.into(),
            help: help.into(),
        }
    }
}
