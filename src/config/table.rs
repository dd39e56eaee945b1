//! One table of a configuration file: typed values, or the error that says
//! which key, where, and what to write.

use std::fmt::Display;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, nearest};
use super::source::Source;

/// A table with its place in the file.
pub struct Table<'a> {
    source: &'a Source,
    /// How errors call it: `[warrior]`.
    name: String,
    span: Range<usize>,
    entries: &'a DeTable<'a>,
}

/// A text of a list, with its place in the file.
pub struct Text<'a> {
    source: &'a Source,
    span: Range<usize>,
    text: &'a str,
}

impl<'a> Text<'a> {
    /// What is written.
    #[must_use]
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// The error for it.
    pub fn error(&self, message: impl Into<String>, help: impl Into<String>) -> ConfigError {
        self.source.error(self.span.clone(), message, help)
    }
}

impl<'a> Table<'a> {
    pub(super) fn new(
        source: &'a Source,
        name: String,
        span: Range<usize>,
        entries: &'a DeTable<'a>,
    ) -> Self {
        Self {
            source,
            name,
            span,
            entries,
        }
    }

    /// Refuses any key but these.
    ///
    /// # Errors
    /// At the first other key, with the one it may be meant to be.
    pub fn only(&self, keys: &[&str]) -> Result<(), ConfigError> {
        let mut unknown: Vec<_> = (self.entries.keys())
            .filter(|key| !keys.contains(&key.get_ref().as_ref()))
            .collect();
        unknown.sort_by_key(|key| key.span().start);
        let Some(key) = unknown.first() else {
            return Ok(());
        };
        let written = key.get_ref().as_ref();
        let list = keys.join(", ");
        let help = match nearest(written, keys.iter().copied()) {
            Some(known) => format!("did you mean `{known}`? The keys here are {list}"),
            None => format!("remove it; the keys here are {list}"),
        };
        let message = format!("unknown key `{written}` in {}", self.name);
        Err(self.source.error(key.span(), message, help))
    }

    /// A whole number in `range`.
    ///
    /// # Errors
    /// If it is missing, no whole number, or out of range.
    pub fn integer<T>(&self, key: &str, range: RangeInclusive<T>) -> Result<T, ConfigError>
    where
        T: TryFrom<i64> + PartialOrd + Display,
    {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        let value = self.value(key, &expected)?;
        let DeValue::Integer(integer) = value.get_ref() else {
            return Err(self.other_type(key, value, &expected));
        };
        i64::from_str_radix(integer.as_str(), integer.radix())
            .ok()
            .and_then(|integer| T::try_from(integer).ok())
            .filter(|integer| range.contains(integer))
            .ok_or_else(|| {
                let message = format!("{key} = {} is out of range", integer.as_str());
                self.source
                    .error(value.span(), message, format!("write {expected}"))
            })
    }

    /// Whether the key is there; its value may still be refused.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// Whether the key is there and its value is a table.
    #[must_use]
    pub fn has_table(&self, key: &str) -> bool {
        let value = self.find(key).map(Spanned::get_ref);
        matches!(value, Some(DeValue::Table(_)))
    }

    /// A number in `range`, with or without decimals; -0 is given as 0.
    ///
    /// # Errors
    /// If it is missing, no number, or out of range, as infinities and NaN are.
    pub fn number(&self, key: &str, range: RangeInclusive<f64>) -> Result<f64, ConfigError> {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        let value = self.value(key, &expected)?;
        let (written, number) = match value.get_ref() {
            DeValue::Integer(integer) => {
                let read = i64::from_str_radix(integer.as_str(), integer.radix());
                // Whole numbers that are too large for 64 bits are out of any range.
                let number = read.map_or(f64::NAN, |integer| integer as f64);
                (integer.as_str(), number)
            }
            DeValue::Float(float) => (float.as_str(), float.as_str().parse().unwrap_or(f64::NAN)),
            _ => return Err(self.other_type(key, value, &expected)),
        };
        if range.contains(&number) {
            return Ok(number + 0.0);
        }
        let message = format!("{key} = {written} is out of range");
        let help = format!("write {expected}");
        Err(self.source.error(value.span(), message, help))
    }

