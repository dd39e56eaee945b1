//! The report, in its three formats and in a browser.

mod browser;
mod document;
mod folder;
mod pig;
