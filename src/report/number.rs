//! How numbers are written for people.

use std::time::Duration;

/// A rate in 0..=1 as a percentage without its sign: `61.81`.
#[must_use]
pub fn percent(rate: f64, decimals: usize) -> String {
    format!("{:.decimals$}", rate * 100.0)
}

/// A number of standard errors with its sign: `+0.12`. A dash where there is none.
#[must_use]
pub fn standard_errors(z: Option<f64>) -> String {
    z.map_or_else(|| "-".to_owned(), |z| format!("{z:+.2}"))
}

/// The chance of a worse fit: `p = 0.922`, or `p < 0.001`.
#[must_use]
pub fn p_value(p: f64) -> String {
    if p < 0.001 {
        "p < 0.001".to_owned()
    } else {
        format!("p = {p:.3}")
    }
}

/// A count in groups of three: `1,000,000`.
#[must_use]
pub fn count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time with three digits or so: `0.52 ms`, `12.3 ms`, `1.27 s`, `95 s`.
#[must_use]
pub fn duration(time: Duration) -> String {
    let milliseconds = time.as_secs_f64() * 1e3;
    // The bounds are where rounding would give a fourth digit.
    match milliseconds {
        _ if milliseconds < 9.995 => format!("{milliseconds:.2} ms"),
        _ if milliseconds < 99.95 => format!("{milliseconds:.1} ms"),
        _ if milliseconds < 999.5 => format!("{milliseconds:.0} ms"),
        _ if milliseconds < 9_995.0 => format!("{:.2} s", milliseconds / 1e3),
        _ if milliseconds < 99_950.0 => format!("{:.1} s", milliseconds / 1e3),
        _ => format!("{:.0} s", milliseconds / 1e3),
    }
}

/// A chi-square statistic or a difference of log-likelihoods: `10.3`.
#[must_use]
pub fn statistic(value: f64) -> String {
    // Adding zero makes -0.0 positive.
    format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0)
}

/// So many digits, without zeros at the end: `93`, `2.71`, `0.085`.
#[must_use]
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0" } else { "-" }.to_owned();
    }
    let whole = value.abs().log10().floor() as i32 + 1;
    let decimals = (digits as i32 - whole).max(0) as usize;
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A difference with its sign: `+0.12`; one that is written as zero has none.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    match text.trim_start_matches(['+', '-', '0', '.']).is_empty() {
        true => text.trim_start_matches(['+', '-']).to_owned(),
        false => text,
    }
}

/// Points of a game, or a count on an axis: `12`.
#[must_use]
pub fn points(points: f64) -> String {
    format!("{points:.0}")
}

/// Half of an interval, in Elo points: `0.9`.
#[must_use]
pub fn half_width(points: f64) -> String {
    format!("{points:.1}")
}

/// Elo points with their sign; the mean of all is 0.
#[must_use]
pub fn rating(points: f64) -> String {
    let rounded = (points * 10.0).round() / 10.0 + 0.0;
    format!("{rounded:+.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(percent(0.618_064, 2), "61.81");
        assert_eq!(standard_errors(Some(-0.125)), "-0.12");
        assert_eq!(standard_errors(None), "-");
        assert_eq!(
            [0, 999, 1_000, 1_234_567].map(count),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(duration(Duration::from_micros(523)), "0.52 ms");
        assert_eq!(duration(Duration::from_micros(12_345)), "12.3 ms");
        assert_eq!(duration(Duration::from_millis(1_270)), "1.27 s");
        assert_eq!(duration(Duration::from_micros(999_900)), "1.00 s");
        assert_eq!(duration(Duration::from_micros(9_999)), "10.0 ms");
        assert_eq!(duration(Duration::from_secs(970)), "970 s");
        assert_eq!(statistic(-0.04), "0.0");
        assert_eq!(
            [92.78, 2.7149, 0.0851, -1.6, 0.0, 1234.5].map(|value| significant(value, 3)),
            ["92.8", "2.71", "0.0851", "-1.6", "0", "1234"]
        );
        assert_eq!(
            [0.126, -2.0, -0.001].map(|value| signed(value, 2)),
            ["+0.13", "-2.00", "0.00"]
        );
        assert_eq!([123.56, -0.04].map(rating), ["+123.6", "+0.0"]);
    }
}
