//! The worked examples of the rules and of the players of the source.

use super::super::cards::Suit;
use super::super::policies::Policy;
use super::super::policies::Seen;
use super::super::rules::{NoTrick, winners};
use super::*;
use rivals_core::contest::Players;
use rivals_core::engine::position;
use rivals_core::play::{Logged, Playthrough, Seat, Seats, Step};
use serde_json::json;

/// What is known after these cards of a trick that the last seats of a round laid, so that the
/// first seat plays next if there are two.
fn table(trump: &str, trick: &str) -> Public {
    let rules = &Tute::HAND;
    let mut public = known(trump, [0; 3], Cards::ALL, "");
    public.sizes = [5; 3];
    let laid: Vec<Card> = trick.split_whitespace().map(|card| card.parse().unwrap()).collect();
    public.leader = (3 - laid.len() as u8) % 3;
    public.winner = public.leader;
    for card in laid {
        public.play(rules, &mut [Cards::NONE; 3], card);
    }
    public
}

/// The action of an agent as the first seat.
fn chosen(agent: &str, rules: &Tute, public: &Public, hand: &str) -> String {
    let agent = Tute::HAND.player(agent).unwrap();
    let mut rng = Dice::new(0, 0, 0).turn(0, 0);
    let at = Seen { rules, public, seat: 0, hand: cards(hand) };
    agent.downcast::<Policy>().unwrap().decide(&at, &mut rng).to_string()
}

fn leads(agent: &str, trump: &str, scores: [u16; 3], hand: &str) -> String {
    let public = known(trump, scores, cards(hand), "");
    chosen(agent, &Tute::HAND, &public, hand)
}

/// T1.
#[test]
fn legal_cards() {
    for (hand, trick, trump, legal) in [
        ("7C SC 2E RO", "4C", "O", "7C SC"),
        ("2C 4C AE RO", "7C", "O", "2C 4C"),
        ("2C 4C AE RO 3O", "7E RC", "O", "AE"),
        ("2C AE RO 4O", "7B SO", "O", "RO"),
        ("2C AE 4O 5O", "7B SO", "O", "2C AE 4O 5O"),
        ("2C AE", "7B SO", "O", "2C AE"),
        ("3C 2C", "4C 2O", "O", "2C 3C"),
        ("7O 2O AC", "5O", "O", "7O"),
        ("2O AC", "5O", "O", "2O"),
        ("RO 7O 3E", "SE RE", "O", "3E"),
        ("5B 6B", "AC 3C", "O", "5B 6B"),
    ] {
        let public = table(trump, trick);
        assert_eq!(public.legal(&Tute::HAND, cards(hand)), cards(legal), "{hand} on {trick}");
    }
    // A player who cannot beat a trump must play one by this switch.
    let contrafallo = Tute { contrafallo: true, ..Tute::HAND };
    let legal = table("O", "7B SO").legal(&contrafallo, cards("2C AE 4O 5O"));
    assert_eq!(legal, cards("4O 5O"));
}

/// T2.
#[test]
fn tricks() {
    for (trick, trump, place, points) in [
        ("4C 7C AC", "O", 2, 11),
        ("AC 2O 3C", "O", 1, 21),
        ("AC AE 3B", "O", 0, 32),
        ("2O 4O AC", "O", 1, 11),
        ("AB 7O SO", "O", 2, 13),
        ("7C 6E 5C", "E", 1, 0),
    ] {
        let public = table(trump, trick);
        assert_eq!(
            (public.leader, public.scores[usize::from(public.leader)]),
            (place, points),
            "{trick}"
        );
    }
}

