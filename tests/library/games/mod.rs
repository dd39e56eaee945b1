//! Tests of the rules of the games.

mod conformance;
pub(crate) mod hidden;
mod persons;
mod playthrough;
mod positions;
mod review;
mod tute;
