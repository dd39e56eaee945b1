//! Writes numbers for people.

use std::time::Duration;

/// A rate in 0..=1 as a percentage without its sign: `61.81`.
#[must_use]
pub fn percent(rate: f64, decimals: usize) -> String {
    fixed(rate * 100.0, decimals)
}

/// A number with this many decimals. One that is written as zero has no sign.
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    unsigned_zero(format!("{value:.decimals$}"))
}

/// The text of a number, without its sign if it says zero.
fn unsigned_zero(text: String) -> String {
    if text.trim_start_matches(['+', '-', '0', '.']).is_empty() {
        text.trim_start_matches(['+', '-']).to_owned()
    } else {
        text
    }
}

/// The p-value of a test: `p = 0.922`, or `p < 0.001`.
#[must_use]
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

/// A count in groups of three: `1,000,000`.
#[must_use]
pub fn count(count: u64) -> String {
    let digits: Vec<char> = count.to_string().chars().collect();
    let groups = digits.rchunks(3).rev().map(String::from_iter);
    groups.collect::<Vec<_>>().join(",")
}

/// A count with its noun in the singular or the plural: `1 game`, `2,000 games`.
#[must_use]
pub fn counted(number: u64, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    format!("{} {noun}", count(number))
}

/// The degrees of freedom of a chi-square statistic.
#[must_use]
pub fn degrees_of_freedom(degrees: u32) -> String {
    counted(degrees.into(), "degree of freedom", "degrees of freedom")
}

/// A duration with about three digits: `0.52 ms`, `12.3 ms`, `1.27 s`, `95 s`.
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

/// A number with this many significant digits, without zeros at the end: `93`, `2.71`, `0.085`.
#[must_use]
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0" } else { "-" }.to_owned();
    }
    let whole = magnitude(value) + 1;
    let decimals = digits.saturating_add_signed(-whole);
    let text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// The decimal exponent of a finite number: 1 for 12.3, -2 for 0.05.
fn magnitude(value: f64) -> isize {
    let text = format!("{value:e}");
    let (_, exponent) = text.split_once('e').expect("the format writes an exponent");
    exponent.parse().expect("the exponent is a whole number")
}

/// The number of decimals that shows two significant digits of a number above 0.
#[must_use]
pub fn visible_decimals(value: f64) -> usize {
    1_usize.saturating_add_signed(-magnitude(value))
}

/// The power of ten that is at most `value`, a finite number above 0: 10 for 12.3.
#[must_use]
pub fn power_of_ten(value: f64) -> f64 {
    let text = format!("1e{}", magnitude(value));
    text.parse().expect("it is a decimal number")
}

/// A difference with its sign: `+0.12`. A difference that is written as zero has no sign.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    unsigned_zero(format!("{value:+.decimals$}"))
}

/// Differences of shares up to this one are errors of rounding: by their built-in rules, exact values
/// of solved games have smaller error bounds.
pub const NO_DIFFERENCE: f64 = 1e-9;

/// A difference with its sign and at least this many decimals, with more where it would read zero:
/// `+0.12`, `+0.0031`. Percentage points up to [`NO_DIFFERENCE`] are written as zero.
#[must_use]
pub fn difference(value: f64, decimals: usize) -> String {
    signed(value, enough_decimals(value, decimals))
}

/// The size of a difference, as [`difference`], without a sign above zero.
#[must_use]
pub fn size(value: f64, decimals: usize) -> String {
    fixed(value, enough_decimals(value, decimals))
}

fn enough_decimals(value: f64, decimals: usize) -> usize {
    let reads_zero = fixed(value, decimals).bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if reads_zero && value.abs() > 100.0 * NO_DIFFERENCE {
        visible_decimals(value.abs())
    } else {
        decimals
    }
}

/// Points of a game, or a number on an axis, without decimals: `12`.
#[must_use]
pub fn points(points: f64) -> String {
    fixed(points, 0)
}

/// Half of the width of an interval, in Elo points: `0.9`.
#[must_use]
pub fn half_width(points: f64) -> String {
    format!("{points:.1}")
}

/// A rating in Elo points with its sign; the mean of all ratings is 0.
#[must_use]
pub fn rating(points: f64) -> String {
    let rounded = (points * 10.0).round() / 10.0 + 0.0;
    format!("{rounded:+.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_many() {
        let games = |number| counted(number, "game", "games");
        assert_eq!([0, 1, 2, 1_000].map(games), ["0 games", "1 game", "2 games", "1,000 games"]);
        assert_eq!(degrees_of_freedom(1), "1 degree of freedom");
    }

    /// On both sides of powers of ten, where logarithms are rounded.
    #[test]
    fn powers_of_ten() {
        for (value, power) in [(1.0, 1.0), (0.999_999, 0.1), (1_000.0, 1e3), (999.9, 100.0)] {
            assert_eq!(power_of_ten(value), power);
        }
        assert_eq!(power_of_ten(1e-5), 1e-5);
        assert_eq!([0.001_3, 0.05, 0.2].map(visible_decimals), [4, 3, 2]);
    }

    #[test]
    fn numbers_for_people() {
        assert_eq!(percent(0.618_064, 2), "61.81");
        assert_eq!(percent(-1e-9, 2), "0.00");
        assert_eq!(points(-0.4), "0");
        assert_eq!([-0.04, -0.05, 0.0].map(|value| fixed(value, 1)), ["0.0", "-0.1", "0.0"]);
        assert_eq!([0, 999, 1_000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
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
        assert_eq!([0.126, -2.0, -0.001].map(|value| signed(value, 2)), ["+0.13", "-2.00", "0.00"]);
        assert_eq!(
            [0.126, -2.0, 0.003_1, -0.004_99, 4e-5, 5e-8, 0.0].map(|value| difference(value, 2)),
            ["+0.13", "-2.00", "+0.0031", "-0.0050", "+0.000040", "0.00", "0.00"]
        );
        assert_eq!([0.126, 0.003_1].map(|value| size(value, 2)), ["0.13", "0.0031"]);
        assert_eq!([123.56, -0.04].map(rating), ["+123.6", "+0.0"]);
    }
}
