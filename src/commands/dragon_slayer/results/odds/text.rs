//! The odds tables as text: a row for each cell, and notes.

use std::time::Duration;

use unicode_width::UnicodeWidthStr;

use super::{dice, fit, misprints};
use crate::dragon_slayer::odds::exact::to_f64;
use crate::dragon_slayer::odds::{OddsRow, OddsTable};
use crate::statistics::FAMILY_LEVEL;
use crate::text::number::{count, counted, duration, p_value, percent, standard_errors};
use crate::text::table::{Column, note, table};

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

/// The table and its notes, for a terminal of `width` columns; without a
/// terminal, all columns.
#[must_use]
pub(crate) fn text(odds: &OddsTable, run: &Run, width: Option<usize>) -> String {
    let mut text = tables(odds, decimals(run.trials), width);
    for paragraph in notes(odds, run) {
        text += &note(&paragraph, width);
    }
    text
}

/// A column with the cell of each row.
type Filled = (Column, Vec<String>);

/// The first of three layouts that fits: everything in one table; the fractions in a list
/// below; the dice left in a table of their own as well.
fn tables(odds: &OddsTable, decimals: usize, width: Option<usize>) -> String {
    let (win, left) = (win_columns(odds, decimals), left_columns(odds, decimals));
    let names = &win[..2];
    let fraction = |row: &OddsRow| short_fraction(row).unwrap_or_default();
    let fraction = [filled(Column::left("\nexact fraction"), odds, fraction)];
    let below = format!("\n{}", fractions(odds, width));
    let split = |gap| {
        let (win, left) = (draw(&[&win], gap), draw(&[names, &left], gap));
        format!("{win}\n{left}{below}")
    };
    let fits = |text: &String| {
        let fits = |width| text.lines().all(|line| line.width() <= width);
        width.is_none_or(fits)
    };
    let wide = draw(&[&win, &left, &fraction], 2) + "\n";
    let narrow = || draw(&[&win, &left], 1) + &below;
    Some(wide)
        .filter(fits)
        .or_else(|| Some(narrow()).filter(fits))
        .or_else(|| Some(split(2)).filter(fits))
        .unwrap_or_else(|| split(1))
}

/// A table of these columns, with `gap` spaces between them.
fn draw(parts: &[&[Filled]], gap: u16) -> String {
    let columns = parts.concat();
    let rows = columns.first().map_or(0, |(_, cells)| cells.len());
    let row = |row: usize| columns.iter().map(|(_, cells)| cells[row].clone()).collect();
    let rows: Vec<Vec<String>> = (0..rows).map(row).collect();
    let columns: Vec<Column> = columns.into_iter().map(|(column, _)| column).collect();
    table(&columns, &rows, gap)
}

