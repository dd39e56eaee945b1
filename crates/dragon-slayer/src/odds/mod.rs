//! The odds of a fight of Dragon Slayer: exact, simulated and published, side
//! by side.
//!
//! A fight runs to its end without a decision, so its odds depend only on the dragon and
//! on the number of warrior dice at the start: together a [`Cell`]. The odds of a cell are
//! the distribution of the warrior dice left at the end, where 0 is a defeat.
//!
//! * [`exact`] solves the absorbing Markov chain of a fight in fractions;
//! * [`simulation`] simulates any number of fights, roll by roll;
//! * [`Published`] has the frequencies that Castells Amat 2018 measured;
//! * [`OddsTable`] compares the three, and [`rows`] has it as data;
//! * [`infer`](mod@infer) solves the inverse problem: it ranks all dice by how well they
//!   explain given frequencies.

mod cell;
pub mod exact;
pub mod infer;
mod published;
pub mod rows;
mod search;
pub mod simulation;
mod table;

pub use cell::{Cell, FrequencyCell};
pub use published::{Published, PublishedCell};
pub use search::{Selection, SimulatedSearches};
pub use table::{Comparison, OddsRow, OddsTable};
