//! Dragon Slayer's results, as files, text and JSON.
//!
//! [`odds`], [`inference`] and [`solve`] each have the rows of their files and the text for a
//! terminal, [`fit`] the text alone. [`Folder`] reads the files of a folder of results.

pub(crate) mod fit;
mod folder;
pub(crate) mod inference;
pub(crate) mod odds;
pub(crate) mod solve;

pub(crate) use folder::Folder;
