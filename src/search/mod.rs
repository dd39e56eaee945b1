//! Search and solution methods that are independent of any game: searches of game trees, the
//! fixed points of cycles, and checks against known answers.
//!
//! * [`FixedDepth`]: minimax and alpha-beta over any [`Game`](crate::play::Game) and
//!   [`Evaluation`];
//! * [`Deepening`]: alpha-beta with a budget and a memory, for games that are [`Searchable`];
//! * [`TreeSearch`]: Monte Carlo tree search with a budget;
//! * [`InformationSets`]: the same for games with hidden information, over all states that a view
//!   allows;
//! * [`SearchAgent`]: an agent that decides by one of them.

mod agents;
mod check;
mod deepening;
mod evaluation;
mod fixed_depth;
mod fixed_point;
mod information_sets;
mod searchable;
mod transpositions;
mod tree_search;

pub(crate) use agents::{Method, SearchAgent};
pub(crate) use check::Check;
pub(crate) use deepening::proven;
#[cfg(test)]
pub(crate) use deepening::{Deepening, Limits};
#[cfg(test)]
pub(crate) use evaluation::NEARLY_WIN;
pub(crate) use evaluation::{Evaluation, WIN, decided, ended};
pub(crate) use fixed_depth::Order;
#[cfg(test)]
pub(crate) use fixed_depth::{FixedDepth, Found};
pub(crate) use fixed_point::fixed_point;
pub(crate) use fixed_point::{FixedPoint, Linear, MAX_STEPS, NoFixedPoint, alternating, rounding};
#[cfg(test)]
pub(crate) use information_sets::Tried;
pub(crate) use information_sets::{InformationSets, Playouts, information_sets_bytes};
pub(crate) use searchable::Searchable;
#[cfg(test)]
pub(crate) use transpositions::Transpositions;
#[cfg(test)]
pub(crate) use tree_search::TreeSearch;
