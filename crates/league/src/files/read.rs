//! Reading files up to a size limit.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, ErrorKind};

/// The path that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// Whether standard input was read, which can be done only once.
static STANDARD_INPUT_IS_READ: AtomicBool = AtomicBool::new(false);

/// The size limit of text files; those that people write for the program are smaller.
const MAX_MIB: u64 = 16;

/// The name of a file in messages; `-` is standard input.
pub fn file_name(path: &Path) -> String {
    if path == Path::new(STANDARD_INPUT) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// The error for a file that was not read.
fn unreadable(path: &Path, reason: impl Display) -> Error {
    let message = format!("cannot read {}: {reason}", file_name(path));
    Error::new(ErrorKind::Files, message, "give the path of a readable text file")
}

/// Reads a file of at most 16 MiB of UTF-8; `-` is standard input.
///
/// # Errors
/// If it cannot be read, is larger, or is not text.
pub fn read_text(path: &Path) -> Result<String, Error> {
    let bytes = read_bytes(path, MAX_MIB)?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        let byte = 1 + valid.len();
        unreadable(path, format!("line {line} is not UTF-8 text, at byte {byte} of the file"))
    })
}

/// Reads a file of at most `max_mib` MiB; `-` is standard input.
///
/// # Errors
/// If it cannot be read, is larger, or is not text.
pub fn read_bytes(path: &Path, max_mib: u64) -> Result<Vec<u8>, Error> {
    let unreadable = |reason: io::Error| unreadable(path, reason);
    let input: Box<dyn Read> = if path == Path::new(STANDARD_INPUT) {
        if STANDARD_INPUT_IS_READ.swap(true, Ordering::Relaxed) {
            let reason = "standard input is read only once, so one file at most can be -";
            return Err(unreadable(io::Error::other(reason)));
        }
        Box::new(io::stdin().lock())
    } else {
        // Opening a pipe without a writer would wait for ever. One that is open already has a
        // writer, such as the process substitution of a shell.
        let kind = fs::metadata(path).map_err(unreadable)?;
        if !kind.is_file() && (kind.is_dir() || !is_open(path)) {
            let what = if kind.is_dir() { "a folder" } else { "a pipe or a device" };
            return Err(unreadable(io::Error::other(format!("it is {what}, not a file"))));
        }
        Box::new(File::open(path).map_err(unreadable)?)
    };
    let mut bytes = Vec::new();
    input.take((max_mib << 20) + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > max_mib << 20 {
        return Err(unreadable(io::Error::other(format!("it is larger than {max_mib} MiB"))));
    }
    Ok(bytes)
}

/// Whether a path stands for a file that this process has open: `/dev/stdin` and `/dev/fd/63`.
fn is_open(path: &Path) -> bool {
    let folders = ["/dev/fd", "/proc/self/fd"].map(Path::new);
    path == Path::new("/dev/stdin") || folders.iter().any(|folder| path.parent() == Some(folder))
}

/// The folder from which the paths in a file start: its own, and the current one for what is not
/// in a folder.
pub fn base_folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|_| !is_open(path));
    folder.unwrap_or(Path::new(""))
}
