//! The forms of values in rule files, configuration and positions, as types and as functions for
//! `#[serde(deserialize_with)]`.
//!
//! An error is either `found; help`, or `found, expected what to write`; the reader of the file
//! puts the key and the value first.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::error::Category;
use thiserror::Error;

/// A whole number `N` from `LOW` to `HIGH`, or an optional one.
pub fn whole<'de, N, T, D, const LOW: i64, const HIGH: i64>(from: D) -> Result<T, D::Error>
where
    N: TryFrom<i64>,
    T: From<N>,
    D: Deserializer<'de>,
{
    let number = i64::deserialize(from)?;
    let within = (LOW..=HIGH).contains(&number).then(|| N::try_from(number).ok()).flatten();
    within.map(T::from).ok_or_else(|| {
        D::Error::custom(format!("is out of range, expected a whole number from {LOW} to {HIGH}"))
    })
}

/// A [`whole`] number of a type that is a file alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(bound(deserialize = "N: TryFrom<i64>"))]
pub struct Whole<N, const LOW: i64, const HIGH: i64>(
    #[serde(deserialize_with = "whole::<N, _, _, LOW, HIGH>")] pub N,
);

/// A number from `LOW` to `HIGH`, with or without decimals, or an optional one. NaN is out of
/// range, and -0 is read as 0.
pub fn number<'de, T, D, const LOW: i64, const HIGH: i64>(from: D) -> Result<T, D::Error>
where
    T: From<f64>,
    D: Deserializer<'de>,
{
    let number = f64::deserialize(from)?;
    if (LOW as f64..=HIGH as f64).contains(&number) {
        return Ok((number + 0.0).into());
    }
    Err(D::Error::custom(format!("is out of range, expected a number from {LOW} to {HIGH}")))
}

/// One line of 1 to `MOST` printable characters without spaces around it, or an optional one.
pub fn line<'de, T, D, const MOST: usize>(from: D) -> Result<T, D::Error>
where
    T: From<String>,
    D: Deserializer<'de>,
{
    let expected = format!("one line of 1 to {MOST} printable characters, no spaces around it");
    checked(from, |text| is_line(text, MOST), &expected)
}

/// A text that passes a check, or an optional one.
pub fn checked<'de, T, D>(
    from: D,
    check: impl FnOnce(&str) -> bool,
    expected: &str,
) -> Result<T, D::Error>
where
    T: From<String>,
    D: Deserializer<'de>,
{
    let text = String::deserialize(from)?;
    if check(&text) {
        return Ok(text.into());
    }
    Err(D::Error::custom(format!("cannot be used, expected {expected}")))
}

/// One of the words of an enum, or an optional one. Without this function, TOML's enums may be
/// tables as well.
pub fn word<'de, N, T, D>(from: D) -> Result<T, D::Error>
where
    N: DeserializeOwned,
    T: From<N>,
    D: Deserializer<'de>,
{
    let text = String::deserialize(from)?;
    N::deserialize(text.into_deserializer()).map(T::from)
}

/// A struct that is written as a table. Without this function, serde reads a list as well.
pub fn table<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct OfMap<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for OfMap<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a table [...] or { ... }")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }

    from.deserialize_map(OfMap(PhantomData))
}

/// A [`table`] inside another type.
#[derive(Debug, Deserialize)]
#[serde(bound = "T: Deserialize<'de>")]
pub struct Table<T>(#[serde(deserialize_with = "table")] pub T);

/// Input that is refused: where, why, and what to write instead. Its alternate form, `{:#}`, is
/// what [`json`](crate::json) reads again from an error of serde.
#[derive(Clone, Debug, Error, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "miette", derive(miette::Diagnostic))]
#[cfg_attr(feature = "miette", diagnostic(help("{help}")))]
pub struct Invalid {
    /// The path of the value that is wrong, such as `scores[2]`.
    pub field: String,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, message, help } = self;
        if f.alternate() { write!(f, "{field}: {message}; {help}") } else { f.write_str(message) }
    }
}

impl Invalid {
    /// The error for a value.
    #[must_use]
    pub fn new(field: impl Into<String>, message: impl ToString, help: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.to_string(), help: help.into() }
    }

    /// The same inside a field or an element, such as `position` or `[2]`.
    #[must_use]
    pub fn under(mut self, path: &str) -> Self {
        let dot = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        self.field.insert_str(0, dot);
        self.field.insert_str(0, path);
        self
    }
}

/// Checks that the number of a field is in a range.
///
/// # Errors
/// [`Invalid`].
pub fn within(field: &str, found: u32, range: RangeInclusive<u32>) -> Result<(), Invalid> {
    if range.contains(&found) {
        return Ok(());
    }
    let expected = match range.into_inner() {
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("a whole number from {low} to {high}"),
    };
    Err(Invalid::new(field, format!("{found} is not {expected}"), format!("write {expected}")))
}

