//! Solves the last tricks of a hand exactly, with all hands known.
//!
//! Hidden hands are dealt first: agents average the results over the deals that a view allows.
//! Each deal is then a game with perfect information for three players, which has no single value.
//! The two usual ones are here. *Paranoid*: the seat tries not to lose the hand, and both others
//! try to make it lose, so that the value is a win or a loss and one counter-example ends a search.
//! *Max^n*: every seat avoids its own loss first, and then prefers that the others lose (Luckhardt
//! and Irani 1986). Declarations between tricks are moves like cards.
//!
//! Cards without points of the same suit that no other live card separates are the same card, and
//! only the lowest of them is tried. A hand is decided early where the points that are left cannot
//! change who loses.

use super::cards::{Card, Cards, Suit};
use super::public::{Phase, Public, SEATS, TRICKS, others, seat_of};
use super::rules::{Exchanges, Muestra, NoTrick, Tute};
use super::state::TuteMove;
use rivals_core::play::{Meter, Seats};

/// How the seats play in a deal that all of them know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Both other seats try to make the searching seat lose.
    Paranoid,
    /// Each seat avoids its own loss, and then prefers that the others lose.
    MaxN,
}

/// The ranks without points, which are the lowest five, of a suit.
pub(super) const WORTHLESS: u64 = 0x1f;

/// By the worthless cards of a hand and the others that are live, the lowest card of each run.
static DISTINCT: [[u8; 32]; 32] = {
    let mut distinct = [[0; 32]; 32];
    let mut own = 0;
    while own < 32 {
        let mut others = 0;
        while others < 32 {
            let (mut rank, mut is_in_run) = (0, false);
            while rank < 5 {
                if others >> rank & 1 != 0 {
                    is_in_run = false;
                } else if own >> rank & 1 != 0 {
                    distinct[own][others] |= ((!is_in_run) as u8) << rank;
                    is_in_run = true;
                }
                rank += 1;
            }
            others += 1;
        }
        own += 1;
    }
    distinct
};

/// The cards of a choice without those that are the same as a lower one of it. Trumps that may be
/// exchanged are not the same as others, and the muestra may come between them.
#[inline]
fn distinct(cards: Cards, others: Cards, exchanged: Option<Suit>) -> Cards {
    let mut kept = cards.0;
    for suit in Suit::ALL {
        if Some(suit) == exchanged {
            continue;
        }
        let shift = 10 * suit.0;
        let own = cards.0 >> shift & WORTHLESS;
        if own & own.wrapping_sub(1) != 0 {
            let others = others.0 >> shift & WORTHLESS;
            kept &= !(WORTHLESS << shift);
            kept |= u64::from(DISTINCT[own as usize][others as usize]) << shift;
        }
    }
    Cards(kept)
}

/// The actions that a search tries.
pub(super) struct Moves {
    moves: [TuteMove; TRICKS as usize + 1],
    count: usize,
}

impl Moves {
    /// All actions of the seat that decides, but for cards that are the same as a lower one.
    #[inline]
    pub(super) fn new(rules: &Tute, public: &Public, hands: &[Cards; SEATS]) -> Self {
        let mut all = Self { moves: [TuteMove::Pass; TRICKS as usize + 1], count: 0 };
        let seat = public.decider();
        if public.phase == Phase::Declaring {
            public.declarations(rules, hands[seat]).for_each(|action| all.add(action));
            return all;
        }
        let legal = public.legal(rules, hands[seat]);
        let mut live: Cards = public.table().iter().copied().collect();
        for (other, &hand) in hands.iter().enumerate() {
            if other != seat {
                live |= hand;
            }
        }
        let exchanged = (rules.exchange != Exchanges::Off).then_some(public.trump);
        (distinct(legal, live, exchanged).iter()).for_each(|card| all.add(TuteMove::Play(card)));
        all
    }

    #[inline]
    fn add(&mut self, action: TuteMove) {
        self.moves[self.count] = action;
        self.count += 1;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = TuteMove> {
        self.moves[..self.count].iter().copied()
    }
}

/// Solves ends of hands for a seat.
pub struct Solver<'a, 'm, 'w> {
    rules: &'a Tute,
    seat: usize,
    meter: &'m mut Meter<'w>,
}

impl<'a, 'm, 'w> Solver<'a, 'm, 'w> {
    pub fn new(rules: &'a Tute, seat: usize, meter: &'m mut Meter<'w>) -> Self {
        Self { rules, seat, meter }
    }

    /// The seats that lose the hand; with [`Ending::Paranoid`] only whether the seat is among them.
    /// The result of a stopped search has no meaning.
    pub fn losers(&mut self, public: &Public, hands: &[Cards; SEATS], by: Ending) -> Seats {
        match by {
            Ending::Paranoid if self.paranoid(public, hands) => Seats::one(seat_of(self.seat)),
            Ending::Paranoid => Seats::NONE,
            Ending::MaxN => self.max_n(public, hands),
        }
    }

