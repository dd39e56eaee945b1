//! The fields of a question: a JSON value with its path, which error messages name.

use std::fmt;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::play::{AgentKind, AgentSpec, Seat};
use crate::text::nearest::did_you_mean;

/// Why a question is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The path of the field that is wrong, such as `position.scores[2]`; `line` for the whole
    /// line.
    pub field: String,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: String,
}

impl Refusal {
    /// The refusal of a field.
    #[must_use]
    pub fn new(field: impl Into<String>, message: impl ToString, help: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.to_string(), help: help.into() }
    }
}

/// A value of a question.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    path: String,
    value: &'a Value,
}

/// An object of a question that has no unknown keys.
#[derive(Clone, Debug)]
pub struct Object<'a> {
    at: Field<'a>,
    values: &'a Map<String, Value>,
}

impl<'a> Field<'a> {
    /// The value at a path.
    #[must_use]
    pub fn new(path: impl Into<String>, value: &'a Value) -> Self {
        let path = path.into();
        Self { path, value }
    }

    /// The path of a field of this object.
    #[must_use]
    pub fn at(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// The refusal of this field.
    #[must_use]
    pub fn refuse(&self, message: impl ToString, help: impl Into<String>) -> Refusal {
        Refusal::new(&self.path, message, help)
    }

    /// The refusal of a value that is not what is expected.
    fn expected(&self, expected: impl fmt::Display) -> Refusal {
        let message = format!("{} is not {expected}", brief(self.value));
        self.refuse(message, format!("write {expected}"))
    }

    /// The value as an object without other keys than these.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn object(&self, known: &[&str]) -> Result<Object<'a>, Refusal> {
        let Value::Object(values) = self.value else {
            return Err(self.expected("an object, { ... }"));
        };
        let object = Object { at: self.clone(), values };
        match values.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(object),
            Some(key) => Err(Refusal::new(
                self.at(&shortened(key)),
                format!("unknown field \"{}\"", shortened(key)),
                did_you_mean(key, known.iter().copied()) + &fields(known),
            )),
        }
    }

    /// The value as a whole number in a range.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn integer<T: TryFrom<u64> + Copy + Into<u64>>(
        &self,
        range: RangeInclusive<T>,
    ) -> Result<T, Refusal> {
        let (low, high): (u64, u64) = ((*range.start()).into(), (*range.end()).into());
        let number = self.value.as_u64().filter(|number| (low..=high).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            if low == high {
                self.expected(low)
            } else {
                self.expected(format_args!("a whole number from {low} to {high}"))
            }
        })
    }

    /// The value as one of `seats` seats, which are counted from 1.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn seat(&self, seats: usize) -> Result<Seat, Refusal> {
        Ok(Seat(self.integer(1..=seats as u8)? - 1))
    }

    /// The value as a text.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn text(&self) -> Result<&'a str, Refusal> {
        (self.value.as_str()).ok_or_else(|| self.expected("a text in quotation marks"))
    }

    /// The value as one of these words; returns its index.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn one_of(&self, words: &[&str]) -> Result<usize, Refusal> {
        let text = self.text()?;
        (words.iter().position(|word| *word == text)).ok_or_else(|| {
            let near = did_you_mean(text, words.iter().copied());
            let help = match words {
                [only] => format!("write {only}"),
                words => format!("{near}write one of {}", words.join(", ")),
            };
            self.refuse(format!("there is no \"{}\"", shortened(text)), help)
        })
    }

    /// The value as an agent of one of these kinds.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn agent(&self, kinds: &'static [AgentKind]) -> Result<AgentSpec, Refusal> {
        AgentSpec::parse(self.text()?, kinds)
            .map_err(|error| self.refuse(&error, error.help.clone()))
    }

    /// The value as true or false.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn boolean(&self) -> Result<bool, Refusal> {
        (self.value.as_bool()).ok_or_else(|| self.expected("true or false"))
    }

    /// The elements of the value, which must be a list.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn list(&self) -> Result<Vec<Field<'a>>, Refusal> {
        let Value::Array(values) = self.value else {
            return Err(self.expected("a list, [ ... ]"));
        };
        let element = |(place, value)| Field::new(format!("{}[{place}]", self.path), value);
        Ok(values.iter().enumerate().map(element).collect())
    }

    /// The elements of the value, which must be a list with one of these lengths.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn list_of(&self, lengths: RangeInclusive<usize>) -> Result<Vec<Field<'a>>, Refusal> {
        let list = self.list()?;
        if lengths.contains(&list.len()) {
            return Ok(list);
        }
        let (low, high) = lengths.into_inner();
        let right = if low == high { low.to_string() } else { format!("{low} to {high}") };
        let noun = |count| if count == 1 { "element" } else { "elements" };
        let (has, all) = (list.len(), noun(high));
        let message = format!("the list has {has} {} and not {right}", noun(has));
        Err(self.refuse(message, format!("write a list of {right} {all}")))
    }
}

impl<'a> Object<'a> {
    /// The field of a key; none if it is missing or null.
    #[must_use]
    pub fn optional(&self, key: &str) -> Option<Field<'a>> {
        let value = self.values.get(key).filter(|value| !value.is_null())?;
        Some(Field::new(self.at.at(key), value))
    }

    /// The field of a key.
    ///
    /// # Errors
    /// [`Refusal`], if it is missing.
    pub fn required(&self, key: &str) -> Result<Field<'a>, Refusal> {
        (self.values.get(key)).map(|value| Field::new(self.at.at(key), value)).ok_or_else(|| {
            let message = format!("the field \"{key}\" is missing");
            Refusal::new(self.at.at(key), message, format!("add \"{key}\""))
        })
    }
}

/// The known fields in a sentence.
fn fields(known: &[&str]) -> String {
    format!("the fields are {}", known.join(", "))
}

/// A value as an error message quotes it.
fn brief(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => format!("\"{}\"", shortened(text)),
        other => shortened(&other.to_string()),
    }
}

/// A text, or its beginning if it has more than 60 characters.
fn shortened(text: &str) -> String {
    beginning(text, 60)
}

/// A text, or its first characters if it is longer.
pub(super) fn beginning(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
