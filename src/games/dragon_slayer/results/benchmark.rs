//! `benchmarks/odds.csv`: how long the nine tables of odds take, as a script measures it.

use serde::{Deserialize, Serialize};

/// The file's name in a folder of results.
pub const FILE: &str = "benchmarks/odds.csv";

/// A row of `benchmarks/odds.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkRow {
    /// The processor.
    pub machine: String,
    /// What was done.
    pub what: String,
    /// The program that did it.
    pub tool: String,
    /// The program's version.
    pub version: String,
    /// Cores that the program could use.
    pub cores: u32,
    /// Fights simulated; empty where none are.
    pub fights: Option<u64>,
    /// Wall-clock time, the median of several runs.
    pub seconds: f64,
    /// Time of the fastest run.
    pub seconds_min: f64,
    /// Time of the slowest run.
    pub seconds_max: f64,
    /// Fights, or else runs, per second.
    pub per_second: f64,
    /// Time relative to rivals with the same work; empty for rivals itself.
    pub ratio_same_work: Option<f64>,
    /// Time relative to rivals on long runs; empty for rivals itself.
    pub ratio_sustained: Option<f64>,
}
