//! Search and solution methods that know no game.

mod check;
mod fixed_point;

pub use check::Check;
pub use fixed_point::{FixedPoint, Linear, NoFixedPoint, alternating, fixed_point, rounding};
pub(crate) use fixed_point::{alternating_within, fixed_point_within};
