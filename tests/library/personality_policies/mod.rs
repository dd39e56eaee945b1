//! Personalities against the solved game they look at: who is neutral plays the
//! optimum, what is written down is what is decided, each trait does what it says,
//! and can be read back from games.

mod fit;
mod fixed_plays;
pub mod journey;
mod misjudgement;
mod neutral;
mod stakes;
mod stalled;
mod traits;
