//! Tests of the report, and of `rivals reproduce`.

mod browser;
mod document;
mod folder;
mod pig;
mod reproduce;