    /// One line of text: 1 to `most` printable characters, no spaces around it.
    ///
    /// # Errors
    /// If it is missing, no text, or cannot be shown as one line.
    pub fn line(&self, key: &str, most: usize) -> Result<String, ConfigError> {
        let expected = format!("one line of 1 to {most} printable characters, no spaces around it");
        self.text(key, &expected, |text| {
            is_line(text, most).then(|| text.to_owned())
        })
    }

    /// A list of texts, each with its place.
    ///
    /// # Errors
    /// If it is missing, no list, or has something else than texts in it.
    pub fn texts(&self, key: &str, expected: &str) -> Result<Vec<Text<'a>>, ConfigError> {
        let value = self.value(key, expected)?;
        let DeValue::Array(values) = value.get_ref() else {
            return Err(self.other_type(key, value, expected));
        };
        (values.iter())
            .map(|value| match value.get_ref() {
                DeValue::String(text) => Ok(Text {
                    source: self.source,
                    span: value.span(),
                    text,
                }),
                _ => Err(self.other_type(&format!("an entry of {key}"), value, expected)),
            })
            .collect()
    }

    /// A text that `read` understands; `expected` says which those are.
    ///
    /// # Errors
    /// If it is missing, no text, or `read` does not understand it.
    pub fn text<T>(
        &self,
        key: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ConfigError> {
        let value = self.value(key, expected)?;
        let DeValue::String(text) = value.get_ref() else {
            return Err(self.other_type(key, value, expected));
        };
        read(text).ok_or_else(|| {
            let message = format!("{key} = {text:?} cannot be used");
            self.source
                .error(value.span(), message, format!("write {expected}"))
        })
    }

    /// A table within this one.
    ///
    /// # Errors
    /// If it is missing or no table.
    pub fn table(&self, key: &str) -> Result<Table<'a>, ConfigError> {
        let expected = format!("a table [{key}], or {key} = {{ ... }}");
        let value = self.value(key, &expected)?;
        match value.get_ref() {
            DeValue::Table(entries) => {
                let name = format!("[{key}]");
                Ok(Table::new(self.source, name, value.span(), entries))
            }
            _ => Err(self.other_type(key, value, &expected)),
        }
    }

    /// A list of tables, `[[key]]` each.
    ///
    /// # Errors
    /// If there is none, or it is no list of tables.
    pub fn tables(&self, key: &str) -> Result<Vec<Table<'a>>, ConfigError> {
        let expected = format!("a table [[{key}]] for each");
        let value = self.value(key, &expected)?;
        let DeValue::Array(values) = value.get_ref() else {
            return Err(self.other_type(key, value, &expected));
        };
        (values.iter())
            .map(|value| match value.get_ref() {
                DeValue::Table(entries) => {
                    let name = format!("[[{key}]]");
                    Ok(Table::new(self.source, name, value.span(), entries))
                }
                _ => Err(self.other_type(key, value, &expected)),
            })
            .collect()
    }

    /// The error for this key's value, or for the table where it is missing.
    pub fn error(
        &self,
        key: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> ConfigError {
        let span = (self.find(key)).map_or_else(|| self.span.clone(), Spanned::span);
        self.source.error(span, message, help)
    }

    fn find(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        let entry = self.entries.iter().find(|(name, _)| name.get_ref() == key);
        entry.map(|(_, value)| value)
    }

    fn value(&self, key: &str, expected: &str) -> Result<&'a Spanned<DeValue<'a>>, ConfigError> {
        self.find(key).ok_or_else(|| {
            let message = format!("missing key `{key}` in {}", self.name);
            self.source
                .error(self.span.clone(), message, format!("add {expected}"))
        })
    }

    fn other_type(&self, key: &str, value: &Spanned<DeValue>, expected: &str) -> ConfigError {
        let kind = match value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a decimal number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let message = format!("{key} is {kind}");
        self.source
            .error(value.span(), message, format!("write {expected}"))
    }
}

