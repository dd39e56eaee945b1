//! Writes numbers, tables, CSV and JSON as text.
//!
//! Only [`number`] decides how a number is written for people. In CSV and JSON a rate is a
//! fraction in 0..=1 and a missing value is empty or null; tables for people
//! have percentages.

pub(crate) mod number;
pub(crate) mod table;

use serde::Serialize;

/// Rows as CSV, with a header from the row's fields.
pub(crate) fn csv<Row: Serialize>(rows: impl IntoIterator<Item = Row>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer
            .serialize(row)
            .expect("rows are flat and memory takes them");
    }
    let bytes = writer.into_inner().expect("memory has nothing to flush");
    String::from_utf8(bytes).expect("fields are UTF-8")
}

/// Rows as CSV, with the header even if there is no row.
pub(crate) fn csv_or_header<Row: Serialize + Default>(rows: Vec<Row>) -> String {
    match rows.is_empty() {
        true => csv([Row::default()])
            .split_inclusive('\n')
            .take(1)
            .collect(),
        false => csv(rows),
    }
}

/// A JSON object with the name of its rules if they are not the built-in ones.
#[derive(Serialize)]
pub(crate) struct ByRules<'a, T> {
    /// The rule file, and the flags that changed the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a str>,
    #[serde(flatten)]
    object: T,
}

/// An object or the objects of an array, each with the name of its rules.
pub(crate) fn by_rules<T>(rules: Option<&str>, object: T) -> ByRules<'_, T> {
    ByRules { rules, object }
}

/// A value as indented JSON, with a newline at its end.
pub(crate) fn json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("keys are strings");
    text.push('\n');
    text
}
