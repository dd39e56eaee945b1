//! All laws on a grid; many runs looked at all the time; widths.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::statistics::sequential::*;

/// The interval from all laws of two or three values on a grid of `steps`,
/// their likelihoods multiplied group by group, the mixture's too: it predicts
/// value j with (c_j + 1/2) / (n + K/2) when the counts so far are c.
fn by_grid(counts: &[u64], alpha: f64, steps: u64) -> Interval {
    let values = counts.len();
    let (mut mixture, mut groups) = (0.0, 0.0);
    for &count in counts {
        for seen in 0..count {
            mixture += ((seen as f64 + 0.5) / (groups + values as f64 / 2.0)).ln();
            groups += 1.0;
        }
    }
    let (mut low, mut high) = (1.0_f64, 0.0_f64);
    for first in 0..=steps {
        for second in 0..=steps - first {
            let law = match values {
                2 if second == 0 => vec![first, steps - first],
                3 => vec![first, second, steps - first - second],
                _ => continue,
            };
            let law: Vec<f64> = law.iter().map(|&part| part as f64 / steps as f64).collect();
            let likelihood: f64 = (counts.iter().zip(&law))
                .filter(|(count, _)| **count > 0)
                .map(|(&count, p)| count as f64 * p.ln())
                .sum();
            if mixture - likelihood <= (1.0 / alpha).ln() {
                let mean = law.iter().enumerate().map(|(j, p)| j as f64 * p);
                let mean = mean.sum::<f64>() / (values - 1) as f64;
                (low, high) = (low.min(mean), high.max(mean));
            }
        }
    }
    Interval { low, high }
}

/// Whether the mean is within, by one look at the shortfall.
fn holds(counts: &[u64], alpha: f64, mean: f64) -> bool {
    let groups: u64 = counts.iter().sum();
    let total: u64 = (0..).zip(counts).map(|(value, count)| value * count).sum();
    let sample_mean = total as f64 / (groups * (counts.len() as u64 - 1)) as f64;
    if mean <= sample_mean {
        shortfall(counts, mean) <= allowance(counts, alpha)
    } else {
        let mirrored: Vec<u64> = counts.iter().rev().copied().collect();
        shortfall(&mirrored, 1.0 - mean) <= allowance(&mirrored, alpha)
    }
}

/// Counts `groups` more values of a law in hundredths.
fn play(counts: &mut [u64], law: &[u64], groups: u64, rng: &mut Xoshiro256PlusPlus) {
    for _ in 0..groups {
        let mut drawn = rng.next_u64() % 100;
        let mut value = 0;
        while drawn >= law[value] {
            drawn -= law[value];
            value += 1;
        }
        counts[value] += 1;
    }
}

#[test]
fn all_laws_on_a_grid() {
    for counts in [
        vec![7, 3],
        vec![0, 4],
        vec![40, 60],
        vec![1, 0],
        vec![3, 5, 2],
        vec![30, 50, 20],
        vec![0, 30, 0],
        vec![0, 12, 30],
        vec![25, 0, 0],
        vec![5, 0, 9],
        vec![0, 0, 0],
    ] {
        for alpha in [0.05, 0.001] {
            let steps = if counts.len() == 2 { 20_000 } else { 1_000 };
            let found = interval_at_any_time(&counts, alpha);
            let grid = by_grid(&counts, alpha, steps);
            // The grid's ends lie inside, by a step or so.
            let within = |difference: f64| (-1e-12..=1.5 / steps as f64).contains(&difference);
            assert!(
                within(grid.low - found.low),
                "{counts:?} {grid:?} {found:?}"
            );
            assert!(
                within(found.high - grid.high),
                "{counts:?} {grid:?} {found:?}"
            );
        }
    }
}

#[test]
fn unseen_values_may_still_happen() {
    // 30 groups, all shared: nobody has won or lost a group twice yet.
    let interval = interval_at_any_time(&[0, 30, 0], 0.05);
    assert!(0.0 < interval.low && interval.low < 0.5);
    assert!(0.5 < interval.high && interval.high < 1.0);
    assert!((interval.low - (1.0 - interval.high)).abs() < 1e-15);
    // All won: with two values alike the highest mean is 1 and the lowest a
    // law that has just the first value besides, where p^n meets the bound.
    let won = interval_at_any_time(&[0, 100], 0.05);
    assert_eq!(won.high, 1.0);
    let bound = allowance(&[0, 100], 0.05);
    assert!((won.low - (-bound / 100.0).exp()).abs() < 1e-12);
    let lost = interval_at_any_time(&[100, 0], 0.05);
    assert_eq!(lost.low, 0.0);
    assert!((lost.high - (1.0 - won.low)).abs() < 1e-15);
    // Nothing is known before the first group.
    let none = interval_at_any_time(&[0, 0, 0], 0.05);
    assert_eq!((none.low, none.high), (0.0, 1.0));
}

#[test]
fn covers_under_continuous_looking() {
    let (law, mean) = ([20, 50, 30], 0.55);
    let (mut missed, mut fixed_missed) = (0, 0);
    for run in 0..400 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(run);
        let mut counts = [0; 3];
        let (mut miss, mut fixed_miss) = (false, false);
        for look in 1..=200 {
            play(&mut counts, &law, 10, &mut rng);
            miss |= !holds(&counts, 0.05, mean);
            let fixed = fixed_size(&counts);
            fixed_miss |= look >= 5 && !(fixed.low <= mean && mean <= fixed.high);
        }
        missed += u32::from(miss);
        fixed_missed += u32::from(fixed_miss);
    }
    assert!(missed <= 20, "{missed} of 400 at a level of 5 %");
    // The usual interval is not made for looking.
    assert!(fixed_missed > 100, "{fixed_missed}");
}

/// The usual 95 % interval: mean and 1.96 standard errors.
fn fixed_size(counts: &[u64; 3]) -> Interval {
    let groups: u64 = counts.iter().sum();
    let n = groups as f64;
    let mean = (counts[1] as f64 / 2.0 + counts[2] as f64) / n;
    let square = (counts[1] as f64 / 4.0 + counts[2] as f64) / n;
    let half = 1.96 * ((square - mean * mean) / n).sqrt();
    Interval {
        low: mean - half,
        high: mean + half,
    }
}

#[test]
fn narrower_with_more_groups_wider_with_more_confidence() {
    let mut last = 1.0;
    for factor in [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] {
        let counts = [25 * factor, 50 * factor, 25 * factor];
        let interval = interval_at_any_time(&counts, 0.05);
        let surer = interval_at_any_time(&counts, 1e-6);
        assert!(surer.low < interval.low && interval.high < surer.high);
        assert!(holds(&counts, 0.05, interval.low + 1e-9));
        assert!(!holds(&counts, 0.05, interval.low - 1e-9));
        let width = interval.high - interval.low;
        assert!(width < last);
        last = width;
    }
}

#[test]
fn value_stability() {
    let bits = |counts: &[u64]| {
        let interval = interval_at_any_time(counts, 0.05);
        [interval.low, interval.high].map(|end| format!("{:016x}", end.to_bits()))
    };
    assert_eq!(bits(&[3, 5, 2]), ["3fc0d79dffedc3ca", "3fe9c70e228edaf4"]);
    assert_eq!(
        bits(&[110, 0, 240, 170]),
        ["3fe1abc646410fbc", "3fe6a7fd0d0156bf"]
    );
}
