//! The programs of others: how they failed, and what they took.

use rivals_core::document::{Block, Cell, Column, Columns, Section, Table};
use rivals_core::play::outside::Word;
use rivals_core::text::number::{count, counted};
use rivals_league::results::Tournament;
use rivals_league::standings::ExternalRow;

use crate::words::Names;

const FILE: &str = "tournament/externals.csv";

/// The section on programs of others; `None` where none plays.
#[must_use]
pub fn externals(played: &Tournament) -> Option<Section> {
    let rows = Some(&played.externals).filter(|rows| !rows.is_empty())?;
    let lost: u64 = rows.iter().map(|row| row.failures).sum();
    let games: u64 = rows.iter().map(|row| row.games).sum();
    let differ: u64 = rows.iter().map(|row| row.different).sum();
    let repeated: u64 = rows.iter().map(|row| row.repeated).sum();
    let failures = match lost {
        0 => format!("No program failed in {}.", counted(games, "game", "games")),
        _ => format!(
            "Programs failed in {} of {} games and lost these; the standings count them like all \
             others.",
            count(lost),
            count(games)
        ),
    };
    let repeats = match (repeated, differ) {
        (0, _) => "No game was played again to test whether programs decide alike.".to_owned(),
        (_, 0) => format!(
            "{} played again with fresh processes went alike.",
            counted(repeated, "game", "games")
        ),
        _ => format!(
            "{} of {} games went another way when they were played again with fresh processes.",
            count(differ),
            count(repeated)
        ),
    };
    let time = "A decision that took more than half of its time is counted apart. Where the \
                processor time is far below the time of the decisions, too many games were played \
                at once.";
    let words = |row: &ExternalRow| {
        Word::counted(&[row.start, row.timeout, row.crash, row.illegal, row.malformed])
    };
    let names = Names::new(played);
    let columns: &Columns<'_, ExternalRow> = &[
        (Column::words("program"), &|row| Cell::words(names.of(&row.id))),
        (Column::figures("games"), &|row| Cell::whole(row.games)),
        (Column::figures("failures"), &|row| Cell::whole(row.failures)),
        (Column::words("by word"), &|row| Cell::words(words(row))),
        (Column::figures("resigned"), &|row| Cell::whole(row.resigned)),
        (Column::figures("decisions"), &|row| Cell::whole(row.decisions)),
        (Column::words("time"), &|row| Cell::words(&*row.time)),
        (Column::figures("margin ms"), &|row| Cell::whole(row.margin_ms)),
        (Column::figures("mean ms"), &|row| Cell::maybe(row.mean_ms, |ms| format!("{ms:.3}"))),
        (Column::figures("above half"), &|row| Cell::whole(row.above_half)),
        (Column::figures("CPU ms"), &|row| Cell::whole(row.cpu_ms)),
    ];
    let table = Table::of(FILE, "The programs of others.", rows, columns);
    let texts = [failures, repeats, time.to_owned()].map(Block::text);
    let blocks = texts.into_iter().chain([Block::Table(table)]).collect();
    Some(Section::new("programs", "Players outside the program", blocks))
}
