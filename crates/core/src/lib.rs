//! A game while it is played: rules, seats, dice, agents, records, and the searches that decide.
//!
//! * [`contest`]: a game with its players, which tournaments play;
//! * [`play`]: the trait of all rules, seats, dice, agents, and the engine's protocol;
//! * [`search`]: searches of game trees and fixed points, for any game;
//! * [`sentences`]: players as sets of sentences, which a file holds;
//! * [`document`]: what is shown, as sections of text, tables and charts;
//! * [`drawing`]: boards as shapes;
//! * [`personalities`]: players described by traits and values, as data;
//! * [`random`]: streams of random numbers;
//! * [`values`]: ranges of numbers and forms of texts, for rule files and positions;
//! * [`json`]: reads positions and questions, with the path of what is wrong.
//!
//! # Example
//! A game, two of the agents that play any game, and a game between them. Players add 1 or 2 in turn,
//! and who reaches 10 wins.
//! ```
//! use std::sync::Arc;
//! use std::{fmt, str::FromStr};
//!
//! use rivals_core::contest::{Build, Players};
//! use rivals_core::play::{
//!     AgentRow, BySeat, Dice, Game, NoEvent, NoRules, Open, Outcome, Seat, Playthrough, Step, Turn,
//! };
//! use rivals_core::values::{Invalid, NotationError};
//!
//! #[derive(Clone)]
//! struct Ten;
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Eq)]
//! struct Add(u8);
//!
//! impl fmt::Display for Add {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         write!(f, "{}", self.0)
//!     }
//! }
//!
//! impl FromStr for Add {
//!     type Err = NotationError;
//!     fn from_str(text: &str) -> Result<Self, NotationError> {
//!         let number = text.parse().map_err(|_| NotationError::new(text, "write 1 or 2"))?;
//!         Ok(Self(number))
//!     }
//! }
//!
//! impl Game for Ten {
//!     const NAME: &'static str = "ten";
//!     const ABOUT: &'static str = "Add 1 or 2; who reaches 10 wins.";
//!     type Rules = NoRules;
//!     type State = (u8, Seat); // the sum, and who is next
//!     type Action = Add;
//!     type Event = NoEvent;
//!
//!     fn new(_: NoRules) -> Result<Self, Invalid> {
//!         Ok(Self)
//!     }
//!     fn rules(&self) -> &NoRules {
//!         &NoRules {}
//!     }
//!     fn start(&self, _: usize) -> (u8, Seat) {
//!         (0, Seat::FIRST)
//!     }
//!     fn turn(&self, &(sum, next): &(u8, Seat)) -> Turn<'_, NoEvent> {
//!         if sum >= 10 {
//!             Turn::Over(Outcome::won_by(next.next(2), BySeat::new(0, 2)))
//!         } else {
//!             Turn::Decide(next)
//!         }
//!     }
//!     fn legal(&self, &(sum, _): &(u8, Seat), into: &mut Vec<Add>) {
//!         if sum < 10 {
//!             into.extend([Add(1), Add(2)]);
//!         }
//!     }
//!     fn play(&self, (sum, next): &mut (u8, Seat), step: Step<Self>) {
//!         let Step::Act(Add(number)) = step;
//!         *sum += number;
//!         *next = next.next(2);
//!     }
//! }
//!
//! impl Open for Ten {}
//!
//! impl Players for Ten {
//!     type Counts = ();
//!     const AGENTS: &'static [AgentRow<Build<Self>>] = &[AgentRow::RANDOM, AgentRow::MINIMAX];
//! }
//!
//! let mut agents = [Ten.player("minimax:10")?, Ten.player("random")?];
//! let mut game = Playthrough::new(Arc::new(Ten), 2, Dice::new(7, 0, 0));
//! assert!(game.run(&mut agents).winners().contains(Seat::FIRST));
//! # Ok::<(), Invalid>(())
//! ```
//!
//! Nothing here reads a file, a clock or a terminal, so that all of it compiles for WebAssembly.

#![deny(missing_docs)]
#![forbid(unsafe_code)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod contest;
pub mod document;
pub mod drawing;
pub mod json;
pub mod personalities;
pub mod play;
pub mod random;
pub mod search;
pub mod sentences;
#[cfg(any(feature = "players", feature = "records"))]
pub mod sha256;
pub mod text;
pub mod values;
