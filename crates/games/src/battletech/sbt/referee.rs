//! The referee's part of a phase, without programs and files.

use crate::battletech::mech::Torso;
use crate::battletech::rules::BattleTech;
use crate::battletech::state::{Action, Phase};
use rivals_core::play::{Sitting, Turn};

/// Plays the answer of the seat that decides, as far as it is legal, and then ends its part of the
/// phase. The actions after an attempt to stand up that fails are left out. Returns what was
/// refused.
pub fn play(sitting: &mut Sitting<BattleTech>, actions: Vec<Action>) -> Vec<Action> {
    let part = |sitting: &Sitting<BattleTech>| {
        let state = sitting.state();
        (state.turn, state.phase, state.decides())
    };
    let begun @ (_, phase, seat) = part(sitting);
    let mut rest = actions.into_iter();
    let mut refused = Vec::new();
    while part(sitting) == begun {
        let action = rest.next().unwrap_or(match phase {
            // A mech that moves may be down, or its attempts may have used its points.
            Phase::Movement => Action::Stay,
            Phase::Reaction => Action::Turn(Torso::Centre),
            _ => Action::Done,
        });
        refused.extend(sitting.act(action).is_err().then_some(action));
        if let Action::Stand(_) = action {
            while let Turn::Chance(_) = sitting.turn() {
                sitting.roll().expect("chance is next");
            }
            if seat.is_some_and(|seat| sitting.state().mechs[seat].prone) {
                rest = Vec::new().into_iter();
            }
        }
    }
    refused.extend(rest);
    refused
}
