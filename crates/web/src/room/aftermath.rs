//! What is told of a game when it is over: how its strangers could have been told apart, what optimal
//! play makes of the day's dice, and the story of the game for each person.

use rivals_core::personalities::Member;
use rivals_core::play::record::Record;
use rivals_core::play::{Outcome, Seat};
use rivals_core::session::{Next, Session};
use rivals_core::table::{Posterior, Story, Table, compared, played_optimally};

use crate::games::Met;

/// The seed of a game, for whoever has kept its hash.
pub(super) fn disclosure(table: &Table) -> Option<String> {
    let header = table.session().header();
    header.fair.as_ref().map(|fair| fair.disclosure(header.seed))
}

/// What is told.
#[derive(Debug, Default)]
pub(crate) struct Aftermath {
    /// Texts for all.
    pub texts: Vec<String>,
    /// For the persons of a solved game of two.
    pub stories: Vec<(Seat, Story)>,
}

/// A game that is over, of which it is computed beside the table.
pub(crate) struct Finished {
    /// The game before its first step.
    begun: Box<dyn Session>,
    record: Record,
    outcome: Outcome,
    strangers: Vec<Seat>,
    candidates: Vec<Member>,
    /// The earlier games of the strangers.
    met: Vec<Met>,
}

impl Finished {
    /// The game of a table; `None` if it is not over.
    pub(crate) fn of(table: &Table, candidates: &[Member], met: Vec<Met>) -> Option<Self> {
        let session = table.session();
        let Next::Over(outcome) = session.next() else { return None };
        let begun = session.again(session.header().clone()).ok()?;
        let (record, strangers) = (session.record(), table.strangers());
        Some(Self { begun, record, outcome, strangers, candidates: candidates.to_vec(), met })
    }

    /// Computes what is told, which may take long: agents are asked again what they would have done.
    /// Without `lines`, only the stories.
    pub(crate) fn aftermath(&self, lines: bool) -> Aftermath {
        let header = &self.record.header;
        let afresh = || self.begun.again(header.clone()).ok();
        let persons: Vec<Seat> = header.persons().map(|(seat, _)| seat).collect();
        let story = |&seat: &Seat| Some((seat, Story::of(afresh()?, &self.record, seat)?));
        let stories = persons.iter().filter_map(story).collect();
        let mut told = Aftermath { texts: Vec::new(), stories };
        let Some(&first) = persons.first().filter(|_| lines) else { return told };
        told.texts.extend(self.strangers.iter().filter_map(|&seat| {
            let games = self.met.iter().filter(|game| game.seat == seat);
            let games = games.filter_map(|game| {
                let begun = game.begun.again(game.record.header.clone()).ok()?;
                Some((begun, &game.record, game.stranger))
            });
            let candidates = &self.candidates;
            let (earlier, games) = Posterior::of_games(games, candidates);
            let earlier = earlier.as_ref();
            let posterior = Posterior::of(afresh()?, &self.record, seat, candidates, earlier)?;
            let count =
                games.iter().map(|game| format!("Its decisions at {game} count as well.\n"));
            Some(count.collect::<String>() + &posterior.in_words(candidates))
        }));
        let optimal = afresh().filter(|_| header.day.is_some()).and_then(played_optimally);
        told.texts.extend(optimal.map(|optimal| compared(&self.outcome, &optimal, first)));
        told
    }
}
