//! Tests of Tute Cabrero that use several of its modules.

mod conservation;
mod deals;
mod endgame;
mod examples;
mod legality;
mod players;
mod reference;
mod rule_files;
mod switches;
mod thinking;

use super::cards::{Card, Cards};
use super::public::{Phase, Public};
use super::rules::{Declarations, Exchanges, Muestra, NoTrick, Tute, Unit};
use super::state::{History, TuteMove, TuteState};
use rivals_core::play::{Dice, Game, Step, Turn, TurnDice, draw};

/// The cards of a text such as `AO 3C`.
fn cards(text: &str) -> Cards {
    let cards = text.split_whitespace().map(|card| card.parse::<Card>().unwrap());
    cards.collect()
}

/// The rules of one hand with every choice of switches.
fn all_rules() -> Vec<Tute> {
    let mut all = Vec::new();
    for muestra in [Muestra::Out, Muestra::LastTrick, Muestra::Mano] {
        for declarations in [Declarations::One, Declarations::All] {
            for bits in 0..8 {
                all.push(Tute {
                    unit: Unit::Hand,
                    muestra,
                    declarations,
                    contrafallo: bits & 1 != 0,
                    last_trick: if bits & 2 != 0 { 0 } else { 10 },
                    no_trick: if bits & 4 != 0 { NoTrick::Loses } else { NoTrick::Saves },
                    ..Tute::HAND
                });
            }
        }
    }
    let exchanges = [Exchanges::Seven, Exchanges::Two, Exchanges::Both];
    let usual: Vec<Tute> = all.iter().step_by(5).copied().collect();
    for (number, rules) in usual.into_iter().enumerate() {
        let [capote, tute] = [1, 2].map(|bit| number & bit == 0);
        all.push(Tute { capote, tute, ..rules });
        if rules.muestra != Muestra::Mano {
            all.push(Tute { capote, tute, exchange: exchanges[number % 3], ..rules });
        }
    }
    all
}

/// A dealt hand.
fn deal(rules: &Tute, rng: &mut TurnDice) -> TuteState {
    let mut pack: [u8; 40] = std::array::from_fn(|card| card as u8);
    for left in (1..40).rev() {
        pack.swap(left, draw(rng, left + 1));
    }
    let mut state = rules.start(3);
    for card in pack {
        rules.play(&mut state, Step::Event(Card(card)));
    }
    state
}

/// A deal and the random actions of a hand, with the last state.
fn random_hand(rules: &Tute, number: u64) -> (TuteState, Vec<TuteMove>, TuteState) {
    let mut rng = Dice::new(16, 0, number).turn(0, 0);
    let first = deal(rules, &mut rng);
    let (mut state, mut moves, mut actions) = (first, Vec::new(), Vec::new());
    while let Turn::Decide(_) = rules.turn(&state) {
        actions.clear();
        rules.legal(&state, &mut actions);
        let action = actions[draw(&mut rng, actions.len())];
        rules.play(&mut state, Step::Act(action));
        moves.push(action);
    }
    (first, moves, state)
}

/// A hand in which these cards were played, in any order.
fn known(trump: &str, scores: [u16; 3], hand: Cards, played: &str) -> Public {
    let mut public = Public::new(2, [0; 3]);
    public.trump = trump.parse().unwrap();
    public.phase = Phase::Playing;
    public.scores = scores;
    public.sizes = [hand.len() as u8; 3];
    public.played = cards(played);
    public
}

/// A state between tricks, seat 1 to lead.
fn between(public: Public, hands: [&str; 3]) -> TuteState {
    TuteState { hands: hands.map(cards), public, history: History::EMPTY }
}
