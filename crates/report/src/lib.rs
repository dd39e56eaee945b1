//! Documents of tables and charts as text, HTML, Markdown, JSON and SVG, and the reports of
//! tournaments.
//!
//! * [`terminal::text`], [`html()`], [`markdown()`], [`json`], [`picture`]: write a [`Document`],
//!   which holds words, tables and charts as data;
//! * [`tournament`]: the results of a tournament of any game as sections of a document, to which a
//!   game adds its own; [`standings_text`] is the short answer for a terminal;
//! * [`person`], [`personalities`], [`sweep`]: documents of other answers.
//!
//! Sentences are computed from the figures. Nothing here simulates, solves or reads files.
//!
//! # Example
//! ```
//! use rivals_core::document::{Block, Cell, Column, Document};
//! use rivals_report::{html, markdown, terminal};
//!
//! let columns = vec![Column::words("dragon"), Column::figures("slain with one die")];
//! let row = vec![Cell::words("red"), Cell::figure(11.0 / 36.0, "30.6 %")];
//! let table = Block::table("", "Odds", columns, [row]);
//! let document = Document::answer("The red dragon", vec![table]);
//!
//! assert!(terminal::text(&document, Some(80)).contains("30.6 %"));
//! assert!(markdown(&document, None).contains("red"));
//! assert!(html(&document).starts_with("<!DOCTYPE html>"));
//! ```

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
pub mod sweep;
pub mod terminal;
pub mod tournament;
pub mod words;

pub use html::{START, html, is_report, picture, pictures};
pub use markdown::markdown;
pub use tournament::standings_text;

use rivals_core::document::Document;

/// The document as JSON. The figures of tables and charts are not rounded.
#[must_use]
pub fn json(document: &Document) -> String {
    rivals_league::text::json(document)
}
