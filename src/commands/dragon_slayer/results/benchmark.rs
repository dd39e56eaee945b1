//! `benchmarks/odds.csv`: how long the nine tables of odds take, as a script measures it.

use serde::{Deserialize, Serialize};

/// The file's name in a folder of results.
pub(crate) const FILE: &str = "benchmarks/odds.csv";

/// A row of `benchmarks/odds.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct BenchmarkRow {
    /// The processor.
    pub machine: String,
    /// `simulate` or `solve`.
    pub what: String,
    /// The name of the measured program.
    pub tool: String,
    /// The program's version.
    pub version: String,
    /// Cores that the program could use.
    pub cores: u32,
    /// The number of fights simulated; empty when solving.
    pub fights: Option<u64>,
    /// Wall-clock time, the median of several runs.
    pub seconds: f64,
    /// Time of the fastest run.
    pub seconds_min: f64,
    /// Time of the slowest run.
    pub seconds_max: f64,
    /// Fights per second; solutions per second when solving.
    pub per_second: f64,
    /// Time relative to rivals with the same work; empty for rivals itself.
    pub ratio_same_work: Option<f64>,
    /// Time relative to rivals on long runs; empty for rivals itself.
    pub ratio_sustained: Option<f64>,
}
