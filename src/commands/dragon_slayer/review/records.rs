//! Reviews of games as they were recorded.

use std::sync::Arc;

use crate::catalogue::game_of;
use crate::commands::review::{Exercise, Reviewed, public};
use crate::contest::Present;
use crate::dragon_slayer::solver::SolvedGame;
use crate::dragon_slayer::{DragonSlayer, State};
use crate::play::record::{Entry, Participant, Record};
use crate::play::show::Names;
use crate::play::{Outcome, Playthrough, Seat, Seats};
use crate::session::{Session, SessionOf};

use super::document::{Page, document, json, rows};
use super::summary::{summary, why};
use crate::dragon_slayer::review::{Asked, Moment, Review};

/// A recorded game, played again.
pub(crate) struct Replayed {
    /// The game at its last state.
    pub playthrough: Playthrough<DragonSlayer>,
    /// How it ended; `None` if it is not over.
    pub outcome: Option<Outcome>,
    /// The players.
    pub names: Names,
    /// By seat, whether it is a stranger's.
    pub strangers: Vec<bool>,
    /// By step, whether a hint was shown for it.
    pub hints: Vec<bool>,
}

impl Replayed {
    /// Plays a record again, by its rules.
    ///
    /// # Errors
    /// If the record is of other rules, or does not follow them.
    pub(crate) fn new(record: &Record) -> miette::Result<Self> {
        let game: Arc<DragonSlayer> = Arc::new(game_of(&record.header)?);
        let mut session = SessionOf::new(game, record.header.clone())?;
        session.replay(&record.entries)?;
        if record.end().is_some() {
            session.reveal();
        }
        let names = session.names().clone();
        let (playthrough, outcome) = session.into_playthrough();
        Ok(Self {
            playthrough,
            outcome,
            names,
            strangers: (record.header.seats.iter())
                .map(|participant| matches!(participant, Participant::Agent { stranger: true, .. }))
                .collect(),
            hints: (record.standing().into_iter())
                .map(|place| matches!(record.entries[place], Entry::Act { hint: true, .. }))
                .collect(),
        })
    }

    /// The review of the game.
    pub(crate) fn review(&self, solved: &SolvedGame) -> Review {
        Review::of(&self.playthrough, self.outcome.clone(), &solved.solution)
    }

    /// The names of the players by seat.
    pub(crate) fn players(&self) -> Vec<String> {
        let seats = Seats::all(self.playthrough.seats()).iter();
        seats.map(|seat| self.names.name(seat).to_owned()).collect()
    }
}

/// The review of a record.
///
/// # Errors
/// If the record is of other rules or does not follow them, or if they cannot be solved.
pub(crate) fn of_record(record: &Record, source: &str) -> miette::Result<Reviewed> {
    let replayed = Replayed::new(record)?;
    let game = &**replayed.playthrough.game();
    let review = replayed.review(&*game.solution()?);
    let exercise = |(moment, asked)| exercise(game, &replayed.names, moment, asked);
    let mut named: Vec<Seat> = record.header.persons().map(|(seat, _)| seat).collect();
    if named.is_empty() {
        named = Seats::all(record.header.seats.len()).iter().collect();
    }
    let page = |names| Page {
        review: &review,
        game,
        names,
        named: &named,
        source,
        by_lot: record.end().is_some_and(|end| end.by_lot),
    };
    let names = &replayed.names;
    let public = public(names);
    Ok(Reviewed {
        curve: page(names).curve(),
        why: why(&page(names)),
        summary: summary(&page(names)),
        document: document(&page(&public)),
        json: json(&page(&public)),
        csv: rows(&page(&public)),
        costly: review.costly().into_iter().map(exercise).collect(),
    })
}

fn exercise(game: &DragonSlayer, names: &Names, moment: &Moment, asked: &Asked) -> Exercise {
    let state: &State = &moment.before;
    let most = asked.wins + asked.cost;
    let option = |&(action, wins): &(_, f64)| (game.name(state, action), (most - wins).max(0.0));
    Exercise {
        text: format!(
            "Turn {}. {}.\n{}{}\n",
            moment.turn,
            names.does(moment.seat, "decide"),
            game.text(state, names),
            game.question(state, names)
        ),
        seat: moment.seat,
        options: asked.options.iter().map(option).collect(),
        taken: (asked.options.iter()).position(|option| Some(option.0) == asked.action),
    }
}
