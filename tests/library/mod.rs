//! Tests of the library from outside of its modules, compiled into the crate's own test
//! binary (see the end of `src/lib.rs`): one program to link, and nothing has to be public
//! for their sake.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "tests are small")]

mod assess;
mod engine;
pub(crate) mod games;
mod history;
mod information_sets;
mod journal;
mod readers;
mod results;
mod session;
mod stops;
mod tournament;
