//! The line of play with open cards: every seat knows all hands and plays for itself.
//!
//! The solution is max^n (Luckhardt and Irani 1986) of the rest of the hand, as in
//! [`Ending::MaxN`](super::endgame::Ending::MaxN): a seat avoids its own loss first, and then prefers
//! that the others lose; of equal actions it takes the first in canonical order. So each deal has one
//! line. This search finds the same losers in more tricks, because it keeps what it has found between
//! tricks, and leaves a state as soon as the seat before it cannot gain there any more.

use serde::Deserialize;
use serde_json::{Value, json};

use super::cards::{Cards, Suit};
use super::endgame::{Moves, WORTHLESS, costs, points_left, settled, tricks_left};
use super::public::{Phase, Public, SEATS, seat_of};
use super::rules::{Exchanges, Tute};
use super::state::{TuteMove, TuteState};
use rivals_core::engine::position;
use rivals_core::json;
use rivals_core::play::Seats;
use rivals_core::values::Invalid;

/// The most tricks of a line.
const MOST_TRICKS: u8 = 9;

/// The places of the table, as bits.
const PLACES: u32 = 21;

/// The fields of the question `open_hand`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenHand {
    position: Value,
}

/// The answer to the question `open_hand`: the line of play with open cards, and who loses.
pub(super) fn open_hand(rules: &Tute, fields: &Value) -> Result<Value, Invalid> {
    let asked: OpenHand = json::read(fields)?;
    let state = position(rules, &asked.position)?;
    let left = tricks_left(&state.public);
    let (message, help) = if state.public.phase == Phase::Dealing {
        ("the cards are not dealt yet".to_owned(), "give the trump suit or the muestra".to_owned())
    } else if left > MOST_TRICKS {
        let message = format!("{left} tricks are left, too many to look at all lines of play");
        (message, format!("give a position with at most {MOST_TRICKS} tricks left"))
    } else {
        let (losers, line) = Open::new(rules).line(&state);
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        return Ok(json!({ "losers": losers.iter().collect::<Vec<_>>(), "line": line }));
    };
    Err(Invalid::new("position.hands", message, help))
}

/// A search with what it has found between tricks. A new entry replaces that in its place.
pub(super) struct Open<'a> {
    rules: &'a Tute,
    keys: Vec<[u64; 3]>,
    /// By place, the losers as bits; 0 for none.
    found: Vec<u8>,
}

impl<'a> Open<'a> {
    pub(super) fn new(rules: &'a Tute) -> Self {
        Self { rules, keys: vec![[0; 3]; 1 << PLACES], found: vec![0; 1 << PLACES] }
    }

    /// The losers of the hand, and the actions to its end.
    pub(super) fn line(&mut self, state: &TuteState) -> (Seats, Vec<TuteMove>) {
        let (mut public, mut hands) = (state.public, state.hands);
        let (mut line, mut actions) = (Vec::new(), Vec::new());
        while public.phase != Phase::Over {
            let seat = public.decider();
            actions.clear();
            self.rules.actions_of(&public, hands[seat], &mut actions);
            let (action, _) = match actions[..] {
                [only] => (only, 0),
                _ => self.best(&public, &hands, actions.iter().copied(), None),
            };
            public.act(self.rules, &mut hands, action);
            line.push(action);
        }
        (public.losers(self.rules), line)
    }

    /// The best of these actions and the losers that it leads to, as bits. A seat that has decided
    /// before, with what it costs this seat at most there, need not know more than that it cannot
    /// gain here.
    fn best(
        &mut self,
        public: &Public,
        hands: &[Cards; SEATS],
        actions: impl Iterator<Item = TuteMove>,
        before: Option<(usize, u8)>,
    ) -> (TuteMove, u8) {
        let seat = public.decider();
        let (mut best, mut least) = ((TuteMove::Pass, 0), u8::MAX);
        for action in actions {
            let (mut public, mut hands) = (*public, *hands);
            public.act(self.rules, &mut hands, action);
            let losers = self.losers(&public, &hands, (least < u8::MAX).then_some((seat, least)));
            let cost = costs(seat, losers);
            if cost < least {
                (best, least) = ((action, losers), cost);
            }
            if least == 0 || before.is_some_and(|before| is_decided((seat, least), before)) {
                break;
            }
        }
        best
    }

