//! The nine tables that Castells Amat 2018 published, of 10,000 fights each.
//!
//! A published table is compared with a cell only if the cell has the dice of the thesis:
//! the same dragon name, and the same dice and faces on both sides. The `README.md` beside
//! the data lists the misprints.

use std::str::FromStr;

use crate::Rules;
use crate::odds::{Cell, FrequencyCell, Selection, SimulatedSearches};

const ODDS: &str = include_str!("odds.csv");
/// The simulated searches that [`infer`](mod@crate::odds::infer) makes for
/// all nine tables: none found other dice, and 910 of 1,000 gave a chi-square at least as large
/// as that of the published tables. The test below computes them again.
const SEARCHES: SimulatedSearches =
    SimulatedSearches { searches: 1_000, other_dice: 0, as_large: 910 };

const TIMINGS: &str = include_str!("timings.csv");

/// One published table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedCell {
    /// The dragon, the warrior dice, and how the fights ended.
    pub frequencies: FrequencyCell,
    /// The printed number of wins, which is a misprint for blue with 3 dice.
    pub printed_wins: u64,
    /// How many seconds the simulation took.
    pub seconds: u64,
}

impl PublishedCell {
    /// Whether the printed number of wins differs from the sum of the counts by dice left.
    #[must_use]
    pub fn misprinted(&self) -> bool {
        self.printed_wins != self.frequencies.wins()
    }
}

/// The published tables.
#[derive(Clone, Debug)]
pub struct Published {
    /// The tables in the thesis's order.
    pub cells: Vec<PublishedCell>,
    rules: Rules,
}

impl Published {
    /// The tables of the thesis, with its rules.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 10,000")]
    pub fn thesis() -> Self {
        let rows = |file: &'static str| {
            let lines = file.lines().skip(1);
            lines.map(|line| line.split(',').collect::<Vec<_>>())
        };
        fn read<T: FromStr>(text: &str) -> T {
            text.parse().ok().expect("the data are built in")
        }
        let cell = |timing: Vec<&str>| {
            let [dragon, dice, trials, wins, _, seconds] = timing[..] else {
                unreachable!("the data are built in")
            };
            let trials: u64 = read(trials);
            let mut dice_left = vec![0; 1 + read::<usize>(dice)];
            for row in rows(ODDS).filter(|row| row[..2] == [dragon, dice]) {
                let percent: f64 = read(row[3]);
                dice_left[read::<usize>(row[2])] = (percent * trials as f64 / 100.0).round() as u64;
            }
            PublishedCell {
                frequencies: FrequencyCell {
                    dragon: dragon.to_owned(),
                    warrior_dice: read(dice),
                    dice_left,
                },
                printed_wins: read(wins),
                seconds: read(seconds),
            }
        };
        let cells = rows(TIMINGS).map(cell).collect();
        Self { cells, rules: Rules::built_in() }
    }

    /// The counts of all tables.
    #[must_use]
    pub fn frequencies(&self) -> Vec<FrequencyCell> {
        self.cells.iter().map(|cell| cell.frequencies.clone()).collect()
    }

    /// How the dice of this number of dragons and published tables were chosen: to fit
    /// these tables.
    pub fn selection(&self, dragons: usize, tables: usize) -> Selection {
        Selection {
            simulated: (tables == self.cells.len()).then_some(SEARCHES),
            ..Selection::of(dragons)
        }
    }

    /// The published table of a cell, if the cell's dice are those of the thesis.
    #[must_use]
    pub fn cell(&self, rules: &Rules, cell: Cell) -> Option<&PublishedCell> {
        let dragon = &rules.dragons[cell.dragon];
        let same_dragon = (self.rules.dragons.iter()).any(|published| {
            (&published.name, published.dice, published.die)
                == (&dragon.name, dragon.dice, dragon.die)
        });
        if !same_dragon || rules.warrior.die != self.rules.warrior.die {
            return None;
        }
        self.cells.iter().find(|published| {
            published.frequencies.dragon == dragon.name
                && published.frequencies.warrior_dice == cell.warrior_dice
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::infer::{Observations, infer};

    #[test]
    fn nine_tables_of_ten_thousand_fights_in_970_seconds() {
        let published = Published::thesis();
        assert_eq!(published.cells.len(), 9);
        assert_eq!(published.cells.iter().map(|cell| cell.seconds).sum::<u64>(), 970);
        for cell in &published.cells {
            assert_eq!(cell.frequencies.fights(), 10_000);
            let blue_with_three = cell.frequencies.dice_left[0] == 359;
            assert_eq!(cell.misprinted(), blue_with_three, "{cell:?}");
        }
    }

    /// The dice of the thesis are the likeliest by its tables, and the simulated searches
    /// have the results of [`SEARCHES`].
    #[test]
    fn the_dice_were_chosen_to_fit_these_tables() {
        let published = Published::thesis();
        let cells = published.frequencies();
        let observations = Observations::new(&published.rules, &cells).unwrap();
        let inference = infer(&observations, &|| {});
        assert_eq!(inference.warrior[0].die, published.rules.warrior.die);
        assert_eq!(inference.selection, published.selection(3, 9));
        assert_eq!(inference.selection.candidates, 194_481);
        assert_eq!(inference.selection.free_face_counts, 8);
        // A search that hardly ever finds other dice takes no degree of freedom away, so
        // the p-value is that of scipy 1.17.1: chi2.sf(10.3, 18) = 0.922.
        let simulated = inference.selection.simulated.unwrap();
        assert!((simulated.p_value() - 0.922).abs() < 0.03, "{simulated:?}");
    }

    #[test]
    fn published_tables_belong_to_the_dice_of_the_thesis() {
        let published = Published::thesis();
        let rules = Rules::built_in();
        let cells = Cell::all(&rules);
        assert!(cells.iter().all(|&cell| published.cell(&rules, cell).is_some()));

        let mut fewer_dice = rules.clone();
        fewer_dice.dragons[0].dice = 2;
        assert_eq!(published.cell(&fewer_dice, cells[0]), None);
        assert!(published.cell(&fewer_dice, cells[8]).is_some());

        let mut fourth_die = rules.clone();
        fourth_die.warrior.dice = 4;
        let four = Cell { dragon: 0, warrior_dice: 4 };
        assert_eq!(published.cell(&fourth_die, four), None);
    }
}
