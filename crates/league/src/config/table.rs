//! One table of a configuration file: its values by key and type, or an error that names
//! the key and the line and says what to write.

use std::fmt::Display;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::ConfigError;
use super::nearest;
use super::source::Source;

/// A table with its place in the file.
pub struct Table<'a> {
    source: &'a Source,
    /// The table's name in errors, such as `[warrior]`.
    name: String,
    span: Range<usize>,
    entries: &'a DeTable<'a>,
}

/// A string of a list, with its place in the file.
pub struct Text<'a> {
    source: &'a Source,
    span: Range<usize>,
    text: &'a str,
}

impl<'a> Text<'a> {
    /// The string itself.
    #[must_use]
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// The error that points at this string.
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
        Self { source, name, span, entries }
    }

    /// Checks that the table has no other keys than these.
    ///
    /// # Errors
    /// An error at the first unknown key, with a suggestion if a known one is similar.
    pub fn only(&self, keys: &[&str]) -> Result<(), ConfigError> {
        let mut unknown: Vec<_> =
            (self.entries.keys()).filter(|key| !keys.contains(&key.get_ref().as_ref())).collect();
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

    /// The whole number of a key, which must lie in `range`.
    ///
    /// # Errors
    /// If the key is missing, or its value is not a whole number or out of range.
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
                let message = format!("{key} = {} is out of range", self.written(value));
                self.refuse(value, message, &expected)
            })
    }

    /// Whether the table has this key; its value is not checked.
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

    /// The number of a key, with or without decimals, which must lie in `range`; -0 is
    /// returned as 0.
    ///
    /// # Errors
    /// If the key is missing, or its value is not a number or out of range, as infinities
    /// and NaN are.
    pub fn number(&self, key: &str, range: RangeInclusive<f64>) -> Result<f64, ConfigError> {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        let value = self.value(key, &expected)?;
        let number = match value.get_ref() {
            DeValue::Integer(integer) => {
                let read = i64::from_str_radix(integer.as_str(), integer.radix());
                // Whole numbers that are too large for 64 bits are out of any range.
                read.map_or(f64::NAN, |integer| integer as f64)
            }
            DeValue::Float(float) => float.as_str().parse().unwrap_or(f64::NAN),
            _ => return Err(self.other_type(key, value, &expected)),
        };
        if range.contains(&number) {
            return Ok(number + 0.0);
        }
        let message = format!("{key} = {} is out of range", self.written(value));
        Err(self.refuse(value, message, &expected))
    }

    /// The value of a key that is `true` or `false`.
    ///
    /// # Errors
    /// If the key is missing, or its value is neither.
    pub fn boolean(&self, key: &str) -> Result<bool, ConfigError> {
        let expected = "true or false";
        let value = self.value(key, expected)?;
        match value.get_ref() {
            DeValue::Boolean(boolean) => Ok(*boolean),
            _ => Err(self.other_type(key, value, expected)),
        }
    }

    /// The text of a key, which must be one line of 1 to `most` printable characters
    /// without spaces around it.
    ///
    /// # Errors
    /// If the key is missing, or its value is not such a text.
    pub fn line(&self, key: &str, most: usize) -> Result<String, ConfigError> {
        let expected = format!("one line of 1 to {most} printable characters, no spaces around it");
        self.text(key, &expected, |text| is_line(text, most).then(|| text.to_owned()))
    }

    /// The list of texts of a key, each with its place in the file.
    ///
    /// # Errors
    /// If the key is missing, or its value is not a list of texts; `expected` says what
    /// to write.
    pub fn texts(&self, key: &str, expected: &str) -> Result<Vec<Text<'a>>, ConfigError> {
        self.list(key, &format!("an entry of {key}"), expected, |value| {
            let text = value.get_ref().as_str()?;
            Some(Text { source: self.source, span: value.span(), text })
        })
    }

    /// The text of a key, converted by `read`, which returns none for an invalid text.
    ///
    /// # Errors
    /// If the key is missing, or its value is not a valid text; `expected` says what to
    /// write.
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
        let message = || format!("{key} = {text:?} cannot be used");
        read(text).ok_or_else(|| self.refuse(value, message(), expected))
    }

    /// The table of a key.
    ///
    /// # Errors
    /// If the key is missing, or its value is not a table.
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

    /// The tables of a key, each written as `[[key]]`.
    ///
    /// # Errors
    /// If the key is missing, or its value is not a list of tables.
    pub fn tables(&self, key: &str) -> Result<Vec<Table<'a>>, ConfigError> {
        let expected = format!("a table [[{key}]] for each");
        self.list(key, key, &expected, |value| {
            let (name, entries) = (format!("[[{key}]]"), value.get_ref().as_table()?);
            Some(Table::new(self.source, name, value.span(), entries))
        })
    }

    /// The list of a key, each value converted by `read`, which returns none for a value
    /// of another type; errors call a value `entry`.
    fn list<T>(
        &self,
        key: &str,
        entry: &str,
        expected: &str,
        read: impl Fn(&'a Spanned<DeValue<'a>>) -> Option<T>,
    ) -> Result<Vec<T>, ConfigError> {
        let value = self.value(key, expected)?;
        let DeValue::Array(values) = value.get_ref() else {
            return Err(self.other_type(key, value, expected));
        };
        let read = |value| read(value).ok_or_else(|| self.other_type(entry, value, expected));
        values.iter().map(read).collect()
    }

    /// The error that points at this key's value, or at the table if the key is missing.
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
            self.source.error(self.span.clone(), message, format!("add {expected}"))
        })
    }

    /// A value as it is written in the file: `0x26`, where TOML's reader keeps `26`.
    fn written(&self, value: &Spanned<DeValue>) -> &str {
        &self.source.text()[value.span()]
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
        self.refuse(value, format!("{key} is {kind}"), expected)
    }

    fn refuse(&self, value: &Spanned<DeValue>, message: String, expected: &str) -> ConfigError {
        let help = format!("write {expected}");
        self.source.error(value.span(), message, help)
    }
}

