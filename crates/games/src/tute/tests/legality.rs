//! The rules compared with a plain implementation, and with published figures of random play.

use super::reference::{self, Text};
use super::*;
use rivals_core::play::Step;

fn texts(cards: Cards) -> Vec<Text> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// Legal cards, scores and losers of random hands by all rules.
#[test]
fn random_hands_are_those_of_the_plain_rules() {
    let mut exchanged = 0;
    for (at, rules) in all_rules().iter().enumerate() {
        for number in 0..120 {
            let (first, moves, last) = random_hand(rules, (at * 1_000 + number) as u64);
            let mut state = first;
            let muestra = first.public.muestra.unwrap().to_string();
            exchanged += moves.iter().filter(|action| **action == TuteMove::Exchange).count();
            for &action in &moves {
                let public = &state.public;
                if public.phase == Phase::Playing {
                    let hand = state.hands[public.decider()];
                    let mut plain = reference::legal(
                        rules,
                        &texts(hand),
                        &texts_of(public.table()),
                        &muestra[1..],
                    );
                    plain.sort();
                    let mut fast = texts(public.legal(rules, hand));
                    fast.sort();
                    assert_eq!(fast, plain, "{rules:?} {state:?}");
                }
                rules.play(&mut state, Step::Act(action));
            }
            let hands = first.hands.map(texts);
            let moves: Vec<Text> = moves.iter().map(ToString::to_string).collect();
            let played = reference::play(rules, hands, &muestra, 0, &moves);
            let losers: Vec<usize> =
                (last.public.losers(rules).iter()).map(|seat| usize::from(seat.0)).collect();
            assert_eq!(losers, played.losers);
            assert_eq!(last.public.scores, played.scores);
            assert_eq!(last.public.tricks, played.tricks);
            let declared = last.public.declared.map(|declared| (declared & 15).count_ones() as u8);
            assert_eq!(declared, played.declared);
        }
    }
    assert!(exchanged > 100, "{exchanged}");
}

fn texts_of(cards: &[Card]) -> Vec<Text> {
    cards.iter().map(ToString::to_string).collect()
}

/// The mean numbers of legal cards in random play, and the points of a hand, are those that were
/// computed independently: 7.0, 2.15 and 2.17 cards, 39.0 points and a standard deviation of 12.0.
#[test]
fn random_play_has_the_known_means() {
    let rules = &Tute::HAND;
    let (mut sums, mut counts) = ([0.0; 3], [0.0; 3]);
    let (mut points, mut squares, mut above) = (0.0, 0.0, 0.0);
    let hands = 20_000;
    for number in 0..hands {
        let (first, moves, _) = random_hand(rules, number);
        for hand in first.hands {
            let of_hand = f64::from(hand.points());
            points += of_hand;
            squares += of_hand * of_hand;
            above += f64::from(u8::from(of_hand > 35.0));
        }
        let mut state = first;
        for action in moves {
            let public = &state.public;
            if public.phase == Phase::Playing {
                let legal = public.legal(rules, state.hands[public.decider()]);
                sums[usize::from(public.in_trick)] += legal.len() as f64;
                counts[usize::from(public.in_trick)] += 1.0;
            }
            rules.play(&mut state, Step::Act(action));
        }
    }
    let near = |value: f64, known: f64, error: f64| {
        assert!((value - known).abs() < error, "{value} is not {known}");
    };
    for (place, known) in [7.0, 2.15, 2.17].into_iter().enumerate() {
        near(sums[place] / counts[place], known, 0.03);
    }
    let of = 3.0 * hands as f64;
    let mean = points / of;
    near(mean, 39.0, 0.15);
    near((squares / of - mean * mean).sqrt(), 12.0, 0.15);
    near(above / of, 0.602, 0.01);
}
