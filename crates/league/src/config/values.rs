//! The forms of values in files, as functions for `#[serde(deserialize_with)]`.
//!
//! An error is either `found; help`, or `found, expected what to write`, in which [`Source`] puts
//! the key and the value first.

use std::fmt::{self, Write};
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{ConfigError, Source};

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
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
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

/// The rules of a file, or the built-in ones.
///
/// # Errors
/// [`ConfigError`], at the first thing that is wrong.
pub fn rules<R>(source: Option<&Source>) -> Result<R, ConfigError>
where
    R: DeserializeOwned + Default,
{
    source.map_or_else(|| Ok(R::default()), Source::parse)
}

/// Rules as TOML, a line for each key: the same rules give the same text, and different rules
/// give different texts.
#[must_use]
pub fn canonical(rules: &impl Serialize) -> String {
    let table = toml::Table::try_from(rules).expect("rules are numbers, texts, lists and tables");
    table.iter().fold(String::new(), |mut text, (key, value)| {
        let _ = writeln!(text, "{key} = {value}");
        text
    })
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

    #[derive(Debug, Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct File {
        #[serde(deserialize_with = "number::<_, _, -4, 400>")]
        x: f64,
        #[serde(deserialize_with = "whole::<u32, _, _, 1, 37>")]
        n: Option<u32>,
        #[serde(deserialize_with = "word::<Side, _, _>")]
        side: Option<Side>,
        #[serde(deserialize_with = "table")]
        inner: Inner,
        list: Vec<String>,
    }

    #[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "lowercase")]
    enum Side {
        Left,
        Right,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Inner {
        depth: u8,
    }

    /// The file, or the error's message and help.
    fn read(text: &str) -> Result<File, String> {
        let source = Source::new("file.toml", format!("# A comment.\n{text}\n"));
        source.parse().map_err(|error: ConfigError| {
            let help = miette::Diagnostic::help(&error).unwrap().to_string();
            format!("{error} | {help}")
        })
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
            ("-0.0", 0.0),
            ("-0", 0.0),
        ] {
            let read = read(&format!("x = {text}")).unwrap().x;
            assert_eq!(read.to_bits(), f64::to_bits(value), "{text}");
        }
        assert_eq!(read("n = 0x25").unwrap().n, Some(37));
    }

    /// Every kind of refusal names the file, the line, the key, the value as it is written, and
    /// what to write instead.
    #[test]
    fn refusals() {
        for value in ["-4.01", "401", "inf", "-inf", "nan", "0x1_ff", "0b1_1111_1111"] {
            let said = read(&format!("x = {value}")).unwrap_err();
            let expected =
                format!("line 2: x = {value} is out of range | write a number from -4 to 400");
            assert!(said.ends_with(&expected), "{said}");
        }
        for value in ["\"2\"", "true", "[2]", "{}", "2018-01-01", "99999999999999999999999"] {
            let said = read(&format!("x = {value}")).unwrap_err();
            let expected = format!("line 2: x = {value} cannot be used | write a number");
            assert!(said.ends_with(&expected), "{said}");
        }
        for (text, expected) in [
            ("n = 0x26", "line 2: n = 0x26 is out of range | write a whole number from 1 to 37"),
            ("n = 4e1", "line 2: n = 4e1 cannot be used | write a whole number"),
            ("n = 9223372036854775808", "cannot be used | write a whole number"),
            ("inner = [1]", "line 2: inner = [1] cannot be used | write a table [...] or { ... }"),
            (
                "inner.depht = 1",
                "unknown key `depht` in [inner] | did you mean depth? The keys here are depth",
            ),
            ("list = [\n\"a\",\n1]", "line 4: list = 1 cannot be used | write a text"),
            (
                "side = \"rihgt\"",
                "line 2: side = \"rihgt\" cannot be used | did you mean right? write left, right",
            ),
            ("side = { left = {} }", "line 2: side = { left = {} } cannot be used | write a text"),
            (
                "x = ",
                "line 2: string values must be quoted, expected literal string | correct it; https://toml.io has the rules of TOML",
            ),
        ] {
            let said = read(text).unwrap_err();
            assert!(said.ends_with(expected), "{said}");
        }
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
