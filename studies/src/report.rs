//! The report of studies: a page on their files and on the committed tournaments.

use std::path::Path;

use miette::Result;
use rivals_core::document::Document;
use rivals_league::results::{FolderReader, ManifestEntry, Tournament};
use rivals_report::{html, markdown};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::dragon_slayer::{learning, traits};
use crate::folder::{FOLDER, Made};
use crate::tic_tac_toe_sp::powers;
use crate::tute::switches;
use crate::{battletech, tic_tac_toe_sp, tute};

/// The name of the study, as the manifest has it.
const NAME: &str = "report";

/// The report, from a folder of results.
pub(crate) fn made(results: &Path) -> Result<Made> {
    let studies = results.join(FOLDER);
    let played = |game: &str| Tournament::find(&results.join(game));
    let mut sections = vec![traits::section(&rows(&studies, traits::NAME, traits::FILE)?)];
    sections.push(learning::section(&rows(&studies, learning::NAME, learning::FILE)?));
    sections.extend(tic_tac_toe_sp::sections(&played("tic_tac_toe_sp")?));
    sections.push(powers::section(
        &rows(&studies, powers::NAME, powers::FIGURES)?,
        &rows(&studies, powers::NAME, powers::VERDICTS)?,
    ));
    let switches: Vec<switches::Row> = rows(&studies, switches::NAME, switches::FILE)?;
    sections.extend(tute::sections(&played("tute")?, &switches));
    sections.extend(battletech::sections(
        &rows(&studies, battletech::NAME, battletech::FAULTS)?,
        &rows(&studies, battletech::NAME, battletech::FIGURES)?,
        &rows(&studies, battletech::NAME, battletech::VERDICTS)?,
    ));
    let document = Document::new("Rivals: studies", &LEAD, sections);
    let files = vec![("report.html", html(&document)), ("report.md", markdown(&document, None))];
    Ok(Made { entry: ManifestEntry::new(NAME, "all", ""), files })
}

/// The rows of the file of a study.
fn rows<R: DeserializeOwned + Serialize>(
    studies: &Path,
    study: &str,
    file: &str,
) -> Result<Vec<R>> {
    let help = format!("run `cargo run --release -p rivals-studies -- {study}`");
    Ok(FolderReader::open(studies, &help)?.entry(study, help)?.rows(file)?)
}

/// The paragraphs that explain the report.
const LEAD: [&str; 2] = [
    "This report shows studies: what was measured once about games and their players, apart from the \
     results that the program rivals makes. Some sections are on files of this folder, the others on \
     the committed tournaments of a game. Intervals are 95 % confidence intervals.",
    "The players of Tute Cabrero called novice, medium and expert are those of a paper of 2012, which \
     decide at every card whether to go for the most points (más) or for the fewest (menos). The \
     players of Tic Tac Toe SP with a priority board follow a studio's developer log of 2017, as it is \
     written or with its faults corrected.",
];
