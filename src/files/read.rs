//! Reading text files.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

/// No file that the program reads is larger, and a device may never end.
const MAX_BYTES: u64 = 16 << 20;

/// Why a file was not read.
#[derive(Debug, Error, Diagnostic)]
#[error("cannot read {}: {reason}", path.display())]
#[diagnostic(help("give the path of a readable text file"))]
pub struct Unreadable {
    /// The file.
    pub path: PathBuf,
    /// Why, in the system's words.
    pub reason: String,
}

/// Reads a file of at most 16 MiB of UTF-8.
///
/// # Errors
/// [`Unreadable`].
pub fn read_text(path: &Path) -> Result<String, Unreadable> {
    let unreadable = |reason: String| Unreadable {
        path: path.to_owned(),
        reason,
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(error.to_string()))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(unreadable("it is larger than 16 MiB".to_owned()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        unreadable(format!("it is not UTF-8 text (byte {at})"))
    })
}
