//! Statistics of counts: intervals, distances from an expected value, goodness
//! of fit.
//!
//! Everything takes integers and probabilities and knows neither games nor
//! files. Intervals are Wilson's, so that no rate leaves 0..=1.

mod agreement;
mod estimate;
mod goodness;
mod interval;

pub use agreement::{Agreement, MAX_STANDARD_ERRORS};
pub use estimate::Estimate;
pub use goodness::{ChiSquare, log_likelihood};
pub use interval::Interval;
