//! The policies of personalities: the neutral one plays optimally, policy tables hold what
//! the policy decides, each trait has the effect that it promises and can be estimated from
//! games, and exact results agree with reference implementations.

mod fit;
mod fixed_plays;
mod judgement_errors;
mod neutral;
pub(super) mod round_by_round;
mod stakes;
mod stalled;
mod table_policy;
mod traits;

use std::sync::{Arc, LazyLock};

use crate::Rules;
use crate::solver::SolvedGame;

/// The game by the built-in rules, which takes a second to solve.
static GAME: LazyLock<Arc<SolvedGame>> =
    LazyLock::new(|| Arc::new(SolvedGame::new(&Rules::built_in()).unwrap()));
