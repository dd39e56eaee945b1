//! What a row of each file may say, taken alone: ranges, ends of intervals,
//! words. A row that contradicts others is found by `checks`.

mod solved;
mod tournament;

use super::table::Fault;

type Checked = Result<(), Fault>;

/// By how much sums of floats may be out of range, or ends of intervals apart
/// that are equal.
pub(super) const ROUNDING: f64 = 1e-9;

fn refuse(column: &'static str, accepted: impl Into<String>) -> Checked {
    Err(Fault {
        column,
        accepted: accepted.into(),
    })
}

fn finite(column: &'static str, value: impl Into<Option<f64>>) -> Checked {
    match value.into() {
        Some(value) if !value.is_finite() => refuse(column, "a finite number"),
        _ => Ok(()),
    }
}

/// In a range, but for rounding.
fn within(column: &'static str, value: impl Into<Option<f64>>, low: f64, high: f64) -> Checked {
    let Some(value) = value.into() else {
        return Ok(());
    };
    finite(column, value)?;
    match (low - ROUNDING..=high + ROUNDING).contains(&value) {
        true => Ok(()),
        false => refuse(column, format!("a number in {low}..={high}")),
    }
}

/// A share of something.
fn rates<V: Into<Option<f64>>>(columns: impl IntoIterator<Item = (&'static str, V)>) -> Checked {
    let mut columns = columns.into_iter();
    columns.try_for_each(|(column, value)| within(column, value, 0.0, 1.0))
}

fn not_negative(column: &'static str, value: impl Into<Option<f64>>) -> Checked {
    match value.into() {
        Some(value) if value < 0.0 => refuse(column, "0 or more"),
        value => finite(column, value),
    }
}

/// A lower and an upper end, both there or neither, and what lies between.
fn interval(
    [low, value, high]: [&'static str; 3],
    [least, middle, most]: [Option<f64>; 3],
) -> Checked {
    finite(low, least)?;
    finite(high, most)?;
    match (least, most) {
        (None, None) => return Ok(()),
        (Some(_), None) => return refuse(high, format!("a number, as {low} is")),
        (None, Some(_)) => return refuse(low, format!("a number, as {high} is")),
        (Some(least), Some(most)) if least > most + ROUNDING => {
            return refuse(low, format!("at most {high}, {most}"));
        }
        _ => {}
    }
    let between = |value: f64| {
        // Elo points are as large as some hundreds.
        let rounding = ROUNDING * value.abs().max(1.0);
        least.is_none_or(|least| least <= value + rounding)
            && most.is_none_or(|most| value <= most + rounding)
    };
    match middle.is_none_or(between) {
        true => Ok(()),
        false => refuse(value, format!("between {low} and {high}")),
    }
}

/// A count of so many, as a rate.
fn rate_of(column: &'static str, rate: f64, [count, of]: [u64; 2]) -> Checked {
    match rate == count as f64 / of as f64 {
        true => Ok(()),
        false => refuse(column, format!("{count} / {of}")),
    }
}

fn at_most(column: &'static str, count: u64, name: &str, most: u64) -> Checked {
    match count <= most {
        true => Ok(()),
        false => refuse(column, format!("at most {name}, {most}")),
    }
}

fn at_least_one(column: &'static str, count: u64) -> Checked {
    match count {
        0 => refuse(column, "1 or more"),
        _ => Ok(()),
    }
}

fn word(column: &'static str, word: &str, accepted: &[&str]) -> Checked {
    match accepted.contains(&word) {
        true => Ok(()),
        false => refuse(column, accepted.join(" or ")),
    }
}
