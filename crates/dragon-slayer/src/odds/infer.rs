//! Ranks all dice by the likelihood of observed frequencies.
//!
//! The thesis shows the faces of its dice in pictures that are lost, but it says how many
//! fights ended how. There are 21 possible dice for the warrior and 21 for each dragon.
//! The exact odds are solved for every pair of a warrior die and a dragon die; the
//! likelihood of the frequencies is the product of their probabilities. A die is ranked by
//! its profile likelihood: its own faces are fixed, and all other dice are chosen to
//! maximise the likelihood. The number of dice that each side throws is known.
//!
//! The dice are chosen for their fit. So a good fit of the best dice shows that the
//! frequencies are consistent with some dice, and not that a model passed a test;
//! [`Selection`] quantifies the effect of the choice.

use super::exact::FightChain;
use super::search::{Distribution, Distributions};
use super::{FrequencyCell, Selection};
use crate::Error;
use crate::{DragonDie, Fight, Rules, WarriorDie};
use rivals_statistics::{ChiSquare, parallel};

/// The rankings of all dice, best first.
#[derive(Clone, Debug)]
pub struct Inference {
    /// The candidates for the warrior die.
    pub warrior: Vec<Candidate<WarriorDie>>,
    /// The candidates for each dragon of the frequencies, in the order of its first cell.
    pub dragons: Vec<(String, Vec<Candidate<DragonDie>>)>,
    /// How the likeliest dice were chosen.
    pub selection: Selection,
}

/// A die that may have been used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<Die> {
    /// Its faces.
    pub die: Die,
    /// The best fit of all dice together with this die fixed.
    pub fit: Fit,
}

/// How well a set of dice explains the frequencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The log-likelihood, up to a constant that is the same for all dice; minus infinity
    /// if the observations are impossible with these dice.
    pub log_likelihood: f64,
    /// Pearson's chi-square.
    pub chi_square: ChiSquare,
}

impl Fit {
    fn plus(self, other: Self) -> Self {
        Self {
            log_likelihood: self.log_likelihood + other.log_likelihood,
            chi_square: self.chi_square + other.chi_square,
        }
    }

    /// The fit with the larger likelihood; `self` if they are equal.
    fn likelier(self, other: Self) -> Self {
        if other.log_likelihood > self.log_likelihood { other } else { self }
    }
}

/// Frequencies, grouped by dragon.
#[derive(Clone, Debug)]
pub struct Observations<'a> {
    dragons: Vec<ObservedDragon<'a>>,
}

impl<'a> Observations<'a> {
    /// Groups the cells by dragon. The rules give the number of dice of each dragon; the
    /// faces in the rules are not used.
    ///
    /// # Errors
    /// [`Error::UnknownDragon`] at the first cell of a dragon that the rules do not have.
    pub fn new(rules: &Rules, cells: &'a [FrequencyCell]) -> Result<Self, Error> {
        let mut dragons: Vec<ObservedDragon> = Vec::new();
        for cell in cells {
            if let Some(known) = dragons.iter_mut().find(|dragon| dragon.name == cell.dragon) {
                known.cells.push(cell);
                continue;
            }
            let dragon = (rules.dragons.iter().find(|dragon| dragon.name == cell.dragon))
                .ok_or_else(|| Error::UnknownDragon(cell.dragon.clone()))?;
            dragons.push(ObservedDragon {
                name: &cell.dragon,
                dice: dragon.dice,
                cells: vec![cell],
            });
        }
        Ok(Self { dragons })
    }

    /// The number of fights in all cells.
    #[must_use]
    pub fn fights(&self) -> u64 {
        let cells = self.dragons.iter().flat_map(|dragon| &dragon.cells);
        cells.map(|cell| cell.fights()).sum()
    }

    /// The number of times that [`infer`] reports progress: once per warrior die.
    #[must_use]
    pub fn steps(&self) -> u64 {
        WarriorDie::all().count() as u64
    }
}

