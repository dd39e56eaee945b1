//! Folders of results: CSV files with a manifest, written and read back.
//!
//! [`ResultsFolder`] writes the files of a command and lists them in `manifest.json` with
//! the command, its version, its rules and the checksum of each file. It overwrites no
//! file that another command wrote. [`Tournament::read`] reads the files of a tournament
//! of any game; a game reads the files that it alone has in the same way.
//!
//! A file is read only if it has the checksum of the manifest, and only by the version
//! that wrote it. Its rows are therefore those that the program wrote, and are not checked
//! one by one. An [`Error`](crate::Error) names the file, what is wrong with it and in which line,
//! and the command that writes it again. `tests/cli/results` damages a folder in every way to
//! check this.
//!
//! To add a file to the results of a tournament: write its row type and the function that computes
//! the rows, as a field of [`Analysis`](crate::standings::Analysis), and add its line to the list in
//! `tournament/mod.rs`.

pub mod compare;
#[cfg(feature = "files")]
mod folder;
pub mod manifest;
#[cfg(feature = "files")]
mod read;
pub mod rule_sweep;
pub mod sweep;
pub mod tournament;

#[cfg(feature = "files")]
pub use folder::ResultsFolder;
pub use manifest::{FileEntry, MANIFEST, Manifest, ManifestEntry, Program};
#[cfg(feature = "files")]
pub use read::{EntryReader, FolderReader, rows_of};
pub use tournament::Tournament;

/// The command that plays a tournament, and the name of the tournament's folder in a
/// folder of results.
pub const TOURNAMENT: &str = "tournament";

/// The command that sweeps traits.
pub const SWEEP: &str = "sweep";

/// The command that writes all results. Its entry lists the files of other commands too.
pub const REPRODUCE: &str = "reproduce";
