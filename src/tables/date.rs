//! Dates of days' games, in UTC.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::text::date;

const SECONDS: u64 = 86_400;

/// The number of days that dates are looked for among: to the year 2150.
const DAYS: u64 = 66_000;

/// The date of today.
pub(crate) fn today() -> String {
    of_day(day())
}

/// The day of today since 1970.
pub(crate) fn day() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() / SECONDS)
}

/// Reads a date, or the word `today`.
///
/// # Errors
/// What is allowed, as a help text.
pub(crate) fn read(text: &str) -> Result<String, String> {
    match text {
        "today" => Ok(today()),
        _ if (1..DAYS).any(|day| of_day(day) == text) => Ok(text.to_owned()),
        _ => Err("write a date such as 2026-11-28, or today".to_owned()),
    }
}

/// The date of a time in seconds since 1970.
pub(crate) fn of(time: u64) -> String {
    date(time).chars().take(10).collect()
}

/// The date of a day since 1970.
pub(crate) fn of_day(day: u64) -> String {
    of(day * SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for good in ["2026-11-28", "2028-02-29", "1970-01-02"] {
            assert_eq!(read(good).as_deref(), Ok(good));
        }
        assert_eq!(read("today"), Ok(today()));
        for wrong in ["", "2026-11-31", "2027-02-29", "2026-1-1", "28-11-2026", "tomorrow", "-"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