    fn after(
        &self,
        public: &Public,
        hands: &[Cards; SEATS],
        action: TuteMove,
    ) -> (Public, [Cards; SEATS]) {
        let (mut public, mut hands) = (*public, *hands);
        public.act(self.rules, &mut hands, action);
        (public, hands)
    }

    /// Whether the seat loses if the others play against it.
    fn paranoid(&mut self, public: &Public, hands: &[Cards; SEATS]) -> bool {
        if self.meter.visit() {
            return true;
        }
        if public.phase == Phase::Over {
            return public.losers(self.rules).contains(seat_of(self.seat));
        }
        if let Some(left) = points_left(self.rules, public, hands)
            && let Some(loses) = settled(public, self.seat, left)
        {
            return loses;
        }
        let own = public.decider() == self.seat;
        let moves = Moves::new(self.rules, public, hands);
        for action in moves.iter() {
            let (public, hands) = self.after(public, hands, action);
            if self.paranoid(&public, &hands) != own {
                return !own;
            }
        }
        own
    }

    /// The seats that lose if each plays for itself.
    fn max_n(&mut self, public: &Public, hands: &[Cards; SEATS]) -> Seats {
        if self.meter.visit() {
            return Seats::NONE;
        }
        if public.phase == Phase::Over {
            return public.losers(self.rules);
        }
        if let Some(left) = points_left(self.rules, public, hands) {
            let mut losers = Seats::NONE;
            let mut is_settled = true;
            for seat in 0..SEATS {
                match settled(public, seat, left) {
                    Some(true) => losers.insert(seat_of(seat)),
                    Some(false) => {}
                    None => is_settled = false,
                }
            }
            if is_settled {
                return losers;
            }
        }
        let decider = seat_of(public.decider());
        let (mut best, mut least) = (Seats::NONE, usize::MAX);
        for action in Moves::new(self.rules, public, hands).iter() {
            let (public, hands) = self.after(public, hands, action);
            let losers = self.max_n(&public, &hands);
            let cost = cost(losers.contains(decider), losers.len());
            if cost < least {
                (best, least) = (losers, cost);
            }
            if least == 0 {
                break;
            }
        }
        best
    }
}

/// The most points that a seat can still score, between tricks; `None` where more than the
/// scores may decide who loses, or during a trick.
#[inline]
pub(super) fn points_left(rules: &Tute, public: &Public, hands: &[Cards; SEATS]) -> Option<i32> {
    let winners = public.tricks.iter().filter(|tricks| **tricks > 0).count();
    if public.in_trick != 0 || winners < 2 || rules.no_trick == NoTrick::Loses && winners < SEATS {
        return None;
    }
    // The muestra counts for those who may take it.
    let hands = hands.map(|hand| match public.exchangeable(rules, hand) {
        Some(_) => hand | public.muestra.map_or(Cards::NONE, Card::set),
        None => hand,
    });
    if hands.iter().any(|hand| rules.has_tute(*hand)) {
        return None;
    }
    let [a, b, c] = hands;
    let mut left = i32::from((a | b | c).points()) + i32::from(rules.last_trick);
    if let (Muestra::LastTrick, Some(card)) = (rules.muestra, public.muestra) {
        left += i32::from(card.points());
    }
    for hand in hands {
        for suit in Suit::of_bits(hand.pairs()) {
            left += if suit == public.trump { 40 } else { 20 };
        }
    }
    Some(left)
}

/// What losers cost a seat: its own loss first; then as few of the others as possible are safe.
const fn cost(loses: bool, losers: usize) -> usize {
    if loses { 6 - losers } else { 2 - losers }
}

/// What losers as bits cost a seat, from 0 to 5.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "at most 5")]
pub(super) fn costs(seat: usize, losers: u8) -> u8 {
    static COSTS: [[u8; 8]; SEATS] = {
        let mut costs = [[2; 8]; SEATS];
        let mut at = 0;
        while at < 8 * SEATS {
            let (seat, losers) = (at / 8, at % 8);
            costs[seat][losers] = cost(losers >> seat & 1 == 1, losers.count_ones() as usize) as u8;
            at += 1;
        }
        costs
    };
    COSTS[seat][usize::from(losers)]
}

/// Whether a seat loses, if this number of points cannot change it.
#[inline]
pub(super) fn settled(public: &Public, seat: usize, left: i32) -> Option<bool> {
    let score = |seat: usize| i32::from(public.scores[seat]);
    let [one, other] = others(seat).map(score);
    let (own, high, low) = (score(seat), one.max(other), one.min(other));
    if own > high + left || own + left < low {
        return Some(false);
    }
    (high >= own + left && low + left <= own).then_some(true)
}

/// The number of tricks that are not finished, or one more.
pub fn tricks_left(public: &Public) -> u8 {
    let least = public.sizes.iter().copied().min().unwrap_or(0);
    least + u8::from(public.in_trick > 0)
}
