//! Configuration files in TOML; every error points at its place in the file.
//!
//! [`Source`] reads and parses a file; [`Table`] returns its values by key and type, or a
//! [`ConfigError`] that shows the line and says what to write instead. The module is
//! independent of any game. It neither fills in defaults nor repairs values; a caller
//! whose keys have defaults asks [`Table::has`].

mod error;
mod source;
mod table;

pub use error::ConfigError;
pub use rivals_core::text::nearest::{did_you_mean, nearest};
pub use source::Source;
pub use table::Table;
