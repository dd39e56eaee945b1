//! Tests of the rules of the games.

mod conformance;
mod dragon_slayer;
pub(crate) mod hidden;
mod parchis;
mod persons;
mod pig;
mod positions;
mod review;
mod sitting;
mod tic_tac_toe_sp;
mod tute;
