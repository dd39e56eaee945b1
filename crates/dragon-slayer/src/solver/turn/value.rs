//! The number types of turn values: a number and its slope ([`Linear`]), or two bounds
//! ([`Advantage`](crate::solver::advantage::Advantage)).

use std::ops::{Add, Mul};

use rivals_core::play::Seat;
use rivals_core::search::Linear;

/// The mover's win probability in one of the representations.
pub(crate) trait TurnValue:
    Copy + Default + Add<Output = Self> + Mul<f64, Output = Self>
{
    /// A known win probability with two bounds of it, which differ where the cap may have
    /// changed it. Relative representations count `origin` as zero.
    fn known(chance: f64, bounds: [f64; 2], origin: f64) -> Self;
    /// A value that is less than that of any action.
    fn none() -> Self;
    /// The other seat's win probability.
    #[must_use]
    fn complement(self) -> Self;
    /// Converts between the win probabilities of `mover` and of the first seat.
    #[must_use]
    fn of_first(self, mover: Seat) -> Self {
        match mover {
            Seat::FIRST => self,
            _ => self.complement(),
        }
    }
    /// The larger of two values; `self` if they are equal.
    #[must_use]
    fn better(self, other: Self) -> Self;
    /// The smaller of two values; `self` if they are equal.
    #[must_use]
    fn worse(self, other: Self) -> Self;
    /// The better of this value and a fight that is lost with probability `lost`, if that is
    /// known without evaluating the fight. `defeat` and `won` are the values of a defeat and
    /// of a won game.
    fn settled(self, lost: f64, defeat: Self, won: Self) -> Option<Self>;
    /// The value of a state at the cap, where this is the value of a stop, and the true value
    /// lies between `low` and `high`.
    #[must_use]
    fn cut_off(self, low: Self, high: Self) -> Self;
}

impl TurnValue for Linear {
    fn known(chance: f64, _: [f64; 2], _: f64) -> Self {
        Self::known(chance)
    }

    fn none() -> Self {
        Self::known(f64::NEG_INFINITY)
    }

    fn complement(self) -> Self {
        self.complement()
    }

    fn better(self, other: Self) -> Self {
        if other.value > self.value { other } else { self }
    }

    fn worse(self, other: Self) -> Self {
        if other.value < self.value { other } else { self }
    }

    fn settled(self, lost: f64, defeat: Self, _: Self) -> Option<Self> {
        // A fight is worth at most 1, minus the probability of a defeat times its cost.
        let cost = 1.0 - defeat.value;
        (self.value >= 1.0 - lost * cost).then_some(self)
    }

    fn cut_off(self, _: Self, _: Self) -> Self {
        self
    }
}
