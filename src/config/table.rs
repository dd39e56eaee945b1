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

    /// A number in `range`, with or without a decimal point.
    ///
    /// # Errors
    /// If it is missing, no number, or out of range.
    pub fn number(&self, key: &str, range: RangeInclusive<f64>) -> Result<f64, ConfigError> {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        let value = self.value(key, &expected)?;
        let written = match value.get_ref() {
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
            DeValue::Float(float) => float.as_str(),
            _ => return Err(self.other_type(key, value, &expected)),
        };
        (written.parse().ok())
            .filter(|number| range.contains(number))
            .ok_or_else(|| {
                let message = format!("{key} = {written} is out of range");
                self.source
                    .error(value.span(), message, format!("write {expected}"))
            })
    }

    /// A list of texts that `read` understands, at least one; `expected` says
    /// what each is.
    ///
    /// # Errors
    /// If it is missing, no list of texts, empty, or `read` does not understand
    /// one.
    pub fn texts<T>(
        &self,
        key: &str,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, ConfigError> {
        let list = format!("a list such as [\"a\", \"b\"], each {expected}");
        let value = self.value(key, &list)?;
        let DeValue::Array(values) = value.get_ref() else {
            return Err(self.other_type(key, value, &list));
        };
        if values.is_empty() {
            let message = format!("{key} is an empty list");
            return Err(self
                .source
                .error(value.span(), message, format!("write {list}")));
        }
        (values.iter())
            .map(|value| {
                let DeValue::String(text) = value.get_ref() else {
                    return Err(self.other_type(key, value, &list));
                };
                read(text).ok_or_else(|| {
                    let message = format!("{text:?} in {key} cannot be used");
                    self.source
                        .error(value.span(), message, format!("write {expected}"))
                })
            })
            .collect()
    }

    /// Whether there is such a key.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
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
