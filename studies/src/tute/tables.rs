//! The section on the document's players at tables of their own.

use std::collections::HashMap;

use rivals_core::document::{Block, Cell, Column, Section};
use rivals_core::text::number::percent;
use rivals_league::results::Tournament;
use rivals_league::results::tournament::{CopiesRow, LineUpRow};

use super::DOCUMENT;

/// The files of line-ups, and of players with copies of others.
const LINE_UPS: &str = "../tute/tournament/line_ups.csv";
const COPIES: &str = "../tute/tournament/copies.csv";

/// The simplest player, whom the document's players also meet twice.
const RANDOM: &str = "random";

/// The section on the document's players at tables of their own: all three, and each with copies
/// of another one, of these or of the random player.
pub(super) fn tables(played: &Tournament) -> Option<Section> {
    let is_of = |ids: &[&str], id: &str| ids.contains(&id);
    let three = |row: &&LineUpRow| row.players.split('+').all(|id| is_of(&DOCUMENT, id));
    let three: Vec<_> = played.line_ups.iter().filter(three).collect();
    let all: Vec<&str> = DOCUMENT.into_iter().chain([RANDOM]).collect();
    let with_copies = |row: &&CopiesRow| is_of(&all, &row.id) && is_of(&all, &row.copies);
    let with_copies: Vec<_> = played.copies.iter().filter(with_copies).collect();
    if three.is_empty() || with_copies.is_empty() {
        return None;
    }
    let blocks = vec![Block::list(orders(played)), at_one_table(&three), twice(&with_copies)];
    let title = "Tute Cabrero: the document's players at tables of their own";
    Some(Section::new("tute-tables", title, blocks))
}

/// A share in percent.
fn share(value: Option<f64>) -> Cell {
    Cell::maybe(value, |value| percent(value, 2))
}

/// An interval in percent.
fn ends(interval: Option<(f64, f64)>) -> Cell {
    Cell::interval(interval, |value| percent(value, 2))
}

/// The document's players at one table.
fn at_one_table(rows: &[&LineUpRow]) -> Block {
    let cells = rows.iter().map(|row| {
        let seats = row.by_seat().map(|rate| share(Some(rate)));
        let first = [Cell::words(&row.id), share(row.ranked()), ends(row.ranked_ends())];
        first.into_iter().chain(seats).collect()
    });
    let columns = vec![
        Column::words("player"),
        Column::figures("porotos %"),
        Column::figures("95 %"),
        Column::figures("win %, 1st"),
        Column::figures("2nd"),
        Column::figures("3rd seat"),
    ];
    let caption = "Novice, medium and expert at one table, every deal in all six seatings: porotos per \
                   hand in percent with 95 % intervals over deals, and the shares of wins from each \
                   seat, the first of which leads.";
    Block::table(LINE_UPS, caption, columns, cells)
}

/// Each player with two copies of another one.
fn twice(rows: &[&CopiesRow]) -> Block {
    let columns = vec![
        Column::words("player"),
        Column::words("and two of"),
        Column::figures("porotos %"),
        Column::figures("95 %"),
        Column::figures("each of two %"),
        Column::figures("95 %"),
    ];
    let cells = rows.iter().map(|row| {
        vec![
            Cell::words(&row.id),
            Cell::words(&row.copies),
            share(row.ranked_value),
            ends(row.ranked_low.zip(row.ranked_high)),
            share(row.copies_value),
            ends(row.copies_low.zip(row.copies_high)),
        ]
    });
    let caption = "A player with two copies of another one: porotos per hand in percent of the player \
                   and of each copy, with 95 % intervals over deals. The table (A, B, B) is the row of \
                   A and two of B, and (A, A, B) that of B and two of A.";
    Block::table(COPIES, caption, columns, cells)
}

/// Whether two intervals have no point in common.
fn apart(one: Option<(f64, f64)>, other: Option<(f64, f64)>) -> bool {
    one.zip(other).is_some_and(|(a, b)| a.1 < b.0 || b.1 < a.0)
}

/// For each neighbours of the document's order: at how many tables the one loses fewer hands than the
/// other.
fn orders(played: &Tournament) -> Vec<String> {
    let order = |pair: &[&str]| {
        let (better, worse) = (pair[0], pair[1]);
        let mut of = HashMap::<(&str, &str), &LineUpRow>::new();
        for row in &played.line_ups {
            of.insert((&row.players, &row.id), row);
        }
        // The values at a table, and whether their intervals have no point in common.
        let mut tables: Vec<(f64, f64, bool)> = Vec::new();
        for row in played.line_ups.iter().filter(|row| row.id == better) {
            let Some(other) = of.get(&(&*row.players, worse)) else {
                continue;
            };
            let clear = apart(row.ranked_ends(), other.ranked_ends());
            tables.extend((row.ranked().zip(other.ranked())).map(|(one, two)| (one, two, clear)));
        }
        let line_ups = tables.len();
        for row in &played.copies {
            let (alone, copies) = (row.ranked_value, row.copies_value);
            let clear =
                apart(row.ranked_low.zip(row.ranked_high), row.copies_low.zip(row.copies_high));
            let both = alone.zip(copies);
            tables.extend(match (&*row.id, &*row.copies) {
                (id, other) if (id, other) == (better, worse) => both.map(|(a, b)| (a, b, clear)),
                (id, other) if (id, other) == (worse, better) => both.map(|(a, b)| (b, a, clear)),
                _ => None,
            });
        }
        let fewer = tables.iter().filter(|(one, two, _)| one < two).count();
        let against = (tables.iter()).filter(|(one, two, clear)| *clear && one > two);
        let clear = (tables.iter()).filter(|(one, two, clear)| *clear && one < two);
        format!(
            "Does {better} beat {worse} at every table? It loses fewer hands at {fewer} of {} tables with \
             both, of which {line_ups} have a third player and the others two of one \
             of them. Where the 95 % intervals of the two do not overlap, it loses fewer hands at {} \
             tables and more hands at {}.",
            tables.len(),
            clear.count(),
            against.count(),
        )
    };
    DOCUMENT.windows(2).map(order).collect()
}
