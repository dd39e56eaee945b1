#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod agreement;
mod ascent;
mod betting;
mod bradley_terry;
mod estimate;
mod evolution;
mod goodness;
mod grouped;
mod interval;
mod inverse;
mod normal;
pub mod parallel;
mod ratio;
pub mod scaling;
mod special;

pub use agreement::{Agreement, FAMILY_LEVEL, ShareAgreement};
pub use ascent::highest;
pub use betting::betting_interval_at_any_time;
pub use bradley_terry::{
    BradleyTerry, BradleyTerryError, LineUp, MixedLineUp, PairedLineUp, Rating,
};
pub use estimate::Estimate;
pub use evolution::Evolution;
pub use goodness::ChiSquare;
pub use grouped::{Ratio, grouped_ratio, grouped_share};
pub use interval::Interval;
pub use inverse::inverse;
pub use normal::{normal_density, two_sided_t_point};
pub use ratio::{RatioEstimate, RatioSums, StratifiedRatio, share_interval};
