//! The report of a tournament of Parchis: the sections of every tournament, and one on the game.

use super::picture::drawing;
use super::state::Setup;
use crate::report::{self, Block, Document, Panel, Section, tournament};
use crate::results::Tournament;

/// The report of a tournament.
pub(super) fn document(played: &Tournament) -> Document {
    let mut sections = tournament::sections(played);
    // The headline figures are the first section.
    sections.insert(1, game());
    report::document("Rivals: a tournament of Parchis", &LEAD, sections)
}

/// The section on the game, with a picture of the boards.
fn game() -> Section {
    let panel = |setup: Setup, title: &str| {
        let alternative = format!(
            "The board {}: the ring of 68 squares, four corridors of seven squares, and the pieces \
             of four colours.",
            setup.name()
        );
        Panel::new(title, alternative, drawing(&setup.state()))
    };
    let panels = [
        panel(Setup::Grouped, "grouped"),
        panel(Setup::Alterned, "alterned"),
    ];
    let caption = "The boards from which openings begin. Squares with a number are safe. Pieces at \
                   home are in the middle.";
    let blocks = vec![
        Block::text(
            "Two players move the pieces of two colours each around a ring of 68 squares and \
             choose their dice themselves: each die from 1 to 6 once, before all return. A capture \
             brings a move of 20, a piece in the goal a move of 10, and after a 6 the same colour \
             moves again. The player whose colour first has all four pieces in the goal wins.",
        ),
        Block::figure("board", "manifest.json", caption, panels),
    ];
    Section::new("game", "The game", blocks)
}

/// The paragraphs that explain the report.
const LEAD: [&str; 2] = [
    "This report shows the results of a round-robin tournament of Parchis with chosen dice, a game \
     without chance and without hidden information. Each pair of players played drawn openings, \
     each of them from both seats. Figures are counts over games; their intervals are 95 % \
     confidence intervals over openings.",
    "The players that search differ in method, depth and evaluation. The metric nodes says how many \
     states they visited per move.",
];
