//! Ends of hands: the worked example, and a search of every sequence of actions by the rules of the
//! game, without cards that count as the same, without bounds and without cut-offs.

use super::super::endgame::{Ending, Solver, tricks_left};
use super::super::open_hand::Open;
use super::*;
use rivals_core::play::{Meter, Seat, Seats, Step};

fn solved(rules: &Tute, state: &TuteState, seat: usize, by: Ending) -> Seats {
    let mut meter = Meter::new(None);
    Solver::new(rules, seat, &mut meter).losers(&state.public, &state.hands, by)
}

/// Whether the seat can be made to lose by both others.
fn plain_paranoid(rules: &Tute, state: &TuteState, seat: Seat) -> bool {
    match rules.turn(state) {
        Turn::Over(_) => state.public.losers(rules).contains(seat),
        Turn::Decide(decider) => {
            let actions = rules.actions(state).into_iter();
            let mut loses = actions
                .map(|action| plain_paranoid(rules, &rules.after(state, Step::Act(action)), seat));
            if decider == seat { loses.all(|loses| loses) } else { loses.any(|loses| loses) }
        }
        Turn::Chance(_) => unreachable!("the cards are dealt"),
    }
}

/// The losers if each seat prefers, in this order, not to lose, and that the others lose; of
/// equal actions the first counts.
fn plain_max_n(rules: &Tute, state: &TuteState) -> Seats {
    match rules.turn(state) {
        Turn::Over(_) => state.public.losers(rules),
        Turn::Decide(decider) => {
            let actions = rules.actions(state).into_iter();
            let losers =
                actions.map(|action| plain_max_n(rules, &rules.after(state, Step::Act(action))));
            let key = |losers: &Seats| {
                let others = losers.iter().filter(|seat| *seat != decider).count();
                (losers.contains(decider), 2 - others)
            };
            losers.min_by_key(key).unwrap()
        }
        Turn::Chance(_) => unreachable!("the cards are dealt"),
    }
}

/// The line that [`plain_max_n`] takes.
fn plain_line(rules: &Tute, state: &TuteState) -> Vec<TuteMove> {
    let (mut state, mut line) = (*state, Vec::new());
    while let Turn::Decide(seat) = rules.turn(&state) {
        let key = |action: &TuteMove| {
            let losers = plain_max_n(rules, &rules.after(&state, Step::Act(*action)));
            let others = losers.iter().filter(|other| *other != seat).count();
            (losers.contains(seat), 2 - others)
        };
        let best = rules.actions(&state).into_iter().min_by_key(key).unwrap();
        rules.play(&mut state, Step::Act(best));
        line.push(best);
    }
    line
}

/// The line with open cards is that of the plain search, and its losers those of the solver without
/// a table where the plain search takes too long.
#[test]
fn lines_with_open_cards() {
    let all = all_rules();
    let (mut lines, mut longer) = (0, 0);
    for number in 0..130 {
        let rules = &all[number as usize % all.len()];
        let (mut state, moves, _) = random_hand(rules, 7_000 + number);
        let mut open = Open::new(rules);
        for action in moves {
            let left = tricks_left(&state.public);
            if left <= 2 || left == 3 && number % 8 == 0 {
                let (losers, line) = open.line(&state);
                assert_eq!(line, plain_line(rules, &state), "{rules:?} {state:?}");
                assert_eq!(losers, plain_max_n(rules, &state));
                lines += 1;
            } else if left == 5 && state.public.in_trick == 0 {
                let (losers, _) = open.line(&state);
                assert_eq!(losers, solved(rules, &state, 0, Ending::MaxN), "{rules:?} {state:?}");
                longer += 1;
            }
            rules.play(&mut state, Step::Act(action));
        }
    }
    assert!(lines > 700 && longer > 70, "{lines} {longer}");
}

/// T13.
#[test]
fn the_worked_example() {
    let rules = &Tute::HAND;
    let mut public = known("E", [48, 38, 14], cards("4B 5E 7B"), "");
    public.muestra = Some("4E".parse().unwrap());
    public.tricks = [5, 3, 2];
    let state = between(public, ["4B 5E 7B", "3C CC CO", "7C SB SC"]);
    let loses = ["4B", "5E", "7B"].map(|card| {
        let after = rules.after(&state, Step::Act(card.parse().unwrap()));
        let losers = solved(rules, &after, 0, Ending::Paranoid);
        assert_eq!(losers.contains(Seat(0)), plain_paranoid(rules, &after, Seat(0)));
        losers.contains(Seat(0))
    });
    assert_eq!(loses, [false, true, false]);
}

/// Every rule, every seat, between tricks and during them.
#[test]
fn ends_are_those_of_the_rules() {
    let all = all_rules();
    let (mut solved_ends, mut lost, mut differ) = (0, 0, 0);
    for number in 0..480 {
        let rules = &all[number as usize % all.len()];
        let (mut state, moves, _) = random_hand(rules, number);
        for action in moves {
            let left = tricks_left(&state.public);
            if left <= 2 || left == 3 && state.public.in_trick > 0 && number % 4 == 0 {
                let max_n = solved(rules, &state, 0, Ending::MaxN);
                assert_eq!(max_n, plain_max_n(rules, &state), "{rules:?} {state:?}");
                for seat in 0..3 {
                    let paranoid = solved(rules, &state, seat, Ending::Paranoid);
                    let loses = paranoid.contains(Seat(seat as u8));
                    let plain = plain_paranoid(rules, &state, Seat(seat as u8));
                    assert_eq!(loses, plain, "{rules:?} {state:?} {seat}");
                    // Two players that play against a third one cost it no less than two that
                    // play for themselves.
                    assert!(loses || !max_n.contains(Seat(seat as u8)));
                    solved_ends += 1;
                    lost += u32::from(loses);
                    differ += u32::from(loses != max_n.contains(Seat(seat as u8)));
                }
            }
            rules.play(&mut state, Step::Act(action));
        }
    }
    assert!(solved_ends > 10_000 && lost > 3_000 && differ > 80, "{solved_ends} {lost} {differ}");
}
