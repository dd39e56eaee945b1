//! The report, and the command that makes all results again.

mod browser;
mod document;
mod folder;
mod pig;
mod reproduce;
