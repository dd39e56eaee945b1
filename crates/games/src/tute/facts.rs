//! The facts of Tute Cabrero: what sentences may speak of.
//!
//! Scores are those of the hand so far. The leading opponent is the one with the higher score, and
//! the trailing one that with the lower score; of equal ones, both are the one in the lower seat.
//! Cards are unseen if they are neither played nor in the player's hand.

use super::cards::{Card, Cards, Suit};
use super::policies::Seen;
use super::public::{SEATS, others};
use super::rules::Tute;
use super::state::TuteMove;
use rivals_core::play::Decision;
use rivals_core::sentences::FactRow;
use rivals_core::sentences::FactValues::{self, Bool, Word};

type At<'a> = Decision<'a, Tute>;

const ACTS: &[&str] = &["card", "forty", "twenty", "tute", "pass"];

const SUITS: &[&str] = &["none", "oros", "copas", "espadas", "bastos"];

/// A score has at most the 130 points of a hand, and four declarations.
const SCORE: FactValues = FactValues::number(0.0, 230.0);

/// A number of cards of one suit.
const OF_SUIT: FactValues = FactValues::number(0.0, 10.0);

/// The facts.
pub(super) const FACTS: &[FactRow<Tute>] = &[
    FactRow::position(
        "first_trick",
        Bool,
        "No trick of the hand is finished.",
        "first_trick && hand_points > 35",
        |at| truth(seen(at).is_first_trick()),
    ),
    FactRow::position("leads", Bool, "No card lies on the table.", "leads && !trump", |at| {
        truth(leads(&seen(at)))
    }),
    FactRow::position("score", SCORE, "The own points.", "score > 60", |at| {
        let at = seen(at);
        at.score(at.seat).into()
    }),
    FactRow::position(
        "high_score",
        SCORE,
        "The points of the leading opponent.",
        "score > high_score",
        |at| seen(at).score(leading(&seen(at))).into(),
    ),
    FactRow::position(
        "low_score",
        SCORE,
        "The points of the trailing opponent.",
        "score - low_score < 10",
        |at| seen(at).score(trailing(&seen(at))).into(),
    ),
    FactRow::position(
        "winner_score",
        SCORE,
        "The points of the player who wins the trick so far, and of the leader before the first \
         card.",
        "winner_score == low_score",
        |at| seen(at).score(at.view.public.winner.into()).into(),
    ),
    FactRow::position(
        "tricks",
        FactValues::number(0.0, 13.0),
        "The tricks that the player has won.",
        "tricks == 0",
        |at| at.view.public.tricks[seen(at).seat].into(),
    ),
    FactRow::position(
        "winner_has_all",
        Bool,
        "The player who wins the trick so far has won all tricks of the hand.",
        "winner_has_all && beats",
        |at| {
            let public = &at.view.public;
            let winner = usize::from(public.winner);
            truth((0..SEATS).all(|seat| (seat == winner) == (public.tricks[seat] > 0)))
        },
    ),
    FactRow::position(
        "hand_points",
        FactValues::number(0.0, 120.0),
        "The points of the cards in hand.",
        "hand_points > 35",
        |at| at.view.hand.points().into(),
    ),
    FactRow::position("hand_trumps", OF_SUIT, "The trumps in hand.", "hand_trumps >= 4", |at| {
        seen(at).trumps().into()
    }),
    FactRow::position(
        "led_in_hand",
        OF_SUIT,
        "The cards in hand of the suit that was led; 0 for the player who leads.",
        "led_in_hand == 0",
        |at| {
            let led = if leads(&seen(at)) { Cards::NONE } else { at.view.public.led().cards() };
            count(at.view.hand & led)
        },
    ),
    FactRow::position(
        "trick_points",
        FactValues::number(0.0, 22.0),
        "The points of the cards on the table.",
        "trick_points >= 10 && beats",
        |at| at.view.public.table().iter().map(|card| f64::from(card.points())).sum(),
    ),
    FactRow::position("unseen_trumps", OF_SUIT, "The unseen trumps.", "unseen_trumps == 0", |at| {
        count(unseen(&seen(at)).of(at.view.public.trump))
    }),
    FactRow::action(
        "act",
        Word { words: ACTS },
        "Whether the action is a card, a declaration or none.",
        "act == 'pass'",
        |_, action| {
            let place: u8 = match action {
                TuteMove::Play(_) => 0,
                TuteMove::Forty => 1,
                TuteMove::Twenty(_) => 2,
                TuteMove::Tute => 3,
                TuteMove::Pass => 4,
            };
            place.into()
        },
    ),
    FactRow::action(
        "suit",
        Word { words: SUITS },
        "The suit of the card or of the declaration.",
        "suit in ['oros', 'copas']",
        suit_number,
    ),
    FactRow::action(
        "suit_number",
        FactValues::number(0.0, 4.0),
        "The place of the suit in the order oros, copas, espadas, bastos, from 1; 0 for none.",
        "suit_number == 1",
        suit_number,
    ),
    FactRow::action(
        "rank",
        FactValues::number(0.0, 10.0),
        "The place of the card in the order 2, 4, 5, 6, 7, S, C, R, 3, A, from 1; 0 for no card.",
        "rank >= 9",
        |at, action| of_card(at, action, |_, card| f64::from(card.rank() + 1)),
    ),
    FactRow::action(
        "card_points",
        FactValues::number(0.0, 11.0),
        "The points of the card.",
        "card_points == 0",
        |at, action| of_card(at, action, |_, card| card.points().into()),
    ),
    FactRow::action("trump", Bool, "The card is a trump.", "trump && rank > 5", |at, action| {
        of_card(at, action, |at, card| truth(card.suit() == at.public.trump))
    }),
    FactRow::action(
        "beats",
        Bool,
        "The card beats the one that wins the trick so far.",
        "beats && trick_points > 0",
        |at, action| {
            of_card(at, action, |at, card| truth(!leads(at) && at.public.beating().contains(card)))
        },
    ),
    FactRow::action(
        "stronger_unseen",
        FactValues::number(0.0, 9.0),
        "The unseen cards of its suit that are stronger.",
        "leads && stronger_unseen == 0",
        |at, action| of_card(at, action, |at, card| count(unseen(at) & card.stronger())),
    ),
    FactRow::action(
        "unseen_in_suit",
        OF_SUIT,
        "The unseen cards of its suit.",
        "unseen_in_suit < 3",
        |at, action| of_card(at, action, |at, card| count(unseen(at).of(card.suit()))),
    ),
    FactRow::action(
        "suit_in_hand",
        OF_SUIT,
        "The cards of its suit in hand, with itself.",
        "suit_in_hand == 1",
        |at, action| of_card(at, action, |at, card| count(at.hand.of(card.suit()))),
    ),
    FactRow::action(
        "suit_points_played",
        FactValues::number(0.0, 30.0),
        "The points of the cards of its suit in finished tricks.",
        "suit_points_played > 20",
        |at, action| of_card(at, action, |at, card| at.public.played.points_of(card.suit()).into()),
    ),
    FactRow::action(
        "may_be_trumped",
        Bool,
        "The card is no trump, trumps are unseen, and an opponent who is known to be void in its \
         suit may hold one.",
        "leads && !may_be_trumped",
        |at, action| {
            of_card(at, action, |at, card| {
                let (suit, trump) = (card.suit(), at.public.trump);
                let trumps = |seat| at.is_void(seat, suit) && !at.is_void(seat, trump);
                let any = others(at.seat).into_iter().any(trumps);
                truth(suit != trump && any && !unseen(at).of(trump).is_empty())
            })
        },
    ),
    FactRow::action(
        "leader_void",
        Bool,
        "The leading opponent is known to be void in its suit.",
        "leads && leader_void",
        |at, action| of_card(at, action, |at, card| truth(at.is_void(leading(at), card.suit()))),
    ),
    FactRow::action(
        "leader_followed",
        Bool,
        "The leading opponent has led or followed its suit.",
        "leader_followed && !leader_void",
        |at, action| {
            of_card(at, action, |at, card| {
                truth(at.public.followed[leading(at)] & card.suit().bit() != 0)
            })
        },
    ),
    FactRow::action(
        "trailer_void",
        Bool,
        "The trailing opponent is known to be void in its suit.",
        "leads && trailer_void",
        |at, action| of_card(at, action, |at, card| truth(at.is_void(trailing(at), card.suit()))),
    ),
];

