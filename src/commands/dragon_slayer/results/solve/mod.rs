//! Results of the solver: the files of `rivals solve`, and the answers of its subcommands and of
//! `rivals advise` as JSON and documents.

mod answers;
mod csv;
mod openings;
mod reasons;

pub(crate) use self::csv::{StopRow, ValueRow, stops, values};
pub(crate) use answers::{Advice, GameAnswer, MatchAnswer, ResponseAnswer, action_name};
pub(crate) use reasons::{Decided, Reasons, TraitRow};

use crate::dragon_slayer::{DragonSet, Rules};
use crate::play::Seat;

/// The command that writes [`VALUES`] and [`STOPS`].
pub(crate) const COMMAND: &str = "solve";
/// The file of the values of all positions, in a folder of results.
pub(crate) const VALUES: &str = "values.csv";
/// The file of the points at which optimal play stops, in a folder of results.
pub(crate) const STOPS: &str = "stops.csv";

/// The numbers as text, with `between` between them.
fn joined(numbers: &[u32], between: &str) -> String {
    let numbers: Vec<_> = numbers.iter().map(u32::to_string).collect();
    numbers.join(between)
}

/// The names of the dragons, joined by `+`.
fn dragon_names(rules: &Rules, dragons: DragonSet) -> String {
    let names = dragons.iter().map(|dragon| &*rules.dragons[dragon].name);
    names.collect::<Vec<_>>().join("+")
}

fn seat_name(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "first" } else { "second" }
}
