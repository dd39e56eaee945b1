//! The report of a tournament of Parchis: the sections of every tournament, and one on the game.

use crate::document::{Block, Chart, Document, Panel, Section};
use crate::games::parchis::picture::drawing;
use crate::games::parchis::state::Setup;
use crate::report::tournament;
use crate::results::Tournament;

/// The report of a tournament.
pub(super) fn document(played: &Tournament) -> Document {
    let mut sections = tournament::sections(played);
    // The headline figures are the first section.
    sections.insert(1, game(played.settings.rules()));
    Document::new("Rivals: a tournament of Parchis", &LEAD, sections)
}

/// The section on the game by these rules, line by line, with a picture of the setups.
fn game(rules: &[String]) -> Section {
    let value = |key: &str| {
        let mut lines = rules.iter().filter_map(|line| line.split_once(" = "));
        let found = lines.find(|(name, _)| *name == key);
        found.map_or("", |(_, value)| value.trim_matches('"'))
    };
    let panel = |setup: Setup| {
        let alternative = format!(
            "The setup {}: the ring of 68 squares, four corridors of seven squares, and the pieces \
             of four colours.",
            setup.name()
        );
        let title = format!("The setup {}", setup.name());
        Panel::new(title, alternative, Chart::Drawing(drawing(&setup.state())))
    };
    let names: Vec<&str> = value("boards").split('"').collect();
    let played = Setup::ALL.into_iter().filter(|setup| names.contains(&setup.name()));
    let caption = "The setups from which openings begin. The first seat plays yellow (Y) and red (R), \
                   the second blue (B) and green (G). Pieces go clockwise, from the square of their own \
                   colour on the ring to the last one before their corridor, Q1 to Q7, and into the \
                   goal. Grey and coloured squares of the ring are safe.";
    let rules = format!(
        "The games have the rules {} and begin with {} random moves from a drawn setup.",
        value("variant"),
        value("opening_plies")
    );
    let blocks = vec![
        Block::text(
            "Two players move the pieces of two colours each around a ring of 68 squares and \
             choose their dice themselves: each die from 1 to 6 once, before all return. A capture \
             brings a move of 20, a piece in the goal a move of 10, and after a 6 the same colour \
             moves again. The player whose colour first has all four pieces in the goal wins.",
        ),
        Block::text(rules),
        Block::figure("board", "The setups", "manifest.json", caption, played.map(panel)),
    ];
    Section::new("game", "The game", blocks)
}

/// The paragraphs that explain the report.
const LEAD: [&str; 2] = [
    "This report shows the results of a round-robin tournament of Parchis with chosen dice, a game \
     without chance and without hidden information. The games of each pair of players begin from \
     drawn openings; each opening is played twice, with the seats exchanged. Figures are counts over games; their intervals are 95 % \
     confidence intervals over openings.",
    "The players that search differ in method, depth and evaluation. The metric nodes says how many \
     states they visited per move.",
];
