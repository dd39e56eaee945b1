//! Shows the roster: as lists and drawings for people, as JSON for programs.

mod drawing;
mod json;
mod list;

pub(crate) use drawing::drawing;
pub(crate) use json::{member_json, roster_json};
pub(crate) use list::list;

/// The width of lists where no terminal gives a width.
const WIDTH: usize = 100;
/// The narrowest width of a layout; on a narrower terminal lines are wrapped.
const NARROWEST: usize = 80;
