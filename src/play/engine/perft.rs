//! Counts the sequences of moves from a position: `perft`, as chess programs call it.

use std::collections::HashMap;
use std::mem;

use super::field::Refusal;
use crate::play::{Game, Node};

/// The largest depth that may be asked for.
pub(super) const MAX_DEPTH: u32 = 1_000;

/// The largest number of states that are visited, at all depths together.
const MAX_STATES: usize = 4_000_000;

/// The number of sequences of `depth` moves from a state, actions and events alike. Sequences
/// that end the game earlier are not counted.
///
/// A state that several sequences lead to is visited once, with the number of the sequences;
/// the last move is counted and not played.
///
/// # Errors
/// [`Refusal`] of the depth, if there are too many states or sequences.
pub(crate) fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> Result<u64, Refusal> {
    let Some(before_last) = depth.checked_sub(1) else {
        return Ok(1);
    };
    let mut states = HashMap::from([(state.clone(), 1_u64)]);
    let mut next = HashMap::new();
    let mut actions = Vec::new();
    let mut followed = 0;
    for done in 0..before_last {
        for (state, count) in states.drain() {
            let mut keep = |after| -> Result<(), Refusal> {
                let sum: &mut u64 = next.entry(after).or_insert(0);
                *sum = sum.checked_add(count).ok_or_else(too_many)?;
                Ok(())
            };
            match game.node(&state) {
                Node::Over(_) => {}
                Node::Decision(_) => {
                    actions.clear();
                    game.actions(&state, &mut actions);
                    for &action in &actions {
                        keep(game.after(&state, action))?;
                    }
                }
                Node::Chance => {
                    for &(event, _) in &game.chances(&state).weights {
                        keep(game.after_event(&state, event))?;
                    }
                }
            }
            if followed + next.len() > MAX_STATES {
                let message = format!(
                    "up to {} moves there are more than {MAX_STATES} states",
                    done + 1
                );
                let help = format!("give a depth of at most {}", done + 1);
                return Err(Refusal::new("depth", message, help));
            }
        }
        followed += next.len();
        mem::swap(&mut states, &mut next);
    }
    states.iter().try_fold(0_u64, |sum, (state, &count)| {
        let moves = match game.node(state) {
            Node::Over(_) => 0,
            Node::Chance => game.chances(state).weights.len(),
            Node::Decision(_) => {
                actions.clear();
                game.actions(state, &mut actions);
                actions.len()
            }
        };
        let sequences = count.checked_mul(moves as u64);
        sequences
            .and_then(|sequences| sum.checked_add(sequences))
            .ok_or_else(too_many)
    })
}

fn too_many() -> Refusal {
    let message = format!("there are more than {} sequences", u64::MAX);
    Refusal::new("depth", message, "give a smaller depth")
}
