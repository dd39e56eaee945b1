//! What all players know of a hand, and the course of play.
//!
//! [`Public`] has no hidden card in it. It says which cards of a given hand may be played, and
//! keeps the knowledge that follows from the plays of others: a player who does not follow is void
//! in the suit, and a player who does not beat the winning card where beating is an obligation has
//! no card that beats it. Searches play thousands of hands with it and a set of cards for each
//! player.

#![expect(clippy::cast_possible_truncation, reason = "a seat is below `SEATS`")]

use super::cards::{Card, Cards, Suit};
use super::rules::{Declarations, Muestra, NoTrick, Tute};
use super::state::TuteMove;
use rivals_core::play::{Seat, Seats};

/// The number of seats.
pub const SEATS: usize = 3;

/// The number of tricks of a hand.
pub const TRICKS: u8 = 13;

/// The number of cards.
pub const CARDS: u8 = 40;

/// The bit of [`Public::declared`] of a tute, beyond those of the suits.
pub const TUTE: u8 = 1 << 4;

/// What happens next in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The next card is dealt.
    Dealing,
    /// The leader, who has just won a trick, declares or passes.
    Declaring,
    /// The next card is played.
    Playing,
    /// Nothing: the hand is over.
    Over,
}

/// An exchange for the muestra.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// The seat that has taken the muestra.
    pub seat: u8,
    /// The muestra that it has taken.
    pub taken: Card,
    /// The number of finished tricks.
    pub tricks: u8,
}

/// What all players know of a hand. Values by seat are arrays of three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Public {
    /// The card that lies open; `None` before it is dealt.
    pub muestra: Option<Card>,
    /// The exchanges for the muestra: the 7 is given at most once, and the 2.
    pub exchanges: [Option<Exchange>; 2],
    /// The trump suit; oros before it is known.
    pub trump: Suit,
    /// The seat that deals; the next one leads the first trick.
    pub dealer: u8,
    /// The seat that leads the trick, or has won the last one and declares.
    pub leader: u8,
    /// What happens next.
    pub phase: Phase,
    /// The number of cards on the table.
    pub in_trick: u8,
    /// The cards on the table in the order of play; 2O in unused places.
    pub trick: [Card; SEATS],
    /// The card that wins the trick so far; 2O while there is none.
    pub best: Card,
    /// The seat that wins the trick so far; the leader while there is no card.
    pub winner: u8,
    /// The cards of finished tricks.
    pub played: Cards,
    /// The numbers of cards in hand.
    pub sizes: [u8; SEATS],
    /// Points of tricks and declarations.
    pub scores: [u16; SEATS],
    /// Tricks won.
    pub tricks: [u8; SEATS],
    /// The suits that were declared, as bits, and [`TUTE`].
    pub declared: [u8; SEATS],
    /// The suits in which a seat has shown that it is void, as bits.
    pub voids: [u8; SEATS],
    /// The suits that a seat has led or followed, as bits.
    pub followed: [u8; SEATS],
    /// The cards that a seat cannot hold, as its plays were legal.
    pub cannot: [Cards; SEATS],
    /// The hands lost in the match.
    pub porotos: [u8; SEATS],
    /// The number of hands of the match before this one.
    pub hand: u8,
}

impl Public {
    /// The beginning of a hand, before the cards are dealt.
    #[must_use]
    pub fn new(dealer: u8, porotos: [u8; SEATS]) -> Self {
        let leader = next(dealer);
        Self {
            muestra: None,
            exchanges: [None; 2],
            trump: Suit(0),
            dealer,
            leader,
            phase: Phase::Dealing,
            in_trick: 0,
            trick: [Card(0); SEATS],
            best: Card(0),
            winner: leader,
            played: Cards::NONE,
            sizes: [0; SEATS],
            scores: [0; SEATS],
            tricks: [0; SEATS],
            declared: [0; SEATS],
            voids: [0; SEATS],
            followed: [0; SEATS],
            cannot: [Cards::NONE; SEATS],
            porotos,
            hand: 0,
        }
    }

