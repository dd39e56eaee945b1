//! Configuration files: TOML read into serde structs, every error pointing at
//! its place in the file.
//!
//! [`Source`] reads a file, parses it and turns a complaint about a value into
//! a [`ConfigError`] that shows the line. It knows no game: what the keys mean
//! is said where the structs are. Nothing is defaulted and nothing repaired.

mod error;
mod source;

pub use error::{ConfigError, nearest};
pub use source::Source;
