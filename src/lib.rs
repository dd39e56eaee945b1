//! Games of dice, cards and boards: played by agents and people, simulated by Monte Carlo, and
//! solved exactly where they are small enough.
//!
//! | to | use |
//! |---|---|
//! | take a game by its name | [`load`]; [`catalogue`] lists the games with their agents |
//! | take a game by rules of your own | its type, such as [`games::pig::Pig`] or [`dragon_slayer::DragonSlayer`] |
//! | compare players | [`Tournament`], whose [`League`] has the [`Standings`] |
//! | play yourself, or let another program play | [`Playable::sit`], and [`Playable::engine`] for its protocol |
//! | add a game | a type of yours that implements [`play::Game`]: `examples/nim` is one in a single file |
//! | compute odds, optimal play and reviews of Dragon Slayer | [`dragon_slayer`] |
//! | solve Pig, Tic Tac Toe SP and endings of Tute | [`games`] |
//! | compute intervals, tests and ratings | the crate `rivals-statistics` |
//! | have rules and search of one game alone | the crate `rivals-games` with the feature of that game |
//! | write tournaments to disk, resume and merge them | the program `rivals` |
//!
//! Without default features there is no program: the library then has no terminal, files, threads or
//! database, and compiles for WebAssembly. `ARCHITECTURE.md` in the repository says where everything
//! is.
//!
//! Every number says whether it is *exact* (a fraction, or a float with a bound on its error)
//! or *sampled* (a count with its trials and interval). Sampled counts depend on the rules, the
//! trials and the seed, and not on threads, machine or date.
//!
//! # A game by its name
//! ```
//! use rivals::Playable;
//!
//! let pig = rivals::load("pig")?;
//! assert_eq!(pig.rules_text(), "target = 100\n");
//! let short = rivals::games::pig::Pig::to(20);
//! assert_eq!(short.rules_text(), "target = 20\n");
//! # Ok::<(), rivals::Error>(())
//! ```
//!
//! # A tournament
//! ```
//! let pig = rivals::load("pig")?;
//! let players = ["hold-20", "hold-5", "optimum"];
//! let league = rivals::Tournament::of(&pig).players(players)?.games(1_000).seed(7).run()?;
//! let standings = league.standings();
//! println!("{standings}");
//! assert!(standings.csv().starts_with("rank,"));
//! assert!(standings.json().contains("\"games\": 6000"));
//! assert!(standings.html().contains("<table"));
//! # Ok::<(), rivals::Error>(())
//! ```
//!
//! # A game that you play
//! ```
//! use rivals::Playable;
//!
//! let pig = rivals::load("pig")?;
//! let mut game = pig.sit(["me", "optimum"], 7)?;
//! while let Some(seat) = game.acts() {
//!     println!("{}", game.sees(seat)?);
//!     game.play(if game.choices().contains(&"hold".to_owned()) { "hold" } else { "roll" })?;
//! }
//! println!("{:?}", game.outcome());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]
// Comments link to private items, for those who read the source.
#![allow(rustdoc::private_intra_doc_links)]
// Figures in files are the same bytes on every platform; `clippy.toml` says which functions are not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[doc(hidden)]
#[cfg(feature = "program")]
pub mod cli;
#[cfg(feature = "program")]
pub(crate) mod command;
#[cfg(feature = "tables")]
#[cfg_attr(not(feature = "program"), allow(dead_code, reason = "a page needs a part of it"))]
pub(crate) mod commands;
#[cfg(feature = "program")]
pub use commands::dragon_slayer::{built_in_claims, built_in_roster};
mod catalogue;
#[cfg(feature = "program")]
pub(crate) mod history;
#[cfg(feature = "tables")]
#[cfg_attr(not(feature = "program"), allow(dead_code, reason = "a page needs a part of it"))]
pub(crate) mod languages;

pub use catalogue::{GameEntry, Loaded, Playable, Table, catalogue, load};
#[cfg(not(rivals_page))]
pub use catalogue::{League, Standings, Tournament};
#[cfg(feature = "program")]
pub(crate) mod outside;
#[cfg(feature = "program")]
pub(crate) use rivals_core::search;
pub use rivals_core::{contest, engine, personalities, play, session, values};
#[cfg(feature = "tables")]
pub(crate) use rivals_core::{document, table};
pub use rivals_dragon_slayer as dragon_slayer;
pub use rivals_games as games;
pub use rivals_league::Error;
#[cfg(feature = "program")]
pub use rivals_league::standings;
#[cfg(feature = "tables")]
pub use rivals_league::tournament;
#[cfg(feature = "program")]
pub(crate) use rivals_league::{assess, files, results};
#[cfg(feature = "tables")]
pub(crate) use rivals_league::{config, personality_files, player_files};
#[cfg(feature = "tables")]
pub(crate) use rivals_report as report;
#[cfg(feature = "program")]
pub use rivals_report::standings_text;
#[cfg(feature = "tables")]
pub(crate) use rivals_statistics as statistics;
#[doc(hidden)]
#[cfg(feature = "tables")]
#[cfg_attr(not(feature = "program"), allow(dead_code, reason = "a page needs a part of it"))]
pub mod tables;

/// Numbers, tables, CSV and JSON as text.
#[cfg(feature = "tables")]
pub(crate) mod text {
    pub(crate) use rivals_core::text::number;
    pub(crate) use rivals_league::text::*;
    #[cfg(feature = "program")]
    pub(crate) use rivals_report::terminal as table;
}

#[cfg(all(test, feature = "program"))]
#[path = "../tests/library/mod.rs"]
mod tests;
