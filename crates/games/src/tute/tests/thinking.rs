//! Agents that think: the last tricks by the solver, whole matches, and a request to stop.

use super::super::determinise::Unknown;
use super::super::endgame::{Ending, Solver};
use super::super::policies::{Level, Seen, source};
use super::super::state::TuteView;
use super::*;
use rivals_core::contest::Players;
use rivals_core::play::{Agent, Decision, Hidden, Meter, Seat, Step, Thought, Watch};

fn agent(rules: &Tute, name: &str) -> Box<dyn Agent<Tute>> {
    rules.player(name).unwrap()
}

fn thought(
    rules: &Tute,
    state: &TuteState,
    agent: &mut dyn Agent<Tute>,
    watch: Option<&Watch>,
) -> Option<Thought<TuteMove>> {
    let seat = Seat(state.public.decider() as u8);
    let (view, actions) = (rules.view(state, seat), rules.actions(state));
    let decision =
        Decision { watch, explained: true, ..Decision::new(rules, seat, &view, &actions) };
    let mut rng = Dice::new(1, 3, 0).turn(0, 0);
    agent.decide(&decision, &mut rng).ok()
}

fn decided(rules: &Tute, state: &TuteState, agent: &mut dyn Agent<Tute>) -> Option<TuteMove> {
    Some(thought(rules, state, agent, None)?.action)
}

/// Where a player knows all hands, it plays an action that does not lose, if there is one: the
/// lowest card.
#[test]
fn known_hands_are_played_exactly() {
    let rules = &Tute::HAND;
    let (mut known, mut saved) = (0, 0);
    for number in 0..1_500 {
        let (mut state, moves, _) = random_hand(rules, number);
        for action in moves {
            let seat = state.public.decider();
            let view = rules.view(&state, Seat(seat as u8));
            let actions = rules.actions(&state);
            let is_late = state.public.sizes.iter().all(|size| *size <= 3);
            if is_late && actions.len() > 1 && Unknown::of(rules, &view).deals() == 1 {
                known += 1;
                for (name, by) in [
                    ("pimc:5", Ending::Paranoid),
                    ("ismcts:5:endgame=maxn", Ending::MaxN),
                    ("cabrero:2:endgame=paranoid", Ending::Paranoid),
                ] {
                    let mut meter = Meter::new(None);
                    let mut loses = |action| {
                        let after = rules.after(&state, Step::Act(action));
                        let mut solver = Solver::new(rules, seat, &mut meter);
                        let losers = solver.losers(&after.public, &after.hands, by);
                        losers.contains(Seat(seat as u8))
                    };
                    let safe: Vec<TuteMove> =
                        actions.iter().copied().filter(|action| !loses(*action)).collect();
                    let chosen = decided(rules, &state, &mut *agent(rules, name)).unwrap();
                    if !safe.is_empty() && safe.len() < actions.len() {
                        assert!(safe.contains(&chosen), "{name} {state:?}");
                        saved += 1;
                    }
                    let among = if safe.is_empty() { &actions } else { &safe };
                    let cards = among.iter().filter_map(|action| match action {
                        TuteMove::Play(card) => Some(card.rank()),
                        _ => None,
                    });
                    if let (TuteMove::Play(card), Some(lowest)) = (chosen, cards.min()) {
                        assert_eq!(card.rank(), lowest, "{name} {state:?}");
                    }
                }
            }
            rules.play(&mut state, Step::Act(action));
        }
    }
    assert!(known > 500 && saved > 200, "{known} {saved}");
}

/// A stopped search gives up, and one that is not stopped counts its states.
#[test]
fn searches_are_stopped() {
    let rules = &Tute::HAND;
    let (first, _, _) = random_hand(rules, 1);
    for name in ["pimc:100000", "ismcts:1000000", "cabrero:100000"] {
        let watch = Watch::default();
        watch.set_stopped(true);
        assert_eq!(thought(rules, &first, &mut *agent(rules, name), Some(&watch)), None);
        assert!(watch.visited() > 0);
    }
    let thought = thought(rules, &first, &mut *agent(rules, "pimc:20"), None).unwrap();
    assert_eq!(thought.actions.len(), 13);
    assert!(thought.nodes.unwrap() > 20 * 13 * 30);
}

