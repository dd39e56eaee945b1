//! The odds of fights: exact, inferred and simulated.

mod exact;
mod infer;
mod simulation;
