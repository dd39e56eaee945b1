//! Statistics of counts: intervals, tests against an expected value, goodness of fit,
//! ratings.
//!
//! All functions take integers and probabilities, and know neither games nor files. The
//! interval of a rate of independent trials is Wilson's, which stays within 0..=1. The interval of a
//! share of wins, over games or over groups of paired games, is Korn and Graubard's ([`share_interval`]), that of another ratio of sums over groups
//! the one of the delta method ([`StratifiedRatio`]). The interval
//! of a run that is stopped by its results is valid at all times
//! ([`betting_interval_at_any_time`]). Ratings are fitted together with the advantages of
//! seats ([`BradleyTerry`]).

#![deny(missing_docs)]
#![forbid(unsafe_code)]
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod agreement;
mod betting;
mod bradley_terry;
mod estimate;
mod goodness;
mod interval;
mod normal;
pub mod parallel;
mod ratio;
pub mod scaling;
mod special;

pub use agreement::{Agreement, FAMILY_LEVEL, ShareAgreement};
pub use betting::betting_interval_at_any_time;
pub use bradley_terry::{
    BradleyTerry, BradleyTerryError, LineUp, MixedLineUp, PairedLineUp, Rating,
};
pub use estimate::Estimate;
pub use goodness::{ChiSquare, log_likelihood};
pub use interval::Interval;
pub use normal::{normal_density, two_sided_t_point};
pub use ratio::{RatioEstimate, RatioSums, StratifiedRatio, share_interval};