/// Whether a text can stand in a line: seen, and in the order in which it is written.
fn is_line(text: &str, most: usize) -> bool {
    // Line separators, and marks that turn the direction of what follows.
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text == text.trim()
        && (1..=most).contains(&text.chars().count())
        && !text.chars().any(|c| c.is_control() || turns(c))
        && unicode_width::UnicodeWidthStr::width(text) > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What reading the value of `x` gives, or the message and the help.
    fn read<T>(
        value: &str,
        read: impl FnOnce(&Table) -> Result<T, ConfigError>,
    ) -> Result<T, String> {
        let source = Source::new("file.toml", format!("# A comment.\nx = {value}\n"));
        source.parse(read).map_err(|error| {
            let help = miette::Diagnostic::help(&error).unwrap().to_string();
            format!("{error} | {help}")
        })
    }

    fn number(value: &str) -> Result<f64, String> {
        read(value, |table| table.number("x", -4.0..=400.0))
    }

    #[test]
    fn numbers_with_and_without_decimals() {
        for (text, value) in [
            ("2.5", 2.5),
            ("-4", -4.0),
            ("4e2", 400.0),
            ("+1.25", 1.25),
            ("1_0.5_0", 10.5),
            ("1_00", 100.0),
            ("0x10", 16.0),
        ] {
            assert_eq!(number(text), Ok(value), "{text}");
        }
        for zero in ["0", "-0.0", "-0"] {
            assert_eq!(number(zero).unwrap().to_bits(), 0, "{zero}");
        }
    }

    #[test]
    fn numbers_out_of_range_or_none() {
        for text in [
            "-4.01",
            "401",
            "inf",
            "-inf",
            "nan",
            "9223372036854775807",
            "1e999",
        ] {
            let said = number(text).unwrap_err();
            assert!(said.contains("file.toml, line 2: x = "), "{said}");
            assert!(
                said.ends_with("is out of range | write a number from -4 to 400"),
                "{said}"
            );
        }
        for text in ["\"2\"", "true", "[2]", "{}", "2018-01-01"] {
            let said = number(text).unwrap_err();
            assert!(said.starts_with("file.toml, line 2: x is "), "{said}");
        }
    }

    #[test]
    fn texts_with_their_places() {
        let list = |value: &str| {
            read(value, |table| {
                let texts = table.texts("x", "a list")?;
                match texts.iter().find(|text| text.as_str() == "b") {
                    Some(b) => Err(b.error("b is wrong", "remove it")),
                    None => Ok(texts.len()),
                }
            })
        };
        assert_eq!(list("[]"), Ok(0));
        assert_eq!(list("[\"a\", \"c\"]"), Ok(2));
        let said = list("[\n\"a\",\n\"b\"]").unwrap_err();
        assert_eq!(said, "file.toml, line 4: b is wrong | remove it");
        let said = list("[\"a\", 1]").unwrap_err();
        assert!(said.contains("an entry of x is a whole number"), "{said}");
        assert!(list("\"a\"").unwrap_err().contains("x is a text"));
    }

    #[test]
    fn lines() {
        for text in ["<b>", "a b", "é", "\u{644}\u{645}"] {
            assert!(is_line(text, 3), "{text:?}");
        }
        for text in [
            "",
            " a",
            "a ",
            "a\nb",
            "a\tb",
            "\u{200b}",
            "\u{202e}a",
            "four",
            "\u{1b}[m",
        ] {
            assert!(!is_line(text, 3), "{text:?}");
        }
    }
}
