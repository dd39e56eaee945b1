//! The odds tables for people: a row per cell, and what to make of them.

use std::time::Duration;

use crate::odds::exact::to_f64;
use crate::odds::{OddsRow, OddsTable};
use crate::report::number::{count, duration, p_value, percent, standard_errors};
use crate::report::text::{Column, note, table};
use crate::statistics::MAX_STANDARD_ERRORS;

/// Longest fraction that stands in the table.
const SHORT_FRACTION: usize = 13;

/// How the table came about.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The master seed.
    pub seed: u64,
    /// Threads that simulated.
    pub threads: usize,
    /// Time of the exact solution.
    pub solved_in: Duration,
    /// Time of the simulation.
    pub simulated_in: Duration,
}

/// The table and its notes, for a terminal of `width` columns; without a
/// terminal, all columns.
#[must_use]
pub fn text(odds: &OddsTable, run: &Run, width: Option<usize>) -> String {
    let trials = odds.rows.iter().map(|row| row.trials).max().unwrap_or(0);
    let decimals = decimals(trials);
    let most_dice = odds
        .rows
        .iter()
        .map(|row| row.counts.len())
        .max()
        .unwrap_or(0);

    let mut columns = vec![
        Column::left("\ndragon"),
        Column::right("\ndice"),
        Column::right("win\n%"),
        Column::centre("95 %\ninterval"),
        Column::right("exact\n%"),
        Column::right("\nz"),
        Column::right("published\n%"),
    ];
    columns.extend((0..most_dice).map(|left| Column::right(format!("{left} left\n%"))));
    let mut rows: Vec<Vec<String>> = (odds.rows.iter())
        .map(|row| cells(row, decimals, most_dice))
        .collect();
    let narrow = table(&columns, &rows, 1);

    columns.push(Column::left("\nexact fraction"));
    for (cells, row) in rows.iter_mut().zip(&odds.rows) {
        cells.push(short_fraction(row).unwrap_or_default());
    }
    let wide = table(&columns, &rows, 2);
    let fits = |text: &str, width| text.lines().all(|line| line.chars().count() <= width);

    let mut text = match width {
        Some(width) if !fits(&wide, width) => narrow + "\n" + &fractions(odds, Some(width)),
        _ => wide + "\n",
    };
    for paragraph in notes(odds, run) {
        text += &note(&paragraph, width);
    }
    text
}

/// Enough decimals that an interval does not look like a point: two up to ten
/// million fights, and one more for every hundred times as many.
fn decimals(trials: u64) -> usize {
    let mut decimals = 2;
    let mut enough = 10_000_000;
    while trials > enough {
        decimals += 1;
        enough *= 100;
    }
    decimals
}

fn cells(row: &OddsRow, decimals: usize, most_dice: usize) -> Vec<String> {
    let interval = row.win_interval();
    let mut cells = vec![
        row.dragon.clone(),
        row.warrior_dice.to_string(),
        percent(row.wins() as f64 / row.trials as f64, decimals),
        format!(
            "{}–{}",
            percent(interval.low, decimals),
            percent(interval.high, decimals)
        ),
        percent(to_f64(&row.exact.win()), decimals),
        standard_errors(row.win_agreement().z()),
        row.published_win_rate()
            .map_or_else(String::new, |rate| percent(rate, 2)),
    ];
    cells.extend((0..most_dice).map(|dice_left| {
        row.counts
            .get(dice_left)
            .map_or_else(String::new, |&count| {
                percent(count as f64 / row.trials as f64, decimals)
            })
    }));
    cells
}

fn short_fraction(row: &OddsRow) -> Option<String> {
    let fraction = row.exact.win().to_string();
    (fraction.len() <= SHORT_FRACTION).then_some(fraction)
}

/// What a narrow terminal gets instead of a column.
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
    if count == 1 {
        "1 die".to_owned()
    } else {
        format!("{count} dice")
    }
}

fn notes(odds: &OddsTable, run: &Run) -> Vec<String> {
    let cells = odds.rows.len();
    let trials = odds.rows.iter().map(|row| row.trials).max().unwrap_or(0);
    let threads = if run.threads == 1 {
        "1 thread".to_owned()
    } else {
        format!("{} threads", run.threads)
    };
    let published_time = odds
        .published_seconds()
        .map_or_else(String::new, |seconds| {
            format!("; Castells Amat 2018 took {seconds} s for 10,000 each")
        });
    let mut notes = vec![format!(
        "{} fights in each of {cells} cells (seed {}) took {} on {threads}, the exact solution {}{published_time}.",
        count(trials),
        run.seed,
        duration(run.simulated_in),
        duration(run.solved_in),
    )];

    let refuted = odds.refuted();
    let largest = (odds.rows.iter())
        .flat_map(|row| row.agreements())
        .filter_map(|(_, agreement)| agreement.z())
        .fold(0.0, |largest: f64, z| largest.max(z.abs()));
    notes.push(if refuted.is_empty() {
        format!("Simulated against exact: they agree, the largest |z| of any dice left is {largest:.2}.")
    } else {
        format!(
            "Simulated against exact: THEY DISAGREE by more than {MAX_STANDARD_ERRORS} standard errors for {}.",
            list(&refuted)
        )
    });

    if let Some(fit) = odds.published_fit() {
        let chance = (fit.p_value()).map_or_else(String::new, |p| format!(" ({})", p_value(p)));
        notes.push(format!(
            "Published against exact: chi-square {:.1} on {} degrees of freedom{chance}.",
            fit.statistic, fit.degrees_of_freedom,
        ));
    }
    for row in &odds.rows {
        let Some(published) = &row.published else {
            continue;
        };
        let counts = &published.frequencies.dice_left;
        let fights: u64 = counts.iter().sum();
        if published.printed_wins != fights - counts[0] {
            notes.push(format!(
                "Misprint: of {} with {} the thesis prints {} % wins; its own dice left, shown here, give {} %.",
                row.dragon,
                dice(row.warrior_dice),
                percent(published.printed_wins as f64 / fights as f64, 2),
                percent((fights - counts[0]) as f64 / fights as f64, 2),
            ));
        }
    }
    notes
}

/// Names cells: `blue with 1 die, red with 3 dice`.
#[must_use]
pub fn list(rows: &[&OddsRow]) -> String {
    let cells: Vec<_> = (rows.iter())
        .map(|row| format!("{} with {}", row.dragon, dice(row.warrior_dice)))
        .collect();
    cells.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dragon_slayer::Rules;
    use crate::odds::{exact, simulation::simulate};

    fn rendered(width: Option<usize>, break_it: bool) -> String {
        let rules = Rules::built_in();
        let mut tallies = simulate(&rules, 10_000, 2018, &|_| {});
        if break_it {
            tallies[8].dice_left.swap(0, 3);
        }
        let odds = OddsTable::new(&rules, exact::all(&rules), &tallies);
        let run = Run {
            seed: 2018,
            threads: 2,
            solved_in: Duration::from_micros(523),
            simulated_in: Duration::from_micros(12_345),
        };
        text(&odds, &run, width)
    }

    #[test]
    fn it_fits_the_terminal() {
        for width in [80, 120] {
            let text = rendered(Some(width), false);
            assert!(
                text.lines().all(|line| line.chars().count() <= width),
                "{text}"
            );
            assert!(text.contains("11/36"), "{text}");
            assert!(text.contains("970 s"), "{text}");
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
