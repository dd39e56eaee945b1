//! What the program knows of single games: their commands, reports and claims. The folders here and
//! the [catalogue](crate::catalogue) are the only places of the program that name a game.

#[cfg(feature = "program")]
mod battletech;
pub(crate) mod dragon_slayer;
#[cfg(feature = "program")]
mod fit;
#[cfg(feature = "program")]
mod parchis;
#[cfg(feature = "program")]
mod pig;
#[cfg(feature = "program")]
mod program;
pub(crate) mod review;
#[cfg(feature = "program")]
mod row;
#[cfg(feature = "program")]
mod solve;
#[cfg(feature = "program")]
mod tic_tac_toe_sp;
mod tute;

#[cfg(feature = "program")]
pub(crate) use program::*;

use crate::play::record::Record;
use review::{Deals, Reviews};

/// The games with reviews of their own, by name.
pub(crate) fn reviews() -> impl Iterator<Item = (&'static str, Reviews)> {
    [(dragon_slayer::NAME, dragon_slayer::REVIEWS)].into_iter()
}

/// The games of which one a day is played on the same dice for everyone: people know at once what
/// optimal play makes of them.
pub(crate) const DAYS: [&str; 2] = ["pig", dragon_slayer::NAME];

/// What the deals of a finished game gave its players; `None` if its deals are not played again.
fn deals(record: &Record) -> miette::Result<Option<Deals>> {
    let is_dealt = record.header.game == tute::NAME && record.end().is_some();
    is_dealt.then(|| tute::deals(record)).transpose()
}
