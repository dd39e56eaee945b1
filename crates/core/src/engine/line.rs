//! A line of a question: one JSON object. Its `id` is kept as it is written.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::json::beginning;
use crate::values::{Invalid, json_fault};

/// A question before its fields are read.
#[derive(Default)]
pub(super) struct Line {
    /// The text of `id`.
    pub id: Option<String>,
    /// The other fields.
    pub fields: Map<String, Value>,
    /// The first field that is given twice.
    pub twice: Option<String>,
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    /// [`Invalid`] of a line that is not a JSON object.
    pub(super) fn read(line: &[u8]) -> Result<Self, Invalid> {
        let help = "write one JSON object per line, such as {\"id\":1,\"ask\":\"game\"}";
        let text = std::str::from_utf8(line)
            .map_err(|_| Invalid::new("line", "the line is not UTF-8", help))?;
        serde_json::from_str(text).map_err(|error| {
            let message = format!("the line is not a JSON object: {}", json_fault(&error));
            // The parser may quote a long text.
            Invalid::new("line", beginning(&message, 200), help)
        })
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(LineVisitor)
    }
}

struct LineVisitor;

impl<'de> Visitor<'de> for LineVisitor {
    type Value = Line;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line, A::Error> {
        let mut line = Line::default();
        while let Some(key) = map.next_key::<String>()? {
            let again = match key.as_str() {
                "id" => {
                    let id = map.next_value::<&RawValue>()?.get().to_owned();
                    line.id.replace(id).is_some()
                }
                _ => line.fields.insert(key.clone(), map.next_value()?).is_some(),
            };
            if again {
                line.twice.get_or_insert(key);
            }
        }
        Ok(line)
    }
}
