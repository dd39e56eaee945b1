//! Games played again from their records, and actions that are taken back.

use std::sync::Arc;

use super::SessionOf;
use crate::contest::Present;
use crate::play::record::Entry;
use crate::play::{Illegal, Logged, LoggedOf, Seat, Step, Turn};
use crate::values::NotationError;

impl<G: Present> SessionOf<G> {
    /// Plays one entry of a record. The error is what is wrong with it, and a help.
    pub(super) fn replay_one(&mut self, entry: &Entry) -> Result<(), (String, String)> {
        let refused = |reason: String| {
            let help = "the record was changed, or other rules apply";
            (reason, help.to_owned())
        };
        match entry {
            Entry::Remark { seat, .. } | Entry::Guess { seat, .. } => {
                if !(1..=self.header.seats.len()).contains(&usize::from(*seat)) {
                    let seats = self.header.seats.len();
                    let reason = format!("belongs to seat {seat}, but the game has {seats} seats");
                    return Err(refused(reason));
                }
                self.entries.push(entry.clone());
                return Ok(());
            }
            // The rules have ended the game alike.
            Entry::End { .. } if self.ended.is_some() && self.entries.contains(entry) => {
                return Ok(());
            }
            _ if self.ended.is_some() => {
                return Err(refused("follows the end of the game".to_owned()));
            }
            _ => self.before = self.playthrough.state().clone(),
        }
        let misread = |error: NotationError| (error.to_string(), error.help.to_owned());
        let illegal = |illegal: Illegal| refused(illegal.to_string());
        match entry {
            Entry::Event { event } => {
                let event = event.parse().map_err(misread)?;
                self.playthrough.happen_again(event).map_err(illegal)?;
            }
            Entry::Act { act, seat, options, .. } => {
                let action = act.parse().map_err(misread)?;
                let legal = self.playthrough.actions().len();
                if let Turn::Decide(decider) = self.playthrough.turn()
                    && decider.0 + 1 != *seat
                {
                    let reason = format!("is an action of seat {seat}, and {decider} decides");
                    return Err(refused(reason));
                }
                self.playthrough.act(action).map_err(illegal)?;
                if *options != legal {
                    let reason = format!("has {options} legal actions, and the rules have {legal}");
                    return Err(refused(reason));
                }
            }
            Entry::Undo { undo: 0 } => return Err(refused("takes back nothing".to_owned())),
            Entry::Undo { undo } => {
                for _ in 0..*undo {
                    if !self.may_undo() {
                        return Err(refused("takes back a move that cannot be undone".to_owned()));
                    }
                    self.take_back();
                }
                self.entries.push(entry.clone());
                return Ok(());
            }
            Entry::Forfeit { forfeit } => {
                let seat = Seat(forfeit.wrapping_sub(1));
                if self.playthrough.turn() != Turn::Decide(seat) {
                    let reason = format!("is a forfeit of seat {forfeit}, which does not decide");
                    return Err(refused(reason));
                }
                self.playthrough.forfeit();
            }
            Entry::End { .. } => return Err(refused("ends a game that goes on".to_owned())),
            Entry::Remark { .. } | Entry::Guess { .. } => {}
        }
        self.entries.push(entry.clone());
        self.settle();
        Ok(())
    }

    pub(super) fn may_undo(&self) -> bool {
        let last = self.playthrough.steps().last();
        self.ended.is_none() && matches!(last, Some(Logged::Act(seat, _)) if self.is_person(seat))
    }

    /// Takes the last step back; the judge of stalled games sees the states before it again.
    pub(super) fn take_back(&mut self) {
        let steps: Vec<LoggedOf<G>> = self.playthrough.steps().collect();
        self.playthrough.undo();
        self.before = self.playthrough.state().clone();
        self.adjudicate = self.game().adjudicator(self.dice);
        let game = Arc::clone(self.playthrough.game());
        let mut state = self.playthrough.start().clone();
        for step in &steps[..steps.len() - 1] {
            match *step {
                Logged::Act(_, action) => game.play(&mut state, Step::Act(action)),
                Logged::Happen(event) => game.play(&mut state, Step::Event(event)),
                Logged::Forfeit(_) => {}
            }
            let _ = (self.adjudicate)(&state);
        }
    }
}
