//! Dragon Slayer's report: the sections of a tournament, and the sections on odds, the solved
//! game, risk and equity loss, which only this game has.

mod fit;
mod method;
mod odds;
mod personalities;
mod solution;

use std::path::Path;

pub(crate) use fit::fitted;

use super::results::Folder;
use crate::report::{Block, Document, Section, tournament};
use crate::results::{ReadError, Tournament};

/// The report of a tournament, and of Dragon Slayer's own files in the folder of results.
///
/// # Errors
/// [`ReadError`], for files of the folder from other rules or from another version.
pub(crate) fn document(folder: &Path, played: &Tournament) -> Result<Document, ReadError> {
    let title = "Rivals: Dragon Slayer, simulated, solved and played out";
    Ok(crate::report::document(
        title,
        &LEAD,
        sections(folder, played)?,
    ))
}

/// The report of odds and of the solved game in a folder without a tournament; none if it has
/// neither.
///
/// # Errors
/// As for [`document`].
pub(crate) fn without_tournament(folder: &Path) -> Result<Option<Document>, ReadError> {
    let own = Folder::read(folder, None)?;
    let mut sections = Vec::new();
    if let Some((values, stops)) = &own.solution {
        sections.push(solution::section(values, stops));
    }
    if let Some((_, rows)) = &own.odds {
        sections.push(odds::section(rows, &own.benchmarks));
    }
    let title = "Rivals: Dragon Slayer, its odds and its solution";
    let lead = &LEAD[..2];
    Ok((!sections.is_empty()).then(|| crate::report::document(title, lead, sections)))
}

/// All sections of that report.
///
/// # Errors
/// As for [`document`].
pub(crate) fn sections(folder: &Path, played: &Tournament) -> Result<Vec<Section>, ReadError> {
    let own = Folder::read(folder, Some(played))?;
    let mut sections = vec![tournament::headlines(played)];
    sections.push(tournament::standings(played));
    sections.push(personalities::section(played, &own.risk_curves));
    if !played.claims.is_empty() {
        let mut claims = tournament::claims(played);
        "Claims of the thesis".clone_into(&mut claims.title);
        claims.blocks.insert(
            2,
            Block::text(
                "Claims are true by construction because Abel plays the optimal policy, or because \
                 thinking times are read back from the personalities' files.",
            ),
        );
        sections.push(claims);
    }
    if let Some((values, stops)) = &own.solution {
        sections.push(solution::section(values, stops));
    }
    if let Some((_, rows)) = &own.odds {
        sections.push(odds::section(rows, &own.benchmarks).of_details());
    }
    sections.push(method::section(&own, played).of_details());
    Ok(sections)
}

/// The paragraphs that explain the game to a reader who does not know it.
const LEAD: [&str; 3] = [
    "Dragon Slayer is a dice game of courage. In a turn the player fights dragons: dragon dice and \
     warrior dice are rolled together until the dragon is slain or no warrior die is left. The \
     points of a slain dragon are at stake. The player may stop and keep them, or fight another \
     dragon with the dice that are left. A defeat loses all points of the turn.",
    "Players may have tokens with which to challenge a player who stops. A player who declines \
     keeps a part of the points. A player who accepts must slay another dragon, for a multiple of \
     its points. The game ends after the first round in which one player leads alone with at least \
     the target score; that player wins. The section on the method lists the rules with their numbers.",
    "A bachelor's thesis (Castells Amat 2018) built opponents with personalities for this game. \
     This report recomputes its tables of odds, solves the game, runs a round-robin tournament of \
     all personalities, and tests the thesis's claims about its four characters. Exact figures are computed without \
     dice. Simulated figures are counted over games; their intervals are 95 % confidence intervals.",
];
