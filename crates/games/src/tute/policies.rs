//! The players that decide by a rule: those of the source as decision procedures, and others.
//!
//! The source's players go for the most points (más) or the fewest (menos), and decide it afresh
//! at every card. In the first trick they go for más if the points of their hand, plus a weight for
//! every trump, are above a threshold. Later they compare distances: with their own points, those
//! of their hand and the weight of their trumps against the other players' scores, they go for más
//! if the higher score is no further away than the lower one. What they know is a [`Seen`]: there is
//! no hidden card in it.

use rand::{Rng, SeedableRng};

use super::cards::{Card, Cards, Suit};
use super::public::{Phase, Public, SEATS, others};
use super::rules::{Muestra, Tute};
use super::state::{TuteMove, TuteView};
use rivals_core::play::{TurnDice, draw};
use rivals_core::sort;

/// What the seat that decides knows.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The rules.
    pub rules: &'a Tute,
    /// What all players know.
    pub public: &'a Public,
    /// The seat.
    pub seat: usize,
    /// Its hand.
    pub hand: Cards,
}

/// How a player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Any legal action, all with the same probability.
    Random,
    /// The strongest legal card; declares always.
    AlwaysHigh,
    /// The weakest legal card; declares nothing but a tute.
    AlwaysLow,
    /// Loses tricks with its points in them to players who are not last.
    Dumper,
    /// A player of the source.
    Source(Source),
}

/// A player of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// How it chooses a card.
    pub level: Level,
    /// The points of a hand that it takes for the average, without its trumps.
    pub threshold: u8,
    /// The points that a trump counts for beside its own.
    pub weight: u8,
    /// Whether it compares expected points at the end of the hand.
    pub calibrated: bool,
    /// Whether it looks at who gets its points, and at a player who has all tricks.
    pub looks: bool,
}

/// A player of the source, as written or calibrated.
pub const fn source(level: Level, threshold: u8, weight: u8, calibrated: bool) -> Policy {
    Policy::Source(Source { level, threshold, weight, calibrated, looks: false })
}

/// How a player of the source chooses a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// By strength alone.
    Novice,
    /// By the cards that are still unseen.
    Medium,
    /// By the voids of the other players as well.
    Expert,
}

impl<'a> Seen<'a> {
    /// What is known of a view.
    pub fn of(rules: &'a Tute, view: &'a TuteView) -> Self {
        Self { rules, public: &view.public, seat: usize::from(view.seat.0), hand: view.hand }
    }

    /// Whether no trick of the hand is finished.
    #[inline]
    pub(super) fn is_first_trick(&self) -> bool {
        let public = self.public;
        let more = self.rules.muestra == Muestra::Mano
            && usize::from(super::public::next(public.dealer)) == self.seat;
        public.sizes[self.seat] >= super::public::TRICKS + u8::from(more)
    }

    #[inline]
    pub(super) fn score(&self, seat: usize) -> i32 {
        i32::from(self.public.scores[seat])
    }

    /// The number of trumps in hand.
    #[inline]
    pub(super) fn trumps(&self) -> i32 {
        i32::from(self.hand.count(self.public.trump))
    }

    #[inline]
    pub(super) fn is_void(&self, seat: usize, suit: Suit) -> bool {
        self.public.voids[seat] & suit.bit() != 0
    }
}

impl Policy {
    /// Chooses an action.
    #[inline]
    pub fn decide(&self, at: &Seen<'_>, rng: &mut (impl Rng + ?Sized)) -> TuteMove {
        match at.public.phase {
            Phase::Declaring => self.declaration(at, rng),
            _ => TuteMove::Play(self.card(at, self.goes_for_more(at), rng)),
        }
    }

    /// The action of a player that draws nothing, and what it goes for with a card.
    ///
    /// # Panics
    /// For [`Self::Random`], in debug builds.
    #[inline]
    pub fn decide_and_tell(&self, at: &Seen<'_>) -> (TuteMove, Option<bool>) {
        debug_assert!(*self != Self::Random, "it draws");
        let no_dice = &mut TurnDice::from_seed([0; 8]);
        match at.public.phase {
            Phase::Declaring => (self.declaration(at, no_dice), None),
            _ => {
                let more = self.goes_for_more(at);
                (TuteMove::Play(self.card(at, more, no_dice)), more)
            }
        }
    }

    /// Whether the player goes for the most points; `None` for players that never think of it.
    #[inline]
    pub fn goes_for_more(&self, at: &Seen<'_>) -> Option<bool> {
        match self {
            Self::Random | Self::Dumper => None,
            Self::AlwaysHigh => Some(true),
            Self::AlwaysLow => Some(false),
            Self::Source(source) => Some(source.goes_for_more(at)),
        }
    }

