//! The text of one configuration file, and errors that point into it.

use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer, ValueDeserializer};

use super::did_you_mean;
use crate::error::{Error, Place};
use crate::files::{file_name, read_text};
use rivals_core::values::{Invalid, table};

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

    /// One table of this text, with the key `key`, instead of the whole; errors still point
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
    /// If it cannot be read.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Ok(Self::new(file_name(path), read_text(path)?))
    }

    /// Reads the text, or the table that this source stands for.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, Error> {
        let mut whole = DeTable::parse(&self.text).map_err(|error| {
            let message = error.message().trim().replace('\n', ": ");
            let help = "correct it; https://toml.io has the rules of TOML";
            self.error(error.span().unwrap_or(0..0), message, help)
        })?;
        let part = self.key.and_then(|key| whole.get_mut().remove(key));
        match part {
            Some(part) => table(ValueDeserializer::from(part)),
            None => T::deserialize(Deserializer::from(whole)),
        }
        .map_err(|error| self.refused(error))
    }

    /// The error of a value, in words of TOML; [`super::values`] says which forms it has.
    fn refused(&self, mut error: toml::de::Error) -> Error {
        error.set_input(None);
        let shown = error.to_string();
        // The keys that lead to the value follow the message.
        let path = shown.lines().last().and_then(|line| line.strip_prefix("in `"));
        let key = path.and_then(|path| path.strip_suffix('`')?.rsplit('.').next()).or(self.key);
        let inside = key.map_or_else(|| "the file".to_owned(), |key| format!("[{key}]"));
        let span = error.span().unwrap_or(0..0);
        let (found, expected) =
            error.message().rsplit_once(", expected ").unwrap_or((error.message(), ""));
        let found_word = found.split('`').nth(1).unwrap_or_default();
        let words: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
        let near = did_you_mean(found_word, words.iter().copied());
        if found.starts_with("missing field") {
            // What is missing in the outermost table is missing at the end of the file.
            let span = if key.is_some() { span } else { self.end() };
            let message = format!("missing key `{found_word}` in {inside}");
            return self.error(span, message, format!("add {found_word}"));
        }
        if found.starts_with("unknown field") {
            let help = format!("{near}The keys here are {}", words.join(", "));
            return self.error(span, format!("unknown key `{found_word}` in {inside}"), help);
        }
        if let Some((message, help)) = found.split_once("; ").filter(|_| expected.is_empty()) {
            return self.error(span, message, help);
        }
        let help = match expected {
            "u8" | "i64" => "write a whole number".to_owned(),
            "f64" => "write a number".to_owned(),
            "a boolean" => "write true or false".to_owned(),
            "" => "write a smaller number".to_owned(),
            "a string" => "write a text".to_owned(),
            "a sequence" => "write a list".to_owned(),
            _ if words.is_empty() => format!("write {expected}"),
            _ => format!("{near}write {}", words.join(", ")),
        };
        let range = found == "is out of range" || found.ends_with("overflowed");
        let refusal = if range { "is out of range" } else { "cannot be used" };
        let written = self.text.get(span.clone()).filter(|written| !written.contains('\n'));
        let written = written.map_or_else(String::new, |written| format!(" = {written}"));
        let key = key.unwrap_or("the file");
        self.error(span, format!("{key}{written} {refusal}"), help)
    }

    /// The error for the value at a path of keys and of places in lists, such as `claim.0.id`; if
    /// it is missing, for the innermost table or list on the path.
    pub fn wrong(&self, path: &str, message: impl Into<String>, help: impl Into<String>) -> Error {
        let whole =
            DeTable::parse(&self.text).unwrap_or_else(|_| Spanned::new(0..0, DeTable::new()));
        let whole = Spanned::new(self.end(), DeValue::Table(whole.into_inner()));
        let mut value = &whole;
        for step in self.key.into_iter().chain(path.split('.')) {
            let next = match step.parse::<usize>() {
                Ok(place) => value.get_ref().get(place),
                Err(_) => value.get_ref().get(step),
            };
            value = match next {
                Some(next) => next,
                None => break,
            };
        }
        self.error(value.span(), message, help)
    }

    /// Another error at the value that caused it, unless it has a place of its own.
    pub fn placed(&self, path: &str, error: Error) -> Error {
        if error.place.is_some() { error } else { self.wrong(path, error.message, error.help) }
    }

    fn end(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        end..end
    }

    /// The error for the text at `span`, in bytes.
    pub fn error(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Error {
        let start = span.start.min(self.text.len());
        let line_ends = self.text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n');
        let line = 1 + line_ends.count();
        // miette cannot point into lines of more than 65,535 columns.
        let (text, span) = if self.text.lines().any(|line| line.len() > LONGEST_LINE) {
            ("\n".repeat(line - 1) + "...", line - 1..line + 2)
        } else {
            (printable(&self.text), span)
        };
        let message: String = message.into().chars().take(LONGEST_LINE).collect();
        let message = format!("{}, line {line}: {}", self.name, printable(&message));
        let place = Place { name: self.name.clone(), text, span };
        Error { place: Some(Box::new(place)), ..Error::refused(message, help) }
    }
}

/// The text is shown if no line has more bytes than this.
const LONGEST_LINE: usize = 1_000;

/// The text with control characters, which could change the terminal's state, replaced by
/// a question mark per byte; line ends and tabs stay.
fn printable(text: &str) -> String {
    let shown = |c: char| {
        let controls = c.is_control() && !matches!(c, '\n' | '\r' | '\t');
        std::iter::repeat_n(if controls { '?' } else { c }, if controls { c.len_utf8() } else { 1 })
    };
    text.chars().flat_map(shown).collect()
}

/// The rules of a file, or the built-in ones.
///
/// # Errors
/// At the first thing that is wrong.
pub fn rules<R>(source: Option<&Source>) -> Result<R, Error>
where
    R: DeserializeOwned + Default,
{
    source.map_or_else(|| Ok(R::default()), Source::parse)
}

/// A game by the rules of a file, or by the built-in ones.
///
/// # Errors
/// At the first thing that is wrong.
pub fn built<R, G>(
    source: Option<&Source>,
    new: impl FnOnce(R) -> Result<G, Invalid>,
) -> Result<G, Error>
where
    R: DeserializeOwned + Default,
{
    new(rules(source)?).map_err(|error| match source {
        Some(source) => source.wrong(&error.field, error.message, error.help),
        None => error.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Known {
        known: Option<toml::Value>,
    }

    /// The output of the program for the error in this text.
    fn rendered(text: &str) -> String {
        let error = Source::new("file.toml", text).parse::<Known>().expect_err("the text is wrong");
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
        let rules: toml::Table = source.parse().unwrap();
        assert_eq!(rules["target"].as_integer(), Some(7));
        for (path, line) in [("target", 3), ("warrior.dice", 2)] {
            let error = source.wrong(path, "no", "help").to_string();
            assert_eq!(error, format!("t.toml, line {line}: no"));
        }
    }
}
