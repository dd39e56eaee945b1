//! The section on the dice that best explain given rates.

use crate::commands::dragon_slayer::results::inference::{Row, candidates};
use crate::document::{Block, Section};

/// The candidates of each die that the table shows.
const SHOWN: usize = 5;

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
