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
    let is_thrown = played.settings.rules().iter().any(|line| line == THROWN);
    let lead = [if is_thrown { THROWN_LEAD } else { CHOSEN_LEAD }, SEARCHES];
    Document::new("Rivals: a tournament of Parchis", &lead, sections)
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
    let is_thrown = rules.iter().any(|line| line == THROWN);
    let seats = match (is_thrown, value("colours")) {
        (true, "1") => {
            "Two players play yellow (Y) and red (R), three or four yellow, blue (B), red and green (G) \
             in this order."
        }
        _ => "The first seat plays yellow (Y) and red (R), the second blue (B) and green (G).",
    };
    let caption = format!(
        "The setups from which openings begin. {seats} Pieces go clockwise, from the square of their \
         own colour on the ring to the last one before their corridor, Q1 to Q7, and into the goal. \
         Grey and coloured squares of the ring are safe."
    );
    let rules = format!(
        "The games have the rules {} and begin with {} random moves from a drawn setup.",
        value("variant"),
        value("opening_plies")
    );
    let blocks = vec![
        Block::text(if is_thrown { THROWN_GAME } else { CHOSEN_GAME }),
        Block::text(rules),
        Block::figure("board", "The setups", "manifest.json", caption, played.map(panel)),
    ];
    Section::new("game", "The game", blocks)
}

/// The line of the rules that says that a die is thrown.
const THROWN: &str = "variant = \"thrown\"";

/// The games in short.
const CHOSEN_GAME: &str = "Two players move the pieces of two colours each around a ring of 68 squares and \
    choose their dice themselves: each die from 1 to 6 once, before all return. A capture \
    brings a move of 20, a piece in the goal a move of 10, and after a 6 the same colour \
    moves again. The player whose colour first has all four pieces in the goal wins.";
const THROWN_GAME: &str = "Players throw a die in turns and move a piece around a ring of 68 squares. A \
    5 brings a piece from home to the ring, and after a 6 the same player throws again. A capture \
    brings a move of 20, a piece in the goal a move of 10. The player whose colour first has all four \
    pieces in the goal wins. docs/rules.md has the rules and their sources.";

/// The paragraphs that explain the report.
const CHOSEN_LEAD: &str = "This report shows the results of a round-robin tournament of Parchis with \
    chosen dice, a game without chance and without hidden information. The games of each pair of \
    players begin from drawn openings; each opening is played twice, with the seats exchanged. \
    Figures are counts over games; their intervals are 95 % confidence intervals over openings.";
const THROWN_LEAD: &str = "This report shows the results of a round-robin tournament of Parchis with a \
    thrown die, a game of chance without hidden information. The games of each table of players use \
    the same dice in each seating. Figures are counts over games; their intervals are 95 % \
    confidence intervals over sets of paired games.";
const SEARCHES: &str = "The players that search differ in method, depth and evaluation. The metric \
    nodes says how many states they visited per move.";
