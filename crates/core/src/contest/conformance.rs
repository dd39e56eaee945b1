//! The conformance suite of all games. A game's test calls [`conforms`].

use std::sync::Arc;

use super::Players;
use crate::play::{
    Agent, Decision, Dice, LoggedOf, Playthrough, RandomAgent, Seats, Step, Thought, Turn,
};
use crate::random::{Key, Purpose};

/// The most actions and events that are kept to be tried in other states.
const KEPT: usize = 200;

/// About this number of the actions listed in a state or kept is tried there. Other states of a game
/// try the others, as to list actions again for each of hundreds takes most of the time.
const TRIED: usize = 40;

/// Plays `games` random games of every number of seats and checks every state on the way:
///
/// * a seat that decides has an action, none is listed twice, and a sample of the actions of other
///   states is refused where they are not listed;
/// * events have weights above zero that add up to the total, and events of other states are refused
///   where they are not possible;
/// * a finished game has winners, and no move is possible;
/// * actions, events and states are read as they are written;
/// * a state drawn from a view has that view and the same legal actions, for every seat;
/// * the decisions of these agents are legal and do not depend on what their seat does not know;
/// * the same dice give the same game, also after steps are taken back and played again.
///
/// # Panics
/// If the game, or one of the agents, does not conform.
pub fn conforms<G: Players>(game: &G, games: u64, agents: &[&str]) {
    let game = Arc::new(game.clone());
    let (mut actions, mut events) = (Vec::new(), Vec::new());
    for seats in game.seat_counts() {
        for number in 0..games {
            let dice = Dice::new(number, seats as u64, 0);
            let mut any: Vec<Box<dyn Agent<G>>> = Vec::new();
            any.resize_with(seats, || Box::new(RandomAgent));
            let mut playthrough = Playthrough::new(Arc::clone(&game), seats, dice);
            loop {
                check(&playthrough, &mut actions, &mut events);
                views(&playthrough, number, agents);
                if playthrough.advance(&mut any).is_some() {
                    break;
                }
                assert!(playthrough.steps().len() < 1_000_000, "a game that does not end");
            }
            replayed(&mut playthrough, &mut any, dice);
        }
    }
}

/// Adds what is new to the list.
fn see<T: Copy + PartialEq>(seen: &mut Vec<T>, new: &[T]) {
    for one in new {
        if seen.len() < KEPT && !seen.contains(one) {
            seen.push(*one);
        }
    }
}

fn check<G: Players>(
    playthrough: &Playthrough<G>,
    seen_actions: &mut Vec<G::Action>,
    seen_events: &mut Vec<G::Event>,
) {
    let (game, state) = (playthrough.game(), playthrough.state());
    let seats = playthrough.seats();
    assert_eq!(game.seats_of(state), seats);
    let written = serde_json::to_value(state).expect("states are JSON");
    let read: G::State = crate::json::read(&written).expect("a state is read as it is written");
    assert_eq!(game.validate(read).as_ref(), Ok(state));
    let mut actions = game.actions(state);
    assert_eq!(actions, playthrough.actions());
    // Actions are appended to the list.
    game.legal(state, &mut actions);
    assert_eq!(actions[..actions.len() / 2], actions[actions.len() / 2..]);
    let mut events = Vec::new();
    match playthrough.turn() {
        Turn::Decide(seat) => {
            assert!(usize::from(seat.0) < seats);
            assert!(!actions.is_empty(), "{state:?}");
        }
        Turn::Chance(chances) => {
            assert!(chances.weights.iter().all(|&(_, weight)| weight > 0));
            let sum: u64 = chances.weights.iter().map(|&(_, weight)| weight).sum();
            assert_eq!(sum, chances.total);
            events = chances.weights.iter().map(|&(event, _)| event).collect();
        }
        Turn::Over(outcome) => {
            assert_eq!([outcome.returns.seats(), outcome.scores.seats()], [seats; 2]);
            let shares = outcome.returns.iter().map(|(_, share)| share.of(60));
            assert_eq!(shares.sum::<u64>(), 60, "the shares of the win add up to 1");
        }
    }
    see(seen_actions, playthrough.actions());
    see(seen_events, &events);
    let again = || {
        let game = Arc::clone(game);
        Playthrough::from_state(game, state.clone(), seats, Dice::new(0, 0, 0))
    };
    let listed = playthrough.actions();
    for (at, action) in listed.iter().enumerate() {
        assert!(!listed[..at].contains(action), "{action} twice: {state:?}");
    }
    // A refused action changes nothing, so that one playthrough refuses all.
    let mut refuses = again();
    let tried = listed.iter().chain(&*seen_actions);
    let step = ((listed.len() + seen_actions.len()) / TRIED).max(1);
    for action in tried.skip(playthrough.steps().len() % step).step_by(step) {
        let is_listed = listed.contains(action);
        let played = if is_listed { again().act(*action) } else { refuses.act(*action) };
        assert_eq!(played.is_ok(), is_listed, "{action}: {state:?}");
        assert_eq!(game.is_legal(state, *action), is_listed, "{action}: {state:?}");
        assert_eq!(action.to_string().parse::<G::Action>().as_ref(), Ok(action));
    }
    for event in events.iter().chain(&*seen_events) {
        let listed = events.iter().filter(|other| *other == event).count();
        assert!(listed <= 1, "{event} twice: {state:?}");
        let played = again().happen(*event);
        assert_eq!(played.is_ok(), listed == 1, "{event}: {state:?}");
        assert_eq!(event.to_string().parse::<G::Event>().as_ref(), Ok(event));
    }
}

