//! Search and solution methods that know no game.

mod fixed_point;

pub(crate) use fixed_point::fixed_point;
pub use fixed_point::{FixedPoint, Linear, MAX_STEPS, NoFixedPoint, alternating, rounding};
