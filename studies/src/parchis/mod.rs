//! Parchis: the weights of its evaluation `eval=rivals`, fitted to games and then tuned.

pub(crate) mod fit;
pub(crate) mod tuning;

use rivals_games::parchis::{WEIGHTS, Weights};

/// The number of features.
const FEATURES: usize = WEIGHTS.len();

/// The names of the features, each that of the first seat minus that of the second.
const NAMES: [&str; FEATURES] = [
    "steps that the leader has gone, of 296",
    "steps that the other colour has gone",
    "square of the leader's steps, by 64",
    "leader's pieces at home",
    "other colour's pieces at home",
    "leader's pieces on safe squares",
    "other colour's pieces on safe squares",
    "leader's pieces in the corridor",
    "leader's pieces in the goal",
    "walls on the ring",
    "leader's steps at risk from the colour to move",
    "leader's steps at risk from the next colour",
    "leader's steps at risk from a later colour",
    "other colour's steps at risk from the colour to move",
    "other colour's steps at risk from the next colour",
    "other colour's steps at risk from a later colour",
    "leader's unused dice: twice their sum minus seven each",
    "other colour's unused dice, likewise",
    "whether the leader has an unused 6",
    "whether the leader has an unused 5 and a piece at home",
    "to move",
    "to move the leader",
    "to move with a bonus of 20",
    "to move with a bonus of 10",
];

/// The nearest whole weights.
#[expect(clippy::cast_possible_truncation, reason = "weights are below 10,000")]
fn rounded(weights: [f64; FEATURES]) -> Weights {
    weights.map(|weight| weight.round() as i32)
}

/// The weights that are fitted to games, with which the tuning began.
const FITTED: Weights = [
    -136, 14, 65, -1609, -1898, 667, 233, -510, -2447, 247, -56, -36, -30, -47, -6, -16, 191, 97,
    352, 583, -88, 692, 1832, 380,
];
