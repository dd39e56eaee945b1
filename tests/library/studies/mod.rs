//! Studies that print tables for the documents:
//! `cargo test --lib studies -- --ignored --nocapture`.

mod intervals;
mod small_leagues;
mod tree_depth;