/// T3.
#[test]
fn losers_of_a_hand() {
    let of = |rules: &Tute, scores, tricks, declared| {
        let mut public = known("O", scores, Cards::NONE, "");
        (public.tricks, public.declared) = (tricks, declared);
        let losers = public.losers(rules).iter().map(|seat| seat.0);
        losers.collect::<Vec<_>>()
    };
    let usual = |scores| of(&Tute::HAND, scores, [5, 4, 4], [0; 3]);
    assert_eq!(usual([60, 40, 30]), [1]);
    assert_eq!(usual([50, 50, 30]), [0, 1]);
    assert_eq!(usual([70, 30, 30]), [1, 2]);
    assert_eq!(usual([40, 40, 40]), [0, 1, 2]);
    assert_eq!(of(&Tute::HAND, [127, 0, 0], [13, 0, 0], [0; 3]), [1, 2]);
    assert_eq!(of(&Tute::HAND, [167, 0, 0], [13, 0, 0], [1, 0, 0]), [0]);
    assert_eq!(usual([90, 40, 0]), [1]);
    assert_eq!(usual([90, 0, 40]), [2]);
    assert_eq!(usual([65, 65, 0]), [0, 1]);
    let without = Tute { no_trick: NoTrick::Loses, ..Tute::HAND };
    assert_eq!(of(&without, [90, 40, 0], [8, 5, 0], [0; 3]), [2]);
    let all: Seats = Seats::all(3);
    assert_eq!(winners(all), all);
    assert_eq!(winners(Seats::one(Seat(1))), [Seat(0), Seat(2)].into_iter().collect());
}

/// T4, T5.
#[test]
fn novice_leads() {
    let hand = "AO AC RC RE CB CE 7O 6O 5C 4C 2E 4E 5E";
    assert_eq!(leads("novice", "O", [0; 3], hand), "AO");
    let hand = "AO 3C RC RE CB CE 7O 6O 5C 4C 2E 4E 5E";
    assert_eq!(leads("novice", "O", [0; 3], hand), "2E");
    assert_eq!(leads("novice-34", "O", [0; 3], hand), "AO");
    for (scores, hand, card) in [
        ([10, 50, 20], "RO 7C 2E", "2E"),
        ([10, 50, 20], "AC 3E RB CB", "AC"),
        ([0, 30, 30], "SO 7C", "SO"),
        ([20, 60, 20], "AC RE CE", "CE"),
        ([35, 50, 20], "7C 6C", "7C"),
    ] {
        assert_eq!(leads("novice", "O", scores, hand), card, "{hand}");
    }
}

/// T6.
#[test]
fn medium_leads_the_first_trick() {
    for (hand, card) in [
        ("AO 3O RO 7O 6O 5C 4C 2E 4E 5E 2B 4B 5B", "AO"),
        ("AC AE RB 5C 4C 6C 7C 2E 4E 5E 2B 4B 5B", "2E"),
        ("7O 6O 5O 4O SO 2C 4C RE 5E 2B 4B SB AE", "2C"),
        ("7O 6O 5O 4O SO 2C 4C RE 5E 2B 4B CB AE", "AE"),
    ] {
        assert_eq!(leads("medium", "O", [0; 3], hand), card, "{hand}");
        assert_eq!(leads("expert", "O", [0; 3], hand), card, "{hand}");
    }
}

/// T7, T8.
#[test]
fn medium_leads() {
    let lead = |hand: &str, scores, played: &str, muestra: Option<&str>| {
        let mut public = known("O", scores, cards(hand), played);
        public.muestra = muestra.map(|card| card.parse().unwrap());
        chosen("medium", &Tute::HAND, &public, hand)
    };
    let played = "AB RB 2B 4B 5C 6C 7C SC RC";
    assert_eq!(lead("AC 3B 7E 4O", [60, 30, 10], played, Some("2O")), "3B");
    assert_eq!(lead("7E 4B 6C", [70, 20, 10], "AO 3O RO CO", None), "4B");
    assert_eq!(lead("RO 7O 2C", [0, 60, 0], "", None), "RO");
    assert_eq!(lead("7C 2C 4E", [0, 60, 0], "", None), "2C");
    assert_eq!(lead("AO 7C 2E", [0, 70, 0], "", None), "2E");
}

/// T9.
#[test]
fn medium_follows() {
    let follow = |scores, hand: &str| {
        let mut public = table("O", "RC");
        public.leader = 2;
        (public.scores, public.sizes) = (scores, [3; 3]);
        chosen("medium", &Tute::HAND, &public, hand)
    };
    assert_eq!(follow([70, 20, 10], "AC 7C 2E"), "AC");
    assert_eq!(follow([70, 20, 10], "SC 7C 2E"), "7C");
    assert_eq!(follow([0, 60, 0], "AE 7B 2B"), "AE");
    assert_eq!(follow([0, 70, 0], "AE 4O 2B"), "4O");
}

