//! The section on odds: the nine tables, simulated, exact and published.

use std::collections::BTreeSet;

use crate::commands::dragon_slayer::results::odds::{FILE, Row, dice, fit, misprints};
use crate::commands::dragon_slayer::results::{BENCHMARKS, BenchmarkRow};
use crate::document::{
    self, Axis, Block, Cell, Chart, Column, Headline, Panel, RowContent, Rows, Section, Spot,
};
use crate::dragon_slayer::odds::Published;
use crate::report::words::{list, percentage, share};
use crate::statistics::{ChiSquare, Interval};
use crate::text::number::{count, counted, percent, signed, significant, standard_errors};

/// The report lists published rates that are more standard errors than this from the exact one.
/// Chance puts one in twenty correct rates so far from it.
const LISTED: f64 = 1.96;

pub(super) fn section(rows: &[Row], measured: &[BenchmarkRow]) -> Section {
    let cells = cells(rows);
    let mut blocks = vec![
        Block::text(
            "A fight, once begun, runs to its end without a decision, so its odds depend on the \
             dragon and on the warrior dice alone. The exact odds follow from the faces of the \
             dice; the simulated odds are counted.",
        ),
        Block::text(agreement(rows)),
        table(&cells),
    ];
    blocks.extend(published(&cells));
    let caption = "How fights end, by the number of warrior dice left; 0 is a defeat. The marks \
                   are differences from the exact probability, which stands at the right, with \
                   95 % intervals; all tables have the same scale.";
    let axis = axis(rows);
    blocks.push(Block::figure(
        "dice-left",
        "Simulated and published odds less the exact ones",
        FILE,
        caption,
        cells.iter().map(|cell| panel(cell, &axis)),
    ));
    blocks.push(Block::heading("Computing time, 2018 and now"));
    blocks.push(Block::text(time(measured)));
    Section::new("odds", "The tables of odds", blocks)
}

/// Rows of the same dragon and dice, by dice left.
fn cells(rows: &[Row]) -> Vec<&[Row]> {
    rows.chunk_by(|a, b| (&a.dragon, a.warrior_dice) == (&b.dragon, b.warrior_dice)).collect()
}

fn name(row: &Row) -> String {
    format!("{} against {}", row.dragon, dice(row.warrior_dice))
}

/// The row of defeats; all other rows are wins.
fn defeat(cell: &[Row]) -> &Row {
    (cell.iter().find(|row| row.dice_left == 0)).unwrap_or(&cell[0])
}

/// How far simulated odds lie from exact ones, as a headline.
pub(super) fn headline(rows: &[Row]) -> Headline {
    Headline {
        title: "How far are simulated odds from exact ones?".to_owned(),
        figure: format!("{:.2} standard errors", largest(rows)),
        text: agreement(rows),
    }
}

/// The largest distance of a simulated rate from the exact one, in standard errors.
fn largest(rows: &[Row]) -> f64 {
    let distances = rows.iter().filter_map(|row| row.z);
    distances.fold(0.0, |most, z| most.max(z.abs()))
}

fn agreement(rows: &[Row]) -> String {
    let largest = largest(rows);
    let trials = rows.iter().map(|row| row.trials).max().unwrap_or(0);
    format!(
        "Each table was simulated with {}. The largest distance of a simulated rate from the exact \
         one is {largest:.2} standard errors, among {}.",
        counted(trials, "fight", "fights"),
        counted(rows.len() as u64, "rate", "rates"),
    )
}

fn table(cells: &[&[Row]]) -> Block {
    let z = |z: Option<f64>| Cell::maybe(z.map(|z| -z), |z| standard_errors(Some(z)));
    let rows = cells.iter().map(|cell| {
        let row = defeat(cell);
        let win = Some((1.0 - row.high, 1.0 - row.low));
        vec![
            Cell::words(&row.dragon),
            Cell::whole(row.warrior_dice.into()),
            Cell::percent(1.0 - row.estimate),
            Cell::interval(win, |rate| percent(rate, 2)),
            Cell::percent(1.0 - row.exact),
            z(row.z),
            Cell::percent(row.published.map(|rate| 1.0 - rate)),
            z(published_z(row)),
        ]
    });
    let columns = vec![
        Column::words("dragon"),
        Column::figures("dice"),
        Column::figures("simulated %"),
        Column::figures("95 % interval, %"),
        Column::figures("exact %"),
        Column::figures("z"),
        Column::figures("published %"),
        Column::figures("published z"),
    ];
    let caption = "Probability of slaying the dragon, in per cent; z and published z are the \
                   distances of the simulated and the published rate from the exact one, in \
                   standard errors.";
    Block::table(FILE, caption, columns, rows)
}

/// The number of fights behind each published rate.
fn published_trials() -> f64 {
    let cells = Published::thesis().cells;
    cells.first().map_or(0, |cell| cell.frequencies.fights()) as f64
}

/// The distance of a published rate from the exact one, in standard errors.
fn published_z(row: &Row) -> Option<f64> {
    let published = row.published?;
    let error = (row.exact * (1.0 - row.exact) / published_trials()).sqrt();
    (error > 0.0).then(|| (published - row.exact) / error)
}

