//! The referee's part of a phase, without programs and files.

use super::idle;
use crate::battletech::rules::BattleTech;
use crate::battletech::state::Action;
use rivals_core::play::{Illegal, Sitting, Turn};

/// Plays the answer of the seat that decides, as far as it is legal, and then ends its part of the
/// phase. The actions after an attempt to stand up that fails are left out. Returns what was
/// refused.
///
/// # Panics
/// If no seat decides.
pub fn play(sitting: &mut Sitting<BattleTech>, actions: &[Action]) -> Vec<Illegal> {
    let Turn::Decide(seat) = sitting.turn() else {
        panic!("no seat has to decide");
    };
    let (turn, phase) = (sitting.state().turn, sitting.state().phase);
    let decides = |sitting: &Sitting<BattleTech>| {
        let state = sitting.state();
        (state.turn, state.phase) == (turn, phase) && state.decides() == Some(seat)
    };
    let mut refused = Vec::new();
    for action in actions {
        if !decides(sitting) {
            break;
        }
        refused.extend(sitting.act(*action).err());
        let stands = matches!(action, Action::Stand(_));
        while stands && let Turn::Chance(_) = sitting.turn() {
            sitting.roll().expect("chance is next");
        }
        if stands && sitting.state().mechs[seat].prone {
            break;
        }
    }
    if decides(sitting) {
        // A mech that moves may be down, or its attempts may have used its points.
        sitting.act(idle(phase)).expect("doing nothing is legal");
    }
    refused
}
