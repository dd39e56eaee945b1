//! The text of one configuration file, and errors that point into it.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use miette::NamedSource;
use toml::de::DeTable;

use super::error::ConfigError;
use super::table::Table;
use crate::files::{file_name, read_text};

/// A configuration text, or one table of it, with the file name that its errors show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
    /// The key of the table, if this stands for one table of the text.
    key: Option<&'static str>,
}

impl Source {
    /// A source from a text that is already in memory.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), key: None }
    }

    /// One table of this text, with the key `key`, in place of the whole; errors still point
    /// into the whole text.
    pub fn only_table(&self, key: &'static str) -> Self {
        Self { key: Some(key), ..self.clone() }
    }

    /// The name of the text, and of the table if this stands for one: `t.toml, [rules]`.
    #[must_use]
    pub fn name(&self) -> String {
        match self.key {
            Some(key) => format!("{}, [{key}]", self.name),
            None => self.name.clone(),
        }
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads a file; `-` is standard input.
    ///
    /// # Errors
    /// [`ConfigError::Unreadable`].
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        Ok(Self::new(file_name(path), read_text(path)?))
    }

    /// Parses the text, and returns what `read` makes of its outermost table, or of the table
    /// that this source stands for.
    ///
    /// # Errors
    /// [`ConfigError::Invalid`] where the text is not TOML, and the errors of `read`.
    pub fn parse<T>(
        &self,
        read: impl FnOnce(&Table) -> Result<T, ConfigError>,
    ) -> Result<T, ConfigError> {
        let table = DeTable::parse(&self.text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let message = error.message().trim().replace('\n', ": ");
            self.error(span, message, "correct it; https://toml.io has the rules of TOML")
        })?;
        // A key that is missing in the outermost table is reported at the end of the file.
        let end = self.text.trim_end().len();
        let whole = Table::new(self, "the file".to_owned(), end..end, table.get_ref());
        match self.key {
            Some(key) => read(&whole.table(key)?),
            None => read(&whole),
        }
    }

    /// The error for the text at `span`, in bytes.
    pub fn error(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> ConfigError {
        let start = span.start.min(self.text.len());
        let line_ends = self.text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n');
        let line = 1 + line_ends.count();
        let (text, span) = self.excerpt(line, span);
        ConfigError::Invalid {
            file: self.name.clone(),
            line,
            message: printable(&shortened(message.into())),
            text: Arc::new(NamedSource::new(&self.name, text)),
            span: span.into(),
            help: help.into(),
        }
    }

    /// The text around a span, and the span's place in it. That is the whole file; if a
    /// line is long, it is only the text near the span, as miette cannot point into lines
    /// of more than 65,535 columns.
    fn excerpt(&self, line: usize, span: Range<usize>) -> (String, Range<usize>) {
        let text = &self.text;
        if text.lines().all(|line| line.len() <= LONGEST_LINE) {
            return (printable(text), span);
        }
        let start = boundary(text, span.start.min(text.len()));
        let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |end| start + end);
        let end = boundary(text, span.end.clamp(start, line_end).min(start + AROUND));
        let from = boundary(text, start.saturating_sub(AROUND).max(line_start));
        let to = boundary(text, (end + AROUND).min(line_end));
        // miette counts lines, so the excerpt needs as many line feeds before it.
        let before = line - 1;
        let excerpt = "\n".repeat(before) + &printable(&text[from..to]);
        (excerpt, before + start - from..before + end - from)
    }
}

/// The file is shown unchanged if no line has more bytes than this.
const LONGEST_LINE: usize = 1_000;

/// Of a longer line, at most this many bytes are shown before a span, in it, and after it.
const AROUND: usize = 60;

/// The last boundary of a character at or before the byte `at`.
fn boundary(text: &str, at: usize) -> usize {
    let mut places = (0..=at).rev();
    places.find(|&place| text.is_char_boundary(place)).unwrap_or(0)
}

/// The text with control characters, which could change the terminal's state, replaced by
/// a question mark per byte; line ends and tabs stay.
fn printable(text: &str) -> String {
    let controls = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if !text.contains(controls) {
        return text.to_owned();
    }
    (text.chars())
        .flat_map(|c| {
            if controls(c) {
                std::iter::repeat_n('?', c.len_utf8())
            } else {
                std::iter::repeat_n(c, 1)
            }
        })
        .collect()
}

/// The message; if it quotes a long value, only its beginning and its end.
fn shortened(message: String) -> String {
    if message.len() <= LONGEST_LINE {
        return message;
    }
    let start = boundary(&message, 2 * AROUND);
    let end = boundary(&message, message.len() - AROUND);
    format!("{} ... {}", &message[..start], &message[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of the program for the error in this text.
    fn rendered(text: &str) -> String {
        let error = Source::new("file.toml", text)
            .parse(|file| file.only(&["known"]))
            .expect_err("the text is wrong");
        format!("{:?}", miette::Report::new(error))
    }

    /// Lines of any length, width and characters can be shown in an error.
    #[test]
    fn any_line_can_be_shown() {
        for length in [10, 990, 70_000] {
            for filler in ["a", "\t", "語", "\u{301}", "\u{1b}", "\0", "\r", "\u{85}", "#"] {
                let many = filler.repeat(length / filler.len());
                for text in [
                    format!("known = \"{many}\"\nwrong = 1"),
                    format!("wrong = \"{many}\""),
                    format!("# {many}\nknown = 1\nwrong = 1 # {many}"),
                    format!("\"{many}\" = 1"),
                    format!("known = {{ {many}"),
                ] {
                    let shown = rendered(&text);
                    assert!(shown.len() < 20_000, "{} of {length}", shown.len());
                    assert!(!shown.contains(['\0', '\u{85}']), "{filler:?}");
                }
            }
        }
    }

    /// A table of a file is read as a file, and its errors point into the file.
    #[test]
    fn one_table_of_a_file() {
        let source = Source::new("t.toml", "a = 1\n[rules]\ntarget = 7\n").only_table("rules");
        assert_eq!(source.name(), "t.toml, [rules]");
        let target = source.parse(|rules| rules.integer("target", 1..=9));
        assert_eq!(target.unwrap(), 7);
        let error = source.parse(|rules| rules.integer("target", 1..=6)).unwrap_err();
        assert!(error.to_string().starts_with("t.toml, line 3: target = 7"), "{error}");
    }

    /// The excerpt of a long line shows the right line number and column.
    #[test]
    fn a_long_line_is_cut_around_the_error() {
        let text = format!("known = 1\n\nknwon = \"{}\"\n", "x".repeat(100_000));
        let shown = rendered(&text);
        assert!(shown.contains("file.toml, line 3: unknown key `knwon`"), "{shown}");
        assert!(shown.contains("file.toml:3:1"), "{shown}");
        assert!(shown.contains("knwon = \"xxx"), "{shown}");
    }
}
