//! Search and solution methods that are independent of any game: for now, the fixed
//! points of cycles.

mod fixed_point;

pub(crate) use fixed_point::fixed_point;
pub use fixed_point::{FixedPoint, Linear, MAX_STEPS, NoFixedPoint, alternating, rounding};
