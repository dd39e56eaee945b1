//! Tests of the rules of the games.

mod conformance;
mod dragon_slayer;
mod hidden;
mod parchis;
mod pig;
mod positions;
mod sitting;
mod tic_tac_toe_sp;
