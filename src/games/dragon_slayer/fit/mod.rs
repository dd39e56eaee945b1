//! Traits read back from games: how averse to risk somebody is, how nervous, and
//! how exactly it calculates.
//!
//! What is looked at are fights and stops in turns that nobody can challenge;
//! there intuition and eagerness do not matter. A decision is the same whenever
//! its state comes again, so each counts once, however often it was seen.
//!
//! With [`Mind`]'s own law of misjudgements (`choice`), a decision has a
//! likelihood under any aversion, nerves and calculation. The interval of a trait
//! is the range of all candidates whose likelihood, under the calculation that
//! suits them best, lies within [`DROP`] of the largest: a likelihood-ratio region
//! for two parameters (Wilks 1938, Annals of Mathematical Statistics 9), which for
//! somebody who judges rightly comes down to all candidates that explain every
//! decision, or nearly. The region is found by a grid that is narrowed step by
//! step; the interval is one step of the last grid wider on either side.

mod choice;
mod observed;

use std::sync::Arc;

use rayon::prelude::*;

use crate::games::dragon_slayer::policies::{Mind, Thoughts};
use crate::games::dragon_slayer::solver::Position;
use crate::games::dragon_slayer::solver::{Outlook, SolvedGame};
use crate::personalities::Personality;

pub use observed::Observed;
use observed::Seen;

/// Half the 99.9 % point of chi-square with two degrees of freedom. Likelihoods
/// with sharp edges, as here, keep to Wilks's law only roughly.
pub const DROP: f64 = 6.91;

/// Points of a grid, in either direction.
const GRID: usize = 9;

/// Positions that are looked at for the first grid; each next one takes twice as
/// many, up to the most.
const FIRST_POSITIONS: usize = 32;
const MOST_POSITIONS: usize = 512;

/// Grids at most.
const MOST_GRIDS: usize = 20;

/// The last grid has at least so many good candidates.
const ENOUGH_GOOD: usize = 8;

/// Candidates for 1 - calculation in the first grids.
const SIZES: [f64; 12] = [
    0.0, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0,
];

/// An estimate between its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// No likely value is lower.
    pub low: f64,
    /// The likeliest.
    pub best: f64,
    /// No likely value is higher.
    pub high: f64,
}

/// What was read back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// Of [`crate::personalities::Traits::risk_aversion`].
    pub risk_aversion: Range,
    /// Of [`crate::personalities::Traits::nerves`].
    pub nerves: Range,
    /// The calculation that suits them best.
    pub calculation: f64,
    /// Different decisions that this rests on.
    pub decisions: usize,
}

/// One grid's candidates.
struct Grid {
    aversion: [f64; 2],
    nerves: [f64; 2],
    sizes: Vec<f64>,
}

/// The aversion, nerves and calculation that explain best what was seen. All
/// else, its values and its nerves after big turns, is known.
///
/// None where nothing was seen that could tell.
#[must_use]
pub fn fit(game: &Arc<SolvedGame>, known: &Personality, observed: &Observed) -> Option<Fitted> {
    let seen = observed.most_telling();
    let mut grid = Grid {
        aversion: [-4.0, 4.0],
        nerves: [0.0, 4.0],
        sizes: SIZES.to_vec(),
    };
    let mut positions = FIRST_POSITIONS;
    for number in 1.. {
        positions = positions.min(MOST_POSITIONS).min(seen.len());
        let seen = &seen[..positions];
        let decisions = seen.iter().map(|(_, states)| states.len()).sum();
        if decisions == 0 {
            break;
        }
        let likelihoods = grid.likelihoods(game, known, seen);
        let best = (0..likelihoods.len())
            .max_by(|&a, &b| likelihoods[a].0.total_cmp(&likelihoods[b].0))?;
        let (most, size) = likelihoods[best];
        let all = positions == MOST_POSITIONS.min(observed.positions());
        let good = |&at: &usize| likelihoods[at].0 >= most - DROP;
        let good: Vec<usize> = (0..likelihoods.len()).filter(good).collect();
        let range = |of: fn(&Grid, usize) -> f64, step: f64, [low, high]: [f64; 2]| {
            let values = good.iter().map(|&at| of(&grid, at));
            Range {
                low: (values.clone().fold(f64::INFINITY, f64::min) - step).max(low),
                best: of(&grid, best),
                high: (values.fold(f64::NEG_INFINITY, f64::max) + step).min(high),
            }
        };
        let step = |[low, high]: [f64; 2]| (high - low) / (GRID - 1) as f64;
        let aversion = range(Grid::aversion, step(grid.aversion), [-4.0, 4.0]);
        let nerves = range(Grid::nerves, step(grid.nerves), [0.0, 4.0]);
        // A good candidate at the edge of the grid has likely others beyond it.
        let edge = |place: usize, of: f64, limits: [f64; 2]| {
            (place == 0 || place == GRID - 1) && !limits.contains(&of)
        };
        let inside = !good.iter().any(|&at| {
            edge(at / GRID, grid.aversion(at), [-4.0, 4.0])
                || edge(at % GRID, grid.nerves(at), [0.0, 4.0])
        });
        if all && (good.len() >= ENOUGH_GOOD && inside || number >= MOST_GRIDS) {
            return Some(Fitted {
                risk_aversion: aversion,
                nerves,
                calculation: 1.0 - size,
                decisions,
            });
        }
        // The likelihood is rugged: the next grid leaves room for a mistake, and is
        // at best half as wide.
        let around = |range: Range, step: f64, [low, high]: [f64; 2]| {
            [(range.low - step).max(low), (range.high + step).min(high)]
        };
        grid = Grid {
            aversion: around(aversion, step(grid.aversion), [-4.0, 4.0]),
            nerves: around(nerves, step(grid.nerves), [0.0, 4.0]),
            sizes: nearby(size, number),
        };
        positions *= 2;
    }
    None
}

