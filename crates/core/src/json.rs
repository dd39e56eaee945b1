//! Reads JSON values into any type: positions and questions of the engine's protocol.
//!
//! [`read`] differs from `serde_json` in four ways. An error is an [`Invalid`], which names the path
//! of the value that is wrong and what to write instead. The fields of a struct are read in the order
//! in which it declares them, so that the first error does not depend on the text. Unknown fields are
//! refused, and `null` is a field that is left out. A struct is never read from a list. The path does
//! not name the variant of an enum, as in `{"person": "Ana"}`.

use std::fmt::Display;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use crate::text::nearest::did_you_mean;
use crate::values::Invalid;

/// Reads a value.
///
/// # Errors
/// [`Invalid`], at the first thing that is wrong.
pub fn read<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, Invalid> {
    T::deserialize(At(value))
}

/// A value that is read.
struct At<'de>(&'de Value);

impl<'de> At<'de> {
    /// The error of this value, in words of the protocol.
    fn refused(&self, error: Invalid) -> Invalid {
        if !error.help.is_empty() {
            return error;
        }
        let (_, expected) =
            error.message.rsplit_once(", expected ").unwrap_or(("", &error.message));
        let expected = match expected {
            "a boolean" => "true or false".to_owned(),
            "a string" | "a borrowed string" => "a text in quotation marks".to_owned(),
            "a sequence" => "a list, [ ... ]".to_owned(),
            "u8" | "u16" | "u32" | "u64" | "usize" | "i64" => "a whole number".to_owned(),
            "newtype variant" => "an object, { ... }".to_owned(),
            // A flattened one, which is read as a map.
            other if other.starts_with("struct ") => "an object, { ... }".to_owned(),
            other => match other.rsplit_once(' ') {
                Some((start, size))
                    if start.starts_with("a tuple") || start.starts_with("an array") =>
                {
                    format!("a list of {size} elements")
                }
                _ => other.to_owned(),
            },
        };
        Invalid {
            message: format!("{} is not {expected}", brief(self.0)),
            help: format!("write {expected}"),
            ..error
        }
    }
}

