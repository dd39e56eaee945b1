//! Estimates a player's traits from its observed decisions: its aversion to risk, its nerves
//! and its calculation, by maximum likelihood.
//!
//! The decisions used are fights and stops in turns that cannot be challenged, where
//! intuition and eagerness have no effect; of people also those in other turns
//! ([`Observed::of_person`]). A player always decides alike in the same
//! state, so each decision counts once, however often it was observed.
//!
//! The distribution of the judgement errors of [`PersonalityPolicy`] gives the likelihood of a
//! decision for any aversion, nerves and calculation (file `choice.rs`). The interval of a trait
//! contains all candidates whose log-likelihood, under the calculation that maximises it, lies
//! within [`DROP`] of the largest: a likelihood-ratio region for two parameters (Wilks
//! 1938, Annals of Mathematical Statistics 9). The interval of the calculation contains all values
//! with which some such candidate does. For a player without judgement errors,
//! these are the candidates that explain every decision, or nearly every one. The region
//! is found on a grid that is narrowed step by step; the interval is one step of the last
//! grid wider on either side.

mod choice;
mod observed;

use std::sync::Arc;

use crate::policies::{PersonalityPolicy, Scratch};
use crate::solver::{Outlook, Position, SolvedGame};
use rivals_core::personalities::Personality;

pub use observed::Observed;
use observed::ObservedActions;
use rivals_statistics::parallel;

/// Half the 99.9 % point of the chi-square distribution with two degrees of freedom.
/// Wilks's theorem holds only roughly for likelihoods with sharp edges, as here.
pub const DROP: f64 = 6.91;

/// The number of points of a grid in each direction.
const GRID: usize = 9;

/// The number of positions used for the first grid; each further grid uses twice as many,
/// up to `MOST_POSITIONS`.
const FIRST_POSITIONS: usize = 32;
const MOST_POSITIONS: usize = 512;

/// The largest number of grids.
const MOST_GRIDS: usize = 20;

/// The last grid has at least this many good candidates.
const ENOUGH_GOOD: usize = 8;

/// Candidates for 1 - calculation in the first grids.
const SIZES: [f64; 12] = [0.0, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0];

/// An estimate and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraitEstimate {
    /// The lower end of the interval.
    pub low: f64,
    /// The most likely value.
    pub best: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The estimated traits of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// The estimate of [`rivals_core::personalities::Traits::risk_aversion`].
    pub risk_aversion: TraitEstimate,
    /// The estimate of [`rivals_core::personalities::Traits::nerves`].
    pub nerves: TraitEstimate,
    /// The estimate of [`rivals_core::personalities::Traits::calculation`].
    pub calculation: TraitEstimate,
    /// The number of different decisions used.
    pub decisions: usize,
}

