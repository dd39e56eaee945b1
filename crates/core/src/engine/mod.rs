//! Answers questions about positions of any game, one JSON object per line, as described in
//! `docs/protocol.md`.
//!
//! An engine keeps no positions: every question carries its own. An error in a question is
//! answered with the name of the field, and never ends the engine.

mod answers;
mod line;
pub mod perft;
pub mod speaker;

pub use answers::{EngineOf, Files, agents, dice, ended, played, position};

/// Answers questions about one game.
pub trait Engine {
    /// Gives the engine a clock for the times in its answers, which are 0 without one.
    fn timed_by(&mut self, clock: crate::play::Clock);

    /// Gives the engine what reads the files of personalities and of players made of sentences; it
    /// plays none without.
    fn with_files(&mut self, files: Files);

    /// The answer to a line, as one line without its end.
    fn answer(&mut self, line: &[u8]) -> String;
}
