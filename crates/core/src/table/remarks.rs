//! What the players say during a game: seldom, at most one remark in [`SILENCE`] turns, and none
//! twice before all have been said, unless the game was left meanwhile.
//!
//! Whether a player says something, and what, follows from the seed of the game, the number of the
//! step and what was said before, so that the same game has the same remarks. Each player hears
//! only what its own seat notices.

use std::collections::HashSet;
use std::iter::repeat_n;

use crate::personalities::remarks::{Remark, filled};
use crate::play::Seat;
use crate::play::record::{Entry, ME};
use crate::play::show::{Cue, Part, Trigger};
use crate::session::Session;

/// After a remark all players are silent for this number of turns, but for the end of the game.
const SILENCE: usize = 6;

/// The remarks of a game.
pub struct Remarks {
    /// Whether players say anything at all.
    pub(super) on: bool,
    /// The players that speak.
    speakers: Vec<Speaker>,
    /// The turn of the last remark.
    turn: Option<usize>,
    /// Whether the end was remarked upon.
    over: bool,
}

struct Speaker {
    seat: Seat,
    remarks: Vec<Remark>,
    /// The texts that it has said, by remark and text.
    said: HashSet<(usize, usize)>,
}

impl Remarks {
    /// The remarks that each seat may say in a game with these entries so far. They are `on` if
    /// players say anything at all.
    #[must_use]
    pub fn new(seats: Vec<(Seat, Vec<Remark>)>, earlier: &[Entry], on: bool) -> Self {
        let said = |entry: &Entry| matches!(entry, Entry::Remark { .. });
        let last = earlier.iter().rposition(said);
        let speaking = seats.into_iter().filter(|(_, remarks)| !remarks.is_empty());
        let speakers =
            speaking.map(|(seat, remarks)| Speaker { seat, remarks, said: HashSet::new() });
        let turn = last.map(|last| turns(&earlier[..last]));
        Self { on, speakers: speakers.collect(), turn, over: false }
    }

    /// Whether nobody at the table ever speaks.
    pub(super) fn is_silent(&self) -> bool {
        self.speakers.is_empty()
    }

    /// The seats that may speak; none where players are silent.
    pub(super) fn speakers(&self) -> Vec<Seat> {
        let speakers = self.speakers.iter().filter(|_| self.on);
        speakers.map(|speaker| speaker.seat).collect()
    }

    /// What a seat says upon events that it has noticed, if anything.
    pub(super) fn upon(
        &mut self,
        seat: Seat,
        cues: &[Cue],
        session: &dyn Session,
    ) -> Option<String> {
        let turn = turns(session.entries());
        let silent = self.turn.is_some_and(|last| turn < last + SILENCE);
        let speaker = self.speakers.iter_mut().find(|speaker| speaker.seat == seat)?;
        for cue in cues {
            let end = cue.trigger == Trigger::End;
            if self.over || silent && !end {
                continue;
            }
            let draw = session.draw(seat).rotate_left(8 * cue.trigger as u32);
            // Of 256 chances.
            let chances = match cue.trigger {
                Trigger::Start | Trigger::End => 192,
                Trigger::Interruption | Trigger::Answer | Trigger::Swing => 128,
                Trigger::Luck | Trigger::Lead | Trigger::Mistake => 96,
            };
            if draw & 0xff >= chances {
                continue;
            }
            // "me" is not a name to speak of.
            let header = session.header();
            let named = header.seats[usize::from(cue.seat.0)].person() != Some(ME);
            let has_points = || has_points(session, seat);
            let sayable = |remark: &Remark, text: usize| {
                let has = |placeholder: &str| remark.texts[text].contains(placeholder);
                remark.is_said(text, &header.game)
                    && (named || !has("{name}"))
                    && (!has("{points}") || has_points())
                    // Where cards are hidden, a swing is no probability.
                    && (!has("{percent}") || !session.hides())
            };
            let Some(text) = speaker.text(cue, &sayable, draw >> 8) else {
                continue;
            };
            (self.turn, self.over) = (Some(turn), end);
            return Some(filled(&text, cue, session.names().name(cue.seat)));
        }
        None
    }
}

impl Speaker {
    /// A text upon an event that the speaker has not said yet; any one if it has said all. Which
    /// texts can be said at all is `sayable`, by remark and place.
    fn text(
        &mut self,
        cue: &Cue,
        sayable: &dyn Fn(&Remark, usize) -> bool,
        draw: u64,
    ) -> Option<String> {
        let mine = cue.seat == self.seat;
        let fitting = self.remarks.iter().enumerate();
        let fitting = fitting.filter(|(_, remark)| remark.fits(cue, mine));
        let places = fitting.flat_map(|(place, remark)| {
            let texts = (0..remark.texts.len()).filter(move |&text| sayable(remark, text));
            texts.map(move |text| ((place, text), remark.weight))
        });
        let places: Vec<_> = places.collect();
        if places.iter().all(|(place, _)| self.said.contains(place)) {
            for (place, _) in &places {
                self.said.remove(place);
            }
        }
        let fresh = places.iter().filter(|(place, _)| !self.said.contains(place));
        let drawn = fresh.flat_map(|&(place, weight)| repeat_n(place, weight as usize));
        let drawn: Vec<(usize, usize)> = drawn.collect();
        #[expect(clippy::cast_possible_truncation, reason = "below a usize")]
        let (place, text) = *drawn.get((draw % drawn.len().max(1) as u64) as usize)?;
        self.said.insert((place, text));
        Some(self.remarks[place].texts[text].clone())
    }
}

/// Whether the leads of a game count points, and not parts of the way to the win.
fn has_points(session: &dyn Session, seat: Seat) -> bool {
    session.scene(seat).parts.iter().any(|part| matches!(part, Part::Tracks { .. }))
}

/// The number of times that another seat than before has acted.
fn turns(entries: &[Entry]) -> usize {
    let seats = entries.iter().filter_map(|entry| match entry {
        Entry::Act { seat, .. } => Some(*seat),
        _ => None,
    });
    let seats: Vec<u8> = seats.collect();
    seats.windows(2).filter(|pair| pair[0] != pair[1]).count()
}