impl<'de> Deserializer<'de> for At<'de> {
    type Error = Invalid;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        let read = match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => number.deserialize_any(visitor).map_err(Invalid::custom),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(values) => {
                let mut elements = Elements(values.iter().enumerate());
                visitor.visit_seq(&mut elements).and_then(|read| match elements.0.next() {
                    None => Ok(read),
                    Some((most, _)) => {
                        Err(Invalid::custom(format_args!("a list of {most} elements")))
                    }
                })
            }
            Value::Object(values) => {
                let keys: Vec<&str> = values.keys().map(String::as_str).collect();
                visitor.visit_map(Fields { values, keys: keys.iter(), value: None })
            }
        };
        read.map_err(|error| self.refused(error))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        let Value::Object(values) = self.0 else {
            return Err(self.refused(Invalid::custom("an object, { ... }")));
        };
        if let Some(key) = values.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(Invalid::unknown_field(key, known));
        }
        visitor.visit_map(Fields { values, keys: known.iter(), value: None })
    }

    /// The number of elements is checked before they are read.
    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        size: usize,
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        match self.0 {
            Value::Array(values) if values.len() != size => {
                Err(self.refused(Invalid::custom(format_args!("a list of {size} elements"))))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        match self.0 {
            Value::String(text) => visitor.visit_enum(StrDeserializer::new(text)),
            Value::Object(held) if held.len() == 1 => visitor.visit_enum(self),
            _ => Err(self.refused(Invalid::custom("a text in quotation marks"))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple_struct map identifier ignored_any
    }
}

/// A variant that holds something, as an object of one field.
impl<'de> EnumAccess<'de> for At<'de> {
    type Error = Invalid;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Invalid> {
        let field = self.0.as_object().and_then(|held| held.iter().next());
        let (name, held) = field.ok_or_else(|| Invalid::custom("an object, { ... }"))?;
        let name = seed.deserialize(BorrowedStrDeserializer::<Invalid>::new(name))?;
        Ok((name, At(held)))
    }
}

/// What a variant holds.
impl<'de> VariantAccess<'de> for At<'de> {
    type Error = Invalid;

    fn unit_variant(self) -> Result<(), Invalid> {
        Err(Invalid::custom("a text in quotation marks"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Invalid> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, size: usize, visitor: V) -> Result<V::Value, Invalid> {
        self.deserialize_tuple(size, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        self.deserialize_struct("", known, visitor)
    }
}

/// The elements of a list that are left.
struct Elements<'de>(std::iter::Enumerate<std::slice::Iter<'de, Value>>);

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = Invalid;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Invalid> {
        let Some((place, value)) = self.0.next() else {
            return Ok(None);
        };
        let at = At(value);
        let read = seed.deserialize(At(value)).map_err(|error| at.refused(error));
        read.map(Some).map_err(|error| error.under(&format!("[{place}]")))
    }
}

/// The fields of an object that are left. Those that are null are left out.
struct Fields<'de, 'k> {
    values: &'de Map<String, Value>,
    keys: std::slice::Iter<'k, &'de str>,
    value: Option<(&'de str, &'de Value)>,
}

impl<'de> MapAccess<'de> for Fields<'de, '_> {
    type Error = Invalid;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Invalid> {
        let given =
            |key: &&'de str| Some((*key, self.values.get(*key).filter(|value| !value.is_null())?));
        self.value = self.keys.find_map(given);
        let read = |(key, _): (&'de str, _)| {
            let read = seed.deserialize(BorrowedStrDeserializer::new(key));
            read.map_err(|error| At(&Value::from(key)).refused(error).under(key))
        };
        self.value.map(read).transpose()
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Invalid> {
        let (key, value) = self.value.expect("a key comes first");
        let at = At(value);
        let read = seed.deserialize(At(value)).map_err(|error| at.refused(error));
        read.map_err(|error| error.under(key))
    }
}

/// Messages are those of [`values`](crate::values), or the alternate form of an [`Invalid`].
impl Error for Invalid {
    fn custom<T: Display>(error: T) -> Self {
        let text = format!("{error:#}");
        let is_path = |text: &&str| !text.contains([' ', '"']);
        let (field, rest) =
            text.split_once(": ").filter(|(path, _)| is_path(path)).unwrap_or(("", &text));
        match rest.split_once("; ") {
            Some((message, help)) => Self::new(field, message, help),
            None => Self::new("", &text, ""),
        }
    }

    fn invalid_type(_: serde::de::Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(expected)
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::custom(expected)
    }

    fn missing_field(key: &'static str) -> Self {
        Self::new(key, format!("the field \"{key}\" is missing"), format!("add \"{key}\""))
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        let help = did_you_mean(key, known.iter().copied());
        let help = match known {
            [] => "leave it out".to_owned(),
            _ => format!("{help}the fields are {}", known.join(", ")),
        };
        let key = beginning(key, LONGEST);
        Self::new(&key, format!("unknown field \"{key}\""), help)
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        one_of(found, known)
    }
}

/// The error for a text that is not in `known`.
pub fn one_of(found: &str, known: &[&str]) -> Invalid {
    let help = match known {
        [only] => format!("write {only}"),
        _ => did_you_mean(found, known.iter().copied()) + "write one of " + &known.join(", "),
    };
    Invalid::new("", format!("there is no \"{}\"", beginning(found, LONGEST)), help)
}

/// A value as an error message quotes it.
fn brief(value: &Value) -> String {
    match value {
        Value::Array(values) if values.len() == 1 => "a list of 1 element".to_owned(),
        Value::Array(values) => format!("a list of {} elements", values.len()),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => format!("\"{}\"", beginning(text, LONGEST)),
        other => beginning(&other.to_string(), LONGEST),
    }
}

/// The most characters of a text that a message quotes.
const LONGEST: usize = 60;

/// A text, or its first characters if it is longer.
pub(crate) fn beginning(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
