//! Opens a tournament's journal: checks that this build and these settings began it, and reads
//! which games are done.

use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use super::header::{Header, JournalEntry, VALUES};
use super::ledger::Ledger;
use super::plan::Plan;
use crate::files::journal::{Difference, Journal, JournalError, Recovery, differences};

/// The name of a tournament's journal in its folder.
pub(crate) const JOURNAL: &str = "tournament.journal";

/// A tournament's journal.
pub(crate) type TournamentJournal = Journal<Header, JournalEntry>;

/// Why an earlier run cannot be continued.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum ResumeError {
    /// The journal cannot be used.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Journal(#[from] JournalError),
    /// Another build, which computes other values, began the journal.
    #[error(
        "the journal {} was started by a build with other computed values (version {version}, \
         values {values}) than this one (version {}, values {VALUES})",
        path.display(), env!("CARGO_PKG_VERSION")
    )]
    #[diagnostic(help(
        "continue with the build that started it, or play again with this one in another folder \
         (--out)"
    ))]
    Build {
        /// The journal.
        path: PathBuf,
        /// The version of the build that began the journal.
        version: String,
        /// The [`VALUES`] of that build; 0 for a build that is older than this number.
        values: u32,
    },
    /// The journal belongs to another tournament.
    #[error("the journal {} belongs to another tournament: {}", path.display(), list(differences))]
    #[diagnostic(help(
        "use the settings that it was started with, or choose another folder with --out"
    ))]
    Other {
        /// The journal.
        path: PathBuf,
        /// The places where the headers differ.
        differences: Vec<Difference>,
    },
}

/// The differences, in one line.
pub(crate) fn list(differences: &[Difference]) -> String {
    let texts: Vec<String> = differences.iter().map(Difference::to_string).collect();
    texts.join("; ")
}

/// The header of a journal that this build can continue, if it belongs to the tournament
/// to play.
///
/// # Errors
/// [`ResumeError::Journal`], also for a header that describes no tournament;
/// [`ResumeError::Build`].
pub(crate) fn header(path: &Path) -> Result<Header, ResumeError> {
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

/// Checks whether a journal belongs to the tournament with this header.
///
/// # Errors
/// [`ResumeError::Other`] if it does not; the errors of [`header`].
pub(crate) fn check(path: &Path, expected: &Header) -> Result<(), ResumeError> {
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

/// Opens a journal to continue it, and returns it with the ledger of what is done.
///
/// # Errors
/// [`ResumeError`]. The journal then stays as it was, except for a torn end.
pub(crate) fn resume<'a>(
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

/// The ledger of what a journal says is done. The journal is not changed.
///
/// # Errors
/// [`ResumeError`].
pub(crate) fn look<'a>(
    path: &Path,
    header: &Header,
    plan: &'a Plan,
) -> Result<Ledger<'a>, ResumeError> {
    check(path, header)?;
    let mut ledger = Ledger::new(plan);
    TournamentJournal::read(path, |entry| ledger.add(&entry))?;
    ledger.settle_all();
    Ok(ledger)
}
