//! Going on where an earlier run ended.

use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use super::header::{Header, JournalEntry, VALUES};
use super::ledger::Ledger;
use super::plan::Plan;
use crate::files::journal::{Difference, Journal, JournalError, Recovery, differences};

/// The name of a tournament's journal in its folder.
pub const JOURNAL: &str = "tournament.journal";

/// A tournament's journal.
pub type TournamentJournal = Journal<Header, JournalEntry>;

/// Why an earlier run cannot be continued.
#[derive(Debug, Error, Diagnostic)]
pub enum ResumeError {
    /// The journal cannot be used.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Journal(#[from] JournalError),
    /// Another build began the journal, and computes other values.
    #[error(
        "the journal {} was begun by a build that computes other values (version {version}, \
         values {values}) than this one (version {}, values {VALUES})",
        path.display(), env!("CARGO_PKG_VERSION")
    )]
    #[diagnostic(help(
        "go on with the build that began it, or play again with this one in another folder \
         (--out)"
    ))]
    Build {
        /// The journal.
        path: PathBuf,
        /// The version of the build that began it.
        version: String,
        /// The [`VALUES`] of that build, 0 from before there was the number.
        values: u32,
    },
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

/// What differs, in one line.
pub(crate) fn list(differences: &[Difference]) -> String {
    let texts: Vec<String> = differences.iter().map(Difference::to_string).collect();
    texts.join("; ")
}

/// The header of a journal that this build may go on with, if it is of the tournament to
/// play.
///
/// # Errors
/// [`ResumeError::Journal`], also for a header of no tournament; [`ResumeError::Build`].
pub fn header(path: &Path) -> Result<Header, ResumeError> {
    let theirs = TournamentJournal::header(path)?;
    theirs.check().map_err(|reason| JournalError::Foreign {
        path: path.to_owned(),
        line: 1,
        reason,
    })?;
    if theirs.values != VALUES {
        return Err(ResumeError::Build {
            path: path.to_owned(),
            version: theirs.version,
            values: theirs.values,
        });
    }
    Ok(theirs)
}

/// Finds out whether a journal is of the tournament with this header.
///
/// # Errors
/// [`ResumeError::Other`] if it is not; those of [`header`].
pub fn check(path: &Path, expected: &Header) -> Result<(), ResumeError> {
    let theirs = header(path)?;
    let differences = differences(expected, &theirs);
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
