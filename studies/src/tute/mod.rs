//! Tute Cabrero: the players of its source, their faults, and what each switch of the rules changes.

mod faults;
mod hand;
mod hand_points;
mod switched;
pub mod switches;
mod tables;

use rivals_league::results::Tournament;
use rivals_report::Section;

/// The players of the document, the strongest first by its word.
const DOCUMENT: [&str; 3] = ["expert", "medium", "novice"];

/// The sections on the committed tournament and on the switches.
pub fn sections(played: &Tournament, switches: &[switches::Row]) -> Vec<Section> {
    let mut sections = vec![hand::game(played), faults::losses(played)];
    sections.extend(tables::tables(played));
    sections.extend(faults::faults(played));
    sections.extend([faults::points(), switched::switched(switches)]);
    sections
}
