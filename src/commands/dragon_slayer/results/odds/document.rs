//! The answer of `rivals odds` for people: a row for each cell, and notes.

use std::time::Duration;

use super::{OddsAnswer, Row, csv, dice, fit, misprints, rows};
use crate::command::Answer;
use crate::document::{Block, Cell, Column, Document, Table};
use crate::dragon_slayer::odds::{OddsRow, OddsTable};
use crate::statistics::FAMILY_LEVEL;
use crate::text::number::{count, counted, duration, p_value, percent, signed};

/// The longest fraction that the table shows, in characters.
const SHORT_FRACTION: usize = 13;

/// The settings and the times of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The number of fights per cell.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
    /// The number of threads that simulated.
    pub threads: usize,
    /// Time of the exact solution.
    pub solved_in: Duration,
    /// Time of the simulation.
    pub simulated_in: Duration,
}

impl Answer for OddsAnswer<'_> {
    fn document(&self) -> Document {
        let odds = self.table;
        let decimals = decimals(self.run.trials);
        let mut blocks = vec![
            wins(&rows(odds), decimals, "", ""),
            dice_left(odds, decimals),
            Block::text("Win, interval and dice left are simulated."),
            Block::text(time(odds, &self.run)),
            Block::text(agreement(odds)),
        ];
        blocks.extend(odds.published_fit().map(|chi_square| {
            let fit = fit(chi_square, &odds.published_selection());
            Block::text(format!("Published against exact: {fit}"))
        }));
        blocks.extend(misprints(odds.published()).map(Block::text));
        Document::answer("The odds of every fight", blocks)
    }

    fn csv(&self) -> Option<String> {
        Some(csv(self.table))
    }
}

/// Enough decimals that the ends of an interval differ: two up to ten million fights, and
/// one more for every hundred times as many.
fn decimals(trials: u64) -> usize {
    let mut decimals = 2;
    let mut enough = 10_000_000;
    while trials > enough {
        decimals += 1;
        enough *= 100;
    }
    decimals
}

/// How often the dragon is slain, from the rows of defeats, as a table with this source and caption.
pub(crate) fn wins(rows: &[Row], decimals: usize, source: &str, caption: &str) -> Block {
    let rate = |rate| percent(rate, decimals);
    let figure = |value| Cell::figure(value, rate(value));
    Block::Table(Table::of(
        source,
        caption,
        rows.iter().filter(|row| row.dice_left == 0),
        &[
            (Column::words("dragon"), &|row| Cell::words(&row.dragon)),
            (Column::figures("dice"), &|row| Cell::whole(row.warrior_dice.into())),
            (Column::figures("win %"), &|row| figure(1.0 - row.estimate)),
            (Column::figures("95 % interval"), &|row| {
                Cell::interval(Some((1.0 - row.high, 1.0 - row.low)), rate)
            }),
            (Column::figures("exact %"), &|row| figure(1.0 - row.exact)),
            (Column::figures("z"), &|row| Cell::maybe(row.z.map(|z| -z), |z| signed(z, 2))),
            (Column::figures("published %"), &|row| {
                Cell::percent(row.published.map(|rate| 1.0 - rate))
            }),
            (Column::words("exact fraction"), &|row| Cell::maybe_words(fraction(row).as_deref())),
        ],
    ))
}

/// The exact probability of slaying the dragon as a fraction, from the row of defeats. A long
/// one says less than the figure beside it.
fn fraction(defeat: &Row) -> Option<String> {
    let (lost, all) = defeat.exact_fraction.split_once('/')?;
    let fraction = format!("{}/{all}", all.parse::<u64>().ok()? - lost.parse::<u64>().ok()?);
    (fraction.len() <= SHORT_FRACTION).then_some(fraction)
}

/// How many dice are left after a fight.
fn dice_left(odds: &OddsTable, decimals: usize) -> Block {
    let most = odds.rows.iter().map(|row| row.counts.len()).max().unwrap_or(0);
    let mut columns = vec![Column::words("dragon"), Column::figures("dice")];
    columns.extend((0..most).map(|left| Column::figures(format!("{left} left %"))));
    let rows = odds.rows.iter().map(|row| {
        let mut cells = vec![Cell::words(&row.dragon), Cell::whole(row.warrior_dice.into())];
        let rates = row.dice_left().map(|left| Some(left.simulated.rate()));
        let rates = rates.chain(std::iter::repeat(None)).take(most);
        cells.extend(rates.map(|rate| Cell::maybe(rate, |rate| percent(rate, decimals))));
        cells
    });
    Block::table("", "", columns, rows)
}

/// How long this run took, and how long the thesis's program took.
fn time(odds: &OddsTable, run: &Run) -> String {
    let then = odds.published().next().map_or_else(String::new, |cell| {
        format!(
            "; Castells Amat 2018 took {} s for {} each",
            odds.published().map(|cell| cell.seconds).sum::<u64>(),
            count(cell.frequencies.fights()),
        )
    });
    format!(
        "{} in each of {} (seed {}) took {} on {}, the exact solution {}{then}.",
        counted(run.trials, "fight", "fights"),
        counted(odds.rows.len() as u64, "cell", "cells"),
        run.seed,
        duration(run.simulated_in),
        counted(run.threads as u64, "thread", "threads"),
        duration(run.solved_in),
    )
}

fn agreement(odds: &OddsTable) -> String {
    let tests = count(odds.tests() as u64);
    let refuted = odds.refuted();
    if !refuted.is_empty() {
        return format!(
            "Simulated against exact: THEY DISAGREE for {}, at a level of {FAMILY_LEVEL} for all \
             {tests} tests together.",
            list(&refuted)
        );
    }
    let largest = (odds.rows.iter())
        .flat_map(OddsRow::dice_left)
        .filter_map(|left| left.agreement().z())
        .fold(0.0, |largest: f64, z| largest.max(z.abs()));
    format!(
        "Simulated against exact: they agree. The largest |z| of {tests} figures is {largest:.2}; \
         for all tests together {}, and a contradiction takes p < {FAMILY_LEVEL}.",
        p_value(odds.family_p_value()),
    )
}

/// A list of cells, such as `blue with 1 die, red with 3 dice`.
#[must_use]
pub(crate) fn list(rows: &[&OddsRow]) -> String {
    let name = |row: &&OddsRow| format!("{} with {}", row.dragon, dice(row.warrior_dice));
    rows.iter().map(name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dragon_slayer::Rules;
    use crate::dragon_slayer::odds::simulation::simulate;
    use crate::dragon_slayer::odds::{Published, exact};

    #[test]
    fn disagreement_is_said() {
        let rules = Rules::built_in();
        let mut tallies = simulate(&rules, 10_000, 2018, &|_| {});
        let said = |tallies: &[_]| {
            let odds = OddsTable::new(&rules, exact::all(&rules), tallies, &Published::thesis());
            agreement(&odds)
        };
        assert!(said(&tallies).contains("they agree"));
        tallies[8].dice_left.swap(0, 3);
        let wrong = said(&tallies);
        assert!(wrong.contains("THEY DISAGREE for red with 3 dice"), "{wrong}");
    }

    #[test]
    fn decimals_grow_with_the_fights() {
        assert_eq!([1, 10_000_000, 10_000_001, 10_000_000_000].map(decimals), [2, 2, 3, 4]);
    }
}
