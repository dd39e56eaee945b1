#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(
    test,
    allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "tests use small numbers"
    )
)]

#[cfg(not(rivals_page))]
pub mod assess;
pub mod config;
mod error;
pub mod files;
pub mod personality_files;
pub mod player_files;
pub mod results;
pub mod standings;
pub mod text;
pub mod tournament;

pub use error::{Error, ErrorKind, Place};
