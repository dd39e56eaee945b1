//! The section on personalities: characters, profiles, risk, stakes and equity loss.

mod equity_loss;
mod risk;
mod stakes;

use crate::document::{Block, Section};
use crate::dragon_slayer::contest::RiskCurveRow;
use crate::report::tournament::{Fingerprints, characters, distances, profiles};
use crate::results::Tournament;

const FINGERPRINTS: &str = "tournament/fingerprints.csv";

/// The metrics of a profile, as far as they were measured.
const PROFILE: [&str; 9] = [
    "points_when_stopping",
    "turns_lost",
    "risk_per_fight",
    "fights_per_turn",
    "challenges_made",
    "challenges_accepted",
    "winning_margin",
    "comebacks",
    "optimal_decisions",
];

pub(super) fn section(played: &Tournament, curves: &[RiskCurveRow]) -> Section {
    let prints = Fingerprints::new(played);
    let mut blocks = vec![Block::text(
        "A personality consists of numbers: traits, which change its decisions, and values, which \
         say what it wants. If all are neutral, it plays optimally. Its fingerprint consists of \
         the metrics that were measured in the tournament.",
    )];
    blocks.extend(characters(played));
    blocks.push(profiles(played, &prints, &PROFILE));
    if played.settings.seats == 2 {
        blocks.push(Block::heading("Risk against points at stake"));
        blocks.extend(risk::blocks(played, curves));
    }
    blocks.push(Block::heading("Behind and ahead"));
    blocks.extend(stakes::blocks(played, &prints));
    blocks.push(Block::heading("Players with similar decisions"));
    blocks.extend(distances(played));
    if played.settings.seats == 2 {
        blocks.push(Block::heading("Equity loss"));
        blocks.extend(equity_loss::blocks(played, &prints));
    }
    Section::new("personalities", "Personalities", blocks)
}