fn filled(column: Column, odds: &OddsTable, cell: impl Fn(&OddsRow) -> String) -> Filled {
    (column, odds.rows.iter().map(cell).collect())
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

fn win_columns(odds: &OddsTable, decimals: usize) -> Vec<Filled> {
    let rate = |rate| percent(rate, decimals);
    let interval = |row: &OddsRow| {
        let interval = row.win().simulated.interval();
        format!("{}–{}", rate(interval.low), rate(interval.high))
    };
    let published = |row: &OddsRow| {
        let published = row.win().published;
        published.map_or_else(String::new, |published| percent(published.rate(), 2))
    };
    vec![
        filled(Column::left("\ndragon"), odds, |row| row.dragon.clone()),
        filled(Column::right("\ndice"), odds, |row| row.warrior_dice.to_string()),
        filled(Column::right("win\n%"), odds, |row| rate(row.win().simulated.rate())),
        filled(Column::centre("95 %\ninterval"), odds, interval),
        filled(Column::right("exact\n%"), odds, |row| rate(to_f64(&row.win().exact))),
        filled(Column::right("\nz"), odds, |row| standard_errors(row.win().agreement().z())),
        filled(Column::right("published\n%"), odds, published),
    ]
}

fn left_columns(odds: &OddsTable, decimals: usize) -> Vec<Filled> {
    let most = odds.rows.iter().map(|row| row.counts.len()).max();
    let column = |left: usize| {
        let rate = |row: &OddsRow| {
            let left = row.dice_left().nth(left);
            left.map_or_else(String::new, |left| percent(left.simulated.rate(), decimals))
        };
        filled(Column::right(format!("{left} left\n%")), odds, rate)
    };
    (0..most.unwrap_or(0)).map(column).collect()
}

/// A fraction worth showing: short, and not a whole number.
fn short_fraction(row: &OddsRow) -> Option<String> {
    let fraction = row.exact.win().to_string();
    (fraction.len() <= SHORT_FRACTION && fraction.contains('/')).then_some(fraction)
}

/// The list of exact fractions, for a terminal that has no room for their column.
fn fractions(odds: &OddsTable, width: Option<usize>) -> String {
    let fraction = |row: &OddsRow| Some(format!("{} {}", name(row), short_fraction(row)?));
    let list: Vec<_> = odds.rows.iter().filter_map(fraction).collect();
    if list.is_empty() {
        String::new()
    } else {
        note(&format!("Exact fractions: {}.", list.join(", ")), width)
    }
}

fn notes(odds: &OddsTable, run: &Run) -> Vec<String> {
    let mut notes = vec![
        "Win, interval and dice left are simulated.".to_owned(),
        time(odds, run),
        agreement(odds),
    ];
    notes.extend(odds.published_fit().map(|chi_square| {
        let fit = fit(chi_square, &odds.published_selection());
        format!("Published against exact: {fit}")
    }));
    notes.extend(misprints(odds.published()));
    notes
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
    let names: Vec<_> = rows.iter().map(|row| name(row)).collect();
    names.join(", ")
}

fn name(row: &OddsRow) -> String {
    format!("{} with {}", row.dragon, dice(row.warrior_dice))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dragon_slayer::Rules;
    use crate::dragon_slayer::odds::simulation::simulate;
    use crate::dragon_slayer::odds::{Published, exact};

    fn rendered(width: Option<usize>, break_it: bool) -> String {
        let rules = Rules::built_in();
        let mut tallies = simulate(&rules, 10_000, 2018, &|_| {});
        if break_it {
            tallies[8].dice_left.swap(0, 3);
        }
        let odds = OddsTable::new(&rules, exact::all(&rules), &tallies, &Published::thesis());
        let run = Run {
            trials: 10_000,
            seed: 2018,
            threads: 2,
            solved_in: Duration::from_micros(523),
            simulated_in: Duration::from_micros(12_345),
        };
        text(&odds, &run, width)
    }

    #[test]
    fn it_fits_the_terminal() {
        for width in [60, 80, 100, 120] {
            let text = rendered(Some(width), false);
            assert!(text.lines().all(|line| line.width() <= width), "{text}");
            assert!(text.contains("11/36"), "{text}");
            assert!(text.contains("970 s"), "{text}");
        }
    }

    #[test]
    fn more_decimals_still_fit() {
        let rules = Rules::built_in();
        let tallies = simulate(&rules, 1, 1, &|_| {});
        let odds = OddsTable::new(&rules, exact::all(&rules), &tallies, &Published::thesis());
        for decimals in 2..=4 {
            let text = tables(&odds, decimals, Some(80));
            assert!(text.lines().all(|line| line.width() <= 80), "{text}");
        }
    }

    #[test]
    fn disagreement_is_said() {
        assert!(rendered(None, false).contains("they agree"));
        let wrong = rendered(None, true).replace('\n', " ");
        assert!(wrong.contains("THEY DISAGREE"), "{wrong}");
        assert!(wrong.contains("for red with 3 dice"), "{wrong}");
    }

    #[test]
    fn decimals_grow_with_the_fights() {
        assert_eq!([1, 10_000_000, 10_000_001, 10_000_000_000].map(decimals), [2, 2, 3, 4]);
    }
}
