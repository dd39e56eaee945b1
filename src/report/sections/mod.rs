//! From a results folder to a document: a file per section.
//!
//! Every sentence is computed from the folder's figures.

mod claims;
mod league;
pub(crate) mod words;

pub use league::MATRIX;

use super::{Block, Document};
use crate::games::dragon_slayer::report::{method, odds, personalities, solution};
use crate::results::Folder;

/// The whole report.
#[must_use]
pub fn document(results: &Folder) -> Document {
    let mut document = Document {
        title: "Rivals: Dragon Slayer, simulated, solved and played out".to_owned(),
        lead: lead(),
        sections: vec![
            odds::section(results),
            solution::section(results),
            league::section(results),
            personalities::section(results),
            claims::section(results),
            method::section(results),
        ],
    };
    // A league without personalities has no pictures of them.
    for section in &mut document.sections {
        (section.blocks)
            .retain(|block| !matches!(block, Block::Figure(one) if one.panels.is_empty()));
    }
    document
}

/// The game, for someone who never saw it.
fn lead() -> Vec<String> {
    [
        "Dragon Slayer is a dice game of courage. In a turn one fights dragons: dragon dice and \
         warrior dice are rolled together until the dragon is slain or no warrior die is left. \
         A slain dragon's points lie at stake; one may stop and keep them, or fight another \
         dragon with the dice that are left. A defeat loses all of the turn.",
        "Players may have tokens with which to challenge somebody who stops: who declines keeps a \
         part of the points, who accepts must slay another dragon, for a multiple of its points. \
         Whoever alone has the most points wins, at the end of the first round in which that is \
         the target or more. The figures of the rules stand under Method.",
        "A bachelor's thesis (Castells Amat 2018) built opponents with personalities for this \
         game. This report regenerates its tables of odds, solves the game, lets every \
         personality play every other, and checks what the thesis says of them. Exact figures \
         are computed without dice. Simulated ones are counts over games; their intervals, where \
         they are given, hold the truth in 95 % of all cases.",
    ]
    .map(str::to_owned)
    .to_vec()
}
