//! When `--until-ci` ends a pairing: the ends of its rounds, its anytime-valid intervals, and
//! whether they are narrow enough.
//!
//! A pairing is played in rounds whose ends are fixed beforehand: the first ends after
//! 256 groups of paired games, and each further round adds a quarter. At the end of a
//! round all intervals of the pairing are checked. They are computed from exactly the
//! groups up to that point, so when a pairing stops depends neither on threads nor on
//! interruptions.
//!
//! An interval for a fixed number of games misses the true value too often if the run
//! stops as soon as it looks good. These intervals are confidence sequences: they hold
//! at all times at once (see [`rivals_statistics::betting_interval_at_any_time`], which
//! is Orabona and Jun 2024, IEEE Trans. Inform. Theory 70, 436-455).

use super::tally::Tally;
use rivals_statistics::{Interval, betting_interval_at_any_time};

/// The number of groups of the first round.
const FIRST_ROUND: u64 = 256;

/// The largest number of groups of a pairing where no number of games is given. It is
/// enough for intervals of width 0.0016 and wider.
pub const DEFAULT_CAP: u64 = 10_000_000;

/// The probability that an interval of a pairing misses the true value: its level is
/// 95 %.
pub const ALPHA: f64 = 0.05;

/// The end of the first round that ends after `groups` groups.
#[must_use]
pub fn round_after(groups: u64, cap: u64) -> u64 {
    round_end(groups).min(cap)
}

/// The end of the first round that ends after `groups` groups, without a largest number.
#[must_use]
pub fn round_end(groups: u64) -> u64 {
    let mut end = FIRST_ROUND;
    while end <= groups {
        end += end / 4;
    }
    end
}

/// The end of the round in which the last of `groups` groups was played.
#[must_use]
pub fn round_of(groups: u64, cap: u64) -> u64 {
    round_after(groups.saturating_sub(1), cap)
}

/// The largest number of checks whether a pairing may stop, within `cap` groups.
#[must_use]
pub fn looks(cap: u64) -> usize {
    let ends = std::iter::successors(Some(0), |&groups| Some(round_after(groups, cap)));
    ends.skip(1).take_while(|&end| end < cap).count() + 1
}

/// A 95 % interval for a player's mean share of the wins that is valid after any number of
/// groups: with two seats, in the games in which the player is first, as in a row of the
/// results; with more, in all games.
///
/// # Panics
/// If the pairing has no such player.
#[must_use]
pub fn interval(totals: &Tally, players: usize, player: usize) -> Interval {
    if players == 2 {
        return betting_interval_at_any_time(&totals.shares_in_seat(player, 0), ALPHA);
    }
    share_interval(totals, player, ALPHA)
}

/// An interval for a player's mean share of the wins in all games, from every seat: the
/// probability that it misses the true value after any number of groups is at most
/// `alpha`.
///
/// # Panics
/// If the pairing has no such player, or if `alpha` is outside (0, 1).
#[must_use]
pub fn share_interval(totals: &Tally, player: usize, alpha: f64) -> Interval {
    betting_interval_at_any_time(totals.shares_of(player), alpha)
}

/// Whether every player's interval is narrower than `width`.
#[must_use]
pub fn is_narrow(totals: &Tally, players: usize, width: f64) -> bool {
    (0..players).all(|player| narrower(interval(totals, players, player), width))
}

/// Whether the interval of a pairing of two over both seats is narrower than `width`.
#[must_use]
pub fn pair_is_narrow(totals: &Tally, width: f64) -> bool {
    narrower(share_interval(totals, 0, ALPHA), width)
}

fn narrower(interval: Interval, width: f64) -> bool {
    interval.high - interval.low < width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_fixed() {
        let mut ends = vec![0];
        while ends.len() < 7 {
            ends.push(round_after(ends[ends.len() - 1], 700));
        }
        assert_eq!(ends, [0, 256, 320, 400, 500, 625, 700]);
        assert_eq!([1, 256, 257, 700].map(looks), [1, 1, 2, 6]);
        assert_eq!(round_of(0, 700), 256);
        assert_eq!(round_of(256, 700), 256);
        assert_eq!(round_of(257, 700), 320);
        assert_eq!(round_of(700, 700), 700);
        assert_eq!(round_of(1, 10), 10);
    }

    #[test]
    fn the_cap_reaches_the_documented_width() {
        let half = DEFAULT_CAP / 2;
        let interval = betting_interval_at_any_time(&[half, half], ALPHA);
        assert!(interval.high - interval.low < 0.0016);
    }

    #[test]
    fn both_directions_have_to_be_narrow() {
        let mut totals = Tally::new(2, 0, 1, 1);
        totals.groups = 1_000;
        totals.wins = vec![1_000, 500, 500, 0];
        // The first player always wins from the first seat, which is soon clear; the
        // second player wins half of the games, which takes longer.
        let widths = [0, 1].map(|player| {
            let interval = interval(&totals, 2, player);
            interval.high - interval.low
        });
        assert!(widths[0] < 0.02 && 0.05 < widths[1], "{widths:?}");
        assert!(!is_narrow(&totals, 2, 0.05));
        assert!(is_narrow(&totals, 2, widths[1] + 1e-9));
        // Over both seats there are twice as many games.
        totals.shares = vec![0, 500, 500, 500, 500, 0];
        assert!(pair_is_narrow(&totals, widths[1]) && !pair_is_narrow(&totals, 0.01));
    }
}
