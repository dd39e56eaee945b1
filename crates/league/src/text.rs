//! Writes dates, CSV and JSON as text.
//!
//! In CSV and JSON a rate is a
//! fraction in 0..=1 and a missing value is empty or null; tables for people
//! have percentages.

use serde::Serialize;

/// A time in seconds since 1970 as a date and a time of day in UTC; a dash for 0, which stands for
/// no time.
pub fn date(seconds: u64) -> String {
    if seconds == 0 {
        return "-".to_owned();
    }
    // Days are counted from a 1 March, so that leap days end years (Howard Hinnant's algorithm).
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let (hour, minute) = (seconds / 3_600 % 24, seconds / 60 % 60);
    let year = year + 400 * era + next;
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

/// Rows as CSV, with a header from the row's fields.
pub fn csv<Row: Serialize>(rows: impl IntoIterator<Item = Row>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("rows are flat and memory takes them");
    }
    let bytes = writer.into_inner().expect("memory has nothing to flush");
    String::from_utf8(bytes).expect("fields are UTF-8")
}

/// Rows as CSV, with the header even if there is no row.
pub fn csv_or_header<Row: Serialize + Default>(rows: &[Row]) -> String {
    if rows.is_empty() {
        csv([Row::default()]).split_inclusive('\n').take(1).collect()
    } else {
        csv(rows)
    }
}

/// A JSON object with the name of its rules if they are not the built-in ones.
#[derive(Serialize)]
pub struct ByRules<'a, T> {
    /// The rule file, and the flags that changed the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a str>,
    #[serde(flatten)]
    object: T,
}

/// An object or the objects of an array, each with the name of its rules.
pub fn by_rules<T>(rules: Option<&str>, object: T) -> ByRules<'_, T> {
    ByRules { rules, object }
}

/// A value as indented JSON, with a newline at its end.
pub fn json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("keys are strings");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::date;

    /// Known times of `date -u -d @SECONDS`.
    #[test]
    fn dates() {
        for (seconds, expected) in [
            (1, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_827_696, "2000-02-29 12:34"),
            (1_709_251_200, "2024-03-01 00:00"),
            (1_795_333_260, "2026-11-22 07:41"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            assert_eq!(date(seconds), expected);
        }
        assert_eq!(date(0), "-");
    }
}
