//! Writing into a folder that several commands share: each command owns the files that
//! its entry of `manifest.json` lists, and overwrites no others.

use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use super::error::Place;
use super::manifest::reason;
use crate::files::{self, OutputError, Unreadable, lock_folder, read_text};
use crate::results::entries::{Command, Entry, FileEntry, MANIFEST, Manifest};

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
    /// The manifest is another program's or another version's, and so may the folder be.
    #[error("{place}: not a manifest of this program: {reason}")]
    #[diagnostic(help(
        "choose another folder with --out, or move {} and the files that it lists away",
        place.file.display()
    ))]
    Foreign {
        /// Where it says something else.
        place: Place,
        /// What.
        reason: String,
    },
    /// Files that the command did not write itself.
    #[error(
        "the folder {} holds files that `rivals {command}` did not write there: {}",
        folder.display(), files.join(", ")
    )]
    #[diagnostic(help("choose another folder with --out, or move these files away"))]
    Taken {
        /// The folder.
        folder: PathBuf,
        /// The command that would overwrite them.
        command: Command,
        /// Their names.
        files: Vec<String>,
    },
}

/// A folder that was found writable, and whose manifest was read.
#[derive(Clone, Debug)]
pub struct OutputFolder {
    path: PathBuf,
    command: Command,
    folder: files::OutputFolder,
}

impl OutputFolder {
    /// Makes the folder if it is missing, and checks that the command can write `names`
    /// and the manifest in it. A folder with another program's manifest is refused, and
    /// so are files that the command's entry does not list.
    ///
    /// # Errors
    /// [`WriteError`].
    pub fn prepare(path: &Path, command: Command, names: &[&str]) -> Result<Self, WriteError> {
        check_owner(path, &manifest(path)?, command, names)?;
        let names = [names, &[MANIFEST]].concat();
        Ok(Self {
            path: path.to_owned(),
            command,
            folder: files::OutputFolder::prepare(path, &names)?,
        })
    }

    /// Writes the command's entry of the manifest and its files, or nothing if the disk is
    /// full.
    ///
    /// The manifest takes its place first, so that the files belong to the command even if
    /// it is killed before all of them have theirs: running it again then writes them.
    ///
    /// # Errors
    /// [`WriteError`].
    pub fn write(&self, entry: Entry, files: &[(&str, String)]) -> Result<(), WriteError> {
        let names: Vec<&str> = files.iter().map(|file| file.0).collect();
        // Another command may write into the folder at the same time.
        let _lock = lock_folder(&self.path)?;
        let mut manifest = manifest(&self.path)?;
        check_owner(&self.path, &manifest, self.command, &names)?;
        let files_written = FileEntry::all(files);
        let entry = Entry {
            command: self.command,
            files: files_written,
            ..entry
        };
        manifest.entries.insert(self.command, entry);
        let manifest = manifest.json();
        let mut all = vec![(MANIFEST, manifest.as_bytes())];
        all.extend(files.iter().map(|(name, text)| (*name, text.as_bytes())));
        self.folder.write_all(&all)?;
        Ok(())
    }
}

/// Refuses files that are there and that the command's entry does not list.
fn check_owner(folder: &Path, manifest: &Manifest, command: Command, names: &[&str]) -> Checked {
    let lists = |entry: &Entry, name: &str| entry.files.iter().any(|file| file.file == name);
    let own = manifest.entries.get(&command);
    let taken = |name: &&&str| {
        **name != MANIFEST
            && folder.join(name).exists()
            && !own.is_some_and(|entry| lists(entry, name))
    };
    let files: Vec<String> = (names.iter().filter(taken))
        .map(|name| (*name).to_owned())
        .collect();
    if files.is_empty() {
        return Ok(());
    }
    Err(WriteError::Taken {
        folder: folder.to_owned(),
        command,
        files,
    })
}

type Checked = Result<(), WriteError>;

/// The manifest of a folder; one without entries where there is none.
///
/// # Errors
/// [`WriteError::Unreadable`] or [`WriteError::Foreign`].
pub fn manifest(folder: &Path) -> Result<Manifest, WriteError> {
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