impl Fitted {
    /// The names of the traits, as in files of personalities, with their estimates.
    #[must_use]
    pub fn traits(&self) -> [(&'static str, TraitEstimate); 3] {
        [
            ("risk_aversion", self.risk_aversion),
            ("nerves", self.nerves),
            ("calculation", self.calculation),
        ]
    }
}

/// The least 1 - calculation above 0, and the ratio of neighbours, for the interval of the
/// calculation.
const LEAST_SIZE: f64 = 1e-4;
const SIZE_RATIO: f64 = 1.3;

/// The limits of risk aversion and of nerves.
const LIMITS: [[f64; 2]; 2] = [[-4.0, 4.0], [0.0, 4.0]];

/// The candidates of one grid.
struct Grid {
    /// The ends of its axes, which are risk aversion and nerves.
    axes: [[f64; 2]; 2],
    /// The values of 1 - calculation.
    sizes: Vec<f64>,
}

/// The most likely risk aversion, nerves and calculation of a player with these
/// decisions. Its other traits and its values are those of `known`.
///
/// `None` if there are no observed decisions.
#[must_use]
pub fn fit(game: &Arc<SolvedGame>, known: &Personality, observed: &Observed) -> Option<Fitted> {
    let seen = observed.most_telling(game);
    let mut grid = Grid { axes: LIMITS, sizes: SIZES.to_vec() };
    let mut positions = FIRST_POSITIONS;
    for number in 1.. {
        positions = positions.min(MOST_POSITIONS).min(seen.len());
        let seen = &seen[..positions];
        let decisions = seen.iter().map(|(_, states)| states.len()).sum();
        if decisions == 0 {
            break;
        }
        let likelihoods = grid.likelihoods(game, known, seen);
        // Of candidates that explain the decisions equally well, the one nearest to neutral.
        let strangeness = |at: usize| grid.traits(at).map(f64::abs).iter().sum::<f64>();
        let best = (0..likelihoods.len()).max_by(|&a, &b| {
            let likelier = likelihoods[a].0.total_cmp(&likelihoods[b].0);
            likelier.then(strangeness(b).total_cmp(&strangeness(a)))
        })?;
        let (most, size) = likelihoods[best];
        let all = positions == MOST_POSITIONS.min(observed.positions());
        let good = |&at: &usize| likelihoods[at].0 >= most - DROP;
        let good: Vec<usize> = (0..likelihoods.len()).filter(good).collect();
        let estimates = [0, 1].map(|axis| {
            let values = good.iter().map(|&at| grid.traits(at)[axis]);
            let ([least, most], step) = (LIMITS[axis], grid.step(axis));
            TraitEstimate {
                low: (values.clone().fold(f64::INFINITY, f64::min) - step).max(least),
                best: grid.traits(best)[axis],
                high: (values.fold(f64::NEG_INFINITY, f64::max) + step).min(most),
            }
        });
        // A good candidate at the edge of the grid probably has others beyond it.
        let at_edge = |at: usize, axis: usize| {
            let place = Grid::places(at)[axis];
            (place == 0 || place == GRID - 1) && !LIMITS[axis].contains(&grid.traits(at)[axis])
        };
        let inside = !(good.iter()).any(|&at| at_edge(at, 0) || at_edge(at, 1));
        if all && (good.len() >= ENOUGH_GOOD && inside || number >= MOST_GRIDS) {
            return Some(Fitted {
                risk_aversion: estimates[0],
                nerves: estimates[1],
                calculation: grid.calculation(game, known, seen, (most, size)),
                decisions,
            });
        }
        // The likelihood is rugged: the next grid is wider than the good candidates by a
        // step on either side, and at best half as wide as this one.
        let axes = [0, 1].map(|axis| {
            let (estimate, [least, most]) = (estimates[axis], LIMITS[axis]);
            let step = grid.step(axis);
            [(estimate.low - step).max(least), (estimate.high + step).min(most)]
        });
        grid = Grid { axes, sizes: nearby(size, number) };
        positions *= 2;
    }
    None
}

/// Candidates for 1 - calculation near `size`, and 0.
fn nearby(size: f64, number: usize) -> Vec<f64> {
    if size == 0.0 {
        return SIZES[..6].to_vec();
    }
    // The steps become smaller from grid to grid.
    let ratio = 1.0 + 0.4 / number as f64;
    let sizes = (-4..=4).map(|step| (size * libm::pow(ratio, f64::from(step))).min(1.0));
    std::iter::once(0.0).chain(sizes).collect()
}

impl Grid {
    /// The places of a candidate on the axes.
    fn places(candidate: usize) -> [usize; 2] {
        [candidate / GRID, candidate % GRID]
    }

    /// The distance between neighbours on an axis.
    fn step(&self, axis: usize) -> f64 {
        let [low, high] = self.axes[axis];
        (high - low) / (GRID - 1) as f64
    }

    /// The risk aversion and the nerves of a candidate.
    fn traits(&self, candidate: usize) -> [f64; 2] {
        [0, 1].map(|axis| {
            let [low, high] = self.axes[axis];
            low + (high - low) * Self::places(candidate)[axis] as f64 / (GRID - 1) as f64
        })
    }

