//! The odds of a fight of Dragon Slayer: exact, simulated and published, side
//! by side.
//!
//! A fight runs to its end without a decision, so its odds depend on the
//! dragon and on the warrior dice at the start alone: a [`Cell`]. What is asked
//! of a cell is the law of the warrior dice left, 0 standing for defeat.
//!
//! * [`exact`] solves the absorbing chain of a fight in fractions;
//! * [`simulation`] fights, roll after roll, as often as one likes;
//! * [`Published`] holds what Castells Amat 2018 measured;
//! * [`OddsTable`] puts the three beside each other;
//! * [`infer`](mod@infer) goes the other way: which dice give such odds?

mod cell;
pub mod exact;
mod frequencies;
pub mod infer;
mod published;
mod search;
pub mod simulation;
mod table;

pub use cell::Cell;
pub use frequencies::{FrequencyCell, FrequencyError, read_frequencies};
pub use published::{Published, PublishedCell};
pub use search::{Selection, SimulatedSearches};
pub use table::{Comparison, OddsRow, OddsTable};