    /// The losers as bits; others that cost the seat before as much or more if it cannot gain.
    fn losers(
        &mut self,
        public: &Public,
        hands: &[Cards; SEATS],
        before: Option<(usize, u8)>,
    ) -> u8 {
        if public.phase == Phase::Over {
            return bits(public.losers(self.rules));
        }
        let is_between = public.in_trick == 0;
        let key = if is_between { self.key(public, hands) } else { [0; 3] };
        let place = place(key);
        if is_between {
            if let Some(left) = points_left(self.rules, public, hands)
                && let [Some(a), Some(b), Some(c)] =
                    [0, 1, 2].map(|seat| settled(public, seat, left))
            {
                return u8::from(a) | u8::from(b) << 1 | u8::from(c) << 2;
            }
            if self.found[place] != 0 && self.keys[place] == key {
                return self.found[place];
            }
        }
        let moves = Moves::new(self.rules, public, hands);
        let (_, losers) = self.best(public, hands, moves.iter(), before);
        let own = (public.decider(), costs(public.decider(), losers));
        if is_between && (own.1 == 0 || before.is_none_or(|before| !is_decided(own, before))) {
            (self.keys[place], self.found[place]) = (key, losers);
        }
        losers
    }

    /// What the losers depend on between tricks. Worthless cards of a suit are the same as others in
    /// their order, unless they may be exchanged.
    fn key(&self, public: &Public, hands: &[Cards; SEATS]) -> [u64; 3] {
        let mut key = hands.map(|hand| hand.0);
        let live = key[0] | key[1] | key[2];
        for suit in Suit::ALL {
            if self.rules.exchange != Exchanges::Off && suit == public.trump {
                continue;
            }
            let shift = 10 * suit.0;
            let gaps = !(live >> shift) & WORTHLESS;
            for rank in (0..5).rev().filter(|rank| gaps >> rank & 1 != 0) {
                let (low, high) = ((1 << rank) - 1, WORTHLESS & !((2 << rank) - 1));
                for hand in &mut key {
                    let own = *hand >> shift & WORTHLESS;
                    let closed = own & low | (own & high) >> 1;
                    *hand = *hand & !(WORTHLESS << shift) | closed << shift;
                }
            }
        }
        let least = public.scores.iter().min().copied().unwrap_or(0);
        let mut known = u64::from(public.leader) << 1 | u64::from(public.phase == Phase::Declaring);
        for seat in 0..SEATS {
            known = known << 5 | u64::from(public.declared[seat] << 1 & 31);
            known |= u64::from(public.tricks[seat] > 0);
        }
        known = known << 6 | public.muestra.map_or(63, |card| u64::from(card.0));
        key[0] |= known << 40;
        for (seat, score) in public.scores.iter().enumerate() {
            key[1] |= u64::from(score - least) << (40 + 8 * seat);
        }
        key
    }
}

/// Where the table keeps this key.
fn place(key: [u64; 3]) -> usize {
    let mixed = key.iter().fold(0_u64, |mixed, part| {
        (mixed.rotate_left(23) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (mixed >> (64 - PLACES)) as usize
}

/// Whether a seat that has found this cost, or less, leaves the seat before no loss that costs it
/// less than this.
fn is_decided(own: (usize, u8), before: (usize, u8)) -> bool {
    own.0 != before.0
        && (1..8).all(|losers| costs(own.0, losers) > own.1 || costs(before.0, losers) >= before.1)
}

/// The losers as bits.
fn bits(losers: Seats) -> u8 {
    (0..SEATS).map(|seat| u8::from(losers.contains(seat_of(seat))) << seat).sum()
}
