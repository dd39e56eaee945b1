//! Round-robin tournaments of any game.
//!
//! A tournament meets a game through one narrow trait, [`Contest`], and never
//! names a game. Scheduling, playing, tallying and writing are separate and meet
//! through plain data:
//!
//! * [`Plan`]: what is to be played, from a contest and [`Settings`]. Every choice
//!   of players meets (`schedule`), a *group* of games at a time: one game for
//!   every rotation of their seats ([`Seating`]), on the same [`Dice`](crate::play::Dice);
//! * [`GameRecord`]: what one game brought;
//! * [`Tally`]: integer sums over a *block* of groups ([`Sums`] while it is
//!   played), and [`Totals`] over blocks, which can be added in any order;
//! * [`Ledger`]: which groups are done, with their totals, and which are to be
//!   played now. [`stopping`] says how long where that depends on results;
//! * [`play`]: plays what is missing on all threads, and writes the journal;
//! * [`Header`] and [`JournalEntry`]: the lines of the journal. [`resume()`] goes on with
//!   one, [`merge()`] joins those of several [`Shard`]s;
//! * [`Finished`]: what the reports are made from;
//! * [`config`]: the tournament's file.
//!
//! The results depend on the contest, the seed and the number of games: neither
//! on threads, nor on how often a run was interrupted, nor on shards. Proven by
//! `tests/library/tournament`, and with killed processes by `tests/cli/tournament`.

mod block;
pub mod config;
mod contest;
mod finished;
mod header;
mod ledger;
mod memory;
mod merge;
mod plan;
mod player;
mod queue;
mod ranges;
mod resume;
mod roster;
mod runner;
mod schedule;
mod seating;
mod shard;
mod sittings;
pub mod stopping;
mod sums;
mod tally;

pub use block::{Block, BlockPlayer};
pub use contest::{Contest, GameRecord, Metric, OnProgress, Solved};
pub use finished::{Finished, FinishedPairing};
pub use header::{Header, JournalEntry, VALUES, config_hash};
pub use ledger::Ledger;
pub(crate) use memory::Bytes;
pub use memory::{Memory, MemoryError, MemoryPart};
pub use merge::{MergeError, merge};
pub use plan::{MAX_GAMES, MAX_PAIRINGS, MAX_SHARE_UNIT, Plan, PlanError, Settings};
pub use player::{FigureKind, Player, PlayerKind, Trait};
pub(crate) use resume::list;
pub use resume::{JOURNAL, ResumeError, TournamentJournal, check, header, look, resume};
pub use roster::{LineUpError, choose};
pub use runner::{PlayError, Progress, play};
pub use schedule::Pairing;
pub use seating::Seating;
pub use shard::Shard;
pub use sittings::{AgentMaker, Measure, Sittings};
pub use sums::Sums;
pub use tally::{SumTooLarge, Tally, Totals};
