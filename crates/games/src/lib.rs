//! Games: rules, agents, metrics, solutions and words, a folder and a feature each.
//!
//! Each opens with its rules in prose and their source. The traits of games, what plays them and
//! what searches them are in [`rivals_core`].
//!
//! # Example
//! `cargo add rivals-games --no-default-features --features pig` brings the rules of Pig, its
//! solution and searches, and nothing else:
//! ```
//! use std::sync::Arc;
//!
//! use rivals_games::pig::Pig;
//! use rivals_games::pig::solver::{PigPlay, PigSolution};
//! use rivals_games::rivals_core::contest::Players;
//! use rivals_games::rivals_core::play::{Dice, Playthrough};
//!
//! let solution = PigSolution::solve(100, [PigPlay::Optimal; 2])?;
//! assert!((solution.first_wins() - 0.5306).abs() < 0.0001);
//!
//! let pig = Pig::to(100);
//! let mut agents = [pig.player("optimum")?, pig.player("hold-20")?];
//! let mut game = Playthrough::new(Arc::new(pig), 2, Dice::new(7, 0, 0));
//! let outcome = game.run(&mut agents);
//! println!("seat {} wins by {:?}", outcome.winners(), outcome.scores);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
// Tests cast numbers that they chose.
#![cfg_attr(test, allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap))]
#![cfg_attr(test, allow(clippy::cast_sign_loss))]

pub use rivals_core;

#[cfg(feature = "battletech")]
pub mod battletech;
#[cfg(feature = "parchis")]
pub mod parchis;
#[cfg(feature = "pig")]
pub mod pig;
#[cfg(feature = "tic-tac-toe-sp")]
pub mod tic_tac_toe_sp;
#[cfg(feature = "tute")]
pub mod tute;

#[cfg(test)]
mod tests;
