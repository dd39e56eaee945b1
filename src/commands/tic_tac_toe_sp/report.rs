//! The report of a tournament of Tic Tac Toe SP: the sections of every tournament, and that on the
//! solved setups.

use std::path::Path;

use crate::document::{Block, Cell, Column, Columns, Document, Section, Table};
use crate::games::tic_tac_toe_sp::solve::{COMMAND, FILE, Row};
use crate::report::tournament;
use crate::results::{FolderReader, Tournament};

/// The report of a tournament.
pub(super) fn document(folder: &Path, played: &Tournament) -> miette::Result<Document> {
    let mut sections = tournament::sections(played);
    sections.splice(1..1, solved(folder)?);
    Ok(Document::new("Rivals: a tournament of Tic Tac Toe SP", &LEAD, sections))
}

/// The section on the solved setups, if the folder has them.
fn solved(folder: &Path) -> miette::Result<Option<Section>> {
    let help = "run `rivals reproduce --game tic-tac-toe-sp`";
    if !folder.join(FILE).is_file() {
        return Ok(None);
    }
    let reader = FolderReader::open(folder, help)?;
    let rows: Vec<Row> = reader.entry(COMMAND, help.to_owned())?.rows(FILE)?;
    let solved = rows.iter().filter(|row| row.value.is_some()).count();
    let text = format!(
        "Of {} setups, {solved} are solved. A setup without a value was given up after a number of positions; \
         the columns say what is proven of it. Ice is never better than the player's own piece on the same \
         cell, so that stocks of ice do not change a value.",
        rows.len()
    );
    let columns: &Columns<'_, Row> = &[
        (Column::words("setup"), &|row| Cell::words(&row.setup)),
        (Column::words("first player"), &|row| Cell::maybe_words(row.value.as_deref())),
        (Column::words("at least"), &|row| Cell::words(&row.least)),
        (Column::words("at most"), &|row| Cell::words(&row.greatest)),
        (Column::words("first move").priority(1), &|row| Cell::words(&row.action)),
        (Column::figures("positions"), &|row| Cell::whole(row.nodes)),
    ];
    let caption = "The values of setups under optimal play, for the first player.";
    let blocks = vec![Block::text(text), Block::Table(Table::of(FILE, caption, &rows, columns))];
    Ok(Some(Section::new("solved", "Solved setups", blocks)))
}

/// The paragraphs that explain the report.
const LEAD: [&str; 2] = [
    "This report shows the results of a round-robin tournament of Tic Tac Toe SP, a game without \
     chance and without hidden information. Each pair of players played each opening from both seats. Figures are counts over games; their intervals are 95 % confidence intervals \
     over openings.",
    "The players with a priority board follow a studio's developer log of 2017, as it is written or \
     with its faults corrected. The players that search differ in method, depth and evaluation; the \
     metric nodes says how many states they visited per move.",
];