/// Checks the views of all seats, and the decisions of agents on them.
fn views<G: Players>(playthrough: &Playthrough<G>, number: u64, agents: &[&str]) {
    let (game, state) = (playthrough.game(), playthrough.state());
    for seat in Seats::all(playthrough.seats()).iter() {
        let key = Key::new(number, Purpose::Playing, &[seat.0.into()]);
        let view = game.view(state, seat);
        let written = serde_json::to_value(&*view).expect("views are JSON");
        let read: G::View = crate::json::read(&written).expect("a view is read as it is written");
        assert_eq!(game.validate_view(read).as_ref(), Ok(&*view));
        let drawn = game.sample_state(&view, &mut key.generator());
        assert!(game.view(&drawn, seat) == view, "{state:?}\n{drawn:?}");
        if game.turn(state) != Turn::Decide(seat) {
            continue;
        }
        assert_eq!(game.turn(&drawn), Turn::Decide(seat));
        assert_eq!(game.actions(&drawn), playthrough.actions(), "{state:?}\n{drawn:?}");
        let other_view = game.view(&drawn, seat);
        let decide = |agent: &str, view: &G::View, explained: bool| {
            let mut agent = game.player(agent).expect("an agent of the game");
            let (game, actions) = (&**game, playthrough.actions());
            let at = Decision { explained, ..Decision::new(game, seat, view, actions) };
            agent.decide(&at, &mut key.generator()).expect("no agent gives up")
        };
        for agent in agents {
            let thought = decide(agent, &view, false);
            let action = thought.action;
            assert!(playthrough.actions().contains(&action), "{action}: {state:?}");
            assert!(thought.actions.is_empty() && thought.variation.is_empty(), "{agent}");
            let explained = decide(agent, &other_view, true);
            explanation(playthrough, &explained);
            let plain = Thought { actions: Vec::new(), variation: Vec::new(), ..explained };
            assert_eq!(plain, thought, "{agent}: {state:?}");
        }
    }
}

/// Checks the values of a decision and the moves that it expects.
fn explanation<G: Players>(playthrough: &Playthrough<G>, thought: &Thought<G::Action>) {
    let (game, mut state) = (playthrough.game(), playthrough.state().clone());
    let valued = || thought.actions.iter().map(|valued| valued.action);
    let mut legal = playthrough.actions().iter().copied();
    // `any` goes on behind the last one that it found.
    assert!(valued().all(|action| legal.any(|one| one == action)), "not in order: {state:?}");
    assert!(thought.actions.is_empty() || valued().any(|action| action == thought.action));
    assert!(thought.variation.first().is_none_or(|first| *first == thought.action));
    let moves = if G::HIDES { &[] } else { &thought.variation[..] };
    for action in moves {
        assert!(game.is_legal(&state, *action), "{action}: {state:?}");
        game.play(&mut state, Step::Act(*action));
    }
}

/// Plays the game again on the same dice, and again after half of it was taken back.
fn replayed<G: Players>(
    playthrough: &mut Playthrough<G>,
    any: &mut [Box<dyn Agent<G>>],
    dice: Dice,
) {
    let steps: Vec<LoggedOf<G>> = playthrough.steps().collect();
    let last = playthrough.state().clone();
    let Turn::Over(outcome) = playthrough.turn() else { panic!("the game is over") };
    let mut again = Playthrough::new(Arc::clone(playthrough.game()), playthrough.seats(), dice);
    assert_eq!(again.run(any), outcome);
    assert!(again.steps().eq(steps.iter().copied()));
    for _ in 0..steps.len().div_ceil(2) {
        assert!(playthrough.undo());
    }
    playthrough.run(any);
    assert!(playthrough.steps().eq(steps.iter().copied()));
    assert_eq!(*playthrough.state(), last);
    for _ in &steps {
        assert!(playthrough.undo());
    }
    assert!(!playthrough.undo());
    assert_eq!(*playthrough.state(), playthrough.game().start(playthrough.seats()));
}
