//! Round-robin tournaments between the players of any game, and what follows from their games.
//!
//! * [`tournament`]: plans, games on all cores, journals that resume, shards;
//! * [`standings`]: ratings, paired comparisons, fingerprints, claims;
//! * [`results`]: folders of results, as rows of CSV files with a manifest;
//! * [`personality_files`]: players described by traits and values, read from files;
//! * [`player_files`]: players made of sentences, likewise.
//!
//! # Example
//! A tournament between two players who toss a coin, on this thread. The games of any
//! [`Game`](rivals_core::play::Game) are played by [`AgentContest`](tournament::AgentContest) instead.
//! ```
//! use std::ops::RangeInclusive;
//!
//! use rivals_core::contest::{Contest, GameRecord, Metric, Player};
//! use rivals_core::play::{Dice, Seat, Seats, draw};
//! use rivals_league::standings::{Analysis, claims::Claims};
//! use rivals_league::tournament::{Ledger, Plan, Settings, play_alone};
//!
//! struct Coin(Vec<Player>);
//!
//! impl Contest for Coin {
//!     fn name(&self) -> &str {
//!         "coin"
//!     }
//!     fn seats(&self) -> RangeInclusive<usize> {
//!         2..=2
//!     }
//!     fn roster(&self) -> &[Player] {
//!         &self.0
//!     }
//!     fn metrics(&self) -> &[Metric] {
//!         &[]
//!     }
//!     fn identity(&self) -> String {
//!         "coin".to_owned()
//!     }
//!     fn play(&self, _: &[usize], dice: &Dice, record: &mut GameRecord) {
//!         record.clear();
//!         record.winners = Seats::one(Seat(draw(&mut dice.turn(0, 0), 2) as u8));
//!     }
//! }
//!
//! let player = |id: &str| Player::policy(id, id.to_owned(), "Tosses a coin.".to_owned());
//! let coin = Coin(vec![player("ana"), player("ben")]);
//! let settings = Settings { seats: 2, seed: 7, games: 100, until_ci: None, until_pairs: false, shard: None };
//! let plan = Plan::new(&coin, settings)?;
//! let mut ledger = Ledger::new(&plan);
//! play_alone(&coin, &mut ledger)?;
//!
//! let (finished, claims) = (ledger.finished(&coin), Claims::none("coin"));
//! let results = Analysis::new(&coin, &finished, &claims);
//! assert_eq!(results.standings.len(), 2);
//! # Ok::<(), rivals_league::Error>(())
//! ```
//!
//! The feature `files` (on by default) adds threads, journals and folders of results; without it
//! everything compiles for WebAssembly. With the feature `miette`, an [`Error`] is a diagnostic.

#![deny(missing_docs)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(
    test,
    allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "tests use small numbers"
    )
)]

pub mod config;
mod error;
#[cfg(feature = "files")]
pub mod files;
pub mod personality_files;
pub mod player_files;
pub mod results;
pub mod standings;
pub mod text;
pub mod tournament;

pub use error::{Error, ErrorKind, Place};
