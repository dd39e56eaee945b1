//! `benchmarks/odds.csv`, which a script measures: how long the nine tables take.

use serde::{Deserialize, Serialize};

use super::table::{Fault, Row};

/// A row of `benchmarks/odds.csv`; the fields are the columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkRow {
    /// Its processor.
    pub machine: String,
    /// What was done.
    pub what: String,
    /// By which program.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// Cores that it had.
    pub cores: u32,
    /// Fights simulated; empty where none are.
    pub fights: Option<u64>,
    /// Wall-clock time, the median of several runs.
    pub seconds: f64,
    /// Of the fastest run.
    pub seconds_min: f64,
    /// Of the slowest run.
    pub seconds_max: f64,
    /// Fights, or else runs, per second.
    pub per_second: f64,
    /// Against rivals with the same work; empty of rivals itself.
    pub ratio_same_work: Option<f64>,
    /// Against rivals at length; empty of rivals itself.
    pub ratio_sustained: Option<f64>,
}

impl Row for BenchmarkRow {
    const FILE: &'static str = "odds.csv";

    fn check(&self) -> Result<(), Fault> {
        let times = [
            ("seconds", self.seconds),
            ("seconds_min", self.seconds_min),
            ("seconds_max", self.seconds_max),
            ("per_second", self.per_second),
        ];
        match times
            .into_iter()
            .find(|time| !(time.1.is_finite() && time.1 > 0.0))
        {
            None => Ok(()),
            Some((column, _)) => Err(Fault {
                column,
                accepted: "above 0".to_owned(),
            }),
        }
    }
}
