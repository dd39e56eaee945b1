//! How likely somebody who misjudges takes an option: the law behind
//! `misjudgement`, whose hash is as good as a die here.
//!
//! Each option seems better or worse by an amount that is uniform up to
//! size * [`MOST`]; those that are worse than the best by more than
//! size * [`BOUND`] are not taken.

use crate::games::dragon_slayer::Action;
use crate::games::dragon_slayer::policies::personality::misjudgement::{BOUND, MOST};

/// A decision that cannot be is not less likely than this, so that one of them
/// does not outweigh a thousand others.
const LEAST: f64 = 1e-4;

/// Worths closer than this are alike.
const ALIKE: f64 = 1e-9;

/// Parts of the integral over what the chosen option seems.
const PARTS: usize = 24;

/// The logarithm of the chance that `taken` is taken.
pub(super) fn log_likelihood(options: &[(Action, f64)], taken: Action, size: f64) -> f64 {
    let worth = options.iter().find(|option| option.0 == taken);
    // Somebody who takes what there is not, such as a stop that loses for sure.
    let Some(&(_, worth)) = worth else {
        return libm::log(LEAST);
    };
    let worths = options.iter().map(|&(_, worth)| worth);
    let best = worths.fold(f64::NEG_INFINITY, f64::max);
    let bound = best - size * BOUND - ALIKE;
    if worth < bound {
        return libm::log(LEAST);
    }
    let rivals = (options.iter()).filter(|&&(action, worth)| action != taken && worth >= bound);
    if rivals.clone().next().is_none() {
        return 0.0;
    }
    let most = size * MOST;
    // Of two that are alike and not misjudged, either may be taken.
    if most < ALIKE {
        return -libm::log(1.0 + rivals.count() as f64);
    }
    let chance = |part: usize| -> f64 {
        let seems = worth + most * ((2 * part + 1) as f64 / PARTS as f64 - 1.0);
        let below = |&(_, rival): &(Action, f64)| ((seems - rival) / most + 1.0) / 2.0;
        (rivals.clone())
            .map(|rival| below(rival).clamp(0.0, 1.0))
            .product()
    };
    let sum: f64 = (0..PARTS).map(chance).sum();
    libm::log((sum / PARTS as f64).max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Key, Purpose};
    use rand::Rng;

    /// Against draws of what options seem.
    #[test]
    fn the_chance_of_a_choice() {
        let actions = [Action::Fight(0), Action::Fight(1), Action::Stop];
        let mut rng = Key::new(5, Purpose::Playing, &[]).generator();
        for (worths, size) in [
            ([1.0, 0.9, 0.2], 0.5),
            ([1.0, 1.0, 0.95], 0.4),
            ([0.3, 0.32, 0.31], 0.1),
        ] {
            let options: Vec<_> = actions.into_iter().zip(worths).collect();
            let mut taken = [0_u32; 3];
            let draws = 40_000;
            for _ in 0..draws {
                let best = worths.iter().copied().fold(0.0, f64::max);
                let seems = worths.map(|worth| {
                    let part = (rng.next_u64() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
                    match worth < best - size * BOUND {
                        true => f64::NEG_INFINITY,
                        false => worth + size * MOST * part,
                    }
                });
                let chosen = (0..3).max_by(|&a, &b| seems[a].total_cmp(&seems[b]));
                taken[chosen.unwrap()] += 1;
            }
            for (action, taken) in actions.into_iter().zip(taken) {
                let share = f64::from(taken) / f64::from(draws);
                let chance = libm::exp(log_likelihood(&options, action, size));
                // Five standard errors of a share at most, and the integral's parts.
                assert!((share - chance).abs() < 0.0125 + 1e-3, "{share} {chance}");
            }
        }
    }

    #[test]
    fn who_judges_rightly_takes_the_best() {
        let options = [(Action::Fight(0), 0.5), (Action::Stop, 0.4)];
        assert_eq!(log_likelihood(&options, Action::Fight(0), 0.0), 0.0);
        assert_eq!(
            log_likelihood(&options, Action::Stop, 0.0),
            libm::log(LEAST)
        );
    }
}
