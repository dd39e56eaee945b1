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

mod agreement;
mod betting;
mod bradley_terry;
mod estimate;
mod goodness;
mod interval;
mod normal;
mod ratio;
pub(crate) mod scaling;
mod special;

pub(crate) use agreement::{Agreement, FAMILY_LEVEL, ShareAgreement};
pub(crate) use betting::betting_interval_at_any_time;
#[cfg(test)]
pub(crate) use bradley_terry::LineUp;
pub(crate) use bradley_terry::{
    BradleyTerry, BradleyTerryError, MixedLineUp, PairedLineUp, Rating,
};
pub(crate) use estimate::Estimate;
pub(crate) use goodness::{ChiSquare, log_likelihood};
pub(crate) use interval::Interval;
pub(crate) use normal::{normal_density, two_sided_t_point};
pub(crate) use ratio::{RatioEstimate, RatioSums, StratifiedRatio, share_interval};