/// Ranks all dice by the likelihood of the observations, on the current rayon pool. It
/// calls `progress`, from any thread, once for each of [`Observations::steps`].
#[must_use]
pub fn infer(observations: &Observations<'_>, progress: &(impl Fn() + Sync)) -> Inference {
    let dragons = &observations.dragons;
    let warriors: Vec<_> = WarriorDie::all().collect();
    let dice: Vec<_> = DragonDie::all().collect();
    let of_warrior = |warrior: WarriorDie| {
        let of_dragon = |dragon: &ObservedDragon| {
            let each = dice.iter().map(|&die| dragon.distributions(warrior, die));
            each.collect()
        };
        let all = dragons.iter().map(of_dragon).collect();
        progress();
        all
    };
    let distributions = Distributions(parallel::map(warriors.len(), |at| of_warrior(warriors[at])));
    // fits[warrior][dragon][die] is the fit of this dragon's cells alone.
    let fits: Vec<Vec<Vec<Fit>>> = (distributions.0.iter())
        .map(|of_dragons| {
            let each = dragons.iter().zip(of_dragons);
            each.map(|(dragon, dice)| dice.iter().map(|cells| dragon.fit(cells)).collect())
                .collect()
        })
        .collect();
    let best = |fits: &[Fit]| fits.iter().copied().reduce(Fit::likelier);
    let all_dragons_at_best = |fits: &[Vec<Fit>], but: Option<usize>| {
        (fits.iter().enumerate())
            .filter(|&(dragon, _)| Some(dragon) != but)
            .filter_map(|(_, fits)| best(fits))
            .reduce(Fit::plus)
    };
    let warrior = ranked((warriors.iter().zip(&fits)).filter_map(|(&die, fits)| {
        let fit = all_dragons_at_best(fits, None)?;
        Some(Candidate { die, fit })
    }));
    let dragons = (dragons.iter().enumerate())
        .map(|(index, dragon)| {
            let candidates = dice.iter().enumerate().filter_map(|(place, &die)| {
                let with_each_warrior: Vec<_> = (fits.iter())
                    .map(|fits| {
                        let own = fits[index][place];
                        all_dragons_at_best(fits, Some(index)).map_or(own, |rest| own.plus(rest))
                    })
                    .collect();
                let fit = best(&with_each_warrior)?;
                Some(Candidate { die, fit })
            });
            (dragon.name.to_owned(), ranked(candidates))
        })
        .collect();
    let counts = |dragon: &ObservedDragon| {
        let cells = dragon.cells.iter();
        cells.map(|cell| cell.dice_left.clone()).collect()
    };
    let counts: Vec<Vec<Vec<u64>>> = observations.dragons.iter().map(counts).collect();
    Inference { warrior, dragons, selection: distributions.selection(&counts) }
}

/// The candidates in descending order of likelihood; equals keep their order.
fn ranked<Die>(candidates: impl Iterator<Item = Candidate<Die>>) -> Vec<Candidate<Die>> {
    let mut candidates: Vec<_> = candidates.collect();
    candidates.sort_by(|a, b| b.fit.log_likelihood.total_cmp(&a.fit.log_likelihood));
    candidates
}

/// The frequencies of one dragon.
#[derive(Clone, Debug)]
struct ObservedDragon<'a> {
    name: &'a str,
    dice: u8,
    cells: Vec<&'a FrequencyCell>,
}

impl ObservedDragon<'_> {
    /// The distribution of dice left in each of the dragon's cells with these two dice.
    fn distributions(&self, warrior: WarriorDie, die: DragonDie) -> Vec<Distribution> {
        let most = self.cells.iter().map(|cell| cell.warrior_dice).max();
        let chain = FightChain::solve(Fight {
            dragon: die,
            dragon_dice: self.dice,
            warrior,
            warrior_dice: most.unwrap_or(1),
        });
        let cells = self.cells.iter();
        cells.map(|cell| Distribution::new(chain.fight(cell.warrior_dice).distribution())).collect()
    }

    /// The fit of these distributions to the dragon's cells.
    fn fit(&self, distributions: &[Distribution]) -> Fit {
        let nothing = Fit { log_likelihood: 0.0, chi_square: ChiSquare::default() };
        (self.cells.iter().zip(distributions))
            .map(|(cell, of)| Fit {
                log_likelihood: of.log_likelihood(&cell.dice_left),
                chi_square: ChiSquare::new(&cell.dice_left, &of.chances),
            })
            .fold(nothing, Fit::plus)
    }
}
