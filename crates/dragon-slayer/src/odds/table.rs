//! The table of simulated, exact and published odds of every cell.

use std::collections::HashSet;

use dashu_ratio::RBig;

use super::exact::{ExactFight, to_f64};
use super::simulation::FightTally;
use super::{Cell, FrequencyCell, Published, PublishedCell, Selection};
use crate::Rules;
use rivals_statistics::{Agreement, ChiSquare, Estimate};

/// The odds of all cells of some rules.
#[derive(Clone, Debug)]
pub struct OddsTable {
    /// In the order of [`Cell::all`].
    pub rows: Vec<OddsRow>,
}

/// The odds of one cell.
#[derive(Clone, Debug)]
pub struct OddsRow {
    /// The dragon's name.
    pub dragon: String,
    /// Warrior dice at the start.
    pub warrior_dice: u8,
    /// The number of simulated fights.
    pub trials: u64,
    /// The number of rolls in all simulated fights.
    pub rolls: u64,
    /// `counts[n]` simulated fights ended with n dice left.
    pub counts: Vec<u64>,
    /// The exact odds.
    pub exact: ExactFight,
    /// The published counts, if there are any.
    pub published: Option<PublishedCell>,
}

/// One probability as it was simulated, solved and published.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The simulated proportion.
    pub simulated: Estimate,
    /// The exact probability.
    pub exact: RBig,
    /// The published proportion, if there is one.
    pub published: Option<Estimate>,
}

impl Comparison {
    /// Compares the simulated count with the exact probability.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        self.simulated.against(to_f64(&self.exact))
    }
}

impl OddsTable {
    /// The table of these exact odds and simulated tallies, both in the order of
    /// [`Cell::all`], with the published counts.
    ///
    /// # Panics
    /// If the number of exact odds or of tallies is not the number of cells.
    #[must_use]
    pub fn new(
        rules: &Rules,
        exact: Vec<ExactFight>,
        tallies: &[FightTally],
        published: &Published,
    ) -> Self {
        let cells = Cell::all(rules);
        assert_eq!((exact.len(), tallies.len()), (cells.len(), cells.len()));
        let rows = (cells.into_iter().zip(exact).zip(tallies))
            .map(|((cell, exact), tally)| OddsRow {
                dragon: rules.dragons[cell.dragon].name.clone(),
                warrior_dice: cell.warrior_dice,
                trials: tally.fights(),
                rolls: tally.rolls,
                counts: tally.dice_left[..=usize::from(cell.warrior_dice)].to_vec(),
                exact,
                published: published.cell(rules, cell).cloned(),
            })
            .collect();
        Self { rows }
    }

    /// The number of tests that compare simulated counts with exact probabilities: one for
    /// every number of dice left in every cell.
    #[must_use]
    pub fn tests(&self) -> usize {
        self.rows.iter().map(|row| row.counts.len()).sum()
    }

    /// The p-value of all tests together: the smallest p-value, multiplied by the number of
    /// tests (Bonferroni).
    #[must_use]
    pub fn family_p_value(&self) -> f64 {
        let p_values = (self.rows.iter()).flat_map(OddsRow::dice_left);
        let least = p_values.map(|left| left.agreement().p_value()).fold(1.0, f64::min);
        (least * self.tests() as f64).min(1.0)
    }

    /// The rows in which the simulation refutes the exact probability of any number of
    /// dice left, as [`Agreement::refuted`] decides for [`Self::tests`] tests.
    #[must_use]
    pub fn refuted(&self) -> Vec<&OddsRow> {
        let tests = self.tests();
        let refuted = |row: &&OddsRow| {
            let mut left = row.dice_left();
            left.any(|left| left.agreement().refuted(tests))
        };
        self.rows.iter().filter(refuted).collect()
    }

    /// The published tables that belong to these rows.
    pub fn published(&self) -> impl Iterator<Item = &PublishedCell> {
        self.rows.iter().filter_map(|row| row.published.as_ref())
    }

