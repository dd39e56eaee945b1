//! The section on the dice that best explain given rates.

use crate::commands::dragon_slayer::results::inference::{FILE, Row};
use crate::document::{Block, Cell, Column, Section, Table};
use crate::text::number::statistic;

/// The candidates of each die that the table shows.
const SHOWN: usize = 5;

/// The table of the `top` most likely candidates for each die.
pub(crate) fn candidates(rows: &[Row], top: usize, caption: String) -> Block {
    let faces = |count: Option<u8>| Cell::maybe(count.map(f64::from), |count| count.to_string());
    Block::Table(Table::of(
        FILE,
        caption,
        rows.iter().filter(|row| row.rank <= top),
        &[
            (Column::words("die"), &|row| Cell::words(die(row))),
            (Column::figures("rank"), &|row| Cell::whole(row.rank as u64)),
            (Column::figures("axe"), &|row| faces(row.axe)),
            (Column::figures("shield"), &|row| faces(row.shield)),
            (Column::figures("part"), &|row| faces(row.part)),
            (Column::figures("mountain"), &|row| faces(row.mountain)),
            (Column::figures("flame"), &|row| faces(Some(row.flame))),
            (Column::figures("log-likelihood"), &|row| {
                Cell::maybe(row.relative_log_likelihood, statistic)
            }),
            (Column::figures("chi-square"), &|row| Cell::maybe(row.chi_square, statistic)),
            (Column::figures("df"), &|row| Cell::whole(row.degrees_of_freedom.into())),
        ],
    ))
}

/// The section: the most likely candidates for each die.
pub(super) fn section(rows: &[Row]) -> Section {
    let caption = format!(
        "The {SHOWN} most likely candidates for each die, by their faces of each kind. Natural \
         log-likelihoods are relative to the best candidate; df are the degrees of freedom of \
         chi-square."
    );
    let blocks = vec![
        Block::text(
            "Each die is one of a few: its six faces show symbols, and rates of fights tell which \
             face counts are likely. For each die, the others take their best faces.",
        ),
        candidates(rows, SHOWN, caption),
    ];
    Section::new("dice", "The dice behind the rates", blocks)
}

fn die(row: &Row) -> String {
    match &row.dragon {
        Some(name) => format!("dragon, {name}"),
        None => "warrior".to_owned(),
    }
}
