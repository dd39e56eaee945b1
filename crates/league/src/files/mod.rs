//! Files: reading with a size limit, and atomic writing.
//!
//! * [`read_text`] reads small text files;
//! * [`OutputFolder`] writes results. It checks that files can be written before any work
//!   is done, and writes to a temporary file in the same folder, syncs and renames it. So
//!   a reader never sees half a file, and the old file stays until the new one is
//!   complete. `tests/cli/odds.rs` proves it by running the program out of disk space;
//! * [`sha256`](fn@sha256) identifies texts by their hash;
//! * [`pieces`] keeps what a run prepares before its first game;
//! * [`journal`] records the progress of long computations, so that they can be resumed.

pub mod journal;
pub mod pieces;
mod read;
mod write;

pub use read::{Unreadable, file_name, read_text};
pub use read::{base_folder, read_bytes};
pub use rivals_core::sha256::sha256;
pub use write::{OutputError, OutputFolder};
pub use write::{hold_writing, lock_folder, move_aside, move_file};