    /// How the dice of the published rows were chosen: to fit the published counts.
    #[must_use]
    pub fn published_selection(&self) -> Selection {
        let dragons: HashSet<&str> =
            (self.published()).map(|cell| &*cell.frequencies.dragon).collect();
        Published::thesis().selection(dragons.len(), self.published().count())
    }

    /// The fit of the exact odds to the published counts; `None` if nothing was published.
    /// The dice were chosen to fit these counts: see [`Self::published_selection`].
    #[must_use]
    pub fn published_fit(&self) -> Option<ChiSquare> {
        self.published().next()?;
        let fit = |row: &OddsRow| {
            let published = row.published.as_ref()?;
            Some(ChiSquare::new(&published.frequencies.dice_left, &row.exact.distribution()))
        };
        Some(self.rows.iter().filter_map(fit).sum())
    }
}

impl OddsRow {
    /// The probability of slaying the dragon.
    #[must_use]
    pub fn win(&self) -> Comparison {
        let wins = self.trials - self.counts[0];
        self.comparison(wins, self.exact.win(), FrequencyCell::wins)
    }

    /// The probability of every number of dice left, from 0 for a defeat.
    pub fn dice_left(&self) -> impl Iterator<Item = Comparison> {
        (self.counts.iter().zip(&self.exact.dice_left).enumerate()).map(
            |(left, (&count, exact))| {
                self.comparison(count, exact.clone(), |cell| cell.dice_left[left])
            },
        )
    }

    /// The comparison of one simulated count with its exact probability and with the count
    /// that `published` takes from the published table.
    fn comparison(
        &self,
        count: u64,
        exact: RBig,
        published: impl Fn(&FrequencyCell) -> u64,
    ) -> Comparison {
        Comparison {
            simulated: Estimate { count, trials: self.trials },
            exact,
            published: self.published.as_ref().map(|cell| Estimate {
                count: published(&cell.frequencies),
                trials: cell.frequencies.fights(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::exact;
    use crate::odds::simulation::simulate;

    #[test]
    fn the_published_tables_fit_the_exact_odds() {
        let rules = Rules::built_in();
        let tallies = simulate(&rules, 1_000, 1, &|_| {});
        let fit = OddsTable::new(&rules, exact::all(&rules), &tallies, &Published::thesis())
            .published_fit()
            .unwrap();
        // An independent search before this program was written found 10.3 on 18 degrees
        // of freedom.
        assert_eq!(fit.degrees_of_freedom, 18);
        assert!((fit.statistic - 10.3).abs() < 0.05, "{fit:?}");
    }

    #[test]
    fn tiny_simulations_refute_nothing() {
        let rules = Rules::built_in();
        let solved = exact::all(&rules);
        let runs = 1_000;
        let unlikely = (0..runs)
            .filter(|seed| {
                let tallies = simulate(&rules, 1 + seed % 5, *seed, &|_| {});
                let table = OddsTable::new(&rules, solved.clone(), &tallies, &Published::thesis());
                assert!(table.refuted().is_empty(), "seed {seed}");
                table.family_p_value() < 0.05
            })
            .count();
        assert!(unlikely <= 50, "{unlikely} of {runs} at a level of 5 %");
    }

    #[test]
    fn a_wrong_tally_is_refuted() {
        let rules = Rules::built_in();
        let mut tallies = simulate(&rules, 10_000, 1, &|_| {});
        let table = |tallies: &[FightTally]| {
            OddsTable::new(&rules, exact::all(&rules), tallies, &Published::thesis())
        };
        assert!(table(&tallies).refuted().is_empty());
        tallies[8].dice_left[3] -= 300;
        tallies[8].dice_left[2] += 300;
        let wrong = table(&tallies);
        assert_eq!(wrong.refuted().len(), 1);
        assert_eq!(
            (wrong.refuted()[0].dragon.as_str(), wrong.refuted()[0].warrior_dice),
            ("red", 3)
        );
    }
}
