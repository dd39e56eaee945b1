//! The report, in its three formats and in a browser.

mod alone;
pub(crate) mod browser;
mod document;
mod folder;
mod pig;
