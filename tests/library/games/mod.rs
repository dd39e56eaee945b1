//! Tests of the rules of the games.

mod conformance;
mod dragon_slayer;
mod hidden;
mod pig;
mod positions;
mod review;
mod sitting;
