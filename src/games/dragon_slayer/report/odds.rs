//! The nine tables: simulated, exact and published.

use std::collections::BTreeSet;

use crate::games::dragon_slayer::odds::Published;
use crate::games::dragon_slayer::results::odds::{Row, chosen};
use crate::report::charts::{Axis, Bar, Bars, Chart};
use crate::report::sections::words::{list, share};
use crate::report::{Block, Cell, Column, Figure, Panel, Section, Table};
use crate::results::Folder;
use crate::statistics::ChiSquare;
use crate::text::number::{
    count, counted, degrees_of_freedom, p_value, percent, significant, standard_errors, statistic,
};

const FILE: &str = "odds.csv";

/// Beyond so many standard errors a published rate is called off; one in twenty
/// right ones is.
const OFF: f64 = 1.96;

pub fn section(results: &Folder) -> Section {
    let cells = cells(&results.odds);
    let mut blocks = vec![
        Block::text(
            "A fight, once begun, runs to its end without a decision, so its odds depend on the \
             dragon and on the warrior dice alone. The exact odds follow from the faces of the \
             dice; the simulated ones are counted.",
        ),
        Block::text(agreement(&results.odds)),
        Block::Table(table(&cells)),
    ];
    blocks.extend(published(&cells));
    blocks.push(Block::Figure(Figure {
        id: "dice-left".to_owned(),
        caption: "How fights end: the chance of every number of warrior dice left; none left is \
                  a defeat. The bars are exact."
            .to_owned(),
        source: FILE.to_owned(),
        panels: cells.iter().map(panel).collect(),
    }));
    blocks.push(Block::Heading("The time, then and now".to_owned()));
    blocks.push(Block::text(time(results)));
    Section {
        id: "odds",
        title: "The tables of odds".to_owned(),
        blocks,
    }
}

/// Rows of the same dragon and dice, by dice left.
fn cells(rows: &[Row]) -> Vec<&[Row]> {
    rows.chunk_by(|a, b| (&a.dragon, a.warrior_dice) == (&b.dragon, b.warrior_dice))
        .collect()
}

fn name(cell: &[Row]) -> String {
    let dice = cell[0].warrior_dice;
    let plural = if dice == 1 { "die" } else { "dice" };
    format!("{} against {dice} {plural}", cell[0].dragon)
}

/// The row of defeats: a win is everything else.
fn defeat(cell: &[Row]) -> &Row {
    (cell.iter().find(|row| row.dice_left == 0)).unwrap_or(&cell[0])
}

fn agreement(rows: &[Row]) -> String {
    let largest = (rows.iter().filter_map(|row| row.z)).fold(0.0, |most: f64, z| most.max(z.abs()));
    let trials = rows.iter().map(|row| row.trials).max().unwrap_or(0);
    format!(
        "Each table was simulated with {}. No simulated rate is further from its exact \
         one than {} standard errors, of {} in all.",
        counted(trials, "fight", "fights"),
        format_args!("{largest:.2}"),
        counted(rows.len() as u64, "rate", "rates"),
    )
}

fn table(cells: &[&[Row]]) -> Table {
    let rows = cells.iter().map(|cell| {
        let row = defeat(cell);
        vec![
            Cell::words(&row.dragon),
            Cell::figure(f64::from(row.warrior_dice), row.warrior_dice.to_string()),
            Cell::figure(1.0 - row.estimate, percent(1.0 - row.estimate, 2)),
            Cell::interval(Some((1.0 - row.high, 1.0 - row.low)), |rate| {
                percent(rate, 2)
            }),
            Cell::figure(1.0 - row.exact, percent(1.0 - row.exact, 2)),
            Cell::maybe(row.z.map(|z| -z), |z| standard_errors(Some(z))),
            Cell::maybe(row.published.map(|rate| 1.0 - rate), |rate| {
                percent(rate, 2)
            }),
            Cell::maybe(published_z(row).map(|z| -z), |z| standard_errors(Some(z))),
        ]
    });
    Table {
        caption: "Chance of slaying the dragon, in percent; z and off are distances from the \
                  exact chance in standard errors."
            .to_owned(),
        source: FILE.to_owned(),
        columns: vec![
            Column::words("dragon"),
            Column::figures("dice"),
            Column::figures("simulated"),
            Column::figures("95 % interval"),
            Column::figures("exact"),
            Column::figures("z"),
            Column::figures("published"),
            Column::figures("off"),
        ],
        rows: rows.collect(),
    }
}

/// Fights behind each published rate.
fn published_trials() -> f64 {
    let cells = Published::thesis().cells;
    cells.first().map_or(0, |cell| cell.frequencies.fights()) as f64
}

/// How far a published rate is from the exact one, in standard errors.
fn published_z(row: &Row) -> Option<f64> {
    let published = row.published?;
    let error = (row.exact * (1.0 - row.exact) / published_trials()).sqrt();
    (error > 0.0).then(|| (published - row.exact) / error)
}