    /// The next hand of the match, before its cards are dealt.
    pub fn next_hand(&self) -> Self {
        Self { hand: self.hand + 1, ..Self::new(next(self.dealer), self.porotos) }
    }

    /// The number of cards dealt, the muestra among them.
    #[must_use]
    pub fn dealt(&self) -> u8 {
        match self.phase {
            Phase::Dealing => self.sizes.iter().sum(),
            _ => CARDS,
        }
    }

    /// The seat that gets the next card of the deal; `None` for the muestra.
    #[must_use]
    pub fn receiver(&self) -> Option<usize> {
        let dealt = usize::from(self.dealt());
        (dealt < SEATS * usize::from(TRICKS))
            .then(|| (usize::from(self.dealer) + 1 + dealt) % SEATS)
    }

    /// Lays the muestra open; play begins.
    #[inline]
    pub fn open(&mut self, rules: &Tute, muestra: Card) {
        self.muestra = Some(muestra);
        self.trump = muestra.suit();
        self.phase = Phase::Playing;
        if rules.muestra == Muestra::Mano {
            self.sizes[usize::from(self.leader)] += 1;
        }
    }

    /// The seat that decides next.
    #[must_use]
    #[inline]
    pub fn decider(&self) -> usize {
        let seat = usize::from(self.leader + self.in_trick);
        if seat < SEATS { seat } else { seat - SEATS }
    }

    /// The suit that was led; that of 2O while no card lies on the table.
    #[must_use]
    #[inline]
    pub fn led(&self) -> Suit {
        self.trick[0].suit()
    }

    /// The cards on the table.
    #[must_use]
    pub fn table(&self) -> &[Card] {
        &self.trick[..usize::from(self.in_trick)]
    }

    /// The cards that beat the winning card of the trick: stronger ones of its suit, and trumps
    /// if it is not a trump. The winning card follows the suit that was led or is a trump.
    #[must_use]
    #[inline]
    pub fn beating(&self) -> Cards {
        if self.best.suit() == self.trump {
            self.best.stronger()
        } else {
            self.best.stronger() | self.trump.cards()
        }
    }

    /// The cards of a hand that the seat to play may play.
    #[must_use]
    #[inline]
    pub fn legal(&self, rules: &Tute, hand: Cards) -> Cards {
        if self.in_trick == 0 {
            return hand;
        }
        let led = self.led();
        let beating = hand & self.beating();
        let follows = hand.of(led);
        if !follows.is_empty() {
            // Trumps beat a card of another suit, but a player who can follow has to.
            let both = follows & beating;
            return if both.is_empty() { follows } else { both };
        }
        if !beating.is_empty() {
            return beating;
        }
        let trumps = hand.of(self.trump);
        if rules.contrafallo && !trumps.is_empty() { trumps } else { hand }
    }

    /// Plays a card of the seat that decides, and takes it out of its hand.
    #[inline]
    pub fn play(&mut self, rules: &Tute, hands: &mut [Cards; SEATS], card: Card) {
        let seat = self.decider();
        hands[seat].remove(card);
        self.sizes[seat] -= 1;
        self.lay(rules, card);
    }

    /// Lays a card of the seat that decides on the table, and collects a trick that is complete.
    #[inline]
    fn lay(&mut self, rules: &Tute, card: Card) {
        let (seat, suit, trump) = (self.decider(), card.suit(), self.trump);
        if self.in_trick == 0 {
            self.followed[seat] |= suit.bit();
            (self.best, self.winner) = (card, seat as u8);
        } else {
            let (led, beating) = (self.led(), self.beating());
            let beats = beating.contains(card) && (suit == led || suit == trump);
            if suit == led {
                self.followed[seat] |= suit.bit();
                if !beats {
                    // The winning card may be a trump that the seat need not beat.
                    self.cannot[seat] |= beating.of(led);
                }
            } else {
                self.voids[seat] |= led.bit();
                self.cannot[seat] |= led.cards();
                if !beats {
                    self.cannot[seat] |= beating.of(trump);
                    let beaten_by_all = self.best.suit() != trump;
                    if suit != trump && (beaten_by_all || rules.contrafallo) {
                        self.voids[seat] |= trump.bit();
                        self.cannot[seat] |= trump.cards();
                    }
                }
            }
            if beats {
                (self.best, self.winner) = (card, seat as u8);
            }
        }
        self.trick[usize::from(self.in_trick)] = card;
        self.in_trick += 1;
        if usize::from(self.in_trick) == SEATS {
            self.collect(rules);
        }
    }

