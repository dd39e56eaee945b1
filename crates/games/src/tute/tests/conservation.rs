//! The points of all hands add up, whatever the rules.

use super::*;
use rivals_core::play::{Seat, Step};

/// The points of tricks, of the last trick and of declarations, over a million random hands that
/// are played by every choice of switches.
#[test]
fn points_are_conserved_over_a_million_hands() {
    let all = all_rules();
    let hands = 1_000_000 / all.len() as u64 + 1;
    for (at, rules) in all.iter().enumerate() {
        for number in 0..hands {
            let mut rng = Dice::new(15, at as u64, number).turn(0, 0);
            let mut state = deal(rules, &mut rng);
            let TuteState { hands, public, .. } = &mut state;
            let mut actions = Vec::with_capacity(16);
            while public.phase != Phase::Over {
                actions.clear();
                rules.actions_of(public, hands[public.decider()], &mut actions);
                let action = actions[draw(&mut rng, actions.len())];
                rules.act_in_hand(public, hands, action);
            }
            check(rules, &state);
        }
    }
}

fn check(rules: &Tute, state: &TuteState) {
    let public = &state.public;
    let muestra = public.muestra.unwrap();
    let mut expected = 0;
    for seat in 0..3 {
        let declared = public.declared[seat] & 15;
        let forty = declared & public.trump.bit();
        expected += 20 * declared.count_ones() + 20 * forty.count_ones();
    }
    if public.declared.iter().any(|declared| declared & 16 != 0) {
        expected += u32::from(public.played.points());
    } else {
        expected += 120 + u32::from(rules.last_trick);
        expected -= match rules.muestra {
            Muestra::Out => u32::from(muestra.points()),
            Muestra::LastTrick => 0,
            Muestra::Mano => u32::from(state.hands[0].points()),
        };
        assert_eq!(public.tricks.iter().sum::<u8>(), 13);
        assert_eq!(state.hands[0].len(), usize::from(rules.muestra == Muestra::Mano));
    }
    assert_eq!(u32::from(public.scores.iter().sum::<u16>()), expected, "{rules:?} {state:?}");
    let losers = public.losers(rules);
    assert!((1..=3).contains(&losers.len()));
    let porotos: u8 = public.porotos.iter().sum();
    assert_eq!(usize::from(porotos), losers.len());
}

/// Matches take 4 to 10 hands, or as many as other porotos allow, and each hand has another dealer.
#[test]
fn matches_have_four_to_ten_hands() {
    let lengths = lengths(4);
    assert!(lengths[5..10].iter().all(|count| *count > 0), "{lengths:?}");
    [1, 2, 20].into_iter().for_each(|porotos| drop(self::lengths(porotos)));
}

/// The numbers of matches by their hands.
fn lengths(porotos: u8) -> Vec<u32> {
    let rules = Tute { porotos, ..Tute::MATCH };
    let mut lengths = vec![0; 3 * usize::from(porotos) - 1];
    for number in 0..12_000 / u64::from(porotos) {
        let mut rng = Dice::new(14, 0, number).turn(0, 0);
        let mut state = rules.start(3);
        let (mut actions, mut hands) = (Vec::new(), 0);
        let outcome = loop {
            match rules.turn(&state) {
                Turn::Over(outcome) => break outcome,
                Turn::Chance(chances) => {
                    if state.public.dealt() == 0 {
                        assert_eq!(state.public.dealer, (2 + hands) % 3);
                        assert_eq!(state.public.leader, hands % 3);
                        hands += 1;
                    }
                    let event = chances.sample(&mut rng);
                    rules.play(&mut state, Step::Event(event));
                }
                Turn::Decide(_) => {
                    actions.clear();
                    rules.legal(&state, &mut actions);
                    rules.play(&mut state, Step::Act(actions[draw(&mut rng, actions.len())]));
                }
            }
        };
        lengths[usize::from(hands)] += 1;
        let lost = (0..3).filter(|&seat| outcome.scores[Seat(seat)] == i32::from(porotos)).count();
        assert!(lost > 0 && outcome.scores.iter().all(|(_, of)| of <= i32::from(porotos)));
        assert_eq!(outcome.winners().len(), if lost == 3 { 3 } else { 3 - lost });
    }
    assert!(lengths[..usize::from(porotos)].iter().all(|count| *count == 0), "{lengths:?}");
    lengths
}
