//! Dice games, simulated by Monte Carlo and solved exactly.
//!
//! A bachelor's thesis of 2018 (Castells Amat) built opponents for the dice
//! game Dragon Slayer on nine tables of odds, which took 16 minutes of
//! simulation. This crate computes those odds exactly, and simulates them in
//! milliseconds to show that both agree.
//!
//! * [`games`]: rules and dice, one folder per game;
//! * [`odds`]: the odds of a fight, exact, simulated and published, and which
//!   dice give such odds;
//! * [`solver`]: the game of two seats, solved with proven bounds;
//! * [`policies`]: ways to play, to measure against the solution;
//! * [`personalities`]: who plays and what they are like, as data;
//! * [`tournament`]: everybody against everybody, in any game;
//! * [`tournament_config`]: who plays Dragon Slayer, how often, by which rules;
//! * [`contests`]: games as tournaments play them;
//! * [`standings`]: what follows from a tournament's games: ratings, fingerprints,
//!   claims;
//! * [`report`]: results as text, CSV and JSON;
//! * [`results`]: folders of results, written with what they are and read back;
//! * [`cli`]: the program.
//!
//! Beside them stand what all share: [`config`] reads files and points at what
//! is wrong in them, [`random`] gives every unit of work its own generator,
//! [`statistics`] knows intervals and fits, [`files`] writes files that are
//! whole or not there, and journals of long work. Dependencies run one way; the
//! README draws them.
//!
//! A number is *exact*, a fraction without rounding, or *sampled*, a count
//! with its trials and interval, and says which. Sampled counts depend on the
//! rules, the trials and the seed, not on threads, machine or date.
//!
//! # Examples
//! ```
//! use rivals::games::dragon_slayer::Rules;
//! use rivals::odds::{OddsTable, Published, exact, simulation::simulate};
//!
//! let rules = Rules::built_in();
//! let tallies = simulate(&rules, 10_000, 2018, &|_| {});
//! let table = OddsTable::new(&rules, exact::all(&rules), &tallies, &Published::thesis());
//! assert_eq!(table.rows[6].dragon, "red");
//! assert_eq!(table.rows[6].exact.win().to_string(), "11/36");
//! assert!(table.refuted().is_empty());
//! ```

#![deny(missing_docs, unsafe_code)]

pub mod cli;
pub mod config;
pub mod contests;
pub mod files;
pub mod games;
pub mod minds;
pub mod odds;
pub mod personalities;
pub mod policies;
pub mod random;
pub mod report;
pub mod results;
pub mod solver;
pub mod standings;
pub mod statistics;
pub mod tournament;
pub mod tournament_config;
