//! Numbers as text for people, suggestions for misspelt words, and other languages than English.

pub mod language;
pub mod nearest;
pub mod number;
pub mod words;
