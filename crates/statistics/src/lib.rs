//! Statistics of counts: intervals, tests against an expected value, goodness of fit,
//! ratings.
//!
//! All functions take integers and probabilities, and know neither games nor files.
//!
//! * [`Estimate`]: a rate of independent trials, with Wilson's interval, which stays within 0..=1,
//!   and its [`Agreement`] with an exact probability;
//! * [`share_interval`]: the interval of a share of wins, over games or over groups of paired games
//!   (Korn and Graubard);
//! * [`StratifiedRatio`]: the interval of another ratio of sums over groups (delta method);
//! * [`betting_interval_at_any_time`]: the interval of a run that is stopped by its results;
//! * [`ChiSquare`]: goodness of fit;
//! * [`BradleyTerry`]: ratings, fitted together with the advantages of seats.
//!
//! # Example
//! ```
//! use rivals_statistics::{BradleyTerry, Estimate, LineUp};
//!
//! let heads = Estimate { count: 60, trials: 100 };
//! let interval = heads.interval();
//! assert!(0.50 < interval.low && interval.high < 0.70);
//!
//! // Player 0 won 75 of 100 games from the first seat, and 25 of 100 from the second one.
//! let first = LineUp { players: vec![0, 1], wins: vec![75, 25] };
//! let second = LineUp { players: vec![1, 0], wins: vec![75, 25] };
//! let fit = BradleyTerry::fit(2, &[first, second])?;
//! assert!(fit.ratings[0].elo.abs() < 1e-9, "the seat explains it all");
//! assert!((fit.seat_advantages[0].elo + 190.8).abs() < 0.1, "odds of three to one");
//! # Ok::<(), rivals_statistics::BradleyTerryError>(())
//! ```

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
pub use goodness::ChiSquare;
pub use interval::Interval;
pub use normal::{normal_density, two_sided_t_point};
pub use ratio::{RatioEstimate, RatioSums, StratifiedRatio, share_interval};
