//! Which dice give such odds? All face counts, ranked by likelihood.
//!
//! The thesis shows the faces of its dice as pictures that are lost, but it
//! published how the fights ended. There are 21 dice that a warrior can have
//! and 21 for each dragon: for every pair the exact odds are solved, and the
//! frequencies are as likely as the product of their chances. A die is ranked
//! by the profile likelihood: its own faces fixed, all other dice at their
//! best. How many dice each side throws is known.
//!
//! The dice are chosen for their fit, so the fit of the best says that the
//! frequencies are consistent with some dice, not that a model passed a test;
//! [`Selection`] says what the choice does to it.

use miette::Diagnostic;
use rayon::prelude::*;
use thiserror::Error;

use super::exact::FightChain;
use super::search::{Distribution, Distributions};
use super::{FrequencyCell, Selection};
use crate::games::dragon_slayer::{DragonDie, Fight, Rules, WarriorDie};
use crate::statistics::{ChiSquare, log_likelihood};

/// The rankings of all dice, best first.
#[derive(Clone, Debug)]
pub struct Inference {
    /// The warrior die.
    pub warrior: Vec<Candidate<WarriorDie>>,
    /// Each dragon of the frequencies, in the order of its first cell.
    pub dragons: Vec<(String, Vec<Candidate<DragonDie>>)>,
    /// How the likeliest dice were chosen.
    pub selection: Selection,
}

/// The frequencies are of a dragon that the rules do not have.
#[derive(Clone, Debug, Error, Diagnostic, PartialEq, Eq)]
#[error("the frequencies name the dragon \"{0}\", which the rules do not have")]
#[diagnostic(help("use rules and frequencies that name the same dragons"))]
pub struct UnknownDragon(pub String);

/// A die that might have been thrown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<Die> {
    /// Its faces.
    pub die: Die,
    /// The best that all dice together reach with this one fixed.
    pub fit: Fit,
}

/// How well a set of dice explains the frequencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// But for a constant that all share; minus infinity when the dice exclude
    /// what was observed.
    pub log_likelihood: f64,
    /// Pearson's statistic.
    pub chi_square: ChiSquare,
}

impl Fit {
    fn plus(self, other: Self) -> Self {
        Self {
            log_likelihood: self.log_likelihood + other.log_likelihood,
            chi_square: self.chi_square + other.chi_square,
        }
    }

    /// The likelier one; of equals the first.
    fn likelier(self, other: Self) -> Self {
        if other.log_likelihood > self.log_likelihood {
            other
        } else {
            self
        }
    }
}

/// Frequencies with the dragons they are of.
#[derive(Clone, Debug)]
pub struct Observations<'a> {
    dragons: Vec<ObservedDragon<'a>>,
}

impl<'a> Observations<'a> {
    /// Finds the dragons of `cells` in the rules, which say how many dice each
    /// throws; their faces are not looked at.
    ///
    /// # Errors
    /// [`UnknownDragon`], the first of the cells.
    pub fn new(rules: &Rules, cells: &'a [FrequencyCell]) -> Result<Self, UnknownDragon> {
        let mut dragons: Vec<ObservedDragon> = Vec::new();
        for cell in cells {
            if let Some(known) = dragons.iter_mut().find(|dragon| dragon.name == cell.dragon) {
                known.cells.push(cell);
                continue;
            }
            let dragon = (rules
                .dragons
                .iter()
                .find(|dragon| dragon.name == cell.dragon))
            .ok_or_else(|| UnknownDragon(cell.dragon.clone()))?;
            dragons.push(ObservedDragon {
                name: &cell.dragon,
                dice: dragon.dice,
                cells: vec![cell],
            });
        }
        Ok(Self { dragons })
    }

    /// All fights of all cells.
    #[must_use]
    pub fn fights(&self) -> u64 {
        let cells = self.dragons.iter().flat_map(|dragon| &dragon.cells);
        cells.map(|cell| cell.fights()).sum()
    }

    /// How many steps of progress [`infer`] reports: one per warrior die.
    #[must_use]
    pub fn steps(&self) -> u64 {
        WarriorDie::all().count() as u64
    }
}

/// Ranks all dice by the likelihood of the observations, on the current rayon
/// pool. `progress` is told, from any thread, of each of
/// [`Observations::steps`].
#[must_use]
pub fn infer(observations: &Observations<'_>, progress: &(impl Fn() + Sync)) -> Inference {
    let dragons = &observations.dragons;
    let warriors: Vec<_> = WarriorDie::all().collect();
    let dice: Vec<_> = DragonDie::all().collect();
    let of_warrior = |&warrior: &WarriorDie| {
        let of_dragon = |dragon: &ObservedDragon| {
            let each = dice.iter().map(|&die| dragon.distributions(warrior, die));
            each.collect()
        };
        let all = dragons.iter().map(of_dragon).collect();
        progress();
        all
    };
    let distributions = Distributions(warriors.par_iter().map(of_warrior).collect());
    // fits[warrior][dragon][die]: the dragon's cells alone.
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
    Inference {
        warrior,
        dragons,
        selection: distributions.selection(&counts),
    }
}

/// Likeliest first; equals keep their order.
fn ranked<Die>(candidates: impl Iterator<Item = Candidate<Die>>) -> Vec<Candidate<Die>> {
    let mut candidates: Vec<_> = candidates.collect();
    candidates.sort_by(|a, b| b.fit.log_likelihood.total_cmp(&a.fit.log_likelihood));
    candidates
}

/// A dragon with its frequencies.
#[derive(Clone, Debug)]
struct ObservedDragon<'a> {
    name: &'a str,
    dice: u8,
    cells: Vec<&'a FrequencyCell>,
}

impl ObservedDragon<'_> {
    /// How the fights of each of the dragon's cells end with these two dice.
    fn distributions(&self, warrior: WarriorDie, die: DragonDie) -> Vec<Distribution> {
        let most = self.cells.iter().map(|cell| cell.warrior_dice).max();
        let chain = FightChain::solve(Fight {
            dragon: die,
            dragon_dice: self.dice,
            warrior,
            warrior_dice: most.unwrap_or(1),
        });
        let cells = self.cells.iter();
        cells
            .map(|cell| Distribution::new(chain.fight(cell.warrior_dice).law()))
            .collect()
    }

    /// How well these distributions explain the dragon's cells.
    fn fit(&self, distributions: &[Distribution]) -> Fit {
        let nothing = Fit {
            log_likelihood: 0.0,
            chi_square: ChiSquare::default(),
        };
        (self.cells.iter().zip(distributions))
            .map(|(cell, of)| Fit {
                log_likelihood: log_likelihood(&cell.dice_left, &of.chances),
                chi_square: ChiSquare::new(&cell.dice_left, &of.chances),
            })
            .fold(nothing, Fit::plus)
    }
}