/// The fewest of these states in which the seat loses, if the others play as `medium`, and the seat
/// chooses the same action in states that it cannot tell apart.
fn losses(rules: &Tute, states: Vec<TuteState>, seat: Seat) -> usize {
    let mut groups: Vec<(TuteView, Vec<TuteState>)> = Vec::new();
    let medium = source(Level::Medium, 35, 9, false);
    for mut state in states {
        while let Turn::Decide(decider) = rules.turn(&state)
            && decider != seat
        {
            let view = rules.view(&state, decider);
            let (action, _) = medium.decide_and_tell(&Seen::of(rules, &view));
            rules.play(&mut state, Step::Act(action));
        }
        let view = rules.view(&state, seat);
        match groups.iter_mut().find(|(other, _)| *other == *view) {
            Some((_, group)) => group.push(state),
            None => groups.push((view.into_owned(), vec![state])),
        }
    }
    let of_group = |(view, group): (TuteView, Vec<TuteState>)| match rules.turn(&group[0]) {
        Turn::Over(_) => {
            if view.public.losers(rules).contains(seat) {
                group.len()
            } else {
                0
            }
        }
        _ => {
            let actions = rules.actions(&group[0]).into_iter();
            let after =
                |action| group.iter().map(|state| rules.after(state, Step::Act(action))).collect();
            let losses = actions.map(|action| losses(rules, after(action), seat));
            losses.min().expect("there are actions")
        }
    };
    groups.into_iter().map(of_group).sum()
}

/// Strategy fusion: a player that sees all hands in every world loses in no more of them than one
/// that has to choose the same card in worlds that it cannot tell apart.
#[test]
fn perfect_information_promises_too_much() {
    let rules = &Tute::HAND;
    let (mut ends, mut promised, mut misled) = (0, 0, 0);
    for number in 0..3_000 {
        let (mut state, moves, _) = random_hand(rules, number);
        for action in moves {
            let seat = Seat(state.public.decider() as u8);
            let view = rules.view(&state, seat);
            let is_end = state.public.sizes.iter().all(|size| *size == 3);
            if is_end && state.public.phase == Phase::Playing {
                let Some(deals) = Unknown::of(rules, &view).all(12) else {
                    break;
                };
                let worlds = deals.iter().map(|hands| TuteState { hands: *hands, ..state });
                let worlds: Vec<TuteState> = worlds.collect();
                let cards = rules.actions(&state);
                let values = cards.iter().map(|&card| {
                    let after = worlds.iter().map(|world| rules.after(world, Step::Act(card)));
                    let after: Vec<TuteState> = after.collect();
                    let fused: usize =
                        after.iter().map(|world| losses(rules, vec![*world], seat)).sum();
                    let possible = losses(rules, after, seat);
                    assert!(fused <= possible);
                    (fused, possible)
                });
                let values: Vec<(usize, usize)> = values.collect();
                let best = values.iter().map(|(_, possible)| possible).min().unwrap();
                let fused = values.iter().map(|(fused, _)| fused).min().unwrap();
                let chosen = values.iter().filter(|(promise, _)| promise == fused);
                let chosen = chosen.map(|(_, possible)| possible).min().unwrap();
                ends += 1;
                promised += u32::from(fused < best);
                misled += u32::from(chosen > best);
            }
            rules.play(&mut state, Step::Act(action));
        }
    }
    // It seldom matters in the last tricks.
    assert!(
        ends > 2_000 && promised >= 3 && misled <= promised && promised * 100 < ends,
        "{ends} {promised} {misled}"
    );
}
