//! Dragon Slayer's report: the sections of a tournament, and what only this game has: odds,
//! the solved game, risk, and equity loss.

mod method;
mod odds;
mod personalities;
mod solution;

use std::path::Path;

use super::results::Folder;
use crate::report::{Block, Document, Section, tournament};
use crate::results::{ReadError, Tournament};

/// The report of a tournament, with what the folder of results has beside it.
///
/// # Errors
/// [`ReadError`], for files of the folder that are not those of this tournament's rules
/// and of this version.
pub fn document(folder: &Path, played: &Tournament) -> Result<Document, ReadError> {
    let title = "Rivals: Dragon Slayer, simulated, solved and played out";
    Ok(crate::report::document(
        title,
        &LEAD,
        sections(folder, played)?,
    ))
}

/// All sections of that report.
///
/// # Errors
/// As of [`document`].
pub fn sections(folder: &Path, played: &Tournament) -> Result<Vec<Section>, ReadError> {
    let own = Folder::read(folder, played)?;
    let mut sections = Vec::new();
    if let Some((_, rows)) = &own.odds {
        sections.push(odds::section(rows, &own.benchmarks));
    }
    if let Some((values, stops)) = &own.solution {
        sections.push(solution::section(values, stops));
    }
    sections.push(tournament::standings(played));
    sections.push(personalities::section(played, &own.risk_curves));
    if !played.claims.is_empty() {
        let mut claims = tournament::claims(played);
        "What the thesis says of them".clone_into(&mut claims.title);
        claims.blocks.insert(
            2,
            Block::text(
                "True by construction means here that Abel is optimal play, and that thinking \
                 times are read back from the personalities.",
            ),
        );
        sections.push(claims);
    }
    sections.push(method::section(&own, played));
    Ok(sections)
}

/// The game, for a reader who never saw it.
const LEAD: [&str; 3] = [
    "Dragon Slayer is a dice game of courage. In a turn the player fights dragons: dragon dice and \
     warrior dice are rolled together until the dragon is slain or no warrior die is left. The \
     points of a slain dragon are at stake. The player may stop and keep them, or fight another \
     dragon with the dice that are left. A defeat loses all points of the turn.",
    "Players may have tokens with which to challenge a player who stops. A player who declines \
     keeps a part of the points. A player who accepts must slay another dragon, for a multiple of \
     its points. The game ends after the first round in which one player leads alone with at least \
     the target score; that player wins. The figures of the rules stand under Method.",
    "A bachelor's thesis (Castells Amat 2018) built opponents with personalities for this game. \
     This report recomputes its tables of odds, solves the game, runs a round-robin tournament of \
     all personalities, and tests what the thesis says of them. Exact figures are computed without \
     dice. Simulated ones are counts over games; their intervals, where they are given, are 95 % \
     confidence intervals.",
];
