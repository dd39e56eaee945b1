//! Numbers as text for people, and suggestions for misspelt words.

pub mod nearest;
pub mod number;
pub mod words;