/// T10.
#[test]
fn expert_leads() {
    let suit = |text: &str| text.parse::<Suit>().unwrap().bit();
    let mut public = known("O", [70, 20, 10], cards("AC 3B 7E"), "AB");
    public.voids[1] = suit("C");
    assert_eq!(chosen("medium", &Tute::HAND, &public, "AC 3B 7E"), "AC");
    assert_eq!(chosen("expert", &Tute::HAND, &public, "AC 3B 7E"), "3B");

    let hand = "7C 6B 4E 2E";
    let mut public = known("O", [70, 30, 10], cards(hand), "AE 3E RE AB SB 5C");
    public.followed[1] = suit("E");
    assert_eq!(chosen("expert", &Tute::HAND, &public, hand), "2E");
    (public.followed[1], public.voids[1]) = (suit("E") | suit("B"), suit("E"));
    assert_eq!(chosen("expert", &Tute::HAND, &public, hand), "6B");
    public.scores = [0, 60, 5];
    (public.followed, public.voids) = ([0; 3], [0, 0, suit("B") | suit("E")]);
    assert_eq!(chosen("expert", &Tute::HAND, &public, hand), "6B");

    let hand = "4O AC 7B";
    let mut public = known("O", [80, 20, 10], cards(hand), "AO 3O RO CO SO 7O 6O 5O");
    public.muestra = Some("2O".parse().unwrap());
    assert_eq!(chosen("expert", &Tute::HAND, &public, hand), "4O");
    assert_eq!(chosen("medium", &Tute::HAND, &public, hand), "AC");
}

/// T11: a whole hand of three mediums, through the engine's positions.
#[test]
fn a_hand_of_three_mediums() {
    let game = std::sync::Arc::new(Tute::HAND);
    let list = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let asked = json!({
        "muestra": "CO",
        "hands": {
            "1": list("AO RO 4O RC SC 6C 5C RB CB 7B 6B 5B 4B"),
            "2": list("3O 2O CC 4C 2C 3E RE CE SE 6E 2E 3B SB"),
            "3": list("SO 7O 6O 5O AC 3C 7C AE 7E 5E 4E AB 2B"),
        },
    });
    let state = position(&*game, &asked).unwrap();
    let agent = || game.player("medium").unwrap();
    let mut agents = vec![agent(), agent(), agent()];
    let mut playthrough = Playthrough::from_state(game, state, 3, Dice::new(0, 0, 0));
    let outcome = playthrough.run(&mut agents);
    let moves: Vec<String> = (playthrough.steps())
        .filter_map(|step| match step {
            Logged::Act(_, TuteMove::Pass) => None,
            Logged::Act(_, action) => Some(action.to_string()),
            _ => panic!("no event and no forfeit"),
        })
        .collect();
    let expected = "4O 3O 5O declare:20:E 2O SO AO declare:20:B RO 2C 6O 4B 3B AB AC 5C 4C \
                    AE 5B 2E 3C 6C CC 7O 6B 6E 2B RB SB RC 3E 7C SC RE 4E CB CE 5E 7B SE 7E";
    assert_eq!(moves.join(" "), expected);
    let scores: Vec<i32> = outcome.scores.iter().map(|(_, score)| score).collect();
    assert_eq!(scores, [81, 30, 56]);
    assert_eq!(playthrough.state().public.tricks, [7, 1, 5]);
    assert_eq!(outcome.winners(), [Seat(0), Seat(1)].into_iter().collect());
}

/// Whether a seat loses if the two others play against it with open cards.
fn loses(rules: &Tute, state: &TuteState, own: Seat) -> bool {
    match rules.turn(state) {
        Turn::Over(outcome) => !outcome.winners().contains(own),
        Turn::Chance(_) => unreachable!("the cards are dealt"),
        Turn::Decide(seat) => {
            let actions = rules.actions(state).into_iter();
            let mut values =
                actions.map(|action| loses(rules, &rules.after(state, Step::Act(action)), own));
            if seat == own { values.all(|loses| loses) } else { values.any(|loses| loses) }
        }
    }
}

/// T13, by plain enumeration.
#[test]
fn three_tricks_are_left() {
    let rules = &Tute::HAND;
    let mut public = known("E", [48, 38, 14], cards("4B 5E 7B"), "");
    public.muestra = Some("4E".parse().unwrap());
    public.tricks = [5, 3, 2];
    let state = between(public, ["4B 5E 7B", "3C CC CO", "7C SB SC"]);
    let value =
        |card: &str| loses(rules, &rules.after(&state, Step::Act(card.parse().unwrap())), Seat(0));
    assert_eq!(["4B", "7B", "5E"].map(value), [false, false, true]);
    let used = cards("4B 5E 7B 3C CC CO 7C SB SC 4E");
    public.played = !used;
    assert_eq!(chosen("medium", rules, &public, "4B 5E 7B"), "5E");
}

