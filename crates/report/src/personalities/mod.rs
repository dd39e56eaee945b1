//! Shows the roster: as lists and drawings for people, as JSON for programs.

mod drawing;
mod json;
mod list;

pub use drawing::drawing;
pub use json::{member_json, roster_json};
pub use list::list;

/// The width of lists where no terminal gives a width.
const WIDTH: usize = 100;
/// The narrowest width of a layout; on a narrower terminal lines are wrapped.
const NARROWEST: usize = 60;
/// The least width of a layout with all columns.
const ALL_COLUMNS: usize = 80;
