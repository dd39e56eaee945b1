//! The log of a game: what the control agent of the source tells, one JSON object for each event.
//!
//! | event | fields |
//! |---|---|
//! | `deal` | `dealer`, `mano`, `trump`, `muestra`, `hands` by seat, `porotos` |
//! | `play` | `seat`, `card` |
//! | `void` | `seat`, `suit`: the seat has shown that it has no card of the suit |
//! | `trick` | `winner`, `cards`, `points` without those of the last trick |
//! | `declare` | `seat`, `points` and `suit`; a tute has `tute` instead of both |
//! | `exchange` | `seat`, `card` (the muestra that it takes), `given` (the card that lies open now) |
//! | `hand_end` | `scores`, `tricks`, `losers`, `porotos` |
//! | `match_end` | `losers`, `winners` (none if all lose), `porotos`; only of matches |
//!
//! Seats are counted from 1.

use serde_json::{Map, Value, json};

use super::cards::Suit;
use super::public::{Phase, SEATS, next};
use super::rules::{Tute, Unit};
use super::state::{TuteMove, TuteState};
use rivals_core::play::{Game, Logged, Playthrough, Seats, Step};

/// The events of a game so far.
pub fn events(playthrough: &Playthrough<Tute>) -> Vec<Value> {
    let rules = &**playthrough.game();
    let mut state = *playthrough.start();
    let mut events = Vec::new();
    if state.public.phase != Phase::Dealing {
        events.push(deal(&state));
    }
    for step in playthrough.steps() {
        match step {
            Logged::Happen(card) => {
                rules.play(&mut state, Step::Event(card));
                if state.public.phase != Phase::Dealing {
                    events.push(deal(&state));
                }
            }
            Logged::Act(seat, action) => {
                acted(rules, &state, usize::from(seat.0), action, &mut events);
                rules.play(&mut state, Step::Act(action));
            }
            Logged::Forfeit(seat) => events.push(json!({ "event": "forfeit", "seat": seat.0 + 1 })),
        }
    }
    events
}

fn deal(state: &TuteState) -> Value {
    let public = &state.public;
    let hands = state.hands.iter().enumerate().map(|(seat, hand)| {
        let cards: Vec<String> = hand.iter().map(|card| card.to_string()).collect();
        ((seat + 1).to_string(), json!(cards))
    });
    json!({
        "event": "deal",
        "dealer": public.dealer + 1,
        "mano": next(public.dealer) + 1,
        "trump": public.trump.to_string(),
        "muestra": public.muestra.map(|card| card.to_string()),
        "hands": hands.collect::<Map<_, _>>(),
        "porotos": public.porotos,
    })
}

/// The events of an action.
fn acted(rules: &Tute, state: &TuteState, seat: usize, action: TuteMove, events: &mut Vec<Value>) {
    let before = &state.public;
    let (mut public, mut hands) = (*before, state.hands);
    rules.act_in_hand(&mut public, &mut hands, action);
    let number = seat + 1;
    match action {
        TuteMove::Play(card) => {
            events.push(json!({ "event": "play", "seat": number, "card": card.to_string() }));
            let shown = public.voids[seat] & !before.voids[seat];
            for suit in Suit::of_bits(shown) {
                events.push(json!({ "event": "void", "seat": number, "suit": suit.to_string() }));
            }
            if public.in_trick == 0 {
                let cards = before.table().iter().chain([&card]);
                let points: u8 = cards.clone().map(|card| card.points()).sum();
                let cards: Vec<String> = cards.map(ToString::to_string).collect();
                let winner = public.leader + 1;
                events.push(
                    json!({ "event": "trick", "winner": winner, "cards": cards, "points": points }),
                );
            }
        }
        TuteMove::Forty => events.push(declare(number, public.trump, 40)),
        TuteMove::Twenty(suit) => events.push(declare(number, suit, 20)),
        TuteMove::Tute => events.push(json!({ "event": "declare", "seat": number, "tute": true })),
        TuteMove::Pass => {}
        TuteMove::Exchange => {
            let [card, given] = [before, &public]
                .map(|public| public.muestra.map_or(String::new(), |card| card.to_string()));
            events
                .push(json!({ "event": "exchange", "seat": number, "card": card, "given": given }));
        }
    }
    if public.phase != Phase::Over {
        return;
    }
    events.push(json!({
        "event": "hand_end",
        "scores": public.scores,
        "tricks": public.tricks,
        "losers": numbers(public.losers(rules)),
        "porotos": public.porotos,
    }));
    let out = rules.losers(&public);
    if rules.unit == Unit::Match && !out.is_empty() {
        events.push(json!({
            "event": "match_end",
            "losers": numbers(out),
            "winners": numbers(Seats::all(SEATS).without(out)),
            "porotos": public.porotos,
        }));
    }
}

fn declare(seat: usize, suit: Suit, points: u8) -> Value {
    json!({ "event": "declare", "seat": seat, "points": points, "suit": suit.to_string() })
}

fn numbers(seats: Seats) -> Vec<u8> {
    seats.iter().map(|seat| seat.0 + 1).collect()
}
