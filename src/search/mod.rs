//! Search and solution methods that are independent of any game: for now, the fixed
//! points of cycles, and checks against known answers.

mod check;
mod fixed_point;

pub(crate) use check::Check;
pub(crate) use fixed_point::fixed_point;
pub(crate) use fixed_point::{FixedPoint, Linear, MAX_STEPS, NoFixedPoint, alternating, rounding};