fn seen<'a>(at: &At<'a>) -> Seen<'a> {
    Seen::of(at.game, at.view)
}

fn truth(is: bool) -> f64 {
    f64::from(u8::from(is))
}

fn count(cards: Cards) -> f64 {
    cards.len() as f64
}

fn leads(at: &Seen<'_>) -> bool {
    at.public.in_trick == 0
}

fn unseen(at: &Seen<'_>) -> Cards {
    at.public.unseen(at.rules, at.hand)
}

fn leading(at: &Seen<'_>) -> usize {
    let [one, other] = others(at.seat);
    if at.score(other) > at.score(one) { other } else { one }
}

fn trailing(at: &Seen<'_>) -> usize {
    let [one, other] = others(at.seat);
    if at.score(other) < at.score(one) { other } else { one }
}

/// What is measured of a card; 0 for other actions.
fn of_card(at: &At<'_>, action: TuteMove, measure: impl Fn(&Seen<'_>, Card) -> f64) -> f64 {
    match action {
        TuteMove::Play(card) => measure(&seen(at), card),
        _ => 0.0,
    }
}

fn suit_number(at: &At<'_>, action: TuteMove) -> f64 {
    let of = |suit: Suit| f64::from(suit.0 + 1);
    match action {
        TuteMove::Play(card) => of(card.suit()),
        TuteMove::Forty => of(at.view.public.trump),
        TuteMove::Twenty(suit) => of(suit),
        TuteMove::Tute | TuteMove::Pass => 0.0,
    }
}
