//! Files: read with a bound, written whole or not at all.
//!
//! [`read_text`] reads small text files; [`OutputFolder`] writes results. It
//! finds out whether files can be written before any work is done, and writes
//! to a temporary file in the same folder, syncs and renames it: a reader never
//! sees half a file, and what stood there before stays until the new file is
//! complete. Proven by `tests/cli/odds.rs`, which runs the program out of space.
//! [`sha256`](fn@sha256) tells texts apart.
//! [`journal`] is for work that takes longer than a machine may stay up.

pub mod journal;
mod read;
mod sha256;
mod write;

pub(crate) use read::read_bytes;
pub use read::{Unreadable, read_text};
pub use sha256::sha256;
pub use write::{OutputError, OutputFolder};
pub(crate) use write::{lock_folder, move_file};
