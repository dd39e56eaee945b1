//! Studies that print tables for the documents:
//! `cargo test --lib studies -- --ignored --nocapture`.

mod tree_depth;
