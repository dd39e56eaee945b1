//! Dragon Slayer's report: the sections of a tournament, and the sections on odds, the solved
//! game, risk and equity loss, which only this game has.

mod dice;
mod method;
mod odds;
mod personalities;
mod solution;

use std::path::Path;

use super::results::Folder;
use crate::document::{Block, Document, Section};
use crate::report::tournament;
use crate::results::Tournament;

/// The report of a tournament, and of Dragon Slayer's own files in the folder of results.
///
/// # Errors
/// An error, for files of the folder from other rules or from another version.
pub(crate) fn document(
    folder: &Path,
    played: &Tournament,
) -> Result<Document, rivals_league::Error> {
    let own = Folder::read(folder, Some(played))?;
    let mut sections = vec![tournament::headlines(played)];
    sections.push(tournament::standings(played));
    sections.extend(tournament::externals(played));
    sections.push(personalities::section(played, &own.risk_curves));
    if let Some(mut claims) = tournament::claims(played) {
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
    sections.extend(computed(&own));
    sections.push(method::section(&own, Some(played)).of_details());
    let title = "Rivals: Dragon Slayer, simulated, solved and played out";
    Ok(Document::new(title, &[LEAD[0], LEAD[1], ABOUT], sections))
}

/// The sections on what was computed without a tournament.
fn computed(own: &Folder) -> Vec<Section> {
    let solution = own.solution.as_ref();
    let solution = solution.map(|(values, stops)| solution::section(values, stops));
    let odds = own.odds.as_ref();
    let odds = odds.map(|(_, rows)| odds::section(rows).of_details());
    let dice = own.inference.as_ref();
    let dice = dice.map(|(_, rows)| dice::section(rows).of_details());
    [solution, odds, dice].into_iter().flatten().collect()
}

/// The report of Dragon Slayer's own files in a folder without a tournament; `None` if it has none.
///
/// # Errors
/// As for [`document`].
pub(crate) fn without_tournament(folder: &Path) -> Result<Option<Document>, rivals_league::Error> {
    let own = Folder::read(folder, None)?;
    let computed = computed(&own);
    if computed.is_empty() {
        return Ok(None);
    }
    // Nothing else is in the folder, so that nothing is a detail.
    let open = |section| Section { detail: false, ..section };
    let mut sections: Vec<Section> = computed.into_iter().map(open).collect();
    sections.push(method::section(&own, None).of_details());
    let title = "Rivals: Dragon Slayer, computed";
    let lead = [LEAD[0], WITHOUT_TOURNAMENT];
    Ok(Some(Document::new(title, &lead, sections)))
}

/// The paragraph on what is in a report of a tournament.
const ABOUT: &str = "\
    A bachelor's thesis (Castells Amat 2018) built opponents with personalities for this game. This \
    report shows a tournament between them, and beside it what was computed for the game. Exact \
    figures are computed without dice. Simulated figures are counted over games; their intervals \
    are 95 % confidence intervals.";

/// The paragraph on what is in a report without a tournament.
const WITHOUT_TOURNAMENT: &str = "\
    This report shows what was computed and simulated without a tournament. Exact figures are \
    computed without dice. Simulated figures are counted over fights; their intervals are 95 % \
    confidence intervals.";

/// The paragraphs that explain the game to a reader who does not know it.
const LEAD: [&str; 2] = [
    "Dragon Slayer is a dice game of courage. In a turn the player fights dragons: dragon dice and \
     warrior dice are rolled together until the dragon is slain or no warrior die is left. The \
     points of a slain dragon are at stake. The player may stop and keep them, or fight another \
     dragon with the dice that are left. A defeat loses all points of the turn.",
    "Players may have tokens with which to challenge a player who stops. A player who declines \
     keeps a part of the points. A player who accepts must slay another dragon, for a multiple of \
     its points. The game ends after the first round in which one player leads alone with at least \
     the target score; that player wins. The section on the method lists the rules with their numbers.",
];
