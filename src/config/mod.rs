//! Configuration files in TOML; every error points at its place in the file.
//!
//! [`Source`] reads and parses a file; [`Table`] returns its values by key and type, or a
//! [`ConfigError`] that shows the line and says what to write instead. The module is
//! independent of any game. It neither fills in defaults nor repairs values; a caller
//! whose keys have defaults asks [`Table::has`].

mod error;
mod source;
mod table;

pub(crate) use error::ConfigError;
pub(crate) use rivals_core::text::nearest::{did_you_mean, nearest};
pub(crate) use source::Source;
pub(crate) use table::Table;