    /// The winner of a trick exchanges and declares what it can if it goes for the most points,
    /// trumps first. All players declare a tute.
    #[inline]
    pub fn declaration(&self, at: &Seen<'_>, rng: &mut (impl Rng + ?Sized)) -> TuteMove {
        let mut actions = at.public.declarations(at.rules, at.hand);
        if *self == Self::Random {
            let drawn = draw(rng, actions.clone().count());
            return actions.nth(drawn).unwrap_or(TuteMove::Pass);
        }
        if at.rules.has_tute(at.hand) {
            return TuteMove::Tute;
        }
        let has_none = || actions.clone().nth(1).is_none();
        if has_none() || self.goes_for_more(at) != Some(true) {
            return TuteMove::Pass;
        }
        actions.next().unwrap_or(TuteMove::Pass)
    }

    /// Chooses a card, going for the most points or not.
    #[inline]
    fn card(&self, at: &Seen<'_>, more: Option<bool>, rng: &mut (impl Rng + ?Sized)) -> Card {
        let leads = at.public.in_trick == 0;
        let legal = at.public.legal(at.rules, at.hand);
        match self {
            Self::Random => legal.nth(draw(rng, legal.len())),
            Self::AlwaysHigh => legal.high(),
            Self::AlwaysLow => legal.low(),
            Self::Dumper => dump(at, legal),
            Self::Source(source) => match (more == Some(true), source.level, leads) {
                (more, Level::Novice, _) => by_strength(legal, more),
                (more, _, true) if at.is_first_trick() => by_strength(legal, more),
                (more, _, false) if source.looks => follow_and_look(at, legal, more),
                (more, _, false) => follow(at, legal, more),
                (true, Level::Medium, true) => lead_for_more(at),
                (false, Level::Medium, true) => lead_for_less(at),
                (true, Level::Expert, true) => lead_for_more_as_expert(at),
                (false, Level::Expert, true) => lead_for_less_as_expert(at),
            },
        }
    }
}

impl Source {
    /// Whether the player goes for the most points.
    #[inline]
    fn goes_for_more(&self, at: &Seen<'_>) -> bool {
        let hand = i32::from(at.hand.points()) + i32::from(self.weight) * at.trumps();
        if self.calibrated {
            return self.expects_more(at, hand);
        }
        let (threshold, weight) = (i32::from(self.threshold), i32::from(self.weight));
        if at.is_first_trick() {
            // 13 of 40 cards are a hand, and 13 quarters of a trump its mean number of trumps.
            return 4 * hand > 4 * threshold + 13 * weight;
        }
        let scores = others(at.seat).map(|seat| at.score(seat));
        is_nearer_to_more(at.score(at.seat) + hand, scores)
    }

    /// The same comparison of the points that the players may expect at the end. Each of them gets
    /// a part of the points that are left: this player as large a part as its hand is of all cards
    /// that are not played, by points and the weight of trumps, and the others equal parts of the
    /// rest. In the first trick it goes for the most points if its part is above a third.
    fn expects_more(&self, at: &Seen<'_>, hand: i32) -> bool {
        let public = at.public;
        let unseen = public.unseen(at.rules, at.hand);
        let trumps = i32::from(unseen.count(public.trump));
        let unseen_hand = i32::from(unseen.points()) + i32::from(self.weight) * trumps;
        let table: i32 = (public.table().iter()).map(|card| i32::from(card.points())).sum();
        let left = i32::from(at.hand.points())
            + i32::from(unseen.points())
            + table
            + i32::from(at.rules.last_trick);
        // All values are multiplied by twice the sum of the parts.
        let all = hand + unseen_hand;
        if at.is_first_trick() {
            return 3 * hand > all;
        }
        let own = 2 * (at.score(at.seat) * all + left * hand);
        let rest = left * unseen_hand;
        let scores = others(at.seat).map(|seat| 2 * at.score(seat) * all + rest);
        is_nearer_to_more(own, scores)
    }
}

/// Whether the higher of two scores is no further from a player's own than the lower one.
#[inline]
fn is_nearer_to_more(own: i32, [a, b]: [i32; 2]) -> bool {
    (a.max(b) - own).abs() <= (own - a.min(b)).abs()
}

#[inline]
fn by_strength(cards: Cards, more: bool) -> Card {
    if more { cards.high() } else { cards.low() }
}

/// The card of medium and expert that do not lead.
#[inline]
fn follow(at: &Seen<'_>, legal: Cards, more: bool) -> Card {
    let public = at.public;
    if more {
        // Where a card follows, a trump of another suit is not legal.
        let beating = legal & public.beating();
        return if beating.is_empty() { legal.low() } else { beating.high() };
    }
    let void = at.hand.of(public.led()).is_empty() && at.hand.of(public.trump).is_empty();
    by_strength(legal, void)
}

/// The tricks of one player alone from which on all tricks threaten.
const MANY: u8 = 5;

/// The card of a player who looks at the others. It takes a trick from an opponent who has all
/// tricks so far, and for the fewest points it gives its points as [`dump`] does.
fn follow_and_look(at: &Seen<'_>, legal: Cards, more: bool) -> Card {
    let public = at.public;
    let winner = usize::from(public.winner);
    let has_all = (0..SEATS).all(|seat| (seat == winner) == (public.tricks[seat] > 0));
    let beating = legal & public.beating();
    if has_all && public.tricks[winner] >= MANY && !beating.is_empty() {
        return beating.low();
    }
    if more { follow(at, legal, true) } else { dump(at, legal) }
}

