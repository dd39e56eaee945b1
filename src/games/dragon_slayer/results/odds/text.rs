//! The odds tables as text: a row for each cell, and notes.

use std::time::Duration;

use unicode_width::UnicodeWidthStr;

use super::selection::chosen;
use crate::games::dragon_slayer::odds::exact::to_f64;
use crate::games::dragon_slayer::odds::{OddsRow, OddsTable, PublishedCell};
use crate::statistics::FAMILY_LEVEL;
use crate::text::number::{
    count, counted, degrees_of_freedom, duration, p_value, percent, standard_errors, statistic,
};
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

/// The first of three layouts that fits: everything in one table; the fractions in a list
/// below; the dice left in a table of their own as well.
fn tables(odds: &OddsTable, decimals: usize, width: Option<usize>) -> String {
    let most_dice = odds
        .rows
        .iter()
        .map(|row| row.counts.len())
        .max()
        .unwrap_or(0);
    let (mut win, mut left, mut fraction) = (Part::default(), Part::default(), Part::default());
    win.columns = vec![
        Column::left("\ndragon"),
        Column::right("\ndice"),
        Column::right("win\n%"),
        Column::centre("95 %\ninterval"),
        Column::right("exact\n%"),
        Column::right("\nz"),
        Column::right("published\n%"),
    ];
    left.columns = (0..most_dice)
        .map(|dice_left| Column::right(format!("{dice_left} left\n%")))
        .collect();
    fraction.columns = vec![Column::left("\nexact fraction")];
    for row in &odds.rows {
        win.rows.push(win_cells(row, decimals));
        left.rows.push(left_cells(row, decimals, most_dice));
        fraction
            .rows
            .push(vec![short_fraction(row).unwrap_or_default()]);
    }
    let fits = |text: &String| {
        let fits = |width| text.lines().all(|line| line.width() <= width);
        width.is_none_or(fits)
    };
    let below = format!("\n{}", fractions(odds, width));
    let wide = || win.beside(&left).beside(&fraction).draw(2) + "\n";
    let narrow = || win.beside(&left).draw(1) + &below;
    let named = Part {
        columns: win.columns[..2].to_vec(),
        rows: win.rows.iter().map(|cells| cells[..2].to_vec()).collect(),
    };
    let split = |gap| {
        format!(
            "{}\n{}{below}",
            win.draw(gap),
            named.beside(&left).draw(gap)
        )
    };
    [wide(), narrow(), split(2)]
        .into_iter()
        .find(fits)
        .unwrap_or_else(|| split(1))
}

/// Some columns of the table.
#[derive(Default)]
struct Part {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Part {
    fn beside(&self, right: &Self) -> Self {
        let rows = self.rows.iter().zip(&right.rows);
        Self {
            columns: [&self.columns[..], &right.columns].concat(),
            rows: rows
                .map(|(left, right)| [&left[..], right].concat())
                .collect(),
        }
    }

