#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod conduct;
pub mod contest;
pub mod document;
pub mod drawing;
pub mod engine;
pub mod json;
pub mod personalities;
pub mod play;
pub mod random;
pub mod search;
pub mod sentences;
#[cfg(feature = "records")]
pub mod session;
#[cfg(any(feature = "players", feature = "records"))]
pub mod sha256;
#[doc(hidden)]
pub mod sort;
#[cfg(feature = "records")]
pub mod table;
pub mod text;
pub mod untyped;
pub mod values;
