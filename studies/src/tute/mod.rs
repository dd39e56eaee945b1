//! Tute Cabrero: the players of its source, their faults, and what each switch of the rules changes.

mod faults;
mod hand;
mod hand_points;
mod switched;
pub(crate) mod switches;
mod tables;

use rivals_core::document::Section;
use rivals_league::results::Tournament;

/// The players of the document, the strongest first by its word.
const DOCUMENT: [&str; 3] = ["expert", "medium", "novice"];

/// The sections on the committed tournament and on the switches.
pub(crate) fn sections(played: &Tournament, switches: &[switches::Row]) -> Vec<Section> {
    let mut sections = vec![hand::game(played), faults::losses(played)];
    sections.extend(tables::tables(played));
    sections.extend(faults::faults(played));
    sections.extend([faults::points(), switched::switched(switches)]);
    sections
}
