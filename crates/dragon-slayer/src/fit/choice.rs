//! The likelihood of a choice by a player with judgement errors, with the hash of
//! `judgement_errors` taken for a random draw.
//!
//! The error of each option is uniform between -size * [`MOST`] and size * [`MOST`].
//! Options whose utility is more than size * [`BOUND`] below the best are not taken.

use crate::Action;
use crate::policies::personality::judgement_errors::{BOUND, MOST};

/// The least likelihood of a decision, so that one decision that the model excludes does
/// not outweigh a thousand others.
const LEAST: f64 = 1e-4;

/// Utilities that differ by less than this are equal.
const EQUAL: f64 = 1e-9;

/// The number of parts of the integral over the seeming utility of the chosen option.
const PARTS: usize = 24;

/// The logarithm of the probability that `taken` is chosen among options with these true
/// utilities, by a player whose calculation is 1 - `size`.
pub(super) fn log_likelihood(options: &[(Action, f64)], taken: Action, size: f64) -> f64 {
    let utility = options.iter().find(|option| option.0 == taken);
    // The player took an action that the fixed plays exclude, such as a stop that loses.
    let Some(&(_, utility)) = utility else {
        return libm::log(LEAST);
    };
    let utilities = options.iter().map(|&(_, utility)| utility);
    let best = utilities.fold(f64::NEG_INFINITY, f64::max);
    let bound = best - size * BOUND - EQUAL;
    if utility < bound {
        return libm::log(LEAST);
    }
    let rivals = (options.iter()).filter(|&&(action, other)| action != taken && other >= bound);
    if rivals.clone().next().is_none() {
        return 0.0;
    }
    let most = size * MOST;
    // Without errors the remaining options are equal, and each is equally likely.
    if most < EQUAL {
        return -libm::log(1.0 + rivals.count() as f64);
    }
    let chance = |part: usize| -> f64 {
        let seems = utility + most * ((2 * part + 1) as f64 / PARTS as f64 - 1.0);
        let below = |&(_, rival): &(Action, f64)| ((seems - rival) / most + 1.0) / 2.0;
        (rivals.clone()).map(|rival| below(rival).clamp(0.0, 1.0)).product()
    };
    let sum: f64 = (0..PARTS).map(chance).sum();
    libm::log((sum / PARTS as f64).max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use rivals_core::random::{Key, Purpose};

    /// The likelihood compared with the frequency in random draws of the errors.
    #[test]
    fn likelihood_is_the_frequency_of_choices() {
        let actions = [Action::Fight(0), Action::Fight(1), Action::Stop];
        let mut rng = Key::new(5, Purpose::Playing, &[]).generator();
        for (utilities, size) in
            [([1.0, 0.9, 0.2], 0.5), ([1.0, 1.0, 0.95], 0.4), ([0.3, 0.32, 0.31], 0.1)]
        {
            let options: Vec<_> = actions.into_iter().zip(utilities).collect();
            let mut taken = [0_u32; 3];
            let draws = 40_000;
            for _ in 0..draws {
                let best = utilities.iter().copied().fold(0.0, f64::max);
                let seems = utilities.map(|utility| {
                    let part = (rng.next_u64() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
                    if utility < best - size * BOUND {
                        f64::NEG_INFINITY
                    } else {
                        utility + size * MOST * part
                    }
                });
                let chosen = (0..3).max_by(|&a, &b| seems[a].total_cmp(&seems[b]));
                taken[chosen.unwrap()] += 1;
            }
            for (action, taken) in actions.into_iter().zip(taken) {
                let share = f64::from(taken) / f64::from(draws);
                let chance = libm::exp(log_likelihood(&options, action, size));
                // At most five standard errors of a share, and the error of the integral.
                assert!((share - chance).abs() < 0.0125 + 1e-3, "{share} {chance}");
            }
        }
    }

    #[test]
    fn without_errors_the_best_option_is_taken() {
        let options = [(Action::Fight(0), 0.5), (Action::Stop, 0.4)];
        assert_eq!(log_likelihood(&options, Action::Fight(0), 0.0), 0.0);
        assert_eq!(log_likelihood(&options, Action::Stop, 0.0), libm::log(LEAST));
    }
}
