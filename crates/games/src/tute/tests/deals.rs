//! Deals that are drawn for a view, compared with the enumeration of all deals: a deal agrees with
//! a view if every play and declaration so far is legal with it, by the plain rules.

use std::collections::BTreeMap;

use super::super::determinise::Unknown;
use super::super::public::Exchange;
use super::reference::{self, Text};
use super::*;
use rivals_core::play::{Hidden, Seat, Step};

fn texts(cards: Cards) -> Vec<Text> {
    cards.iter().map(|card| card.to_string()).collect()
}

/// Whether all moves are legal from a first state with these cards in the hands at its end.
fn agrees(
    rules: &Tute,
    muestra: &str,
    last: &TuteState,
    hands: [Cards; 3],
    moves: &[TuteMove],
) -> bool {
    let mut held = hands;
    let on_table = last
        .public
        .table()
        .iter()
        .enumerate()
        .map(|(place, card)| (Seat((last.public.leader + place as u8) % 3), *card));
    for (seat, card) in last.history.iter().chain(on_table) {
        held[usize::from(seat.0)] |= card.set();
    }
    for (exchange, given) in last.public.exchanges().rev() {
        held[usize::from(exchange.seat)].remove(exchange.taken);
        held[usize::from(exchange.seat)] |= given.set();
    }
    let mut open = muestra.to_owned();
    let mut held = held.map(texts);
    let trump = &muestra[1..];
    let (mut leader, mut trick): (usize, Vec<Text>) = (0, Vec::new());
    for action in moves {
        match action {
            TuteMove::Play(card) => {
                let (seat, card) = ((leader + trick.len()) % 3, card.to_string());
                if !reference::legal(rules, &held[seat], &trick, trump).contains(&card) {
                    return false;
                }
                held[seat].retain(|other| *other != card);
                trick.push(card);
                if trick.len() == 3 {
                    leader = (leader + reference::winning(&trick, trump)) % 3;
                    trick.clear();
                }
            }
            TuteMove::Exchange => {
                open = reference::exchange(rules, &mut held[leader], &open);
            }
            TuteMove::Forty | TuteMove::Twenty(_) => {
                let suit = match action {
                    TuteMove::Twenty(suit) => suit.to_string(),
                    _ => trump.to_owned(),
                };
                for rank in ["R", "C"] {
                    if !held[leader].contains(&format!("{rank}{suit}")) {
                        return false;
                    }
                }
            }
            _ => {}
        }
    }
    // Who has taken the muestra holds it.
    let holds = |of: &Exchange| {
        (0..3).all(|seat| seat == usize::from(of.seat) || !hands[seat].contains(of.taken))
    };
    if !last.public.exchanges.iter().flatten().all(holds) {
        return false;
    }
    rules.muestra != Muestra::Mano
        || (0..3).all(|seat| seat == 0 || !hands[seat].contains(muestra.parse().unwrap()))
}

/// All deals of the unknown cards to the two other seats that agree with what a seat knows.
fn enumerated(
    rules: &Tute,
    muestra: &str,
    last: &TuteState,
    own: usize,
    moves: &[TuteMove],
) -> Vec<[Cards; 3]> {
    let others: Vec<usize> = (0..3).filter(|&seat| seat != own).collect();
    let unknown: Vec<Card> = (last.hands[others[0]] | last.hands[others[1]]).iter().collect();
    let mut deals = Vec::new();
    for choice in 0_u32..1 << unknown.len() {
        if choice.count_ones() as usize != last.hands[others[0]].len() {
            continue;
        }
        let mut hands = [Cards::NONE; 3];
        hands[own] = last.hands[own];
        for (place, card) in unknown.iter().enumerate() {
            hands[others[usize::from(choice >> place & 1 == 0)]] |= card.set();
        }
        if agrees(rules, muestra, last, hands, moves) {
            deals.push(hands);
        }
    }
    deals
}

/// The states of a random hand with at most five cards a player, and the moves so far.
fn late_states(rules: &Tute, number: u64) -> Vec<(TuteState, usize)> {
    let (mut state, moves, _) = random_hand(rules, number);
    let mut states = Vec::new();
    for (done, &action) in moves.iter().enumerate() {
        if state.public.sizes.iter().all(|size| *size <= 5) {
            states.push((state, done));
        }
        rules.play(&mut state, Step::Act(action));
    }
    states
}

