//! Cards, suits and sets of cards as bit masks.

#![expect(clippy::cast_possible_truncation, reason = "40 cards, 4 suits, 10 ranks")]

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};
use std::str::FromStr;

use rivals_core::values::NotationError;

/// The letters of the suits oros, copas, espadas and bastos.
pub const SUIT_LETTERS: [char; 4] = ['O', 'C', 'E', 'B'];

/// The letters of the ranks from the weakest to the strongest; S, C, R and A are sota, caballo,
/// rey and as.
pub const RANK_LETTERS: [char; 10] = ['2', '4', '5', '6', '7', 'S', 'C', 'R', '3', 'A'];

/// The points of the ranks.
const RANK_POINTS: [u8; 10] = [0, 0, 0, 0, 0, 2, 3, 4, 10, 11];

/// The number of ranks.
pub const RANKS: u8 = 10;

/// The rank of a rey, which makes a declaration with a caballo.
pub const REY: u8 = 7;
/// The rank of a caballo.
pub const CABALLO: u8 = 6;
/// The ranks of the cards that may be exchanged for the muestra.
pub(super) const SEVEN: u8 = 4;
pub(super) const TWO: u8 = 0;

/// The first card of every suit.
const FIRST_CARDS: u64 = 1 | 1 << 10 | 1 << 20 | 1 << 30;

/// The points of every set of cards of one suit.
static SUIT_POINTS: [u8; 1 << RANKS] = {
    let mut points = [0; 1 << RANKS];
    let mut set = 0;
    while set < points.len() {
        let mut rank = 0;
        while rank < RANKS {
            if set >> rank & 1 != 0 {
                points[set] += RANK_POINTS[rank as usize];
            }
            rank += 1;
        }
        set += 1;
    }
    points
};

/// The sizes of every set of cards of one suit.
static SUIT_SIZES: [u8; 1 << RANKS] = {
    let mut sizes = [0; 1 << RANKS];
    let mut set = 0_usize;
    while set < sizes.len() {
        sizes[set] = set.count_ones() as u8;
        set += 1;
    }
    sizes
};

/// The rank of the card at each place of every set of cards of one suit.
static SUIT_PLACES: [[u8; RANKS as usize]; 1 << RANKS] = {
    let mut places = [[0; RANKS as usize]; 1 << RANKS];
    let mut set = 0;
    while set < places.len() {
        let (mut rank, mut place) = (0, 0);
        while rank < RANKS {
            if set >> rank & 1 != 0 {
                places[set][place] = rank;
                place += 1;
            }
            rank += 1;
        }
        set += 1;
    }
    places
};

/// A suit: oros, copas, espadas or bastos, from 0. Ties between suits go to the lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Suit(pub u8);

/// A card: ten times its suit plus its rank from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(pub u8);

/// A set of cards.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cards(pub u64);

impl Suit {
    /// All suits.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// The suits of a set of bits.
    #[inline]
    pub fn of_bits(bits: u8) -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(move |suit| bits & suit.bit() != 0)
    }

    /// The cards of the suit.
    #[must_use]
    #[inline]
    pub const fn cards(self) -> Cards {
        Cards(0x3ff << (10 * self.0))
    }

    /// The rey and the caballo of the suit.
    #[must_use]
    #[inline]
    pub const fn pair(self) -> Cards {
        Cards((1 << REY | 1 << CABALLO) << (10 * self.0))
    }

    /// The suit as a bit of a set of suits.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self.0
    }

    /// The letter.
    #[must_use]
    pub fn letter(self) -> char {
        SUIT_LETTERS[usize::from(self.0)]
    }

    /// The Spanish name.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["oros", "copas", "espadas", "bastos"][usize::from(self.0)]
    }
}

impl Card {
    /// The name, such as `rey of copas`.
    #[must_use]
    pub fn name(self) -> String {
        let rank = match RANK_LETTERS[usize::from(self.rank())] {
            'A' => "as",
            'R' => "rey",
            'C' => "caballo",
            'S' => "sota",
            letter => &letter.to_string(),
        };
        format!("{rank} of {}", self.suit().name())
    }

    /// The card of a suit with this rank.
    #[must_use]
    #[inline]
    pub const fn new(suit: Suit, rank: u8) -> Self {
        Self(10 * suit.0 + rank)
    }

    /// The suit.
    #[must_use]
    #[inline]
    pub const fn suit(self) -> Suit {
        // The same as a division by 10, for numbers below 64.
        Suit(((self.0 as u32 * 205) >> 11) as u8)
    }

    /// The rank from the weakest, 0, to the strongest, 9.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 - 10 * self.suit().0
    }

    /// The points.
    #[must_use]
    #[inline]
    pub const fn points(self) -> u8 {
        RANK_POINTS[self.rank() as usize]
    }

    /// The set of this card alone.
    #[must_use]
    #[inline]
    pub const fn set(self) -> Cards {
        Cards(1 << self.0)
    }

    /// The stronger cards of the same suit.
    #[must_use]
    #[inline]
    pub const fn stronger(self) -> Cards {
        Cards(self.suit().cards().0 & (u64::MAX << (self.0 + 1)))
    }
}

