//! Writing into a folder that several commands share: each keeps its own entry
//! of `manifest.json` and leaves the others' alone.

use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use super::error::Place;
use super::manifest::reason;
use crate::files::{self, OutputError, Unreadable, read_text};
use crate::report::manifest::{Command, Entry, FileEntry, MANIFEST, Manifest};

/// Why results were not written.
#[derive(Debug, Error, Diagnostic)]
pub enum WriteError {
    /// The folder or a file takes nothing.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Output(#[from] OutputError),
    /// The manifest cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Unreadable(#[from] Unreadable),
    /// The manifest is something else's, so that the folder is as well.
    #[error("{place}: not a manifest of odds and solutions: {reason}")]
    #[diagnostic(help("choose another folder with --out, or move {} away", place.file.display()))]
    Foreign {
        /// Where it says something else.
        place: Place,
        /// What.
        reason: String,
    },
}

/// A folder that was found writable, and whose manifest was read.
#[derive(Clone, Debug)]
pub struct OutputFolder {
    path: PathBuf,
    folder: files::OutputFolder,
}

impl OutputFolder {
    /// Makes the folder if it is missing, and checks that `names` and the
    /// manifest can be written in it. Nothing is made beside another program's
    /// or a tournament's manifest.
    ///
    /// # Errors
    /// [`WriteError`].
    pub fn prepare(path: &Path, names: &[&str]) -> Result<Self, WriteError> {
        manifest(path)?;
        let names = [names, &[MANIFEST]].concat();
        Ok(Self {
            path: path.to_owned(),
            folder: files::OutputFolder::prepare(path, &names)?,
        })
    }

    /// Writes a command's files, and then its entry of the manifest. Who is
    /// interrupted in between leaves files that the manifest does not list.
    ///
    /// # Errors
    /// [`WriteError`].
    pub fn write(
        &self,
        command: Command,
        entry: Entry,
        files: &[(&str, String)],
    ) -> Result<(), WriteError> {
        for (name, text) in files {
            self.folder.write(name, text.as_bytes())?;
        }
        let files = FileEntry::all(files);
        // Read only now: another command may have added its entry meanwhile.
        let mut manifest = manifest(&self.path)?;
        manifest.entries.insert(command, Entry { files, ..entry });
        (self.folder).write(MANIFEST, manifest.json().as_bytes())?;
        Ok(())
    }
}

/// What the folder's manifest says; nothing where there is none.
fn manifest(folder: &Path) -> Result<Manifest, WriteError> {
    let file = folder.join(MANIFEST);
    // Of a path through a file, the folder is refused.
    if !file.exists() {
        return Ok(Manifest::default());
    }
    if !file.is_file() {
        return Err(OutputError::NotAFile { path: file }.into());
    }
    serde_json::from_str(&read_text(&file)?).map_err(|error| WriteError::Foreign {
        place: Place::new(&file, error.line().max(1)),
        reason: reason(&error),
    })
}
