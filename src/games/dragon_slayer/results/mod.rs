//! Dragon Slayer's results: files, and the same figures as text and JSON.
//!
//! [`odds`], [`inference`] and [`solve`] each have the rows of their files and what a
//! terminal shows. [`Folder`] reads the files of a folder of results again.

mod benchmark;
mod folder;
pub mod inference;
pub mod odds;
pub mod solve;

pub use benchmark::{BenchmarkRow, FILE as BENCHMARKS};
pub use folder::Folder;