    /// Gives the trick to its winner, who leads next.
    #[inline]
    fn collect(&mut self, rules: &Tute) {
        let winner = usize::from(self.winner);
        for card in self.trick {
            self.played |= card.set();
            self.scores[winner] += u16::from(card.points());
        }
        self.tricks[winner] += 1;
        self.leader = self.winner;
        (self.in_trick, self.trick, self.best) = (0, [Card(0); SEATS], Card(0));
        self.phase = Phase::Declaring;
        if self.sizes.contains(&0) {
            self.scores[winner] += u16::from(rules.last_trick);
            if rules.muestra == Muestra::LastTrick {
                self.scores[winner] += self.muestra.map_or(0, |card| u16::from(card.points()));
            }
            self.phase = Phase::Over;
        }
    }

    /// The suits that the leader may declare with this hand, as bits.
    #[must_use]
    #[inline]
    pub fn declarable(&self, hand: Cards) -> u8 {
        let declared = self.declared[usize::from(self.leader)];
        hand.pairs() & !declared
    }

    /// The actions of the leader with this hand after a trick, in canonical order.
    #[inline]
    pub fn declarations(
        &self,
        rules: &Tute,
        hand: Cards,
    ) -> impl Iterator<Item = TuteMove> + Clone {
        let exchange = self.exchangeable(rules, hand).map(|_| TuteMove::Exchange);
        let suits = self.declarable(hand);
        let forty = (suits & self.trump.bit() != 0).then_some(TuteMove::Forty);
        let twenties = Suit::of_bits(suits & !self.trump.bit()).map(TuteMove::Twenty);
        let tute = rules.has_tute(hand).then_some(TuteMove::Tute);
        exchange.into_iter().chain(forty).chain(twenties).chain(tute).chain([TuteMove::Pass])
    }

    /// Applies an action to the hands and what is known.
    #[inline]
    pub fn act(&mut self, rules: &Tute, hands: &mut [Cards; SEATS], action: TuteMove) {
        match action {
            TuteMove::Play(card) => self.play(rules, hands, card),
            TuteMove::Forty => self.declare(rules, self.trump),
            TuteMove::Twenty(suit) => self.declare(rules, suit),
            TuteMove::Tute => {
                self.declared[usize::from(self.leader)] |= TUTE;
                self.phase = Phase::Over;
            }
            TuteMove::Pass => self.phase = Phase::Playing,
            TuteMove::Exchange => self.exchange(rules, hands),
        }
    }

    /// Declares the rey and the caballo of a suit.
    #[inline]
    pub fn declare(&mut self, rules: &Tute, suit: Suit) {
        let leader = usize::from(self.leader);
        self.declared[leader] |= suit.bit();
        self.scores[leader] += if suit == self.trump { 40 } else { 20 };
        if rules.declarations == Declarations::One {
            self.phase = Phase::Playing;
        }
    }

    /// The card of a hand that may be given for the muestra.
    #[must_use]
    #[inline]
    pub fn exchangeable(&self, rules: &Tute, hand: Cards) -> Option<Card> {
        rules.exchange.given(hand, self.muestra?)
    }

    /// Exchanges a card of the leader for the muestra. The leader may declare afterwards.
    fn exchange(&mut self, rules: &Tute, hands: &mut [Cards; SEATS]) {
        let hand = &mut hands[usize::from(self.leader)];
        if let (Some(given), Some(taken)) = (self.exchangeable(rules, *hand), self.muestra) {
            hand.remove(given);
            *hand |= taken.set();
            self.exchanged(given, taken);
        }
    }

