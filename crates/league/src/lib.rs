//! Round-robin tournaments between the players of any game, and what follows from their games.
//!
//! * [`tournament`]: plans, games on all cores, journals that resume, shards;
//! * [`standings`]: ratings, paired comparisons, fingerprints, claims;
//! * [`results`]: folders of results, as rows of CSV files with a manifest;
//! * [`personality_files`]: players described by traits and values, read from files.
//!
//! The feature `files` (on by default) adds threads, journals and folders of results; without it
//! everything compiles for WebAssembly. With the feature `miette`, an [`Error`] is a diagnostic.

#![deny(missing_docs)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod config;
mod error;
#[cfg(feature = "files")]
pub mod files;
pub mod personality_files;
pub mod results;
pub mod standings;
pub mod text;
pub mod tournament;

pub use error::{Error, ErrorKind, Place};
