//! The referee's part of a phase, without programs and files.

use crate::battletech::mech::Torso;
use crate::battletech::rules::BattleTech;
use crate::battletech::state::{Action, Phase};
use rivals_core::play::{Playthrough, Turn};

/// Plays the answer of the seat that decides, as far as it is legal, and then ends its part of the
/// phase. The actions after an attempt to stand up that fails are left out. Returns what was
/// refused.
pub fn play(playthrough: &mut Playthrough<BattleTech>, actions: Vec<Action>) -> Vec<Action> {
    let part = |playthrough: &Playthrough<BattleTech>| {
        let state = playthrough.state();
        (state.turn, state.phase, state.decides())
    };
    let begun @ (_, phase, seat) = part(playthrough);
    let mut rest = actions.into_iter();
    let mut refused = Vec::new();
    while part(playthrough) == begun {
        let action = rest.next().unwrap_or(match phase {
            // A mech that moves may be down, or its attempts may have used its points.
            Phase::Movement => Action::Stay,
            Phase::Reaction => Action::Turn(Torso::Centre),
            _ => Action::Done,
        });
        refused.extend(playthrough.act(action).is_err().then_some(action));
        if let Action::Stand(_) = action {
            while let Turn::Chance(_) = playthrough.turn() {
                playthrough.roll().expect("chance is next");
            }
            if seat.is_some_and(|seat| playthrough.state().mechs[seat].prone) {
                rest = Vec::new().into_iter();
            }
        }
    }
    refused.extend(rest);
    refused
}
