//! Reviews of games as they were recorded.

use crate::games::any_game::{Exercise, Reviewed};
use crate::games::dragon_slayer::engine::DragonSlayerEngine;
use crate::games::dragon_slayer::solver::SolvedGame;
use crate::games::dragon_slayer::{DragonSlayer, State};
use crate::play::record::{Entry, Record, Sitter};
use crate::play::seated::{AnySitting, Seated};
use crate::play::show::{Names, Show};
use crate::play::{Outcome, Seat, Sitting};
use crate::text::number::percent;
use unicode_width::UnicodeWidthStr;

use super::document::{Page, document, json};
use super::summary::summary;
use super::{Asked, Moment, Review};

/// A recorded game, played again.
pub(crate) struct Replayed {
    /// The game at its last state.
    pub sitting: Sitting<DragonSlayer>,
    /// How it ended; none if it is not over.
    pub outcome: Option<Outcome>,
    /// The players.
    pub names: Names,
    /// By step, whether a hint was shown for it.
    pub hints: Vec<bool>,
}

impl Replayed {
    /// Plays a record again, by the rules of this engine.
    ///
    /// # Errors
    /// If the record is of other rules, or does not follow them.
    pub(crate) fn new(engine: &DragonSlayerEngine, record: &Record) -> miette::Result<Self> {
        // Each game has its own players.
        let engine = engine
            .clone()
            .with_personalities(&record.header.personalities)?;
        let mut seated = Seated::new(engine, record.header.clone())?;
        seated.replay(&record.entries)?;
        seated.reveal();
        let names = seated.names().clone();
        let (sitting, outcome) = seated.into_sitting();
        Ok(Self {
            sitting,
            outcome,
            names,
            hints: hints(&record.entries),
        })
    }

    /// The review of the game.
    pub(crate) fn review(&self, solved: &SolvedGame) -> Review {
        Review::of(&self.sitting, self.outcome.clone(), &solved.solution)
    }

    /// The names of the players by seat.
    pub(crate) fn players(&self) -> Vec<String> {
        let seats = (0..self.sitting.seats() as u8).map(Seat);
        seats.map(|seat| self.names.name(seat).to_owned()).collect()
    }
}

/// By step that was not taken back, whether a hint was shown for it.
fn hints(entries: &[Entry]) -> Vec<bool> {
    let mut hints = Vec::new();
    for entry in entries {
        match entry {
            Entry::Act { hint, .. } => hints.push(*hint),
            Entry::Event { .. } | Entry::Forfeit { .. } => hints.push(false),
            Entry::Undo { undo } => hints.truncate(hints.len() - undo),
            Entry::Remark { .. } | Entry::Guess { .. } | Entry::End { .. } => {}
        }
    }
    hints
}

/// The review of a record, by the rules of this engine.
///
/// # Errors
/// If the record is of other rules or does not follow them, or if they cannot be solved.
pub(crate) fn of_record(
    engine: &DragonSlayerEngine,
    record: &Record,
    source: &str,
) -> miette::Result<Reviewed> {
    let replayed = Replayed::new(engine, record)?;
    let review = replayed.review(&*engine.solution()?);
    let (game, players) = (&**replayed.sitting.game(), replayed.players());
    let exercise = |(moment, asked)| exercise(game, &replayed.names, moment, asked);
    let seats = || (0..).map(Seat).zip(&record.header.seats);
    let persons = seats().filter(|(_, sitter)| matches!(sitter, Sitter::Person { .. }));
    let mut named: Vec<Seat> = persons.map(|(seat, _)| seat).collect();
    if named.is_empty() {
        named = seats().map(|(seat, _)| seat).collect();
    }
    let page = Page {
        review: &review,
        game,
        players: &players,
        named: &named,
        source,
    };
    Ok(Reviewed {
        chart: chart(&review, &players),
        summary: summary(&page),
        document: document(&page),
        json: json(&page),
        costly: review.costly().into_iter().map(exercise).collect(),
    })
}

/// The width of the chart in letters.
const WIDTH: usize = 40;

/// The win probability after every turn, one line each: that of the first seat with two seats,
/// and with more the estimate of the player whose turn it was.
fn chart(review: &Review, players: &[String]) -> String {
    let title = match review.is_exact() {
        true => format!("Win probability of {} after each turn:\n", players[0]),
        false => "Estimated win probability of each player after its turn:\n".to_owned(),
    };
    let widest = players.iter().map(|name| name.width()).max().unwrap_or(0);
    let lines = review.turns().map(|turn| {
        let mover = turn[0].before.mover;
        let wins = review.wins_after(turn);
        let name = &players[usize::from(mover.0)];
        let space = " ".repeat(widest - name.width());
        let bar = "#".repeat((wins * WIDTH as f64).round() as usize);
        let (number, written) = (turn[0].turn, percent(wins, 1));
        format!("{number:>4}  {name}{space}  {bar:<WIDTH$}|  {written:>5} %\n")
    });
    title + &lines.collect::<String>()
}

fn exercise(game: &DragonSlayer, names: &Names, moment: &Moment, asked: &Asked) -> Exercise {
    let state: &State = &moment.before;
    let most = asked.wins + asked.cost;
    let option = |&(action, wins): &(_, f64)| (game.name(state, action), (most - wins).max(0.0));
    Exercise {
        text: format!(
            "Turn {}. {} decides.\n{}{}\n",
            moment.turn,
            names.name(moment.seat),
            game.text(state, names),
            game.question(state, names)
        ),
        seat: moment.seat,
        options: asked.options.iter().map(option).collect(),
        taken: (asked.options.iter()).position(|option| Some(option.0) == asked.action),
    }
}
