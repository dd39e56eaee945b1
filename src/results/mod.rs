//! Folders of results: written with what they are, and read back.
//!
//! [`OutputFolder`] writes CSV files, lists them in `manifest.json` with the command
//! that wrote them, its version and rules, and overwrites no other command's files. [`Folder::read`] gives the rows of
//! all files again, or says what is wrong with them: a missing, cut, foreign or
//! mixed file is named with its line and the command that writes it again.
//! Nothing here simulates, solves or repairs anything. Proven by
//! `tests/results`, which damages a folder in every way.
//!
//! To add a file: implement `table::Row` for its row in `rows/`, and give
//! it a field in [`Folder`] or [`Tournament`] that is read as the others are.

mod benchmark;
mod checks;
pub mod entries;
mod error;
mod folder;
mod manifest;
mod output;
mod rows;
mod table;
pub mod tournament;

pub use benchmark::BenchmarkRow;
pub use error::{Place, ReadError};
pub use folder::{Folder, TOURNAMENT, Tournament};
pub(crate) use output::manifest;
pub use output::{OutputFolder, WriteError};
pub use table::Table;