    /// By candidate: the largest logarithm of its likelihood, and the 1 - calculation that
    /// gives it.
    fn likelihoods(
        &self,
        game: &Arc<SolvedGame>,
        known: &Personality,
        seen: &[(Position, ObservedActions)],
    ) -> Vec<(f64, f64)> {
        let sums = self.sums(game, known, seen);
        let best = |sums: &[f64]| {
            let pairs = sums.iter().copied().zip(self.sizes.iter().copied());
            pairs.fold(
                (f64::NEG_INFINITY, 0.0),
                |best, pair| {
                    if pair.0 > best.0 { pair } else { best }
                },
            )
        };
        sums.chunks(self.sizes.len()).map(best).collect()
    }

    /// The estimate of the calculation. `best` is the largest logarithm of a likelihood with the
    /// 1 - calculation that gives it. The interval contains all calculations with which a
    /// candidate of this grid is good, and is one step wider on either side.
    fn calculation(
        &self,
        game: &Arc<SolvedGame>,
        known: &Personality,
        seen: &[(Position, ObservedActions)],
        best: (f64, f64),
    ) -> TraitEstimate {
        let above = std::iter::successors(Some(LEAST_SIZE), |size| Some(size * SIZE_RATIO));
        let above = above.take_while(|&size| size < 1.0);
        let sizes: Vec<f64> = [0.0].into_iter().chain(above).chain([1.0]).collect();
        let fine = Self { axes: self.axes, sizes };
        let sums = fine.sums(game, known, seen);
        let good = |place: &usize| {
            let of_size = sums.iter().skip(*place).step_by(fine.sizes.len());
            of_size.copied().fold(f64::NEG_INFINITY, f64::max) >= best.0 - DROP
        };
        let good: Vec<usize> = (0..fine.sizes.len()).filter(good).collect();
        let least =
            good.first().map_or(best.1, |first| fine.sizes[first.saturating_sub(1)].min(best.1));
        let most = good
            .last()
            .map_or(best.1, |last| fine.sizes[(last + 1).min(fine.sizes.len() - 1)].max(best.1));
        TraitEstimate { low: 1.0 - most, best: 1.0 - best.1, high: 1.0 - least }
    }

    /// By candidate, and by 1 - calculation: the logarithm of the likelihood.
    fn sums(
        &self,
        game: &Arc<SolvedGame>,
        known: &Personality,
        seen: &[(Position, ObservedActions)],
    ) -> Vec<f64> {
        let policies: Vec<PersonalityPolicy> = (0..GRID * GRID)
            .map(|candidate| {
                let mut who = known.clone();
                [who.traits.risk_aversion, who.traits.nerves] = self.traits(candidate);
                // Any value but 1, so that options are given as utilities.
                who.traits.calculation = 0.0;
                PersonalityPolicy::new(who, Arc::clone(game))
            })
            .collect();
        let sizes = self.sizes.len();
        let of_position = |(position, states): &(Position, ObservedActions)| -> Vec<f64> {
            let (mut outlook, mut scratch) = (Outlook::default(), Scratch::default());
            outlook.look(game, position);
            let mut sums = vec![0.0; policies.len() * sizes];
            for (policy, sums) in policies.iter().zip(sums.chunks_mut(sizes)) {
                policy.moves(&outlook, &mut scratch, states.keys().copied(), |state, options| {
                    for (sum, &size) in sums.iter_mut().zip(&self.sizes) {
                        *sum += choice::log_likelihood(options, states[&state], size);
                    }
                });
            }
            sums
        };
        // The sums do not depend on the number of threads: the order is that of positions.
        let parts: Vec<Vec<f64>> = parallel::map(seen.len(), |at| of_position(&seen[at]));
        let mut sums = vec![0.0; policies.len() * sizes];
        for part in parts {
            for (sum, part) in sums.iter_mut().zip(part) {
                *sum += part;
            }
        }
        sums
    }
}
