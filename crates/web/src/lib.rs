#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]

pub mod files;
mod games;
mod hall;
mod keys;
mod language;
mod lobby;
mod message;
mod regions;
mod room;
mod scene;
#[cfg(test)]
mod tests;

pub use games::*;
pub use hall::{Address, Client, Effect, Hall, KEPT, Limits, Saved, Work};
#[doc(hidden)]
pub use language::translate;
pub use message::LONGEST;