/// Sizes around one, and none at all.
fn nearby(size: f64, number: usize) -> Vec<f64> {
    if size == 0.0 {
        return SIZES[..6].to_vec();
    }
    // In ever smaller steps.
    let ratio = 1.0 + 0.4 / number as f64;
    let sizes = (-4..=4).map(|step| (size * libm::pow(ratio, f64::from(step))).min(1.0));
    std::iter::once(0.0).chain(sizes).collect()
}

impl Grid {
    fn at([low, high]: [f64; 2], place: usize) -> f64 {
        low + (high - low) * place as f64 / (GRID - 1) as f64
    }

    fn aversion(&self, candidate: usize) -> f64 {
        Self::at(self.aversion, candidate / GRID)
    }

    fn nerves(&self, candidate: usize) -> f64 {
        Self::at(self.nerves, candidate % GRID)
    }

    /// By candidate: the logarithm of its likelihood, and the size of
    /// misjudgements that suits it best.
    fn likelihoods(
        &self,
        game: &Arc<SolvedGame>,
        known: &Personality,
        seen: &[(Position, Seen)],
    ) -> Vec<(f64, f64)> {
        let minds: Vec<Mind> = (0..GRID * GRID)
            .map(|candidate| {
                let mut who = known.clone();
                who.traits.risk_aversion = self.aversion(candidate);
                who.traits.nerves = self.nerves(candidate);
                // Anything but 1, so that options are measured in turns' worths.
                who.traits.calculation = 0.0;
                Mind::new(who, Arc::clone(game))
            })
            .collect();
        let sizes = self.sizes.len();
        let of_position = |(position, states): &(Position, Seen)| -> Vec<f64> {
            let (mut outlook, mut thoughts) = (Outlook::new(), Thoughts::default());
            outlook.look(game, position);
            let mut sums = vec![0.0; minds.len() * sizes];
            for (mind, sums) in minds.iter().zip(sums.chunks_mut(sizes)) {
                mind.moves(
                    &outlook,
                    &mut thoughts,
                    states.keys().copied(),
                    |state, options| {
                        for (sum, &size) in sums.iter_mut().zip(&self.sizes) {
                            *sum += choice::log_likelihood(options, states[&state], size);
                        }
                    },
                );
            }
            sums
        };
        // Added up in the order of the positions, on however many threads.
        let parts: Vec<Vec<f64>> = seen.par_iter().map(of_position).collect();
        let mut sums = vec![0.0; minds.len() * sizes];
        for part in parts {
            for (sum, part) in sums.iter_mut().zip(part) {
                *sum += part;
            }
        }
        let best = |sums: &[f64]| {
            let pairs = sums.iter().copied().zip(self.sizes.iter().copied());
            pairs.fold((f64::NEG_INFINITY, 0.0), |best, pair| {
                if pair.0 > best.0 { pair } else { best }
            })
        };
        sums.chunks(sizes).map(best).collect()
    }
}
