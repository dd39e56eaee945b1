//! The report, in its three formats and in a browser.

mod alone;
mod browser;
mod document;
mod folder;
mod pig;
