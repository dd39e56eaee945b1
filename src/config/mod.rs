//! Configuration files: TOML, with every error pointing at its place.
//!
//! [`Source`] reads and parses a file; [`Table`] gives its values by key and
//! type, or the [`ConfigError`] that shows the line and says what to write.
//! It knows no game. Nothing is defaulted and nothing repaired; a reader whose keys
//! have defaults asks [`Table::has`].

mod error;
mod source;
mod table;

pub use error::{ConfigError, nearest};
pub use source::Source;
pub use table::{Table, Text};
