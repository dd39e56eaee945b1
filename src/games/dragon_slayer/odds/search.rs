//! What it does to a fit that the dice were chosen for it.
//!
//! The likeliest dice are found by a search over all face counts, and then their
//! chi-square says how well they fit the very frequencies that they were chosen by.
//! The search is over a finite set of candidates. That is no smooth fit of so many
//! numbers, so there is no number of degrees of freedom to subtract. Two answers
//! remain, and both are given:
//!
//! * a parametric bootstrap: frequencies are simulated with the dice that were found and
//!   searched in the same way; the chi-square of what that search finds has the
//!   distribution in question;
//! * one degree of freedom less for each free face count. The best of some candidates
//!   fits no better than the best of all real numbers would, so that p-value is too
//!   small, never too large.

use rand::Rng;
use rayon::prelude::*;

use crate::random::{Key, Purpose};
use crate::statistics::ChiSquare;

/// Simulated searches.
const SEARCHES: u32 = 1_000;

/// More fights than this are not simulated [`SEARCHES`] times.
const MAX_FIGHTS: u64 = 1_000_000;

/// Candidates of each die.
const FACE_COUNTS: u64 = 21;

/// Free face counts of each die: three symbols that add up to six faces.
const FREE: u32 = 2;

/// How dice were chosen by the frequencies that they are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Sets of dice that were compared.
    pub candidates: u64,
    /// Face counts that were free in each set.
    pub free_face_counts: u32,
    /// The search in simulated frequencies; none for more than 1,000,000 fights, and
    /// for published tables that are not all compared.
    pub simulated: Option<SimulatedSearches>,
}

/// Searches in frequencies that were simulated with the dice that were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulatedSearches {
    /// How many there were.
    pub searches: u32,
    /// How many found other dice.
    pub other_dice: u32,
    /// In how many the chi-square of the dice found was at least as large as the real one.
    pub as_large: u32,
}

impl Selection {
    /// Of a warrior die and so many dragons' dice, not simulated.
    pub(crate) fn of(dragons: usize) -> Self {
        let dice = 1 + dragons as u32;
        Self {
            candidates: FACE_COUNTS.saturating_pow(dice),
            free_face_counts: FREE * dice,
            simulated: None,
        }
    }

    /// The fit with one degree of freedom less for each free face count: its p-value is
    /// a lower bound, as the search chose from a finite set.
    #[must_use]
    pub fn conservative(&self, fit: ChiSquare) -> ChiSquare {
        let free = self.free_face_counts;
        ChiSquare {
            degrees_of_freedom: fit.degrees_of_freedom.saturating_sub(free),
            ..fit
        }
    }
}

impl SimulatedSearches {
    /// The chance of a chi-square at least as large, the real frequencies counted among
    /// the simulated ones.
    #[must_use]
    pub fn p_value(&self) -> f64 {
        f64::from(self.as_large + 1) / f64::from(self.searches + 1)
    }
}

/// The distribution of dice left in every cell of every dragon, by warrior die, dragon,
/// dragon die and cell; with its logarithms.
pub(super) struct Distributions(pub Vec<Vec<Vec<Vec<Distribution>>>>);

/// The chances of every number of dice left.
pub(super) struct Distribution {
    pub chances: Vec<f64>,
    logarithms: Vec<f64>,
}

impl Distribution {
    pub fn new(chances: Vec<f64>) -> Self {
        let logarithms = chances.iter().map(|&chance| libm::log(chance)).collect();
        Self {
            chances,
            logarithms,
        }
    }

    /// As [`crate::statistics::log_likelihood`].
    fn log_likelihood(&self, counts: &[u64]) -> f64 {
        (counts.iter().zip(&self.logarithms))
            .filter(|(count, _)| **count > 0)
            .map(|(&count, logarithm)| count as f64 * logarithm)
            .sum()
    }

    /// The ends of all categories but the last, in units of 2^-32.
    fn ends(&self) -> Vec<u64> {
        let mut sum = 0.0;
        let but_last = &self.chances[..self.chances.len() - 1];
        (but_last.iter())
            .map(|chance| {
                sum += chance;
                (sum * 4_294_967_296.0).round() as u64
            })
            .collect()
    }
}

/// Counts of dice left, by dragon and cell.
type Counts = Vec<Vec<Vec<u64>>>;

/// A set of dice, by their places among the candidates.
#[derive(PartialEq, Eq)]
struct Found {
    warrior: usize,
    dragons: Vec<usize>,
}

impl Distributions {
    /// How the search for these counts does with counts that its dice gave.
    pub fn selection(&self, counts: &Counts) -> Selection {
        let selection = Selection::of(counts.len());
        let fights: u64 = counts.iter().flatten().flatten().sum();
        if fights > MAX_FIGHTS {
            return selection;
        }
        let found = self.likeliest(counts);
        let real = self.chi_square(&found, counts);
        let search = |number: u32| {
            let drawn = self.draw(&found, counts, number);
            let again = self.likeliest(&drawn);
            (again != found, self.chi_square(&again, &drawn) >= real)
        };
        let searches: Vec<_> = (0..SEARCHES).into_par_iter().map(search).collect();
        let (other_dice, as_large): (Vec<bool>, Vec<bool>) = searches.into_iter().unzip();
        let count = |all: &[bool]| all.iter().map(|&one| u32::from(one)).sum();
        Selection {
            simulated: Some(SimulatedSearches {
                searches: SEARCHES,
                other_dice: count(&other_dice),
                as_large: count(&as_large),
            }),
            ..selection
        }
    }

