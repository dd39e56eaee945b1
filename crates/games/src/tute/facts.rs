//! The facts of Tute Cabrero: what sentences may speak of.
//!
//! Scores are those of the hand so far. The leading opponent is the one with the higher score, and
//! the trailing one that with the lower score; of equal ones, both are the one in the lower seat.
//! Cards are unseen if they are neither played nor in the player's hand.

use super::cards::{Card, Cards, Suit};
use super::policies::Seen;
use super::public::{SEATS, others};
use super::rules::Tute;
use super::state::TuteMove::{self, Exchange, Forty, Pass, Play, Twenty};
use rivals_core::play::Decision;
use rivals_core::sentences::FactValues;
use rivals_core::which;

type At<'a> = Decision<'a, Tute>;

/// A score has at most the 130 points of a hand, and four declarations.
const SCORE: FactValues = FactValues::number(0, 230);

/// A number of cards of one suit.
const OF_SUIT: FactValues = FactValues::number(0, 10);

rivals_core::facts! {
    /// The facts.
    pub(super) FACTS of Tute;
    position |at| {
        /// No trick of the hand is finished.
        first_trick: bool, "first_trick && hand_points > 35" => seen(at).is_first_trick();
        /// No card lies on the table.
        leads: bool, "leads && !trump" => leads(&seen(at));
        /// The own points.
        score: SCORE, "score > 60" => seen(at).score(seen(at).seat);
        /// The points of the leading opponent.
        high_score: SCORE, "score > high_score" => seen(at).score(leading(&seen(at)));
        /// The points of the trailing opponent.
        low_score: SCORE, "score - low_score < 10" => seen(at).score(trailing(&seen(at)));
        /// The points of the player who wins the trick so far, and of the leader before the first
        /// card.
        winner_score: SCORE, "winner_score == low_score" =>
            seen(at).score(at.view.public.winner.into());
        /// The tricks that the player has won.
        tricks: (0 to 13), "tricks == 0" => at.view.public.tricks[seen(at).seat];
        /// The player who wins the trick so far has won all tricks of the hand.
        winner_has_all: bool, "winner_has_all && beats" => {
            let public = &at.view.public;
            (0..SEATS).all(|seat| (public.winner as usize == seat) == (public.tricks[seat] > 0))
        };
        /// The points of the cards in hand.
        hand_points: (0 to 120), "hand_points > 35" => at.view.hand.points();
        /// The trumps in hand.
        hand_trumps: OF_SUIT, "hand_trumps >= 4" => seen(at).trumps();
        /// The cards in hand of the suit that was led; 0 for the player who leads.
        led_in_hand: OF_SUIT, "led_in_hand == 0" =>
            (!leads(&seen(at))).then(|| at.view.hand.of(at.view.public.led()).len());
        /// The points of the cards on the table.
        trick_points: (0 to 22), "trick_points >= 10 && beats" =>
            at.view.public.table().iter().map(|card| i32::from(card.points())).sum::<i32>();
        /// The unseen trumps.
        unseen_trumps: OF_SUIT, "unseen_trumps == 0" =>
            unseen(&seen(at)).of(at.view.public.trump).len();
    }
    action |at, action| {
        /// Whether the action is a card, a declaration or none, or an exchange.
        act: [card, forty, twenty, tute, pass, exchange], "act == 'pass'" =>
            which!(action; Forty, Twenty(_), TuteMove::Tute, Pass, Exchange);
        /// The suit of the card or of the declaration.
        suit: [none, oros, copas, espadas, bastos], "suit in ['oros', 'copas']" =>
            suit_number(at, action);
        /// The place of the suit in the order oros, copas, espadas, bastos, from 1; 0 for none.
        suit_number: (0 to 4), "suit_number == 1" => suit_number(at, action);
        /// The place of the card in the order 2, 4, 5, 6, 7, S, C, R, 3, A, from 1; 0 for no card.
        rank: (0 to 10), "rank >= 9" => card(action).map(|card| card.rank() + 1);
        /// The points of the card.
        card_points: (0 to 11), "card_points == 0" => card(action).map(Card::points);
        /// The card is a trump.
        trump: bool, "trump && rank > 5" =>
            card(action).map(|card| card.suit() == at.view.public.trump);
        /// The card beats the one that wins the trick so far.
        beats: bool, "beats && trick_points > 0" => card(action)
            .map(|card| !leads(&seen(at)) && at.view.public.beating().contains(card));
        /// The unseen cards of its suit that are stronger.
        stronger_unseen: (0 to 9), "leads && stronger_unseen == 0" =>
            card(action).map(|card| (unseen(&seen(at)) & card.stronger()).len());
        /// The unseen cards of its suit.
        unseen_in_suit: OF_SUIT, "unseen_in_suit < 3" =>
            card(action).map(|card| unseen(&seen(at)).of(card.suit()).len());
        /// The cards of its suit in hand, with itself.
        suit_in_hand: OF_SUIT, "suit_in_hand == 1" =>
            card(action).map(|card| at.view.hand.of(card.suit()).len());
        /// The points of the cards of its suit in finished tricks.
        suit_points_played: (0 to 30), "suit_points_played > 20" =>
            card(action).map(|card| at.view.public.played.points_of(card.suit()));
        /// The card is no trump, trumps are unseen, and an opponent who is known to be void in its
        /// suit may hold one.
        may_be_trumped: bool, "leads && !may_be_trumped" =>
            card(action).map(|card| may_be_trumped(&seen(at), card.suit()));
        /// The leading opponent is known to be void in its suit.
        leader_void: bool, "leads && leader_void" =>
            card(action).map(|card| seen(at).is_void(leading(&seen(at)), card.suit()));
        /// The leading opponent has led or followed its suit.
        leader_followed: bool, "leader_followed && !leader_void" => card(action)
            .map(|card| at.view.public.followed[leading(&seen(at))] & card.suit().bit() != 0);
        /// The trailing opponent is known to be void in its suit.
        trailer_void: bool, "leads && trailer_void" =>
            card(action).map(|card| seen(at).is_void(trailing(&seen(at)), card.suit()));
    }
    actions |at| {}
}

fn seen<'a>(at: &At<'a>) -> Seen<'a> {
    Seen::of(at.game, at.view)
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

fn may_be_trumped(at: &Seen<'_>, suit: Suit) -> bool {
    let trump = at.public.trump;
    let trumps = |seat| at.is_void(seat, suit) && !at.is_void(seat, trump);
    suit != trump && others(at.seat).into_iter().any(trumps) && !unseen(at).of(trump).is_empty()
}

/// The card that is played.
fn card(action: TuteMove) -> Option<Card> {
    if let Play(card) = action { Some(card) } else { None }
}

fn suit_number(at: &At<'_>, action: TuteMove) -> Option<u8> {
    let suit = match action {
        Play(card) => card.suit(),
        Forty => at.view.public.trump,
        Twenty(suit) => suit,
        TuteMove::Tute | Pass | Exchange => return None,
    };
    Some(suit.0 + 1)
}
