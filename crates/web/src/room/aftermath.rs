//! What is told of a game when it is over: how its strangers could have been told apart, what optimal
//! play makes of the day's dice, and the story of the game for each person.

use rivals_core::personalities::Member;
use rivals_core::play::Seat;
use rivals_core::play::session::Next;
use rivals_core::table::{Posterior, Story, Table, compared, played_optimally};

/// What is told.
#[derive(Debug, Default)]
pub(crate) struct Aftermath {
    /// For all.
    pub lines: Vec<String>,
    /// For the persons of a solved game of two.
    pub stories: Vec<(Seat, Story)>,
}

impl Aftermath {
    /// Computes it, which may take long: agents are asked again what they would have done. Without
    /// `lines`, only the stories.
    pub(crate) fn of(table: &Table, candidates: &[Member], lines: bool) -> Self {
        let session = table.session();
        let (header, record) = (session.header(), session.record());
        let afresh = || session.again(header.clone()).ok();
        let story = |seat| Some((seat, Story::of(afresh()?, &record, seat)?));
        let stories = table.persons().into_iter().filter_map(story).collect();
        let mut told = Self { lines: Vec::new(), stories };
        if !lines || table.persons().is_empty() {
            return told;
        }
        told.lines.extend(table.strangers().into_iter().filter_map(|seat| {
            let posterior = Posterior::of(afresh()?, &record, seat, candidates)?;
            Some(posterior.in_words(candidates))
        }));
        let days = || {
            header.day.as_ref()?;
            let (seat, _) = header.persons().next()?;
            let Next::Over(mine) = session.next() else { return None };
            Some(compared(&mine, &played_optimally(afresh()?)?, seat))
        };
        told.lines.extend(days());
        told
    }
}
