//! An interval that may be looked at as often as one likes.
//!
//! A fixed-size interval fails far more often than its level says if one plays
//! on until it looks good. The one below covers the mean at all times at once,
//! so that a tournament may stop as soon as it knows enough.
//!
//! It is for values 0, 1/m, ..., m/m (the share of the m games of a group that
//! a player won), independent and alike from group to group. Let p be their
//! law and c the counts after so many groups. The Dirichlet(1/2) mixture of
//! all laws gives the sequence of values the likelihood
//!
//! ```text
//! M(c) = integral of prod q_j^c_j = Gamma(K/2) / Gamma(n + K/2) * prod Gamma(c_j + 1/2) / Gamma(1/2)
//! ```
//!
//! with K = m + 1 categories, and M(c) / prod p_j^c_j is a martingale of mean 1
//! under the true law. By Ville's inequality it ever reaches 1 / alpha with
//! probability at most alpha (the method of mixtures: Robbins 1970, Ann. Math.
//! Statist. 41, 1397-1409; Lai 1976, Ann. Statist. 4, 265-280). The laws below
//! that bound cover the true one at all times; the interval is the set of
//! their means.
//!
//! Over the laws of mean mu, log prod p_j^c_j is at most
//!
//! ```text
//! sum of c_j ln(c_j / n) - max over b of sum of c_j ln(1 - b + b v_j / mu),   0 <= b <= 1
//! ```
//!
//! for a mu below the sample mean, v_j being the values: the dual of the
//! empirical likelihood (Owen 1988, Biometrika 75, 237-249), except that the
//! value 0 may have probability without having been seen, which is the end
//! b = 1. Values above the sample mean are the mirror image.
//!
//! It is made for groups of one game, where the law is the mean. The more
//! categories, the wider it gets: from two games on prefer
//! [`super::betting_interval_at_any_time`], whose file has the widths of both: it
//! shares the search for the ends, and the tests hold it against this interval,
//! which nothing else uses.
//!
//! The tests search all laws on a grid and watch 400 runs, of which 1 was ever
//! without the mean at a level of 5 %; of the usual interval, 140.

use super::Interval;

/// Halvings of the interval that a search starts from: 2^-60 of it are left,
/// less than the last digit of an end of 1/1000 and more.
const HALVINGS: u32 = 60;

/// The interval of the mean of `counts.len() - 1 = m` games' share, from how
/// many groups had each value: `counts[j]` had j/m. With probability of at
/// least 1 - `alpha` it holds the mean after every group at once.
///
/// Values must be independent and of one law. The interval may shrink and
/// widen as counts grow; the intersection of all so far is an interval of the
/// same confidence. Without groups it is 0 to 1. The same to the last digit on
/// every machine.
///
/// # Panics
/// With fewer than two values or `alpha` outside of 0..1.
#[cfg(test)]
pub(super) fn interval_at_any_time(counts: &[u64], alpha: f64) -> Interval {
    assert!(counts.len() >= 2, "{counts:?} counts too few values");
    assert!(
        0.0 < alpha && alpha < 1.0,
        "alpha {alpha} is no probability"
    );
    ends(counts, allowance(counts, alpha))
}

/// The means whose likeliest law falls short of the likeliest of all by no
/// more than the allowance.
pub(super) fn ends(counts: &[u64], allowance: f64) -> Interval {
    let mirrored: Vec<u64> = counts.iter().rev().copied().collect();
    Interval {
        low: low_end(counts, allowance),
        high: 1.0 - low_end(&mirrored, allowance),
    }
}

/// By how much a law's log-likelihood may fall short of the largest: ln(1 /
/// alpha) and what the mixture itself falls short.
#[cfg(test)]
pub(super) fn allowance(counts: &[u64], alpha: f64) -> f64 {
    let groups = counts.iter().sum::<u64>() as f64;
    let halves = counts.len() as f64 / 2.0;
    let mut mixture = libm::lgamma(halves) - libm::lgamma(groups + halves);
    let mut largest = 0.0;
    for &count in counts.iter().filter(|&&count| count > 0) {
        let count = count as f64;
        mixture += libm::lgamma(count + 0.5) - libm::lgamma(0.5);
        largest += count * libm::log(count / groups);
    }
    largest - mixture - libm::log(alpha)
}

/// The smallest mean within the allowance, or just below it.
fn low_end(counts: &[u64], allowance: f64) -> f64 {
    let groups: u64 = counts.iter().sum();
    let most = (counts.len() - 1) as f64;
    let total: f64 = (counts.iter().enumerate())
        .map(|(value, &count)| value as f64 * count as f64)
        .sum();
    if groups == 0 || total == 0.0 {
        return 0.0;
    }
    // A mean of 0 excludes what was seen; the sample mean falls short of
    // nothing.
    let (mut outside, mut inside) = (0.0, total / most / groups as f64);
    for _ in 0..HALVINGS {
        let middle = outside + (inside - outside) / 2.0;
        if shortfall(counts, middle) > allowance {
            outside = middle;
        } else {
            inside = middle;
        }
    }
    outside
}

/// By how much the likeliest law of this mean falls short of the likeliest of
/// all, in log-likelihood. The mean is above 0 and not above the sample's.
pub(super) fn shortfall(counts: &[u64], mean: f64) -> f64 {
    let most = (counts.len() - 1) as f64;
    let seen = || {
        (counts.iter().enumerate())
            .filter(|(_, count)| **count > 0)
            .map(|(value, &count)| (count as f64, value as f64 / most / mean))
    };
    let slope = |b: f64| -> f64 {
        seen()
            .map(|(count, relative)| count * (relative - 1.0) / (1.0 - b + b * relative))
            .sum()
    };
    // Concave in b with a slope of at least 0 at b = 0. Where 0 was seen the
    // slope at the end is minus infinity; elsewhere the end may be best.
    let (mut low, mut high) = (0.0, 1.0);
    if slope(high) >= 0.0 {
        low = high;
    }
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    seen()
        .map(|(count, relative)| count * libm::log(1.0 - low + low * relative))
        .sum()
}

#[cfg(test)]
mod tests;
