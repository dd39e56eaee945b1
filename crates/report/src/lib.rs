#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod charts;
mod html;
mod markdown;
pub mod person;
pub mod personalities;
pub mod rule_sweep;
pub mod sweep;
pub mod terminal;
pub mod tournament;
pub mod words;

pub use html::{START, html, is_report, picture, pictures, region, region_style};
pub use markdown::markdown;
pub use tournament::standings_text;

use rivals_core::document::Document;

/// The document as JSON. The figures of tables and charts are not rounded.
#[must_use]
pub fn json(document: &Document) -> String {
    rivals_league::text::json(document)
}
