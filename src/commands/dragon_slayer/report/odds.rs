//! The section on odds: the nine tables, simulated, exact and published.

use crate::commands::dragon_slayer::results::odds::{FILE, Row, dice, misprints, wins};
use crate::document::{self, Axis, Block, Chart, Panel, RowContent, Rows, Section, Spot};
use crate::dragon_slayer::odds::Published;
use crate::report::words::{percentage, share};
use crate::statistics::Interval;
use crate::text::number::{counted, signed};

pub(super) fn section(rows: &[Row]) -> Section {
    let cells = cells(rows);
    let mut blocks = vec![
        Block::text(
            "A fight, once begun, runs to its end without a decision, so its odds depend on the \
             dragon and on the warrior dice alone. The exact odds follow from the faces of the \
             dice; the simulated odds are counted.",
        ),
        Block::text(agreement(rows)),
        wins(
            rows,
            2,
            FILE,
            "Probability of slaying the dragon, in per cent; z is the distance of the simulated rate \
             from the exact one, in standard errors.",
        ),
    ];
    blocks.extend(published(rows));
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
    Section::new("odds", "The tables of odds", blocks)
}

/// Rows of the same dragon and dice, by dice left.
fn cells(rows: &[Row]) -> Vec<&[Row]> {
    rows.chunk_by(|a, b| (&a.dragon, a.warrior_dice) == (&b.dragon, b.warrior_dice)).collect()
}

fn name(row: &Row) -> String {
    format!("{} against {}", row.dragon, dice(row.warrior_dice))
}

fn agreement(rows: &[Row]) -> String {
    let distances = rows.iter().filter_map(|row| row.z);
    let largest = distances.fold(0.0, |most: f64, z| most.max(z.abs()));
    let trials = rows.iter().map(|row| row.trials).max().unwrap_or(0);
    format!(
        "Each table was simulated with {}. The largest distance of a simulated rate from the exact \
         one is {largest:.2} standard errors, among {}.",
        counted(trials, "fight", "fights"),
        counted(rows.len() as u64, "rate", "rates"),
    )
}

/// The number of fights behind each published rate.
fn published_trials() -> u64 {
    let cells = Published::thesis().cells;
    cells.first().map_or(0, |cell| cell.frequencies.fights())
}

/// The paragraphs on the published rates and their misprints.
fn published(rows: &[Row]) -> Vec<Block> {
    if rows.iter().all(|row| row.published.is_none()) {
        return vec![Block::text(
            "There are no published rates, because these are not the dice of the thesis.",
        )];
    }
    let mut blocks = vec![Block::text(
        "The exact rates are those of the built-in dice, which were inferred from the published \
         rates, so this is no independent test of them. The command odds tests the fit.",
    )];
    blocks.extend(misprints(&Published::thesis().cells).map(Block::text));
    blocks.push(Block::text(
        "Misprint: the thesis's comparison of 10,000 with 100,000 fights is headed two dice \
         against red; its 30.78 % and 30.55 % are those of one die.",
    ));
    blocks
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
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rate <= 1")]
    let Interval { low, high } = Interval::wilson((rate * trials as f64).round() as u64, trials);
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