/// Whether a text fits on one line: visible, and shown in the order in which it is
/// written.
fn is_line(text: &str, most: usize) -> bool {
    // Line separators, and marks that change the direction of the text after them.
    let breaks_line = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text == text.trim()
        && (1..=most).contains(&text.chars().count())
        && !text.chars().any(|c| c.is_control() || breaks_line(c))
        && unicode_width::UnicodeWidthStr::width(text) > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result of reading the value of `x`, or the error's message and help.
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
    fn numbers_that_are_refused() {
        for text in ["-4.01", "401", "inf", "-inf", "nan", "9223372036854775807", "1e999"] {
            let said = number(text).unwrap_err();
            assert!(said.contains("file.toml, line 2: x = "), "{said}");
            assert!(said.ends_with("is out of range | write a number from -4 to 400"), "{said}");
        }
        for text in ["\"2\"", "true", "[2]", "{}", "2018-01-01"] {
            let said = number(text).unwrap_err();
            assert!(said.starts_with("file.toml, line 2: x is "), "{said}");
        }
    }

    #[test]
    fn numbers_are_quoted_as_they_are_written() {
        for written in ["0x1_ff", "0o777", "0b1111_1111_1", "4_01", "1e3"] {
            let said = number(written).unwrap_err();
            let quoted = format!("line 2: x = {written} is out of range");
            assert!(said.contains(&quoted), "{said}");
        }
        let said = read("0x26", |table| table.integer("x", 1..=37_u32)).unwrap_err();
        assert!(said.contains("x = 0x26 is out of range"), "{said}");
        assert_eq!(read("0x26", |table| table.integer("x", 1..=38_u32)), Ok(38));
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
        for text in ["", " a", "a ", "a\nb", "a\tb", "\u{200b}", "\u{202e}a", "four", "\u{1b}[m"] {
            assert!(!is_line(text, 3), "{text:?}");
        }
    }
}