    /// Keeps that the leader has given a card for the muestra.
    pub fn exchanged(&mut self, given: Card, taken: Card) {
        let place = usize::from(self.exchanges[0].is_some());
        let (seat, tricks) = (self.leader, self.tricks.iter().sum());
        self.exchanges[place] = Some(Exchange { seat, taken, tricks });
        self.muestra = Some(given);
        // Earlier plays say nothing of a card that lay open.
        self.cannot[usize::from(seat)].remove(taken);
    }

    /// The exchanges in their order, each with the card that was given.
    pub fn exchanges(&self) -> impl DoubleEndedIterator<Item = (Exchange, Card)> {
        let taken = |place: usize| Some(self.exchanges[place]?.taken);
        let given = [taken(1).or(self.muestra), self.muestra];
        self.exchanges
            .into_iter()
            .zip(given)
            .filter_map(|(exchange, given)| Some((exchange?, given?)))
    }

    /// The muestra of the deal.
    pub fn dealt_muestra(&self) -> Option<Card> {
        self.exchanges[0].map(|exchange| exchange.taken).or(self.muestra)
    }

    /// The cards that nobody plays although they are known: the muestra that is out of play.
    #[must_use]
    #[inline]
    pub fn out_of_play(&self, rules: &Tute) -> Cards {
        match (rules.muestra, self.muestra) {
            (Muestra::Out | Muestra::LastTrick, Some(card)) => card.set(),
            _ => Cards::NONE,
        }
    }

    /// The cards that a seat with this hand has not seen.
    #[must_use]
    #[inline]
    pub fn unseen(&self, rules: &Tute, hand: Cards) -> Cards {
        let mut table = Cards::NONE;
        for &card in self.table() {
            table |= card.set();
        }
        !(self.played | table | hand | self.out_of_play(rules))
    }

    /// The cards that a seat is known to hold: what it has declared, and a muestra that it has
    /// taken.
    #[must_use]
    pub fn must(&self, rules: &Tute, seat: usize) -> Cards {
        let declared = Suit::of_bits(self.declared[seat]).map(Suit::pair);
        let mut cards = declared.fold(Cards::NONE, |all, pair| all | pair);
        if rules.muestra == Muestra::Mano && usize::from(next(self.dealer)) == seat {
            cards |= self.muestra.map_or(Cards::NONE, Card::set);
        }
        for exchange in self.exchanges.iter().flatten() {
            if usize::from(exchange.seat) == seat {
                cards |= exchange.taken.set();
            }
        }
        let table: Cards = self.table().iter().copied().collect();
        cards & !self.played & !table
    }

    /// The seats that lose the finished hand.
    #[must_use]
    #[inline]
    pub fn losers(&self, rules: &Tute) -> Seats {
        let declared_tute = |seat: &usize| self.declared[*seat] & TUTE != 0;
        if let Some(seat) = (0..SEATS).find(declared_tute) {
            return others(seat).map(seat_of).into_iter().collect();
        }
        let has_all = |seat: &usize| rules.capote && self.tricks[*seat] == TRICKS;
        if let Some(seat) = (0..SEATS).find(has_all) {
            return match self.declared[seat] {
                0 => others(seat).map(seat_of).into_iter().collect(),
                _ => Seats::one(seat_of(seat)),
            };
        }
        if rules.no_trick == NoTrick::Loses && self.tricks.contains(&0) {
            let without = (0..SEATS).filter(|&seat| self.tricks[seat] == 0);
            return without.map(seat_of).collect();
        }
        let [a, b, c] = self.scores;
        let median = a.min(b).max(a.max(b).min(c));
        let mut losers = Seats::NONE;
        for seat in 0..SEATS {
            if self.scores[seat] == median {
                losers.insert(seat_of(seat));
            }
        }
        losers
    }
}

/// The seat after this one.
#[inline]
pub const fn next(seat: u8) -> u8 {
    if seat == 2 { 0 } else { seat + 1 }
}

/// The two other seats, the lower one first.
#[inline]
pub const fn others(seat: usize) -> [usize; 2] {
    [[1, 2], [0, 2], [0, 1]][seat]
}

/// The seat with this index.
#[inline]
pub const fn seat_of(seat: usize) -> Seat {
    Seat(seat as u8)
}
