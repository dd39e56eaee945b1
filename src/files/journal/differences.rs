//! The fields in which two journal headers differ.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;
use serde_json::Value;

/// A field in which two headers differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The path of the field from the top, as in `rules.players[2]`.
    pub field: String,
    /// The first header's value as JSON, or `absent`.
    pub ours: String,
    /// The second header's value as JSON, or `absent`.
    pub theirs: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            field,
            ours,
            theirs,
        } = self;
        write!(f, "{field} is {ours} here and {theirs} in the journal")
    }
}

/// The fields in which two headers differ, sorted by name; empty exactly if the headers are
/// equal.
pub(crate) fn differences<H: Serialize + PartialEq>(ours: &H, theirs: &H) -> Vec<Difference> {
    let mut found = Vec::new();
    if ours != theirs {
        let value = |header| serde_json::to_value(header).ok();
        compare("", value(ours).as_ref(), value(theirs).as_ref(), &mut found);
        // Headers may differ in what JSON does not show.
        if found.is_empty() {
            found.push(Difference {
                field: "header".to_owned(),
                ours: "another one".to_owned(),
                theirs: "another one".to_owned(),
            });
        }
    }
    found
}

/// Appends the differences within one field, which is absent in a header that gives none.
fn compare(field: &str, ours: Option<&Value>, theirs: Option<&Value>, found: &mut Vec<Difference>) {
    match (ours, theirs) {
        (Some(Value::Object(ours)), Some(Value::Object(theirs))) => {
            for name in ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>() {
                let inner = match field {
                    "" => name.clone(),
                    outer => format!("{outer}.{name}"),
                };
                compare(&inner, ours.get(name), theirs.get(name), found);
            }
        }
        (Some(Value::Array(ours)), Some(Value::Array(theirs))) if ours.len() == theirs.len() => {
            for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                compare(&format!("{field}[{at}]"), Some(ours), Some(theirs), found);
            }
        }
        _ if ours == theirs => {}
        _ => {
            let text = |value: Option<&Value>| value.map_or("absent".to_owned(), Value::to_string);
            found.push(Difference {
                field: if field.is_empty() { "header" } else { field }.to_owned(),
                ours: text(ours),
                theirs: text(theirs),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, PartialEq, Serialize)]
    struct Header {
        seed: u64,
        rules: Rules,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }

    #[derive(Clone, PartialEq, Serialize)]
    struct Rules {
        players: Vec<&'static str>,
        target: u8,
    }

    fn header() -> Header {
        Header {
            seed: 7,
            rules: Rules {
                players: vec!["hold-20", "greedy"],
                target: 40,
            },
            note: None,
        }
    }

    fn texts(theirs: &Header) -> Vec<String> {
        differences(&header(), theirs)
            .iter()
            .map(Difference::to_string)
            .collect()
    }

    #[test]
    fn equal_headers_have_no_differences() {
        assert_eq!(differences(&header(), &header()), []);
    }

    #[test]
    fn every_field_that_differs_is_named_with_both_values() {
        let mut theirs = header();
        theirs.note = Some("absent".to_owned());
        theirs.rules.players[1] = "tree-2";
        theirs.rules.target = 50;
        assert_eq!(
            texts(&theirs),
            [
                r#"note is absent here and "absent" in the journal"#,
                r#"rules.players[1] is "greedy" here and "tree-2" in the journal"#,
                "rules.target is 40 here and 50 in the journal",
            ]
        );
        let mut theirs = header();
        theirs.rules.players.pop();
        assert_eq!(
            texts(&theirs),
            [r#"rules.players is ["hold-20","greedy"] here and ["hold-20"] in the journal"#]
        );
    }

    #[test]
    fn values_without_fields_are_shown_whole() {
        assert_eq!(differences(&7, &8)[0].field, "header");
    }
}