    /// The likeliest dice; of equals the first.
    fn likeliest(&self, counts: &Counts) -> Found {
        let with_warrior = |dragons: &Vec<Vec<Vec<Distribution>>>| -> (Vec<usize>, f64) {
            let each = dragons.iter().zip(counts).map(|(dice, cells)| {
                first_largest(dice.iter().enumerate().map(|(die, distributions)| {
                    let each = distributions.iter().zip(cells);
                    (
                        die,
                        each.map(|(of, counts)| of.log_likelihood(counts)).sum(),
                    )
                }))
            });
            let (dice, likelihoods): (_, Vec<f64>) = each.unzip();
            (dice, likelihoods.iter().sum())
        };
        let all = self.0.iter().enumerate().map(|(warrior, dragons)| {
            let (dragons, likelihood) = with_warrior(dragons);
            (Found { warrior, dragons }, likelihood)
        });
        first_largest(all).0
    }

    /// The distributions under some dice, by dragon and cell.
    fn of<'a>(&'a self, found: &'a Found) -> impl Iterator<Item = &'a [Distribution]> {
        let dragons = self.0[found.warrior].iter().zip(&found.dragons);
        dragons.map(|(dice, &die)| &dice[die][..])
    }

    fn chi_square(&self, found: &Found, counts: &Counts) -> f64 {
        let cells = self.of(found).flatten().zip(counts.iter().flatten());
        let fit: ChiSquare = cells
            .map(|(of, counts)| ChiSquare::new(counts, &of.chances))
            .sum();
        fit.statistic
    }

    /// As many fights in every cell as in `counts`, with these dice.
    fn draw(&self, found: &Found, counts: &Counts, number: u32) -> Counts {
        let of_dragon = |dragon: usize, cells: &[Distribution]| {
            let each = cells.iter().zip(&counts[dragon]).enumerate();
            each.map(|(cell, (of, counts))| {
                let unit = [u64::from(number), dragon as u64, cell as u64];
                let mut rng = Key::new(0, Purpose::OddsSearch, &unit).generator();
                let ends = of.ends();
                let mut drawn = vec![0; counts.len()];
                for _ in 0..counts.iter().sum() {
                    let draw = rng.next_u64() >> 32;
                    drawn[ends.iter().filter(|&&end| draw >= end).count()] += 1;
                }
                drawn
            })
            .collect()
        };
        let dragons = self.of(found).enumerate();
        dragons
            .map(|(dragon, cells)| of_dragon(dragon, cells))
            .collect()
    }
}

/// The candidate with the largest value; of equals the first.
fn first_largest<T>(candidates: impl Iterator<Item = (T, f64)>) -> (T, f64) {
    let larger = |best: (T, f64), next: (T, f64)| if next.1 > best.1 { next } else { best };
    candidates.reduce(larger).expect("every die has candidates")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_stability() {
        let of = Distribution::new(vec![0.5, 0.25, 0.25]);
        let only = Distributions(vec![vec![vec![vec![of]]]]);
        let found = Found {
            warrior: 0,
            dragons: vec![0],
        };
        let drawn = only.draw(&found, &vec![vec![vec![1_000, 0, 0]]], 3);
        assert_eq!(drawn, [[[487, 283, 230]]]);
    }

    /// With one candidate there is no search, and the statistic is chi-square's: the
    /// simulated p-value is the analytic one.
    #[test]
    fn without_a_choice_the_distribution_is_chi_squares() {
        let of = Distribution::new(vec![0.5, 0.25, 0.25]);
        let only = Distributions(vec![vec![vec![vec![of]]]]);
        let counts = vec![vec![vec![530, 230, 240]]];
        let simulated = only.selection(&counts).simulated.unwrap();
        assert_eq!((simulated.searches, simulated.other_dice), (SEARCHES, 0));
        let fit = ChiSquare::new(&counts[0][0], &[0.5, 0.25, 0.25]);
        let exact = fit.p_value().unwrap();
        let error = (exact * (1.0 - exact) / f64::from(SEARCHES)).sqrt();
        let p_value = simulated.p_value();
        assert!((p_value - exact).abs() < 4.0 * error, "{p_value} {exact}");
    }

    #[test]
    fn too_many_fights_are_not_simulated() {
        let of = Distribution::new(vec![0.5, 0.5]);
        let only = Distributions(vec![vec![vec![vec![of]]]]);
        let selection = only.selection(&vec![vec![vec![MAX_FIGHTS, 1]]]);
        assert_eq!(selection, Selection::of(1));
        assert_eq!(selection.candidates, 441);
        let fit = ChiSquare {
            statistic: 3.0,
            degrees_of_freedom: 6,
        };
        assert_eq!(selection.conservative(fit).degrees_of_freedom, 2);
    }
}