/// Which published rates are off, and misprints.
fn published(cells: &[&[Row]]) -> Vec<Block> {
    let rows = || {
        cells
            .iter()
            .flat_map(|cell| cell.iter().map(move |row| (cell, row)))
    };
    let known = rows().filter(|(_, row)| published_z(row).is_some()).count();
    if known == 0 {
        return vec![Block::text(
            "No published rates stand beside them: these are not the dice of the thesis.",
        )];
    }
    let off: Vec<String> = rows()
        .filter_map(|(cell, row)| {
            let z = published_z(row).filter(|z| z.abs() > OFF)?;
            let left = row.dice_left;
            Some(format!(
                "{}, {left} left ({})",
                name(cell),
                standard_errors(Some(z))
            ))
        })
        .collect();
    let which = match off.as_slice() {
        [] => String::new(),
        off => format!(": {}", list(off)),
    };
    let lie = match off.len() {
        0 => "none lies".to_owned(),
        1 => "one lies".to_owned(),
        many => format!("{many} lie"),
    };
    let expected = 0.05 * known as f64;
    let mut blocks = vec![Block::text(format!(
        "Of {}, {lie} further from the exact one than {OFF} standard \
         errors{which}. Chance alone would put {expected:.1} so far off.",
        counted(known as u64, "published rate", "published rates"),
    ))];
    blocks.push(Block::text(format!(
        "The exact rates are those of the built-in dice. {}",
        fit(cells)
    )));
    let misprints = Published::thesis().cells;
    let misprints = misprints
        .iter()
        .filter(|cell| cell.misprinted())
        .map(|cell| {
            let of = |wins: u64| share(wins as f64 / cell.frequencies.fights() as f64);
            format!(
                "Misprint: of {} against {} the thesis prints {} won; its own dice left give {}.",
                cell.frequencies.dragon,
                counted(cell.frequencies.warrior_dice.into(), "die", "dice"),
                of(cell.printed_wins),
                of(cell.frequencies.wins()),
            )
        });
    blocks.extend(misprints.map(Block::Text));
    blocks.push(Block::text(
        "Misprint: the thesis's comparison of 10,000 with 100,000 fights is headed two dice \
         against red; its 30.78 % and 30.55 % are those of one die.",
    ));
    blocks
}

/// The chi-square of the published tables, and that the dice were chosen by them.
fn fit(cells: &[&[Row]]) -> String {
    let published = cells.iter().filter(|cell| cell[0].published.is_some());
    let fit: ChiSquare = (published.clone())
        .map(|cell| {
            let counts = cell.iter().filter_map(|row| row.published);
            let counts: Vec<u64> = counts
                .map(|rate| (rate * published_trials()).round() as u64)
                .collect();
            let exact: Vec<f64> = cell.iter().map(|row| row.exact).collect();
            ChiSquare::new(&counts, &exact)
        })
        .sum();
    let dragons: BTreeSet<&str> = published.clone().map(|cell| &*cell[0].dragon).collect();
    let selection = Published::thesis().selection(dragons.len(), published.count());
    format!(
        "Against them the published tables have a chi-square of {} on {}{}. {}",
        statistic(fit.statistic),
        degrees_of_freedom(fit.degrees_of_freedom),
        (fit.p_value()).map_or_else(String::new, |p| format!(" ({})", p_value(p))),
        chosen(fit, &selection),
    )
}

fn panel(cell: &&[Row]) -> Panel {
    let bars = cell.iter().map(|row| Bar {
        name: row.dice_left.to_string(),
        value: row.exact,
        sampled: Some([row.estimate, row.low, row.high]),
        published: row.published,
    });
    let most = (cell.iter()).fold(0.0, |most: f64, row| most.max(row.high).max(row.exact));
    let ends: Vec<_> = (cell.iter())
        .map(|row| format!("{} left {}", row.dice_left, share(row.exact)))
        .collect();
    Panel {
        title: name(cell),
        alternative: format!("Bars of the exact chances: {}.", list(&ends)),
        chart: Chart::Bars(Bars {
            axis: Axis::from_zero("chance, %", [most], 4, |rate| percent(rate, 0)),
            categories: "warrior dice left".to_owned(),
            bars: bars.collect(),
            names: ["exact", "simulated", "published"].map(str::to_owned),
        }),
    }
}

fn time(results: &Folder) -> String {
    let thesis = Published::thesis().cells;
    let seconds: u64 = thesis.iter().map(|cell| cell.seconds).sum();
    let fights: u64 = thesis.iter().map(|cell| cell.frequencies.fights()).sum();
    let then = fights as f64 / seconds as f64;
    let mut text = format!(
        "The thesis's program of 2018 took {} seconds for the {} fights of its tables, {} fights \
         per second.",
        count(seconds),
        count(fights),
        significant(then, 2),
    );
    let measured = results.benchmarks.iter().flat_map(|table| table.iter());
    let fastest = (measured)
        .filter(|row| row.tool == "rivals" && row.fights.is_some())
        .max_by(|a, b| a.per_second.total_cmp(&b.per_second));
    match fastest {
        Some(now) => {
            text += &format!(
                " This one was measured at {} million per second on {} cores ({}), some {} million \
                 times as many (benchmarks/odds.csv).",
                count((now.per_second / 1e6).round() as u64),
                now.cores,
                now.machine,
                significant(now.per_second / then / 1e6, 2),
            );
        }
        None => {
            text += " How long this one took here was not measured: the folder has no \
                          benchmarks/odds.csv."
        }
    }
    text
}