    fn draw(&self, gap: u16) -> String {
        table(&self.columns, &self.rows, gap)
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

fn win_cells(row: &OddsRow, decimals: usize) -> Vec<String> {
    let win = row.win();
    let interval = win.simulated.interval();
    vec![
        row.dragon.clone(),
        row.warrior_dice.to_string(),
        percent(win.simulated.rate(), decimals),
        format!(
            "{}–{}",
            percent(interval.low, decimals),
            percent(interval.high, decimals)
        ),
        percent(to_f64(&win.exact), decimals),
        standard_errors(win.agreement().z()),
        win.published
            .map_or_else(String::new, |published| percent(published.rate(), 2)),
    ]
}

fn left_cells(row: &OddsRow, decimals: usize, most_dice: usize) -> Vec<String> {
    let rates = row
        .dice_left()
        .map(|left| percent(left.simulated.rate(), decimals));
    let mut cells: Vec<_> = rates.collect();
    cells.resize(most_dice, String::new());
    cells
}

/// A fraction worth showing: short, and not a whole number.
fn short_fraction(row: &OddsRow) -> Option<String> {
    let fraction = row.exact.win().to_string();
    (fraction.len() <= SHORT_FRACTION && fraction.contains('/')).then_some(fraction)
}

/// The list of exact fractions, for a terminal that has no room for their column.
fn fractions(odds: &OddsTable, width: Option<usize>) -> String {
    let list: Vec<_> = (odds.rows.iter())
        .filter_map(|row| {
            let fraction = short_fraction(row)?;
            Some(format!(
                "{} with {} {fraction}",
                row.dragon,
                dice(row.warrior_dice)
            ))
        })
        .collect();
    if list.is_empty() {
        return String::new();
    }
    note(&format!("Exact fractions: {}.", list.join(", ")), width)
}

fn dice(count: u8) -> String {
    counted(count.into(), "die", "dice")
}

fn notes(odds: &OddsTable, run: &Run) -> Vec<String> {
    let mut notes = vec![
        "Win, interval and dice left are simulated.".to_owned(),
        time(odds, run),
        agreement(odds),
    ];
    if let Some(fit) = odds.published_fit() {
        let chance = (fit.p_value()).map_or_else(String::new, |p| format!(" ({})", p_value(p)));
        notes.push(format!(
            "Published against exact: chi-square {} on {}{chance}. {}",
            statistic(fit.statistic),
            degrees_of_freedom(fit.degrees_of_freedom),
            chosen(fit, &odds.published_selection()),
        ));
    }
    notes.extend(
        odds.published()
            .filter(|cell| cell.misprinted())
            .map(misprint),
    );
    notes
}

/// How long this run took, and how long the thesis's program took.
fn time(odds: &OddsTable, run: &Run) -> String {
    let threads = counted(run.threads as u64, "thread", "threads");
    let then = odds.published().next().map_or_else(String::new, |cell| {
        format!(
            "; Castells Amat 2018 took {} s for {} each",
            odds.published().map(|cell| cell.seconds).sum::<u64>(),
            count(cell.frequencies.fights()),
        )
    });
    format!(
        "{} in each of {} (seed {}) took {} on {threads}, the exact solution {}{then}.",
        fights(run.trials),
        counted(odds.rows.len() as u64, "cell", "cells"),
        run.seed,
        duration(run.simulated_in),
        duration(run.solved_in),
    )
}

fn fights(number: u64) -> String {
    counted(number, "fight", "fights")
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
        "Simulated against exact: they agree. The largest |z| of {tests} figures is {}; for all \
         tests together {}, and a contradiction takes p < {FAMILY_LEVEL}.",
        standard_errors(Some(largest)).trim_start_matches('+'),
        p_value(odds.family_p_value()),
    )
}

fn misprint(cell: &PublishedCell) -> String {
    let frequencies = &cell.frequencies;
    let percentage = |wins| percent(wins as f64 / frequencies.fights() as f64, 2);
    format!(
        "Misprint: for {} with {} the thesis prints {} % wins; its own rates of dice left, shown here, give {} %.",
        frequencies.dragon,
        dice(frequencies.warrior_dice),
        percentage(cell.printed_wins),
        percentage(frequencies.wins()),
    )
}

/// A list of cells, such as `blue with 1 die, red with 3 dice`.
#[must_use]
pub(crate) fn list(rows: &[&OddsRow]) -> String {
    let cells: Vec<_> = (rows.iter())
        .map(|row| format!("{} with {}", row.dragon, dice(row.warrior_dice)))
        .collect();
    cells.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dragon_slayer::Rules;
    use crate::games::dragon_slayer::odds::simulation::simulate;
    use crate::games::dragon_slayer::odds::{Published, exact};

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
        assert_eq!(
            [1, 10_000_000, 10_000_001, 10_000_000_000].map(decimals),
            [2, 2, 3, 4]
        );
    }
}
