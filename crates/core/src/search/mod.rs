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
mod chance;
mod check;
mod deepening;
mod evaluation;
mod fixed_depth;
mod fixed_point;
mod information_sets;
mod searchable;
mod transpositions;
mod tree_search;

pub use agents::{Method, Minimax, SearchAgent};
pub use check::Check;
pub use deepening::proven;
pub use deepening::{Deepening, Limits};
pub use evaluation::{Evaluation, WIN, decided, ended};
pub use evaluation::{NEARLY_WIN, win_probability};
pub use fixed_depth::{FixedDepth, Found};
pub use fixed_depth::{Order, as_listed};
pub use fixed_point::fixed_point;
pub use fixed_point::{FixedPoint, Linear, MAX_STEPS, NoFixedPoint, alternating, rounding};
pub use information_sets::Tried;
pub use information_sets::{InformationSets, Playouts, information_sets_bytes};
pub use searchable::Searchable;
pub use transpositions::Transpositions;
pub use tree_search::TreeSearch;
