//! The referee's part of a phase, without programs and files.

use crate::battletech::mech::Torso;
use crate::battletech::rules::BattleTech;
use crate::battletech::state::{Action, Phase};
use rivals_core::play::{Illegal, Sitting, Turn};

/// Plays the answer of the seat that decides, as far as it is legal, and then ends its part of the
/// phase. The actions after an attempt to stand up that fails are left out. Returns what was
/// refused.
pub fn play(sitting: &mut Sitting<BattleTech>, actions: Vec<Action>) -> Vec<Illegal> {
    let part = |sitting: &Sitting<BattleTech>| {
        let state = sitting.state();
        (state.turn, state.phase, state.decides())
    };
    let begun @ (_, phase, seat) = part(sitting);
    // A mech that moves may be down, or its attempts may have used its points.
    let idle = match phase {
        Phase::Movement => Action::Stay,
        Phase::Reaction => Action::Turn(Torso::Centre),
        _ => Action::Done,
    };
    let mut refused = Vec::new();
    let mut rest = actions.into_iter();
    while part(sitting) == begun {
        let action = rest.next().unwrap_or(idle);
        refused.extend(sitting.act(action).err());
        if let Action::Stand(_) = action {
            while let Turn::Chance(_) = sitting.turn() {
                sitting.roll().expect("chance is next");
            }
            if seat.is_some_and(|seat| sitting.state().mechs[seat].prone) {
                rest = Vec::new().into_iter();
            }
        }
    }
    refused
}