/// Checks that the list of a field has one of these lengths.
///
/// # Errors
/// [`Invalid`].
pub fn length(field: &str, found: usize, range: RangeInclusive<usize>) -> Result<(), Invalid> {
    if range.contains(&found) {
        return Ok(());
    }
    let lengths = match range.into_inner() {
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{low} to {high}"),
    };
    let help = format!("write a list of length {lengths}");
    Err(Invalid::new(field, format!("the length of the list is {found} and not {lengths}"), help))
}

/// A text that is not the notation of an action or event.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("\"{text}\" is not an action or event of this game")]
pub struct NotationError {
    /// The text.
    pub text: String,
    /// What to write instead.
    pub help: &'static str,
}

impl NotationError {
    /// The error for a text.
    #[must_use]
    pub fn new(text: &str, help: &'static str) -> Self {
        let text = text.to_owned();
        Self { text, help }
    }

    /// The one of these values that is written as this text.
    ///
    /// # Errors
    /// [`Invalid`], if no item of the list has this notation.
    pub fn find<T: Display>(
        text: &str,
        all: impl IntoIterator<Item = T>,
        help: &'static str,
    ) -> Result<T, Self> {
        let found = all.into_iter().find(|value| value.to_string() == text);
        found.ok_or_else(|| Self::new(text, help))
    }
}

/// A value that is written as its notation, a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Notation<T>(pub T);

impl<T: Display> Serialize for Notation<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err = NotationError>> Deserialize<'de> for Notation<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let read = String::deserialize(from)?.parse();
        read.map(Self).map_err(|error| {
            let expected = error.help.trim_start_matches("write ");
            D::Error::custom(format_args!("found, expected {expected}"))
        })
    }
}

/// A list in which no value stands twice. An error is at the second one.
pub fn distinct<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de> + PartialEq,
    D: Deserializer<'de>,
{
    struct New<'a, T>(&'a [T]);

    impl<'de, T: Deserialize<'de> + PartialEq> DeserializeSeed<'de> for New<'_, T> {
        type Value = T;

        fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
            let value = T::deserialize(from)?;
            if self.0.contains(&value) {
                return Err(D::Error::custom("it stands twice in the list; write it once"));
            }
            Ok(value)
        }
    }

    struct List<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de> + PartialEq> Visitor<'de> for List<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a sequence")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut values = Vec::new();
            while let Some(value) = list.next_element_seed(New(&values))? {
                values.push(value);
            }
            Ok(values)
        }
    }

    from.deserialize_seq(List(PhantomData))
}

/// What is wrong with a JSON text, without the line.
pub fn json_fault(error: &serde_json::Error) -> String {
    match error.classify() {
        Category::Eof => "it ends within a value".to_owned(),
        Category::Syntax => format!("it is not JSON from column {} on", error.column()),
        Category::Data | Category::Io => {
            let text = error.to_string();
            text.rfind(" at line ").map_or(text.clone(), |end| text[..end].to_owned())
        }
    }
}

/// Rules as TOML, a line for each key: the same rules give the same text, and different rules
/// give different texts.
///
/// # Panics
/// If the rules are no struct of numbers, texts, lists and structs with plain keys.
#[must_use]
pub fn canonical(rules: &impl Serialize) -> String {
    // TOML's values are JSON's, but for the keys of inline tables.
    let json = serde_json::to_string(rules).expect("rules are numbers, texts, lists and structs");
    let (mut text, mut depth, mut rest) = (String::new(), 0, json.as_str());
    while let Some(next) = rest.chars().next() {
        let mut taken = next.len_utf8();
        match next {
            '{' | '[' => {
                depth += 1;
                text += if next == '[' {
                    "["
                } else if depth > 1 {
                    "{ "
                } else {
                    ""
                };
            }
            '}' | ']' => {
                depth -= 1;
                text += if next == ']' {
                    "]"
                } else if depth > 0 {
                    " }"
                } else {
                    "\n"
                };
            }
            ',' => text += if depth > 1 { ", " } else { "\n" },
            ':' => text += " = ",
            '"' => {
                let mut escaped = false;
                let ends = |c: char| {
                    let end = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    end
                };
                taken = 2 + rest[1..].find(ends).expect("JSON closes its texts");
                let quoted = &rest[..taken];
                let is_key = rest[taken..].starts_with(':');
                text += if is_key { &quoted[1..taken - 1] } else { quoted };
            }
            other => text.push(other),
        }
        rest = &rest[taken..];
    }
    text
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
#[test]
fn lines() {
    for text in ["<b>", "a b", "é", "\u{644}\u{645}"] {
        assert!(is_line(text, 3), "{text:?}");
    }
    for text in ["", " a", "a ", "a\nb", "a\tb", "\u{200b}", "\u{202e}a", "four", "\u{1b}[m"] {
        assert!(!is_line(text, 3), "{text:?}");
    }
}
