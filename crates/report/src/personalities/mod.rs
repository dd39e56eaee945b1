//! The roster as documents for people, and as JSON for programs.

mod drawing;
mod json;
mod list;

pub use drawing::{drawing, figures};
pub use json::{member_json, roster_json};
pub use list::list;
