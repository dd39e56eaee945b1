//! Reading manifests, with the lines of what they say.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::checks::Origin;
use super::error::{Place, ReadError};
use crate::files::read_bytes;
use crate::results::entries::{Command, Entry, FileEntry, Manifest};

/// No manifest is larger.
const MAX_MIB: u64 = 16;

/// A manifest's text.
pub(super) struct ManifestText {
    pub file: PathBuf,
    text: String,
    /// What writes it.
    help: String,
}

/// A file that a manifest lists.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub entry: FileEntry,
    /// Where.
    pub place: Place,
    /// What writes the file.
    pub help: String,
}

impl ManifestText {
    pub fn read(file: PathBuf, help: String) -> Result<Self, ReadError> {
        let text = read_text(&file, None, MAX_MIB, &help)?;
        Ok(Self { file, text, help })
    }

    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ReadError> {
        serde_json::from_str(&self.text).map_err(|error| {
            let place = Place::new(&self.file, error.line().max(1));
            let reason = reason(&error);
            self.refuse(place, format!("not what this program writes: {reason}"))
        })
    }

    pub fn refuse(&self, place: Place, reason: String) -> ReadError {
        ReadError::Manifest {
            place,
            reason,
            help: self.help.clone(),
        }
    }

    /// The line where the last of these stands, each looked for behind the one
    /// before. What is not found counts as found there already.
    pub fn place(&self, words: &[&str]) -> Place {
        let mut at = 0;
        for word in words {
            at += self.text[at..].find(word).map_or(0, |found| found);
        }
        let line = 1 + self.text[..at].matches('\n').count();
        Place::new(&self.file, line)
    }

    /// The entry of a command.
    pub fn entry<'a>(
        &self,
        manifest: &'a Manifest,
        command: Command,
        help: &str,
    ) -> Result<&'a Entry, ReadError> {
        let missing = || ReadError::Manifest {
            place: self.place(&[]),
            reason: format!("there is no entry of `rivals {command}`"),
            help: help.to_owned(),
        };
        manifest.entries.get(&command).ok_or_else(missing)
    }

    /// What wrote an entry, with the lines that say so.
    pub fn origin(&self, entry: &Entry, help: String) -> Origin {
        let place = |word: &str| self.place(&[&key(entry.command), word]);
        Origin {
            version: (place("\"version\":"), entry.version.clone()),
            values: (place("\"values\":"), entry.values.to_string()),
            rules: (place("\"rules\":"), entry.rules.clone()),
            help,
        }
    }

    /// The files of an entry, each with its line.
    pub fn listed(&self, command: Command, files: &[FileEntry], help: &str) -> Vec<Listed> {
        let listed = |entry: &FileEntry| {
            let name = format!("\"{}\"", entry.file);
            Listed {
                entry: entry.clone(),
                place: self.place(&[&key(command), "\"files\":", &name]),
                help: help.to_owned(),
            }
        };
        files.iter().map(listed).collect()
    }
}

/// How the entry of a command begins.
pub(super) fn key(command: Command) -> String {
    format!("\"command\": \"{command}\"")
}

/// What is wrong with a JSON text, without the place, which is said elsewhere.
pub(super) fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// The text of a file that a manifest lists, or of a manifest.
pub(super) fn read_text(
    file: &Path,
    listed: Option<&Place>,
    max_mib: u64,
    help: &str,
) -> Result<String, ReadError> {
    let missing = |error: &std::io::Error| {
        matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
    };
    if file.metadata().is_err_and(|error| missing(&error)) {
        return Err(ReadError::Missing {
            file: file.to_owned(),
            listed: listed.cloned(),
            help: help.to_owned(),
        });
    }
    let bytes = read_bytes(file, max_mib).map_err(|error| ReadError::Unreadable {
        file: file.to_owned(),
        reason: error.reason,
        help: help.to_owned(),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        ReadError::Line {
            place: Place::new(
                file,
                1 + before.iter().filter(|byte| **byte == b'\n').count(),
            ),
            message: "not UTF-8 text".to_owned(),
            help: help.to_owned(),
        }
    })
}