/// The number of deals is that of the enumeration, and every drawn deal is one of them.
#[test]
fn deals_are_those_that_agree() {
    let all = all_rules();
    let (mut counted, mut smaller) = (0, 0);
    for number in 0..96 {
        let rules = &all[number as usize % all.len()];
        let (first, moves, _) = random_hand(rules, number);
        let muestra = first.public.muestra.unwrap().to_string();
        let states = late_states(rules, number);
        for (state, done) in states.iter().step_by(3) {
            for own in 0..3 {
                let view = rules.view(state, Seat(own as u8));
                let unknown = Unknown::of(rules, &view);
                let deals = enumerated(rules, &muestra, state, own, &moves[..*done]);
                assert_eq!(unknown.deals(), deals.len() as u64, "{rules:?} {view:?}");
                let mut listed = unknown.all(252).unwrap();
                assert_eq!(unknown.all(deals.len() as u64 - 1), None);
                let mut expected = deals.clone();
                for list in [&mut listed, &mut expected] {
                    list.sort_by_key(|hands| hands.map(|hand| hand.0));
                }
                assert_eq!(listed, expected);
                counted += 1;
                smaller += u32::from(deals.len() == 1);
                let mut rng = Dice::new(1, 2, number).turn(own, *done as u32);
                let drawn = unknown.draw(&mut rng);
                assert!(deals.contains(&drawn), "{drawn:?}");
            }
        }
    }
    assert!(counted > 700 && smaller > 30 && smaller < counted / 2, "{counted} {smaller}");
}

/// Every deal that agrees is drawn as often as the others.
#[test]
fn deals_are_uniform() {
    let rules = &Tute::HAND;
    let mut tested = 0;
    for number in 0..160 {
        let states = late_states(rules, number);
        let Some((state, done)) = states.get(1) else {
            continue;
        };
        let (first, moves, _) = random_hand(rules, number);
        let muestra = first.public.muestra.unwrap().to_string();
        let deals = enumerated(rules, &muestra, state, 0, &moves[..*done]);
        if !(3..=40).contains(&deals.len()) {
            continue;
        }
        tested += 1;
        let unknown = Unknown::of(rules, &rules.view(state, Seat(0)));
        let mut rng = Dice::new(2, 3, number).turn(0, 0);
        let draws = 400 * deals.len();
        let mut counts = BTreeMap::new();
        for _ in 0..draws {
            let hands = unknown.draw(&mut rng).map(|hand| hand.0);
            *counts.entry(hands).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), deals.len());
        let chi: f64 =
            counts.values().map(|count| (f64::from(*count) - 400.0).powi(2) / 400.0).sum();
        // More than six standard deviations above the mean of the distribution.
        let freedom = (deals.len() - 1) as f64;
        assert!(chi < freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0, "{chi} {freedom}");
    }
    assert!(tested > 6, "{tested}");
}

/// Positions that leave cards out, and hands that are still being dealt, are drawn uniformly too.
#[test]
fn missing_cards_are_drawn_as_well() {
    let rules = &Tute::HAND;
    let mut public = known("O", [0; 3], cards("AO"), "");
    public.played = !cards("AO 2O 4O 2C 4C 2E");
    public.cannot[1] = cards("2O 4O");
    public.cannot[2] = cards("2C");
    public.sizes = [1, 1, 2];
    let state = between(public, ["AO", "4C", "2O 4C"]);
    let view = rules.view(&state, Seat(0));
    let unknown = Unknown::of(rules, &view);
    // Seat 2 has one of 2C, 4C, 2E, and seat 3 two of the rest without 2C: 3 x 6 choices but for
    // those that share a card.
    assert_eq!(unknown.deals(), 6 + 3 + 3);
    let mut rng = Dice::new(3, 4, 5).turn(0, 0);
    let mut counts = BTreeMap::new();
    for _ in 0..12_000 {
        *counts.entry(unknown.draw(&mut rng).map(|hand| hand.0)).or_insert(0_i32) += 1;
    }
    assert_eq!(counts.len(), 12);
    assert!(counts.values().all(|count| (count - 1_000).abs() < 200), "{counts:?}");
}
