//! Dice games, simulated by Monte Carlo and solved exactly.
//!
//! A bachelor's thesis of 2018 (Castells Amat) built opponents for the dice
//! game Dragon Slayer on nine tables of odds, which took 16 minutes of
//! simulation. This crate computes those odds exactly, and simulates them in
//! milliseconds to show that both agree.
//!
//! * [`games`]: the games, one module each: rules, agents, solvers;
//! * [`dragon_slayer`]: the game Dragon Slayer: rules, odds, policies, solver, contest;
//! * [`play`]: one game being played: the trait of all rules, seats, dice, agents;
//! * [`personalities`]: players described by traits and values, as data;
//! * [`tournament`]: round-robin tournaments of any game;
//! * [`standings`]: what follows from a tournament's games: ratings, fingerprints, claims.
//!
//! Every number says whether it is *exact* (a fraction, or a float with a bound on its error)
//! or *sampled* (a count with its trials and interval). Sampled counts depend on the rules, the
//! trials and the seed, and not on threads, machine or date.
//!
//! The program `rivals` does more with the same code: it writes folders of results and reports.
//! Its modules are private; `ARCHITECTURE.md` in the repository draws all of them and says where
//! to find and change what.
//!
//! # Odds
//! The probability of slaying the red dragon with one warrior die is exactly 11/36, and a
//! simulation agrees:
//! ```
//! use rivals::dragon_slayer::Rules;
//! use rivals::dragon_slayer::odds::{OddsTable, Published, exact, simulation::simulate};
//!
//! let rules = Rules::built_in();
//! let (trials, seed) = (10_000, 2018);
//! let tallies = simulate(&rules, trials, seed, &|_| {});
//! let table = OddsTable::new(&rules, exact::all(&rules), &tallies, &Published::thesis());
//! assert_eq!(table.rows[6].dragon, "red");
//! assert_eq!(table.rows[6].exact.win().to_string(), "11/36");
//! assert!(table.refuted().is_empty());
//! ```
//!
//! # Solve
//! The win probability of the first seat under optimal play by both, with a bound on its
//! error, and that of optimal play against a player that stops at six points:
//! ```
//! use rivals::dragon_slayer::Rules;
//! use rivals::dragon_slayer::policies::named;
//! use rivals::dragon_slayer::solver::{Play, Solution};
//!
//! let rules = Rules::built_in();
//! let solution = Solution::solve(&rules, [Play::Optimal; 2])?;
//! assert!((solution.first_wins() - 0.45798).abs() < 0.00001);
//! assert!(solution.error() < 1e-10);
//!
//! let hold = named("hold-6", &rules)?;
//! let against = Solution::solve(&rules, [Play::Optimal, Play::As(&*hold)])?;
//! assert!(against.first_wins() > solution.first_wins());
//! # Ok::<(), miette::Report>(())
//! ```
//!
//! # Tournament
//! Three players meet, a hundred games from each seat. Nothing is written: that is the
//! part of the journal, left out here.
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use rivals::dragon_slayer::contest::DragonSlayerContest;
//! use rivals::dragon_slayer::Rules;
//! use rivals::{built_in_claims, built_in_roster};
//! use rivals::standings::Analysis;
//! use rivals::standings_text;
//! use rivals::tournament::{Ledger, Plan, Settings, play};
//!
//! let ids = ["abel", "carla", "greedy"].map(str::to_owned);
//! let roster = built_in_roster().select(&ids)?;
//! let contest = DragonSlayerContest::new(&Rules::built_in(), &roster)?;
//! let settings = Settings { seats: 2, seed: 2018, games: 100, until_ci: None, until_pairs: false, shard: None };
//! let plan = Plan::new(&contest, settings)?;
//! let mut ledger = Ledger::new(&plan);
//! let pool = rayon::ThreadPoolBuilder::new().build().unwrap();
//! play(&contest, &mut ledger, None, &pool, &AtomicBool::new(false), &mut |_| {})?;
//! assert_eq!(ledger.games_done(), 3 * 2 * 100);
//!
//! let finished = ledger.finished(&contest);
//! let claims = built_in_claims();
//! let results = Analysis::new(&contest, &finished, &claims);
//! assert!(results.disagreement.is_none(), "games and exact chances agree");
//! println!("{}", standings_text(&results, None));
//! # Ok::<(), miette::Report>(())
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
#[cfg(feature = "program")]
pub(crate) mod commands;
#[cfg(feature = "program")]
pub use commands::dragon_slayer::{built_in_claims, built_in_roster};
mod catalogue;
#[cfg(feature = "program")]
pub(crate) mod history;

pub use catalogue::{GameEntry, Loaded, Playable, catalogue};
#[cfg(feature = "program")]
pub(crate) use rivals_core::{document, search, values};
pub use rivals_core::{personalities, play};
pub use rivals_dragon_slayer as dragon_slayer;
pub use rivals_games as games;
#[cfg(feature = "program")]
pub(crate) use rivals_league::{config, files, personality_files, results};
#[cfg(feature = "program")]
pub use rivals_league::{standings, tournament};
#[cfg(feature = "program")]
pub(crate) use rivals_report as report;
#[cfg(feature = "program")]
pub use rivals_report::standings_text;
#[cfg(feature = "program")]
pub(crate) use rivals_statistics as statistics;

/// Numbers, tables, CSV and JSON as text.
#[cfg(feature = "program")]
pub(crate) mod text {
    pub(crate) use rivals_core::text::number;
    pub(crate) use rivals_league::text::*;
    pub(crate) use rivals_report::terminal as table;
}

#[cfg(all(test, feature = "program"))]
#[path = "../tests/library/mod.rs"]
mod tests;