/// T14.
#[test]
fn ends_of_a_match() {
    let rules = &Tute::MATCH;
    let end = |porotos, scores| {
        let mut public = known("O", scores, cards("4B"), "");
        (public.porotos, public.tricks) = (porotos, [4, 4, 4]);
        let mut state = between(public, ["4B", "5B", "6B"]);
        for card in ["4B", "5B", "6B"] {
            rules.play(&mut state, Step::Act(card.parse().unwrap()));
        }
        (state.public.porotos, rules.turn(&state))
    };
    let (porotos, node) = end([3, 3, 2], [50, 50, 20]);
    let Turn::Over(outcome) = node else { panic!("the match is over") };
    assert_eq!((porotos, outcome.winners()), ([4, 4, 2], Seats::one(Seat(2))));
    // Nobody wins, so that all share the match.
    let (porotos, node) = end([3, 3, 3], [40, 40, 30]);
    let Turn::Over(outcome) = node else { panic!("the match is over") };
    assert_eq!((porotos, outcome.winners()), ([4, 4, 4], Seats::all(3)));
    let (porotos, node) = end([2, 3, 3], [50, 40, 20]);
    assert_eq!((porotos, matches!(node, Turn::Chance(_))), ([2, 4, 3], false));
    let (porotos, node) = end([2, 2, 3], [50, 40, 20]);
    assert_eq!((porotos, matches!(node, Turn::Chance(_))), ([2, 3, 3], true));
}

/// T16, and when declarations are possible.
#[test]
fn declarations() {
    let rules = &Tute::HAND;
    let mut public = known("O", [0; 3], cards("AO RO RC RE RB"), "");
    let hands = ["AO RO RC RE RB", "2O CO CE CC SC", "4O 5C 5E 5B 6B"];
    public.tricks = [4, 4, 0];
    let mut state = between(public, hands);
    for card in ["AO", "2O", "4O"] {
        rules.play(&mut state, Step::Act(card.parse().unwrap()));
    }
    assert_eq!(rules.actions(&state), [TuteMove::Tute, TuteMove::Pass]);
    assert_eq!(chosen("always-low", rules, &state.public, "RO RC RE RB"), "declare:tute");
    rules.play(&mut state, Step::Act(TuteMove::Tute));
    let Turn::Over(outcome) = rules.turn(&state) else { panic!("the hand is over") };
    assert_eq!((outcome.winners(), state.public.porotos), (Seats::one(Seat(0)), [0, 1, 1]));

    let hands = ["AO RO CO RE CE RB CB", "2O 3O 2C 3C 4C 5C 6C", "4O 2B 3B 4B 5B 6B 2E"];
    for (declarations, left) in [
        (Declarations::One, &["CO", "RO"][..]),
        (Declarations::All, &["declare:20:E", "declare:20:B", "pass"][..]),
    ] {
        let rules = &Tute { declarations, ..Tute::HAND };
        let public = known("O", [0; 3], cards(hands[0]), "");
        let mut state = between(public, hands);
        for card in ["AO", "2O", "4O"] {
            assert!(!rules.actions(&state).contains(&TuteMove::Forty));
            rules.play(&mut state, Step::Act(card.parse().unwrap()));
        }
        let texts = |state: &TuteState| -> Vec<String> {
            rules.actions(state).iter().map(ToString::to_string).collect()
        };
        assert_eq!(texts(&state), ["declare:40", "declare:20:E", "declare:20:B", "pass"]);
        assert_eq!(chosen("medium", rules, &state.public, "RO CO RE CE RB CB"), "declare:40");
        assert_eq!(chosen("always-low", rules, &state.public, "RO CO RE CE RB CB"), "pass");
        rules.play(&mut state, Step::Act(TuteMove::Forty));
        assert_eq!(state.public.scores, [51, 0, 0]);
        let left: Vec<&str> = left.to_vec();
        assert_eq!(texts(&state)[..left.len()], left);
        assert_eq!(texts(&state).len(), if left.len() == 3 { 3 } else { 6 });
    }
}
