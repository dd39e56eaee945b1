//! Files: reading with a size limit, and atomic writing.
//!
//! * [`read_text`] reads small text files;
//! * [`OutputFolder`] writes results. It checks that files can be written before any work
//!   is done, and writes to a temporary file in the same folder, syncs and renames it. So
//!   a reader never sees half a file, and the old file stays until the new one is
//!   complete. `tests/cli/odds.rs` proves it by running the program out of disk space;
//! * [`cache`] keeps what several runs compute, in a folder that they share;
//! * [`pieces`] keeps what a run prepares before its first game;
//! * [`journal`] records the progress of long computations, so that they can be resumed.

#[cfg(feature = "files")]
pub mod cache;
#[cfg(feature = "files")]
pub mod journal;
#[cfg(feature = "files")]
pub mod pieces;
mod read;
#[cfg(feature = "files")]
mod write;

pub use read::{base_folder, file_name, read_bytes, read_text};
#[cfg(feature = "files")]
pub(crate) use write::not_a_file;
#[cfg(feature = "files")]
pub use write::{OutputFolder, cannot_write, hold_writing, lock_folder, move_aside, move_file};
