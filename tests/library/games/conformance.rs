//! What holds for every game. A game adds one line to call [`conforms`].

use crate::play::{Game, Node};
use crate::random::{Key, Purpose};
use rand::Rng;

/// Plays `games` random games and checks every state on the way:
///
/// * whoever decides has an action, none is listed twice, and each is allowed;
/// * what is not listed is refused;
/// * events have weights above zero that add up to the total, and each may happen;
/// * a finished game has its winners, and allows nothing more;
/// * the same seed plays the same game.
pub fn conforms<G: Game>(game: &G, games: u64, all_actions: &[G::Action], all_events: &[G::Event]) {
    for number in 0..games {
        let key = Key::new(number, Purpose::Playing, &[]);
        let played = play(game, &mut key.generator(), all_actions, all_events);
        let again = play(game, &mut key.generator(), all_actions, all_events);
        assert!(played == again, "game {number} is not the same twice");
    }
}

fn play<G: Game>(
    game: &G,
    rng: &mut impl Rng,
    all_actions: &[G::Action],
    all_events: &[G::Event],
) -> Vec<G::State> {
    let mut states = vec![game.start()];
    loop {
        assert!(states.len() < 1_000_000, "a game that does not end");
        let state = states.last().unwrap();
        let next = match game.node(state) {
            Node::Decision(seat, actions) => {
                assert!(usize::from(seat.0) < game.seats());
                assert!(!actions.is_empty(), "{state:?}");
                for action in all_actions {
                    let listed = actions.iter().filter(|&other| other == action).count();
                    assert!(listed <= 1, "{action} twice: {state:?}");
                    assert_eq!(
                        game.act(state, *action).is_ok(),
                        listed == 1,
                        "{action}: {state:?}"
                    );
                }
                assert!(
                    all_events
                        .iter()
                        .all(|&event| game.happen(state, event).is_err())
                );
                let choice = (rng.next_u64() % actions.len() as u64) as usize;
                game.act(state, actions[choice]).unwrap()
            }
            Node::Chance(chances) => {
                assert!(chances.weights.iter().all(|&(_, weight)| weight > 0));
                let sum: u64 = chances.weights.iter().map(|&(_, weight)| weight).sum();
                assert_eq!(sum, chances.total);
                for event in all_events {
                    let listed = chances
                        .weights
                        .iter()
                        .filter(|(other, _)| other == event)
                        .count();
                    assert!(listed <= 1, "{event} twice: {state:?}");
                    assert_eq!(
                        game.happen(state, *event).is_ok(),
                        listed == 1,
                        "{event}: {state:?}"
                    );
                }
                assert!(
                    all_actions
                        .iter()
                        .all(|&action| game.act(state, action).is_err())
                );
                game.happen(state, chances.sample(rng)).unwrap()
            }
            Node::Over(outcome) => {
                assert!(!outcome.winners.is_empty());
                assert!(
                    all_actions
                        .iter()
                        .all(|&action| game.act(state, action).is_err())
                );
                assert!(
                    all_events
                        .iter()
                        .all(|&event| game.happen(state, event).is_err())
                );
                return states;
            }
        };
        states.push(next);
    }
}
