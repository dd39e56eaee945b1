//! The switches `porotos`, `capote`, `tute` and `exchange`.

use serde_json::{Value, json};

use super::*;
use rivals_core::json::read;
use rivals_core::play::{Seat, Seats, Step};
use rivals_core::values::Invalid;

fn state(rules: &Tute, position: &Value) -> Result<TuteState, Invalid> {
    rules.validate(read(position)?)
}

fn texts(rules: &Tute, state: &TuteState) -> Vec<String> {
    rules.actions(state).iter().map(ToString::to_string).collect()
}

/// A position of a seat that has just won a trick.
fn won(hand: &str, muestra: &str) -> Value {
    let list = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let (hand, [second, third]) = (list(hand), ["3E 4E 5E 6E", "3B 4B 5B 6B"].map(list));
    let size = hand.len();
    json!({
        "muestra": muestra, "leader": 1, "tricks": [1, 0, 0], "may_declare": 1,
        "hands": { "1": hand, "2": second[..size], "3": third[..size] },
    })
}

#[test]
fn the_seven_and_the_two_are_exchanged() {
    let of = |exchange| Tute { exchange, ..Tute::HAND };
    for (exchange, hand, muestra, taken) in [
        (Exchanges::Off, "7O 2O", "RO", None),
        (Exchanges::Seven, "7O 2O", "RO", Some("2O RO, 7O")),
        (Exchanges::Seven, "7O 2O", "SO", Some("2O SO, 7O")),
        // The muestra is weaker than the 7.
        (Exchanges::Seven, "7O 2O", "6O", None),
        (Exchanges::Two, "7O 2O", "6O", Some("6O 7O, 2O")),
        (Exchanges::Two, "7O 2O", "AO", Some("7O AO, 2O")),
        (Exchanges::Two, "7O 4C", "AO", None),
        (Exchanges::Both, "7O 2O", "AO", Some("2O AO, 7O")),
        (Exchanges::Both, "7O 2O", "4O", Some("4O 7O, 2O")),
        // Only trumps are exchanged.
        (Exchanges::Both, "7C 2C", "AO", None),
    ] {
        let rules = &of(exchange);
        let before = state(rules, &won(hand, muestra)).unwrap();
        assert_eq!(texts(rules, &before).contains(&"exchange".to_owned()), taken.is_some());
        let Some((hand, muestra)) = taken.and_then(|taken| taken.split_once(", ")) else {
            continue;
        };
        let after = rules.after(&before, Step::Act(TuteMove::Exchange));
        assert_eq!(after.hands[0], cards(hand));
        assert_eq!(after.public.muestra, Some(muestra.parse().unwrap()));
        // It goes on after the same trick, and the position is read as it is written.
        assert!(texts(rules, &after).contains(&"pass".to_owned()));
        let written = serde_json::to_value(after).unwrap();
        assert_eq!(state(rules, &written).unwrap(), after);
        // The others know the card, and not the rest of the hand.
        assert_eq!(after.public.must(rules, 0), after.public.dealt_muestra().unwrap().set());
    }
}

/// The holder of both cards takes a figure for the 7, and then the 7 for the 2; a rey that it takes
/// makes a declaration and a tute.
#[test]
fn an_exchange_goes_before_a_declaration() {
    let rules = &Tute { exchange: Exchanges::Both, ..Tute::HAND };
    let mut at = state(rules, &won("7O 2O CO", "RO")).unwrap();
    assert_eq!(texts(rules, &at), ["exchange", "pass"]);
    rules.play(&mut at, Step::Act(TuteMove::Exchange));
    assert_eq!(texts(rules, &at), ["exchange", "declare:40", "pass"]);
    rules.play(&mut at, Step::Act(TuteMove::Exchange));
    assert_eq!((at.hands[0], at.public.muestra), (cards("7O CO RO"), Some(Card(0))));
    assert_eq!(texts(rules, &at), ["declare:40", "pass"]);
    rules.play(&mut at, Step::Act(TuteMove::Forty));
    assert_eq!((at.public.phase, at.public.scores), (Phase::Playing, [40, 0, 0]));
    let written = serde_json::to_value(at).unwrap();
    assert_eq!(written["exchanged"], json!([[1, "RO", 1], [1, "7O", 1]]));

    let mut at = state(rules, &won("7O RC RE RB", "RO")).unwrap();
    rules.play(&mut at, Step::Act(TuteMove::Exchange));
    assert_eq!(texts(rules, &at), ["declare:tute", "pass"]);
    let without = &Tute { tute: false, ..*rules };
    assert_eq!(texts(without, &at), ["pass"]);
}

#[test]
fn capotes_and_tutes_may_be_left_out() {
    let all = |declared| {
        let mut public = known("O", [127, 0, 0], Cards::NONE, "");
        (public.tricks, public.declared) = ([13, 0, 0], [declared, 0, 0]);
        public
    };
    let without = Tute { capote: false, ..Tute::HAND };
    let others: Seats = [1, 2].map(Seat).into_iter().collect();
    assert_eq!(all(0).losers(&Tute::HAND), others);
    assert_eq!(all(1).losers(&Tute::HAND), Seats::one(Seat(0)));
    // By their points, the others are in the middle together.
    assert_eq!([0, 1].map(|declared| all(declared).losers(&without)), [others; 2]);
}

#[test]
fn other_positions_are_refused() {
    let seven = Tute { exchange: Exchanges::Seven, porotos: 2, ..Tute::HAND };
    let with = |key: &str, value: Value| {
        let mut position = won("AO 7C", "7O");
        position["tricks"] = json!([2, 0, 0]);
        position[key] = value;
        position
    };
    assert!(state(&seven, &with("exchanged", json!([[1, "AO", 2]]))).is_ok());
    for (rules, position, field, message) in [
        (Tute::HAND, with("exchanged", json!([[1, "AO", 1]])), "exchanged[0][1]", "exchanged for"),
        (seven, with("exchanged", json!([[1, "6O", 1]])), "exchanged[0][1]", "7O cannot"),
        (seven, with("exchanged", json!([[1, "AC", 1]])), "exchanged[0][1]", "7O cannot"),
        (seven, with("exchanged", json!([[2, "AO", 1]])), "exchanged[0][1]", "another seat"),
        (seven, with("exchanged", json!([[1, "AO", 3]])), "exchanged[0][2]", "2 tricks were won"),
        (seven, with("exchanged", json!([[1, "AO", 0]])), "exchanged[0][2]", "from 1 to 12"),
        (seven, with("porotos", json!([0, 3, 0])), "porotos[1]", "seat 2 has 3 porotos"),
        (seven, with("porotos", json!([0, 2, 0])), "porotos", "a player has 2 porotos"),
        (seven, with("hands_played", json!(4)), "hands_played", "no match has 4 hands"),
    ] {
        let error = state(&rules, &position).unwrap_err();
        assert_eq!(error.field, field, "{error:?}");
        assert!(error.message.contains(message), "{error:?}");
    }
}
