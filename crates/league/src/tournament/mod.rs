//! Round-robin tournaments of any game.
//!
//! A tournament uses a game through one narrow trait, [`Contest`], and never names a game.
//! Scheduling, playing, tallying and writing are separate modules that exchange plain
//! data:
//!
//! * [`Plan`]: what is to be played, from a contest and [`Settings`]. Every choice of
//!   players meets (`schedule`) in *groups* of paired games: a group is one game for every
//!   rotation of the seats (`Seating`), all on the same [`Dice`](rivals_core::play::Dice); in some
//!   games one for every seating, and players also meet copies of others.
//!   `design` chooses the pairings where not all are played;
//! * [`GameRecord`]: the result of one game;
//! * [`Tally`]: integer sums over a *chunk*, which is a range of groups (`Sums` while it
//!   is played), and over all chunks of a pairing, which can be added in any order;
//! * [`Ledger`]: the groups that are done, with their totals, and the groups that are to
//!   be played now; `stopping` decides how many where this depends on results;
//! * [`play`]: plays the missing groups on all threads, and writes the journal; [`play_alone`] plays
//!   them on one;
//! * `Header` and `JournalEntry`: the lines of the journal. `resume` continues a journal or
//!   takes over what another tournament would play the same way, `changes` says what differs,
//!   `merge` joins those of several [`Shard`]s;
//! * [`Finished`]: the sums of every pairing, from which `standings` computes everything;
//! * [`AgentContest`]: a contest of any [`Game`](rivals_core::play::Game) and its agents;
//! * `config`: the tournament's file.
//!
//! The results depend on the contest, the seed and the number of games. They depend
//! neither on threads, nor on interruptions, nor on shards; `tests/library/tournament`
//! tests this, and `tests/cli/tournament` tests it with killed processes.

mod alone;
#[cfg(feature = "files")]
mod changes;
pub mod chunk;
pub mod config;
mod design;
pub mod external;
mod finished;
pub mod header;
mod info;
mod ledger;
mod memory;
#[cfg(feature = "files")]
pub mod merge;
#[cfg(feature = "files")]
mod pace;
mod plan;
#[cfg(feature = "files")]
mod queue;
mod ranges;
#[cfg(feature = "files")]
mod resume;
pub mod rule_sweep;
#[cfg(feature = "files")]
mod runner;
mod schedule;
mod seating;
mod shard;
mod side_by_side;
pub mod stopping;
pub mod sums;
pub mod sweep;
mod tally;

#[cfg(feature = "files")]
pub use crate::files::pieces::Pieces;
pub use alone::play_alone;
#[cfg(feature = "files")]
pub use changes::changes;
pub use chunk::Chunk;
pub use design::{Design, pairings_of_each};
pub use finished::{ExactPairs, Finished, FinishedPairing};
pub use header::{BUILT_FROM, Header, VALUES, config_hash};
pub use info::GameInfo;
pub use ledger::Ledger;
pub use memory::{Bytes, Memory};
#[cfg(feature = "files")]
pub use merge::merge;
#[cfg(feature = "files")]
pub use pace::{Sample, sample};
pub use plan::{MAX_GAMES, Plan, Settings};
#[cfg(feature = "files")]
pub use resume::{JOURNAL, TABLES, TournamentJournal, check, header, look, resume, take_over};
pub use rivals_core::contest::{
    AgentContest, AgentMaker, Build, Contest, DIFFERENCE, EXACT, FastPath, FigureKind, GameRecord,
    Keep, MemoryPart, Metric, MetricRow, OnProgress, Played, Player, PlayerKind, Players, QUIETLY,
    Solved, Trait,
};
#[cfg(feature = "files")]
pub use runner::{Progress, STOP_GRACE, play};
pub use schedule::{Pairing, has_copies};
pub use seating::Seating;
pub use shard::Shard;
pub use side_by_side::{SideBySide, are_paired, play_side_by_side};
pub use sweep::SweepWords;
pub use tally::Tally;
