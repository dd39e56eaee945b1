//! Deals the cards that a view does not know.
//!
//! The deal is drawn uniformly from all deals that agree with the view: a player holds what it has
//! declared and none of the cards that its plays exclude, and hands have their
//! sizes. Where cards are missing from a position, or are not dealt yet, the missing ones are drawn
//! as well. Plays are not evidence otherwise: a player that could have played well is as likely as
//! one that could not.
//!
//! Three players leave two unknown hands, so each unknown card fits the first hand alone, the
//! second alone, both or neither. With i cards of the first kind and j of the second, the rest
//! of both hands is any choice of cards that fit both, and the number of these choices is a product
//! of binomial coefficients. So i and j are drawn with these weights, and then the choices.

use rand::Rng;

use super::cards::{Card, Cards, Suit};
use super::public::{SEATS, others};
use super::rules::Tute;
use super::state::TuteView;
use rivals_core::play::{Chances, uniform_below};

/// The binomial coefficients of up to 40 things.
static CHOICES: [[u64; 41]; 41] = {
    let mut choices = [[0; 41]; 41];
    let mut of = 0;
    while of <= 40 {
        choices[of][0] = 1;
        let mut some = 1;
        while some <= of {
            choices[of][some] = choices[of - 1][some - 1] + choices[of - 1][some];
            some += 1;
        }
        of += 1;
    }
    choices
};

/// What a view leaves open: the unknown cards by the hands that they fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The two other seats.
    seats: [usize; 2],
    /// The seats' cards that are known.
    known: [Cards; SEATS],
    /// The cards that only one of the two hands may have.
    only: [Cards; 2],
    /// The cards that both hands may have.
    both: Cards,
    /// The numbers of cards that the hands lack.
    lacks: [usize; 2],
    /// The number of unknown cards that are in no hand.
    missing: usize,
}

impl Unknown {
    /// What a view leaves open.
    pub fn of(rules: &Tute, view: &TuteView) -> Self {
        let public = &view.public;
        let voids = public.voids.map(|voids| {
            Suit::of_bits(voids).fold(Cards::NONE, |cards, suit| cards | suit.cards())
        });
        // A position that was not played may agree with no deal.
        let excluded = [public.cannot, voids, [Cards::NONE; SEATS]];
        let mut found = excluded.iter().map(|cannot| Self::without(rules, view, cannot));
        found.find(|unknown| unknown.deals() > 0).expect("hands of these sizes can be dealt")
    }

    /// What a view leaves open if the seats cannot hold these cards.
    fn without(rules: &Tute, view: &TuteView, cannot: &[Cards; SEATS]) -> Self {
        let public = &view.public;
        let own = usize::from(view.seat.0);
        let seats = others(own);
        let mut known = [Cards::NONE; SEATS];
        known[own] = view.hand;
        let mut unknown = public.unseen(rules, view.hand);
        for seat in seats {
            known[seat] = public.must(rules, seat) & unknown;
        }
        for seat in seats {
            unknown &= !known[seat];
        }
        let lacks = seats.map(|seat| usize::from(public.sizes[seat]) - known[seat].len());
        let [first, second] = seats.map(|seat| unknown & !cannot[seat]);
        Self {
            seats,
            known,
            only: [first & !second, second & !first],
            both: first & second,
            lacks,
            missing: unknown.len() - lacks[0] - lacks[1],
        }
    }

    /// The numbers of cards that the hands get of those that only they may have, each with the
    /// number of deals.
    fn shares(&self) -> Vec<([usize; 2], u64)> {
        let only = self.only.map(Cards::len);
        let both = self.both.len();
        let mut shares = Vec::new();
        let ways_of = |seat: usize| {
            let ways = CHOICES[only[seat]].iter().enumerate();
            ways.take(only[seat].min(self.lacks[seat]) + 1)
        };
        for (first, ways_of_first) in ways_of(0) {
            for (second, ways_of_second) in ways_of(1) {
                let rest = [self.lacks[0] - first, self.lacks[1] - second];
                if rest[0] + rest[1] > both {
                    continue;
                }
                let ways = ways_of_first
                    * ways_of_second
                    * CHOICES[both][rest[0]]
                    * CHOICES[both - rest[0]][rest[1]];
                shares.push(([first, second], ways));
            }
        }
        shares
    }

    /// The number of deals that agree with the view.
    pub fn deals(&self) -> u64 {
        self.shares().iter().map(|(_, ways)| ways).sum()
    }

    /// The hands of all seats in every deal that agrees with the view; `None` if there are more
    /// than `most`, or if unknown cards are in no hand.
    pub fn all(&self, most: u64) -> Option<Vec<[Cards; SEATS]>> {
        if self.missing != 0 || self.deals() > most {
            return None;
        }
        let mut fixed = self.known;
        for (seat, only) in self.seats.into_iter().zip(self.only) {
            fixed[seat] |= only;
        }
        let shared: Vec<Cards> = self.both.iter().map(Card::set).collect();
        let first = self.lacks[0] - self.only[0].len();
        let [one, other] = self.seats;
        let mut deals = Vec::new();
        let mut choice = (1_u64 << first) - 1;
        while choice < 1 << shared.len() {
            let mut hands = fixed;
            for (place, card) in shared.iter().enumerate() {
                hands[if choice >> place & 1 == 1 { one } else { other }] |= *card;
            }
            deals.push(hands);
            // The next number with as many bits (Gosper).
            let Some(low) = 1_u64.checked_shl(choice.trailing_zeros()) else {
                break;
            };
            let carried = choice + low;
            choice = carried | (choice ^ carried) >> 2 >> low.trailing_zeros();
        }
        Some(deals)
    }

    /// Draws the hands of all seats, each deal with the same probability.
    pub fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> [Cards; SEATS] {
        // Nearly always no card is missing, and each has a hand if only one may have it.
        let [first, second] = match self.missing {
            0 => self.only.map(Cards::len),
            _ => {
                let weights = self.shares();
                let total = weights.iter().map(|(_, ways)| ways).sum();
                Chances { weights, total }.sample(rng)
            }
        };
        let mut hands = self.known;
        let [one, other] = self.seats;
        hands[one] |= choose(self.only[0], first, rng);
        hands[other] |= choose(self.only[1], second, rng);
        let shared = choose(self.both, self.lacks[0] - first, rng);
        hands[one] |= shared;
        hands[other] |= choose(self.both & !shared, self.lacks[1] - second, rng);
        hands
    }
}

/// A choice of this number of cards, each with the same probability.
fn choose(cards: Cards, count: usize, rng: &mut (impl Rng + ?Sized)) -> Cards {
    let mut left = cards;
    // The smaller of the choice and of what it leaves is drawn card by card.
    let rest = cards.len() - count;
    for _ in 0..count.min(rest) {
        #[expect(clippy::cast_possible_truncation, reason = "below 40")]
        let card = left.nth(uniform_below(rng, left.len() as u64) as usize);
        left.remove(card);
    }
    if count <= rest { cards & !left } else { left }
}

/// Draws the hands of all seats, each deal that agrees with the view with the same probability.
pub fn determinise(rules: &Tute, view: &TuteView, rng: &mut dyn Rng) -> [Cards; SEATS] {
    Unknown::of(rules, view).draw(rng)
}