/// The paragraphs on published rates far from the exact ones, their fit, and misprints.
fn published(cells: &[&[Row]]) -> Vec<Block> {
    let distances = cells.iter().copied().flatten();
    let distances: Vec<(&Row, f64)> =
        distances.filter_map(|row| Some((row, published_z(row)?))).collect();
    if distances.is_empty() {
        return vec![Block::text(
            "There are no published rates, because these are not the dice of the thesis.",
        )];
    }
    let far = distances.iter().filter(|(_, z)| z.abs() > LISTED);
    let far: Vec<String> = far
        .map(|&(row, z)| {
            let z = standard_errors(Some(z));
            format!("{}, {} left ({z})", name(row), row.dice_left)
        })
        .collect();
    let number = match far.len() {
        0 => "none lies".to_owned(),
        1 => "one lies".to_owned(),
        many => format!("{many} lie"),
    };
    let which = if far.is_empty() { String::new() } else { format!(": {}", list(&far)) };
    let known = distances.len();
    let mut blocks = vec![
        Block::text(format!(
            "Of {}, {number} more than {LISTED} standard errors from the exact one{which}. Chance \
             alone would put {:.1} so far from it.",
            counted(known as u64, "published rate", "published rates"),
            0.05 * known as f64,
        )),
        Block::text(format!(
            "The exact rates are those of the built-in dice. Published against exact: {}",
            published_fit(cells)
        )),
    ];
    blocks.extend(misprints(&Published::thesis().cells).map(Block::text));
    blocks.push(Block::text(
        "Misprint: the thesis's comparison of 10,000 with 100,000 fights is headed two dice \
         against red; its 30.78 % and 30.55 % are those of one die.",
    ));
    blocks
}

/// The words on the chi-square of the published tables, by which the dice were chosen.
fn published_fit(cells: &[&[Row]]) -> String {
    let published = cells.iter().filter(|cell| cell[0].published.is_some());
    let chi_square = |cell: &&[Row]| {
        let rates = cell.iter().filter_map(|row| row.published);
        let counts: Vec<u64> =
            rates.map(|rate| (rate * published_trials()).round() as u64).collect();
        let exact: Vec<f64> = cell.iter().map(|row| row.exact).collect();
        ChiSquare::new(&counts, &exact)
    };
    let dragons: BTreeSet<&str> = published.clone().map(|cell| &*cell[0].dragon).collect();
    let selection = Published::thesis().selection(dragons.len(), published.clone().count());
    fit(published.map(chi_square).sum(), &selection)
}

/// The differences of simulated and published rates from the exact ones, by dice left.
fn panel(cell: &[Row], axis: &Axis) -> Panel {
    let row = |row: &Row| document::Row {
        name: format!("{} left", row.dice_left),
        content: RowContent::Values(vec![Some(simulated(row)), published_difference(row)]),
        value: percentage(row.exact, 2),
    };
    let chart = Chart::Rows(Rows {
        axis: Some(axis.clone()),
        names: ["simulated", "published"].map(str::to_owned).to_vec(),
        groups: vec![(String::new(), cell.iter().map(row).collect())],
    });
    let points = |spot: Spot| signed(100.0 * spot.value, 2);
    let ends = cell.iter().map(|row| {
        let published = published_difference(row);
        let published = published.map(|spot| format!(", published {}", points(spot)));
        format!(
            "{} left {}, simulated {}{}",
            row.dice_left,
            share(row.exact),
            points(simulated(row)),
            published.unwrap_or_default(),
        )
    });
    let alternative = format!(
        "exact, and differences in percentage points: {}.",
        ends.collect::<Vec<_>>().join("; ")
    );
    Panel::new(name(&cell[0]), alternative, chart)
}

/// The difference of the simulated rate from the exact one.
fn simulated(row: &Row) -> Spot {
    Spot {
        value: row.estimate - row.exact,
        interval: Some((row.low - row.exact, row.high - row.exact)),
    }
}

/// The difference of the published rate from the exact one, with the Wilson interval of the
/// fights behind it.
fn published_difference(row: &Row) -> Option<Spot> {
    let rate = row.published?;
    let trials = published_trials();
    let Interval { low, high } = Interval::wilson((rate * trials).round() as u64, trials as u64);
    Some(Spot { value: rate - row.exact, interval: Some((low - row.exact, high - row.exact)) })
}

/// The axis of all differences, which all tables share.
fn axis(rows: &[Row]) -> Axis {
    let spots = rows.iter().flat_map(|row| [Some(simulated(row)), published_difference(row)]);
    let ends = spots.flatten().filter_map(|spot| spot.interval);
    let ends = ends.flat_map(|(low, high)| [low, high]);
    let title = "difference from exact, percentage points";
    Axis::over(title, ends, 4, |difference| signed(100.0 * difference, 1))
}

fn time(measured: &[BenchmarkRow]) -> String {
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
    let fastest = (measured.iter())
        .filter(|row| row.tool == "rivals" && row.fights.is_some())
        .max_by(|a, b| a.per_second.total_cmp(&b.per_second));
    text += &match fastest {
        Some(now) => format!(
            " This program simulates {} million fights per second on {} cores ({}), about {} million \
             times as many ({BENCHMARKS}).",
            count((now.per_second / 1e6).round() as u64),
            now.cores,
            now.machine,
            significant(now.per_second / then / 1e6, 2),
        ),
        None => {
            format!(" The speed of this program was not measured: the folder has no {BENCHMARKS}.")
        }
    };
    text
}
