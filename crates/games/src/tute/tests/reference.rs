//! A plain implementation of the rules on lists of texts, to compare the fast one with: the rules
//! as sentences, without sets, tables or anything that is kept from play to play.

use super::super::rules::{Declarations, Exchanges, Muestra, NoTrick, Tute};

/// A card as its notation.
pub(super) type Text = String;

/// The place of a rank from the weakest.
fn strength(card: &str) -> usize {
    "24567SCR3A".find(&card[..1]).unwrap()
}

fn suit(card: &str) -> &str {
    &card[1..]
}

fn points(card: &str) -> u16 {
    match &card[..1] {
        "A" => 11,
        "3" => 10,
        "R" => 4,
        "C" => 3,
        "S" => 2,
        _ => 0,
    }
}

/// The place of the winning card of a trick.
pub(super) fn winning(trick: &[Text], trump: &str) -> usize {
    let is_trumped = trick.iter().any(|card| suit(card) == trump);
    let counts = if is_trumped { trump } else { suit(&trick[0]) };
    let places = (0..trick.len()).filter(|&place| suit(&trick[place]) == counts);
    places.max_by_key(|&place| strength(&trick[place])).unwrap()
}

/// The points of a trick.
pub(super) fn trick_points(trick: &[Text]) -> u16 {
    trick.iter().map(|card| points(card)).sum()
}

/// The legal cards of a hand.
pub(super) fn legal(rules: &Tute, hand: &[Text], trick: &[Text], trump: &str) -> Vec<Text> {
    let Some(first) = trick.first() else {
        return hand.to_vec();
    };
    let best = &trick[winning(trick, trump)];
    let beats = |card: &Text| match (suit(card) == trump, suit(best) == trump) {
        (true, false) => true,
        (false, true) => false,
        _ => suit(card) == suit(best) && strength(card) > strength(best),
    };
    let chosen = |condition: &dyn Fn(&Text) -> bool| -> Vec<Text> {
        hand.iter().filter(|card| condition(card)).cloned().collect()
    };
    let follows = |card: &Text| suit(card) == suit(first);
    let trumps = |card: &Text| suit(card) == trump;
    let lists = [
        chosen(&|card| follows(card) && beats(card)),
        chosen(&follows),
        chosen(&|card| trumps(card) && beats(card)),
        if rules.contrafallo { chosen(&trumps) } else { Vec::new() },
        hand.to_vec(),
    ];
    lists.into_iter().find(|list| !list.is_empty()).unwrap()
}

/// A hand that is played by the rules.
pub(super) struct Played {
    pub scores: [u16; 3],
    pub tricks: [u8; 3],
    pub declared: [u8; 3],
    pub losers: Vec<usize>,
}

/// Plays a hand from its moves as texts, each of which must be legal.
pub(super) fn play(
    rules: &Tute,
    mut hands: [Vec<Text>; 3],
    muestra: &str,
    mano: usize,
    moves: &[Text],
) -> Played {
    let trump = suit(muestra);
    let mut muestra = muestra.to_owned();
    let (mut scores, mut tricks, mut declared) = ([0; 3], [0; 3], [0; 3]);
    let mut suits: [Vec<Text>; 3] = Default::default();
    let (mut leader, mut moves) = (mano, moves.iter());
    for number in 1..=13 {
        let mut trick: Vec<Text> = Vec::new();
        for place in 0..3 {
            let seat = (leader + place) % 3;
            let card = moves.next().unwrap();
            assert!(legal(rules, &hands[seat], &trick, trump).contains(card), "{card}");
            hands[seat].retain(|other| other != card);
            trick.push(card.clone());
        }
        leader = (leader + winning(&trick, trump)) % 3;
        scores[leader] += trick_points(&trick);
        tricks[leader] += 1;
        if number == 13 {
            scores[leader] += u16::from(rules.last_trick);
            if rules.muestra == Muestra::LastTrick {
                scores[leader] += points(&muestra);
            }
            break;
        }
        loop {
            let action = moves.next().unwrap().as_str();
            let one = action.strip_prefix("declare:20:");
            if action == "exchange" {
                muestra = exchange(rules, &mut hands[leader], &muestra);
                continue;
            }
            let (of, worth) = match action {
                "pass" => break,
                "declare:tute" => {
                    let all = |rank: &str| {
                        hands[leader].iter().filter(|card| card.starts_with(rank)).count() == 4
                    };
                    assert!(rules.tute && (all("R") || all("C")));
                    let losers = (0..3).filter(|&seat| seat != leader).collect();
                    return Played { scores, tricks, declared, losers };
                }
                "declare:40" => (trump, 40),
                _ => (one.unwrap(), 20),
            };
            assert!(worth == 40 || of != trump);
            for rank in ["R", "C"] {
                assert!(hands[leader].contains(&format!("{rank}{of}")));
            }
            assert!(!suits[leader].contains(&of.to_owned()));
            suits[leader].push(of.to_owned());
            scores[leader] += worth;
            declared[leader] += 1;
            if rules.declarations == Declarations::One {
                break;
            }
        }
    }
    assert!(moves.next().is_none());
    let losers = losers(rules, scores, tricks, declared);
    Played { scores, tricks, declared, losers }
}

/// Exchanges the 7 or the 2 of trumps, the stronger one if both may be given; the muestra then.
pub(super) fn exchange(rules: &Tute, hand: &mut Vec<Text>, muestra: &str) -> Text {
    let trump = suit(muestra);
    let allowed: &[&str] = match rules.exchange {
        Exchanges::Off => &[],
        Exchanges::Seven => &["7"],
        Exchanges::Two => &["2"],
        Exchanges::Both => &["7", "2"],
    };
    let mut cards = allowed.iter().map(|rank| format!("{rank}{trump}"));
    let is_given = |card: &Text| hand.contains(card) && strength(card) < strength(muestra);
    let given = cards.find(is_given).unwrap();
    hand.retain(|card| *card != given);
    hand.push(muestra.to_owned());
    given
}

/// The losers of a hand without a tute.
pub(super) fn losers(
    rules: &Tute,
    scores: [u16; 3],
    tricks: [u8; 3],
    declared: [u8; 3],
) -> Vec<usize> {
    for seat in 0..3 {
        if tricks[seat] == 13 && rules.capote {
            let others = (0..3).filter(|&other| other != seat).collect();
            return if declared[seat] == 0 { others } else { vec![seat] };
        }
    }
    let without: Vec<usize> = (0..3).filter(|&seat| tricks[seat] == 0).collect();
    if rules.no_trick == NoTrick::Loses && !without.is_empty() {
        return without;
    }
    let mut sorted = scores;
    sorted.sort_unstable();
    (0..3).filter(|&seat| scores[seat] == sorted[1]).collect()
}
