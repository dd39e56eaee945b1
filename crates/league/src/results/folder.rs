//! Writing into a folder that several commands share: each command owns the files that
//! its entry of `manifest.json` lists, and overwrites no others.

use std::path::{Path, PathBuf};

use super::manifest::{FileEntry, MANIFEST, Manifest, ManifestEntry, Program};
use crate::error::Error;
use crate::files::{self, lock_folder};

/// A folder that is known to be writable, with its manifest.
#[derive(Clone, Debug)]
pub struct ResultsFolder {
    path: PathBuf,
    folder: files::OutputFolder,
    program: Program,
}

impl ResultsFolder {
    /// Creates the folder if it is missing, and checks that the command can write `names`
    /// and the manifest in it. A folder with another program's manifest is refused, and
    /// so are files that the command's entry does not list.
    ///
    /// # Errors
    /// If the folder has other files of these names, or cannot be written to.
    pub fn prepare(path: &Path, command: &str, names: &[&str]) -> Result<Self, Error> {
        check_owner(path, &Manifest::of(path)?, command, names)?;
        let names = [names, &[MANIFEST]].concat();
        let folder = files::OutputFolder::prepare(path, &names)?;
        Ok(Self { path: path.to_owned(), folder, program: Program::default() })
    }

    /// The same folder, whose manifest names this program.
    #[must_use]
    pub fn by(self, program: Program) -> Self {
        Self { program, ..self }
    }

    /// Writes a command's entry of the manifest and its files, or nothing if the disk is
    /// full.
    ///
    /// The manifest is written first. If the command is killed before it has written all
    /// files, they still belong to it, and running it again writes them.
    ///
    /// # Errors
    /// If the folder has other files of these names, or cannot be written to.
    pub fn write(&self, entry: ManifestEntry, files: &[(&str, String)]) -> Result<(), Error> {
        let names: Vec<&str> = files.iter().map(|file| file.0).collect();
        // Another command may write into the folder at the same time.
        let _lock = lock_folder(&self.path)?;
        let mut manifest = Manifest::of(&self.path)?;
        check_owner(&self.path, &manifest, &entry.command, &names)?;
        manifest.program = self.program;
        manifest.insert(ManifestEntry { files: FileEntry::all(files), ..entry });
        let manifest = manifest.json();
        let mut all = vec![(MANIFEST, manifest.as_bytes())];
        all.extend(files.iter().map(|(name, text)| (*name, text.as_bytes())));
        self.folder.write_all(&all)
    }
}

/// Refuses existing files that the command's entry does not list.
fn check_owner(
    folder: &Path,
    manifest: &Manifest,
    command: &str,
    names: &[&str],
) -> Result<(), Error> {
    let own = manifest.entry(command).map_or(&[][..], |entry| &entry.files);
    let taken = |name: &&&str| {
        **name != MANIFEST
            && folder.join(name).exists()
            && !own.iter().any(|file| file.file == **name)
    };
    let files: Vec<String> = (names.iter().filter(taken)).map(|name| (*name).to_owned()).collect();
    if files.is_empty() {
        return Ok(());
    }
    let message = format!(
        "the folder {} contains files that `rivals {command}` did not write there: {}",
        folder.display(),
        files.join(", ")
    );
    Err(Error::refused(message, "choose another folder with --out, or move these files away"))
}
