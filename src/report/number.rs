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
    let three_digits = |value: f64| match value {
        _ if value < 10.0 => format!("{value:.2}"),
        _ if value < 100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    };
    let seconds = time.as_secs_f64();
    if seconds < 1.0 {
        format!("{} ms", three_digits(seconds * 1e3))
    } else {
        format!("{} s", three_digits(seconds))
    }
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
        assert_eq!(duration(Duration::from_secs(970)), "970 s");
    }
}
