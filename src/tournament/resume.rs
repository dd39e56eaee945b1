//! Going on where an earlier run ended.

use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use super::header::{Entry, Header};
use super::ledger::Ledger;
use super::plan::Plan;
use crate::files::journal::{Difference, Journal, JournalError, Recovery, differences};

/// The name of a tournament's journal in its folder.
pub const JOURNAL: &str = "tournament.journal";

/// A tournament's journal.
pub type TournamentJournal = Journal<Header, Entry>;

/// Why an earlier run cannot be continued.
#[derive(Debug, Error, Diagnostic)]
pub enum ResumeError {
    /// The journal cannot be used.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Journal(#[from] JournalError),
    /// The journal is of another tournament.
    #[error("the journal {} is of another tournament: {}", path.display(), list(differences))]
    #[diagnostic(help("give what it was begun with, or another folder with --out"))]
    Other {
        /// The journal.
        path: PathBuf,
        /// Where the headers differ.
        differences: Vec<Difference>,
    },
}

fn list(differences: &[Difference]) -> String {
    let texts: Vec<String> = differences.iter().map(Difference::to_string).collect();
    texts.join("; ")
}

/// Finds out whether a journal is of the tournament with this header.
///
/// # Errors
/// [`ResumeError::Other`] if it is not; [`ResumeError::Journal`].
pub fn check(path: &Path, header: &Header) -> Result<(), ResumeError> {
    let theirs = TournamentJournal::header(path)?;
    let differences = differences(header, &theirs);
    if differences.is_empty() {
        return Ok(());
    }
    Err(ResumeError::Other {
        path: path.to_owned(),
        differences,
    })
}

/// Opens a journal to continue it, with what was done.
///
/// # Errors
/// [`ResumeError`]; the journal is then as it was, but for a torn end.
pub fn resume<'a>(
    path: &Path,
    header: &Header,
    plan: &'a Plan,
) -> Result<(TournamentJournal, Ledger<'a>, Recovery), ResumeError> {
    check(path, header)?;
    let mut ledger = Ledger::new(plan);
    let (journal, _, recovery) = TournamentJournal::resume(path, |entry| ledger.add(&entry))?;
    ledger.settle_all();
    Ok((journal, ledger, recovery))
}

/// What was done, and changes nothing.
///
/// # Errors
/// [`ResumeError`].
pub fn look<'a>(path: &Path, header: &Header, plan: &'a Plan) -> Result<Ledger<'a>, ResumeError> {
    check(path, header)?;
    let mut ledger = Ledger::new(plan);
    TournamentJournal::read(path, |entry| ledger.add(&entry))?;
    ledger.settle_all();
    Ok(ledger)
}
