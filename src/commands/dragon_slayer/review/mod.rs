//! The review of a game in words: a document, a summary, a profile of a person.

mod behaviour;
mod document;
mod profile;
mod records;
mod seen;
mod sentences;
mod summary;

pub(super) use behaviour::behaviour;
#[cfg(test)]
pub(crate) use document::{Page, document, json};
pub(super) use profile::profile;
pub(super) use records::{Replayed, of_record};
pub(super) use seen::Seen;

/// The number of costliest decisions that a review names.
const NAMED: usize = 3;
