//! States, views and actions of Tute Cabrero, with the notation of actions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::cards::{Card, Cards, Suit};
use super::positions::{Position, Seen};
use super::public::{Public, SEATS};
use rivals_core::play::Seat;
use rivals_core::values::NotationError;

/// A state: the hands of the players, and what all of them know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Position", into = "Position")]
pub struct TuteState {
    /// By seat, the cards in hand.
    pub hands: [Cards; SEATS],
    /// What all players know.
    pub public: Public,
    /// The cards of finished tricks in their order.
    pub history: History,
}

/// What a seat knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Seen", into = "Seen")]
pub struct TuteView {
    /// The seat.
    pub seat: Seat,
    /// Its hand.
    pub hand: Cards,
    /// What all players know.
    pub public: Public,
    /// The cards of finished tricks in their order.
    pub history: History,
}

/// Cards with the seats that played them, in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct History {
    /// 64 times the seat, plus the card; 0 in unused places.
    cards: [u8; 40],
    length: u8,
}

impl History {
    /// No cards.
    pub const EMPTY: Self = Self { cards: [0; 40], length: 0 };

    /// Adds a card.
    ///
    /// # Panics
    /// If there are 40 cards.
    #[inline]
    pub fn push(&mut self, seat: Seat, card: Card) {
        self.cards[usize::from(self.length)] = seat.0 << 6 | card.0;
        self.length += 1;
    }

    /// The cards with their seats.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Seat, Card)> {
        let cards = &self.cards[..usize::from(self.length)];
        cards.iter().map(|code| (Seat(code >> 6), Card(code & 63)))
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = self.iter().map(|(seat, card)| format!("{}:{card}", seat.0));
        f.write_str(&cards.collect::<Vec<_>>().join(" "))
    }
}

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TuteMove {
    /// Play a card.
    Play(Card),
    /// Declare the rey and caballo of trumps.
    Forty,
    /// Declare the rey and caballo of another suit.
    Twenty(Suit),
    /// Declare four reyes or four caballos.
    Tute,
    /// Declare nothing.
    Pass,
    /// Take the muestra for the 7 or the 2 of trumps.
    Exchange,
}

impl fmt::Display for TuteMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(card) => write!(f, "{card}"),
            Self::Forty => f.write_str("declare:40"),
            Self::Twenty(suit) => write!(f, "declare:20:{suit}"),
            Self::Tute => f.write_str("declare:tute"),
            Self::Pass => f.write_str("pass"),
            Self::Exchange => f.write_str("exchange"),
        }
    }
}

/// Reads what `Display` writes.
impl FromStr for TuteMove {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let help = "write a card, such as AO, or declare:40, declare:20:C, declare:tute, exchange or \
                    pass";
        let twenties = Suit::ALL.into_iter().map(Self::Twenty);
        let others =
            [Self::Forty, Self::Tute, Self::Pass, Self::Exchange].into_iter().chain(twenties);
        NotationError::find(text, Cards::ALL.iter().map(Self::Play).chain(others), help)
    }
}