impl Cards {
    /// No cards.
    pub const NONE: Self = Self(0);
    /// The whole pack.
    pub const ALL: Self = Self((1 << 40) - 1);

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of cards.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the card belongs to the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 != 0
    }

    /// The cards of a suit.
    #[must_use]
    #[inline]
    pub const fn of(self, suit: Suit) -> Self {
        Self(self.0 & suit.cards().0)
    }

    /// The cards of a suit as a set of ranks.
    #[inline]
    const fn ranks(self, suit: Suit) -> usize {
        (self.0 >> (10 * suit.0) & 0x3ff) as usize
    }

    /// The suits of which the set has the rey and the caballo, as bits.
    #[inline]
    pub const fn pairs(self) -> u8 {
        // A caballo is one below a rey.
        let both = (self.0 & self.0 >> 1) >> CABALLO;
        (both & 1 | both >> 9 & 2 | both >> 18 & 4 | both >> 27 & 8) as u8
    }

    /// The number of cards of a suit.
    #[must_use]
    #[inline]
    pub fn count(self, suit: Suit) -> u8 {
        SUIT_SIZES[self.ranks(suit)]
    }

    /// The points of the cards of a suit.
    #[must_use]
    #[inline]
    pub fn points_of(self, suit: Suit) -> u8 {
        SUIT_POINTS[self.ranks(suit)]
    }

    /// The points of all cards.
    #[must_use]
    #[inline]
    pub fn points(self) -> u8 {
        let points = |suit| self.points_of(Suit(suit));
        points(0) + points(1) + points(2) + points(3)
    }

    /// The weakest card, of the first suit that has it.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    #[inline]
    pub fn low(self) -> Card {
        self.first_of(self.all_ranks().trailing_zeros())
    }

    /// The strongest card, of the first suit that has it.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    #[inline]
    pub fn high(self) -> Card {
        self.first_of(31 - self.all_ranks().leading_zeros())
    }

    /// The ranks that the cards have.
    #[inline]
    fn all_ranks(self) -> u32 {
        debug_assert!(!self.is_empty(), "a set without cards");
        let two = self.0 | self.0 >> 20;
        ((two | two >> 10) & 0x3ff) as u32
    }

    /// The card of this rank in the first suit that has it.
    #[inline]
    fn first_of(self, rank: u32) -> Card {
        Card((rank + (self.0 >> rank & FIRST_CARDS).trailing_zeros()) as u8)
    }

    /// The cards, from the weakest of the first suit to the strongest of the last.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let card = Card(left.trailing_zeros() as u8);
            let some = left != 0;
            left &= left.wrapping_sub(1);
            some.then_some(card)
        })
    }

    /// The card at this place, from 0, in the order of [`Self::iter`].
    ///
    /// # Panics
    /// If there are not as many cards.
    #[must_use]
    #[inline]
    pub fn nth(self, place: usize) -> Card {
        let mut place = place;
        for suit in Suit::ALL {
            let size = usize::from(self.count(suit));
            if place < size {
                return Card::new(suit, SUIT_PLACES[self.ranks(suit)][place]);
            }
            place -= size;
        }
        panic!("a place behind the last card");
    }

    /// Takes a card out.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }
}

impl BitOr for Cards {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Cards {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for Cards {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        (cards.into_iter()).fold(Self::NONE, |set, card| set | card.set())
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Suit {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        NotationError::find(text, Self::ALL, "write a suit: O, C, E or B")
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", RANK_LETTERS[usize::from(self.rank())], self.suit())
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let help = "write a card as its rank (A, 3, R, C, S, 7, 6, 5, 4 or 2) and its suit (O, C, E \
                    or B), such as AO";
        NotationError::find(text, Cards::ALL.iter(), help)
    }
}

/// The cards with spaces between them.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards: Vec<String> = self.iter().map(|card| card.to_string()).collect();
        f.write_str(&cards.join(" "))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_as_they_are_written() {
        let texts: Vec<String> = Cards::ALL.iter().map(|card| card.to_string()).collect();
        assert_eq!(texts.len(), 40);
        assert_eq!([&*texts[0], &*texts[9], &*texts[16]], ["2O", "AO", "CC"]);
        for (place, card) in Cards::ALL.iter().enumerate() {
            assert_eq!(texts[place].parse(), Ok(card));
            assert_eq!(Cards::ALL.nth(place), card);
            assert_eq!(Card::new(card.suit(), card.rank()), card);
        }
        for wrong in ["", "A", "8O", "AX", "AOO", "ao", "É"] {
            assert!(wrong.parse::<Card>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_pack_has_120_points() {
        assert_eq!(Cards::ALL.points(), 120);
        for suit in Suit::ALL {
            assert_eq!((suit.cards().points(), suit.cards().len()), (30, 10));
            assert_eq!(suit.pair().points(), 7);
        }
        let points: u32 = Cards::ALL.iter().map(|card| u32::from(card.points())).sum();
        assert_eq!(points, 120);
    }

    /// Sets against the plain order of their cards.
    #[test]
    fn sets() {
        let mut set = 0x12_3456_789a_u64;
        for _ in 0..2_000 {
            set = set.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let cards = Cards(set >> 20 & Cards::ALL.0 & (set >> 9));
            let list: Vec<Card> = cards.iter().collect();
            assert_eq!(list.len(), cards.len());
            assert_eq!(list.iter().copied().collect::<Cards>(), cards);
            for (place, card) in list.iter().enumerate() {
                assert_eq!(cards.nth(place), *card);
            }
            let low = list.iter().min_by_key(|card| (card.rank(), card.suit()));
            let high = (list.iter()).max_by_key(|card| (card.rank(), -i32::from(card.suit().0)));
            if let (Some(low), Some(high)) = (low, high) {
                assert_eq!((cards.low(), cards.high()), (*low, *high));
                let stronger: Vec<Card> = low.stronger().iter().collect();
                let plain = Cards::ALL
                    .iter()
                    .filter(|card| card.suit() == low.suit() && card.rank() > low.rank());
                assert_eq!(stronger, plain.collect::<Vec<_>>());
            }
        }
    }
}
