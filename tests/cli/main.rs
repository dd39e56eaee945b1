//! The program as a user runs it.

mod infer;
mod odds;
mod program;
mod readme;
mod roster;
mod solve;
mod tournament;
