//! The effect of the search for dice on their goodness of fit.
//!
//! The likeliest dice are found by a search over all face counts, and then their
//! chi-square measures how well they fit the same frequencies that they were chosen to
//! fit. The search chooses from a finite set of candidates. It is not a smooth fit of real
//! parameters, so the usual correction of the degrees of freedom does not apply. Instead,
//! two p-values are given:
//!
//! * a parametric bootstrap: frequencies are simulated with the dice found, and searched
//!   in the same way. The chi-squares of the dice that those searches find are a sample of
//!   the distribution of chi-square after a search;
//! * one degree of freedom less for each free face count. The best of finitely many
//!   candidates fits no better than the best of all real parameters would, so this p-value
//!   is a lower bound.

#![expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^33")]

use rand::Rng;

use rivals_core::random::{Key, Purpose};
use rivals_statistics::{ChiSquare, parallel};

/// The number of simulated searches.
const SEARCHES: u32 = 1_000;

/// The largest number of fights that is simulated [`SEARCHES`] times.
const MAX_FIGHTS: u64 = 1_000_000;

/// The number of candidates for each die.
const FACE_COUNTS: u64 = 21;

/// The free face counts of each die: the counts of three symbols add up to six faces.
const FREE: u32 = 2;

/// How dice were chosen to fit the frequencies that they are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The number of sets of dice that were compared.
    pub candidates: u64,
    /// The number of free face counts in each set.
    pub free_face_counts: u32,
    /// The searches in simulated frequencies; `None` for more than 1,000,000 fights, and
    /// `None` if only some of the published tables are compared.
    pub simulated: Option<SimulatedSearches>,
}

/// The results of searches in frequencies that were simulated with the dice found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulatedSearches {
    /// The number of searches.
    pub searches: u32,
    /// The number of searches that found other dice.
    pub other_dice: u32,
    /// The number of searches whose chi-square was at least as large as the real one.
    pub as_large: u32,
}

impl Selection {
    /// The selection of a warrior die and the dice of this number of dragons, without
    /// simulated searches.
    pub fn of(dragons: usize) -> Self {
        let dice = 1 + dragons as u32;
        Self {
            candidates: FACE_COUNTS.saturating_pow(dice),
            free_face_counts: FREE * dice,
            simulated: None,
        }
    }

    /// The fit with one degree of freedom less for each free face count. Its p-value is a
    /// lower bound, as the search chose from a finite set.
    #[must_use]
    pub fn conservative(&self, fit: ChiSquare) -> ChiSquare {
        let free = self.free_face_counts;
        ChiSquare { degrees_of_freedom: fit.degrees_of_freedom.saturating_sub(free), ..fit }
    }
}

impl SimulatedSearches {
    /// The p-value of the bootstrap: the proportion of chi-squares at least as large as the
    /// real one, which is itself counted among the simulated ones.
    #[must_use]
    pub fn p_value(&self) -> f64 {
        f64::from(self.as_large + 1) / f64::from(self.searches + 1)
    }
}

/// The distribution of dice left for every combination of dice; the indices are warrior
/// die, dragon, dragon die and cell.
pub(super) struct Distributions(pub Vec<Vec<Vec<Vec<Distribution>>>>);

/// The distribution of dice left in one cell, with its logarithms.
pub(super) struct Distribution {
    pub chances: Vec<f64>,
    logarithms: Vec<f64>,
}

impl Distribution {
    pub(super) fn new(chances: Vec<f64>) -> Self {
        let logarithms = chances.iter().map(|&chance| libm::log(chance)).collect();
        Self { chances, logarithms }
    }

    /// The log-likelihood of the counts, without the multinomial coefficient; minus infinity if
    /// the distribution excludes one of them.
    pub(super) fn log_likelihood(&self, counts: &[u64]) -> f64 {
        (counts.iter().zip(&self.logarithms))
            .filter(|(count, _)| **count > 0)
            .map(|(&count, logarithm)| count as f64 * logarithm)
            .sum()
    }

    /// The cumulative probabilities of all categories but the last, in units of 2^-32.
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

/// A set of dice, as indices into the candidates.
#[derive(PartialEq, Eq)]
struct Found {
    warrior: usize,
    dragons: Vec<usize>,
}

impl Distributions {
    /// Simulates the search for the dice that fit these counts.
    pub(super) fn selection(&self, counts: &Counts) -> Selection {
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
        let searches: Vec<_> = parallel::map(SEARCHES as usize, |number| search(number as u32));
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

    /// The likeliest dice; the first of equals.
    fn likeliest(&self, counts: &Counts) -> Found {
        let with_warrior = |dragons: &Vec<Vec<Vec<Distribution>>>| -> (Vec<usize>, f64) {
            let each = dragons.iter().zip(counts).map(|(dice, cells)| {
                first_largest(dice.iter().enumerate().map(|(die, distributions)| {
                    let each = distributions.iter().zip(cells);
                    (die, each.map(|(of, counts)| of.log_likelihood(counts)).sum())
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

    /// The distributions with some dice, by dragon and cell.
    fn of<'a>(&'a self, found: &'a Found) -> impl Iterator<Item = &'a [Distribution]> {
        let dragons = self.0[found.warrior].iter().zip(&found.dragons);
        dragons.map(|(dice, &die)| &dice[die][..])
    }

    /// The chi-square of the counts with some dice.
    fn chi_square(&self, found: &Found, counts: &Counts) -> f64 {
        let cells = self.of(found).flatten().zip(counts.iter().flatten());
        let fit: ChiSquare = cells.map(|(of, counts)| ChiSquare::new(counts, &of.chances)).sum();
        fit.statistic
    }

    /// Counts of fights simulated with these dice, as many in every cell as in `counts`.
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
        dragons.map(|(dragon, cells)| of_dragon(dragon, cells)).collect()
    }
}

/// The candidate with the largest value; the first of equals.
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
        let found = Found { warrior: 0, dragons: vec![0] };
        let drawn = only.draw(&found, &vec![vec![vec![1_000, 0, 0]]], 3);
        assert_eq!(drawn, [[[487, 283, 230]]]);
    }

    /// With one candidate there is no search, and the statistic has a chi-square
    /// distribution, so the simulated p-value must be close to the analytic one.
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
        let fit = ChiSquare { statistic: 3.0, degrees_of_freedom: 6 };
        assert_eq!(selection.conservative(fit).degrees_of_freedom, 2);
    }
}
