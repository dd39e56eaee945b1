//! Simulated, exact and published odds of every cell, side by side.

use super::exact::{ExactFight, to_f64};
use super::simulation::FightTally;
use super::{Cell, Published, PublishedCell};
use crate::games::dragon_slayer::Rules;
use crate::statistics::{Agreement, ChiSquare, Interval};

/// All cells of some rules.
#[derive(Clone, Debug)]
pub struct OddsTable {
    /// In the order of [`Cell::all`].
    pub rows: Vec<OddsRow>,
}

/// One cell.
#[derive(Clone, Debug)]
pub struct OddsRow {
    /// The dragon's name.
    pub dragon: String,
    /// Warrior dice at the start.
    pub warrior_dice: u8,
    /// Fights simulated.
    pub trials: u64,
    /// Rolls of all these fights together.
    pub rolls: u64,
    /// `counts[n]` fights ended with n dice left.
    pub counts: Vec<u64>,
    /// The exact odds.
    pub exact: ExactFight,
    /// The published counts, where there are any.
    pub published: Option<PublishedCell>,
}

impl OddsTable {
    /// Puts the tallies of a simulation, in the order of [`Cell::all`], beside
    /// the exact and the published odds.
    #[must_use]
    pub fn new(rules: &Rules, exact: Vec<ExactFight>, tallies: &[FightTally]) -> Self {
        let published = Published::thesis();
        let rows = (Cell::all(rules).into_iter().zip(exact).zip(tallies))
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

    /// The rows whose simulation refutes their exact odds, by the chance of
    /// winning or of any number of dice left.
    #[must_use]
    pub fn refuted(&self) -> Vec<&OddsRow> {
        (self.rows.iter())
            .filter(|row| row.agreements().any(|(_, agreement)| agreement.refuted()))
            .collect()
    }

    /// How well the exact odds fit the published counts; none where nothing
    /// was published.
    #[must_use]
    pub fn published_fit(&self) -> Option<ChiSquare> {
        let fits: Vec<_> = (self.rows.iter())
            .filter_map(|row| {
                let published = row.published.as_ref()?;
                Some(ChiSquare::new(
                    &published.frequencies.dice_left,
                    &row.exact.law(),
                ))
            })
            .collect();
        (!fits.is_empty()).then(|| fits.into_iter().sum())
    }

    /// Seconds that the published simulations of these rows took; none where
    /// nothing was published.
    #[must_use]
    pub fn published_seconds(&self) -> Option<u64> {
        let published = || self.rows.iter().filter_map(|row| row.published.as_ref());
        published().next()?;
        Some(published().map(|cell| cell.seconds).sum())
    }
}

impl OddsRow {
    /// Fights won.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.trials - self.counts[0]
    }

    /// The interval of the rate of fights won.
    #[must_use]
    pub fn win_interval(&self) -> Interval {
        Interval::wilson(self.wins(), self.trials)
    }

    /// Fights won against the exact chance.
    #[must_use]
    pub fn win_agreement(&self) -> Agreement {
        Agreement::new(self.wins(), self.trials, to_f64(&self.exact.win()))
    }

    /// Each number of dice left with its count against its exact chance.
    pub fn agreements(&self) -> impl Iterator<Item = (usize, Agreement)> {
        (self.counts.iter().zip(&self.exact.dice_left).enumerate()).map(
            |(dice_left, (&count, exact))| {
                (dice_left, Agreement::new(count, self.trials, to_f64(exact)))
            },
        )
    }

    /// The published rate of an end with so many dice left, in 0..=1.
    #[must_use]
    pub fn published_rate(&self, dice_left: usize) -> Option<f64> {
        let counts = &self.published.as_ref()?.frequencies.dice_left;
        Some(counts[dice_left] as f64 / counts.iter().sum::<u64>() as f64)
    }

    /// The published rate of fights won, in 0..=1, as the published dice left
    /// have it.
    #[must_use]
    pub fn published_win_rate(&self) -> Option<f64> {
        let counts = &self.published.as_ref()?.frequencies.dice_left;
        let fights: u64 = counts.iter().sum();
        Some((fights - counts[0]) as f64 / fights as f64)
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
        let fit = OddsTable::new(&rules, exact::all(&rules), &tallies)
            .published_fit()
            .unwrap();
        // Found by an independent search before this program was written: 10.3 on 18.
        assert_eq!(fit.degrees_of_freedom, 18);
        assert!((fit.statistic - 10.3).abs() < 0.05, "{fit:?}");
    }

    #[test]
    fn a_wrong_tally_is_refuted() {
        let rules = Rules::built_in();
        let mut tallies = simulate(&rules, 10_000, 1, &|_| {});
        let table = |tallies: &[FightTally]| OddsTable::new(&rules, exact::all(&rules), tallies);
        assert!(table(&tallies).refuted().is_empty());
        tallies[8].dice_left[3] -= 300;
        tallies[8].dice_left[2] += 300;
        let wrong = table(&tallies);
        assert_eq!(wrong.refuted().len(), 1);
        assert_eq!(
            (
                wrong.refuted()[0].dragon.as_str(),
                wrong.refuted()[0].warrior_dice
            ),
            ("red", 3)
        );
    }
}
