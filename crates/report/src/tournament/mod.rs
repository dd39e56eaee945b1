//! The report sections of a tournament of any game, with two or more seats, and the standings
//! as text for a terminal.

mod claims;
mod distances;
mod externals;
mod headlines;
mod method;
mod pairings;
mod players;
mod ranking;
mod sentences;
mod standings;
mod text;

pub use claims::claims;
pub use externals::externals;
pub use headlines::headlines;
pub use method::{citation, limits, made, method, points};
pub use pairings::MATRIX;
pub use players::{Fingerprints, PROFILES, characters, distances, players, profiles};
pub use standings::standings;
pub use text::standings_text;
pub use text::{standings_document, standings_json};

use rivals_core::document::{Document, Section};
use rivals_league::results::Tournament;

/// The report of a tournament, for a game that adds nothing to it.
#[must_use]
pub fn document(played: &Tournament) -> Document {
    let title = format!("Rivals: a tournament of {}", played.entry.game);
    let kind = match played.settings.pairing_design {
        None => "a round-robin tournament",
        Some(_) => "a tournament of a sample of all pairings",
    };
    let lead = format!(
        "This report shows the results of {kind}. Exact figures are computed without playing \
         games. Sampled figures are counts over games; their intervals are 95 % confidence \
         intervals."
    );
    Document::new(&title, &[&lead], sections(played))
}

/// All sections of a tournament, without those that its game adds.
#[must_use]
pub fn sections(played: &Tournament) -> Vec<Section> {
    let mut sections = vec![headlines(played), standings(played)];
    sections.extend(externals(played));
    sections.push(players(played));
    sections.extend(sentences::sentences(played));
    sections.extend(claims(played));
    sections.push(method(played).of_details());
    sections
}

#[cfg(test)]
mod tests;
