//! Dragon Slayer's results, as files, text and JSON.
//!
//! [`odds`], [`inference`] and [`solve`] each have the rows of their files and the text for a
//! terminal. [`Folder`] reads the files of a folder of results.

mod benchmark;
mod folder;
pub mod inference;
pub mod odds;
pub mod solve;

pub use benchmark::{BenchmarkRow, FILE as BENCHMARKS};
pub use folder::Folder;
