//! The section on what the switches of the rules change, and on matches.

use rivals_core::document::{Block, Cell, Column, Section};
use rivals_core::text::number::{count, percent};

use super::DOCUMENT;
use super::switches::{BUILT_IN, FILE, Row};

/// The section on the rows of `switches.csv`.
pub(super) fn switched(rows: &[Row]) -> Section {
    let mut switches: Vec<&str> = rows.iter().map(|row| &*row.switch).collect();
    switches.dedup();
    let blocks = vec![
        Block::text(changes(rows, &switches)),
        porotos(rows, &switches),
        without(rows),
        Block::heading("Matches"),
        matches(rows),
    ];
    Section::new("tute-switches", "Tute Cabrero: switches of the rules, and matches", blocks)
}

/// The rows by the rules with this switch.
fn by<'a>(rows: &'a [Row], switch: &str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.switch == switch)
}

/// The row of a player by the rules with this switch. Another weight is in the id of a player.
fn of_player<'a>(rows: &'a [Row], switch: &str, id: &str) -> Option<&'a Row> {
    by(rows, switch).find(|row| row.id.split(':').next() == Some(id))
}

/// Which switch changes most, as a sentence.
fn changes(rows: &[Row], switches: &[&str]) -> String {
    let changes = switches.iter().filter(|switch| **switch != BUILT_IN).map(|switch| {
        let change = |of: &Row| {
            let row = of_player(rows, switch, &of.id)?;
            Some((row.porotos - of.porotos).abs())
        };
        (*switch, by(rows, BUILT_IN).filter_map(change).fold(0.0, f64::max))
    });
    let mut changes: Vec<(&str, f64)> = changes.collect();
    changes.sort_by(|one, other| other.1.total_cmp(&one.1));
    let changes: Vec<String> = changes
        .iter()
        .map(|(switch, change)| format!("{switch} {}", percent(*change, 2)))
        .collect();
    format!(
        "By how many percentage points the porotos per hand of the player that a switch changes \
         most differ from those by the built-in rules, the largest first: {}. All tournaments of \
         this table have the same players and the same seed.",
        changes.join(", ")
    )
}

/// The table of porotos, with a row for each switch and a column for each player.
fn porotos(rows: &[Row], switches: &[&str]) -> Block {
    let built_in: Vec<&Row> = by(rows, BUILT_IN).collect();
    // The players of the document stay where the table is narrow.
    let column = |(place, row): (u8, &&Row)| {
        let column = Column::figures(&row.id);
        if DOCUMENT.contains(&&*row.id) { column } else { column.priority(9 - place.min(8)) }
    };
    let columns =
        [Column::words("switch")].into_iter().chain((0..).zip(&built_in).map(column)).collect();
    let mut widest: f64 = 0.0;
    let cells: Vec<Vec<Cell>> = switches
        .iter()
        .map(|switch| {
            let cells = built_in.iter().map(|of| {
                let row = of_player(rows, switch, &of.id);
                let ends = row.and_then(|row| row.porotos_low.zip(row.porotos_high));
                widest = ends.map_or(widest, |(low, high)| widest.max((high - low) / 2.0));
                Cell::maybe(row.map(|row| row.porotos), |value| percent(value, 1))
            });
            [Cell::words(*switch)].into_iter().chain(cells).collect()
        })
        .collect();
    let caption = format!(
        "Porotos per hand in percent by the rules with one switch in another position, {} hands for each \
         figure and as many matches; w is another weight of a trump for medium and expert. 95 % \
         intervals reach at most {} percentage points to either side.",
        count(built_in.first().map_or(0, |row| row.games)),
        percent(widest, 2)
    );
    Block::table(FILE, caption, columns, cells)
}

/// The ends of an interval in percent.
fn ends(low: Option<f64>, high: Option<f64>) -> Cell {
    Cell::interval(low.zip(high), |value| percent(value, 2))
}

/// The table of players without a trick.
fn without(rows: &[Row]) -> Block {
    let columns = vec![
        Column::words("player"),
        Column::figures("hands with one without %"),
        Column::figures("95 %"),
        Column::figures("its own hands without %"),
    ];
    let cells = by(rows, BUILT_IN).map(|row| {
        vec![
            Cell::words(&row.id),
            Cell::maybe(row.one_without, |value| percent(value, 2)),
            ends(row.one_without_low, row.one_without_high),
            Cell::figure(row.no_tricks, percent(row.no_tricks, 2)),
        ]
    });
    let caption = "Players without a trick by the built-in rules, where they are safe: the hands of three of \
                   the same player in which exactly one of them wins no trick, and the hands of the \
                   player among the others of this table in which it wins none, in percent. With \
                   sin_baza=pierde these players lose.";
    Block::table(FILE, caption, columns, cells)
}

/// The table of matches.
fn matches(rows: &[Row]) -> Block {
    let columns = vec![
        Column::words("player"),
        Column::figures("matches won %"),
        Column::figures("95 %"),
        Column::figures("porotos %"),
        Column::figures("95 %").priority(1),
        Column::figures("porotos % in hands"),
    ];
    let cells = by(rows, "unit=match").map(|row| {
        let hands = of_player(rows, BUILT_IN, &row.id);
        vec![
            Cell::words(&row.id),
            Cell::figure(row.win_rate, percent(row.win_rate, 2)),
            ends(row.low, row.high),
            Cell::figure(row.porotos, percent(row.porotos, 2)),
            ends(row.porotos_low, row.porotos_high),
            Cell::maybe(hands.map(|row| row.porotos), |value| percent(value, 2)),
        ]
    });
    let caption = "Matches until a player has four porotos: the shares of matches won, where winners share \
                   a match, and porotos per hand in matches and in single hands. The order is that by \
                   porotos; no player of this table looks at the porotos of a match.";
    Block::table(FILE, caption, columns, cells)
}
