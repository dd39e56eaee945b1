//! The roster: as lists and drawings for people, as JSON for programs.

mod drawing;
mod json;
mod list;

pub use super::shown::drawing::drawing;
pub use super::shown::json::{member_json, roster_json};
pub use super::shown::list::list;

/// Where no terminal says how wide it is, lists are as wide as this.
const WIDTH: usize = 100;
/// The narrowest that is laid out; on a narrower terminal lines run over.
const NARROWEST: usize = 80;
