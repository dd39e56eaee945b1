//! The rules of the games, as they are played.

mod conformance;
mod dragon_slayer;
mod hidden;
mod pig;
mod positions;
mod sitting;
