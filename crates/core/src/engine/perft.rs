//! Counts the sequences of moves from a position: `perft`, as chess programs call it.

use std::collections::HashMap;
use std::mem;

use crate::play::{Game, Step, Turn};
use crate::values::Invalid;

/// The largest depth that may be asked for.
pub(super) const MAX_DEPTH: u32 = 1_000;

/// The largest number of states that are visited, at all depths together.
const MAX_STATES: usize = 4_000_000;

/// Sequences of at most this many moves are followed one after the other, which is faster than to
/// keep their states.
const FEW_MOVES: u32 = 6;

/// The number of last moves that are followed one sequence after the other, if there are too many
/// states to keep them.
const LAST_MOVES: u32 = 3;

/// The number of sequences of `depth` moves from a state, actions and events alike. Sequences
/// that end the game earlier are not counted.
///
/// In longer sequences a state that several of them lead to is visited once, with their number,
/// while the states have room. The last move is counted and not played.
///
/// # Errors
/// [`Invalid`] of the depth, if there are too many states or sequences.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> Result<u64, Invalid> {
    if depth == 0 {
        return Ok(1);
    }
    let mut states = HashMap::from([(state.clone(), 1_u64)]);
    let mut next = HashMap::new();
    let mut followed = 0;
    let mut left = depth;
    while left > 1 && depth > FEW_MOVES {
        let has_room = followers(game, &states, &mut next, MAX_STATES - followed)?;
        if !has_room && left <= LAST_MOVES {
            break;
        }
        if !has_room {
            let done = depth - left + 1;
            let message = format!("up to {done} moves there are more than {MAX_STATES} states");
            let help = format!("give a depth of at most {done}");
            return Err(Invalid::new("depth", message, help));
        }
        followed += next.len();
        mem::swap(&mut states, &mut next);
        next.clear();
        left -= 1;
    }
    drop(next);
    let mut actions = Vec::new();
    let mut count =
        |state, count: u64| sequences(game, state, left, &mut actions)?.checked_mul(count);
    states
        .iter()
        .try_fold(0_u64, |sum, (state, &times)| sum.checked_add(count(state, times)?))
        .ok_or_else(too_many)
}

/// Adds the states that one move leads to, each with its number of sequences; returns false if
/// there are more than `room`.
fn followers<G: Game>(
    game: &G,
    states: &HashMap<G::State, u64>,
    next: &mut HashMap<G::State, u64>,
    room: usize,
) -> Result<bool, Invalid> {
    let mut actions = Vec::new();
    for (state, &count) in states {
        let mut keep = |after| -> Result<(), Invalid> {
            let sum: &mut u64 = next.entry(after).or_insert(0);
            *sum = sum.checked_add(count).ok_or_else(too_many)?;
            Ok(())
        };
        match game.turn(state) {
            Turn::Over(_) => {}
            Turn::Decide(_) => {
                actions.clear();
                game.legal(state, &mut actions);
                for &action in &actions {
                    keep(game.after(state, Step::Act(action)))?;
                }
            }
            Turn::Chance(chances) => {
                for &(event, _) in &chances.weights {
                    keep(game.after(state, Step::Event(event)))?;
                }
            }
        }
        if next.len() > room {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The number of sequences of `depth` moves, at least one, each followed by itself; `None` if there
/// are too many. `actions` is lent for lists.
fn sequences<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    actions: &mut Vec<G::Action>,
) -> Option<u64> {
    match game.turn(state) {
        Turn::Over(_) => Some(0),
        Turn::Chance(chances) => {
            if depth == 1 {
                return Some(chances.weights.len() as u64);
            }
            (chances.weights.iter()).try_fold(0_u64, |sum, &(event, _)| {
                let after = game.after(state, Step::Event(event));
                sum.checked_add(sequences(game, &after, depth - 1, actions)?)
            })
        }
        Turn::Decide(_) => {
            let listed = actions.len();
            game.legal(state, actions);
            let mut sum = Some((actions.len() - listed) as u64);
            if depth > 1 {
                sum = (listed..actions.len()).try_fold(0_u64, |sum, at| {
                    let after = game.after(state, Step::Act(actions[at]));
                    sum.checked_add(sequences(game, &after, depth - 1, actions)?)
                });
            }
            actions.truncate(listed);
            sum
        }
    }
}

fn too_many() -> Invalid {
    let message = format!("there are more than {} sequences", u64::MAX);
    Invalid::new("depth", message, "give a smaller depth")
}