/// The cards of the hand that no unseen card of their suit beats.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below 40")]
fn winners(at: &Seen<'_>, unseen: Cards) -> Cards {
    let mut winners = Cards::NONE;
    for suit in Suit::ALL {
        let own = at.hand.of(suit);
        let others = unseen.of(suit);
        winners |= if others.is_empty() {
            own
        } else {
            own & Card(63 - others.0.leading_zeros() as u8).stronger()
        };
    }
    winners
}

/// The strongest of the winners of the suit of which most cards are unseen.
#[inline]
fn winner_of_least_known(winners: Cards, unseen: Cards) -> Card {
    let (mut chosen, mut most) = (Suit(0), None);
    for suit in Suit::ALL {
        let count = Some(unseen.count(suit));
        if !winners.of(suit).is_empty() && count > most {
            (chosen, most) = (suit, count);
        }
    }
    winners.of(chosen).high()
}

/// The lead of medium for the most points.
#[inline]
fn lead_for_more(at: &Seen<'_>) -> Card {
    let unseen = at.public.unseen(at.rules, at.hand);
    let winners = winners(at, unseen);
    if winners.is_empty() { at.hand.low() } else { winner_of_least_known(winners, unseen) }
}

/// The lead of medium for the fewest points: its highest trump that an unseen one beats.
#[inline]
fn lead_for_less(at: &Seen<'_>) -> Card {
    let trumps = at.hand.of(at.public.trump);
    let unseen = at.public.unseen(at.rules, at.hand);
    let beaten = trumps & !winners(at, unseen);
    if beaten.is_empty() { at.hand.low() } else { beaten.high() }
}

/// The lead of expert for the most points.
#[inline]
fn lead_for_more_as_expert(at: &Seen<'_>) -> Card {
    let (public, trump) = (at.public, at.public.trump);
    let unseen = public.unseen(at.rules, at.hand);
    let unseen_trumps = !unseen.of(trump).is_empty();
    let mut winners = winners(at, unseen);
    if unseen_trumps {
        for suit in Suit::ALL {
            let trumped = |seat: usize| at.is_void(seat, suit) && !at.is_void(seat, trump);
            if suit != trump && others(at.seat).into_iter().any(trumped) {
                winners &= !suit.cards();
            }
        }
    }
    if winners.is_empty() {
        let [one, other] = others(at.seat);
        let rival = if at.score(other) > at.score(one) { other } else { one };
        let followed =
            |suit: &Suit| public.followed[rival] & suit.bit() != 0 && !at.is_void(rival, *suit);
        let suit = suits_by_played(at, true).into_iter().find(followed_and_held(at, followed));
        return suit.map_or_else(|| at.hand.low(), |suit| at.hand.of(suit).low());
    }
    let trumps = if unseen_trumps { winners.of(trump) } else { at.hand.of(trump) };
    if trumps.is_empty() { winner_of_least_known(winners, unseen) } else { trumps.high() }
}

/// The lead of expert for the fewest points: a suit in which the player with the fewest is void.
#[inline]
fn lead_for_less_as_expert(at: &Seen<'_>) -> Card {
    let [one, other] = others(at.seat);
    let rival = if at.score(other) < at.score(one) { other } else { one };
    let void = |suit: &Suit| at.is_void(rival, *suit);
    let suit = suits_by_played(at, false).into_iter().find(followed_and_held(at, void));
    suit.map_or_else(|| at.hand.low(), |suit| at.hand.of(suit).low())
}

/// A condition on suits of which the player holds a card.
fn followed_and_held<'a>(
    at: &'a Seen<'_>,
    condition: impl Fn(&Suit) -> bool + 'a,
) -> impl FnMut(&Suit) -> bool + 'a {
    move |suit| !at.hand.of(*suit).is_empty() && condition(suit)
}

/// The suits by the points of their cards that are played, most or fewest first.
#[inline]
fn suits_by_played(at: &Seen<'_>, most: bool) -> [Suit; 4] {
    let mut suits = Suit::ALL;
    let played = at.public.played;
    sort::by_key(&mut suits, |suit| match played.points_of(*suit) {
        points if most => -i32::from(points),
        points => i32::from(points),
    });
    suits
}

/// Leads its weakest card. Otherwise it loses the trick if it can: to a player that is not last
/// with most points, and else with the weakest card.
fn dump(at: &Seen<'_>, legal: Cards) -> Card {
    let public = at.public;
    let losing = legal & !public.beating();
    if public.in_trick == 0 || losing.is_empty() {
        return legal.low();
    }
    let winner = at.score(usize::from(public.winner));
    let is_last = (0..SEATS).all(|seat| at.score(seat) >= winner);
    if is_last { losing.low() } else { losing.high() }
}
