//! What the value of a turn is computed with: one number and its slope
//! ([`Linear`]), or two bounds ([`Advantage`](crate::games::dragon_slayer::solver::advantage::Advantage)).

use std::ops::{Add, Mul};

use crate::play::Seat;
use crate::search::Linear;

/// The mover's chance of winning, as one way of computing represents it.
pub trait TurnValue: Copy + Default + Add<Output = Self> + Mul<f64, Output = Self> {
    /// A known chance, or two bounds of it where the cap may have changed it.
    /// `origin` is the chance that counts as zero where chances are relative.
    fn known(chance: f64, bounds: impl FnOnce() -> [f64; 2], origin: f64) -> Self;
    /// Less than the value of any action.
    fn none() -> Self;
    /// The other seat's chance.
    #[must_use]
    fn complement(self) -> Self;
    /// The first seat's chance, where this is that of `mover`, or the other way round.
    #[must_use]
    fn of_first(self, mover: Seat) -> Self {
        match mover {
            Seat::FIRST => self,
            _ => self.complement(),
        }
    }
    /// The larger of two; of equal ones, this.
    #[must_use]
    fn better(self, other: Self) -> Self;
    /// The smaller of two; of equal ones, this.
    #[must_use]
    fn worse(self, other: Self) -> Self;
    /// The better of this and a fight that is lost with the chance `lost`, where a
    /// defeat and the game won are worth so much, if that is known without a look at
    /// the fight.
    fn settled(self, lost: f64, defeat: Self, won: Self) -> Option<Self>;
    /// The value of a stop at the cap, where the true value of the state lies
    /// between `low` and `high`.
    #[must_use]
    fn cut_off(self, low: Self, high: Self) -> Self;
}

impl TurnValue for Linear {
    fn known(chance: f64, _: impl FnOnce() -> [f64; 2], _: f64) -> Self {
        Self::known(chance)
    }

    fn none() -> Self {
        Self::known(f64::NEG_INFINITY)
    }

    fn complement(self) -> Self {
        self.complement()
    }

    fn better(self, other: Self) -> Self {
        if other.value > self.value {
            other
        } else {
            self
        }
    }

    fn worse(self, other: Self) -> Self {
        if other.value < self.value {
            other
        } else {
            self
        }
    }

    fn settled(self, lost: f64, defeat: Self, _: Self) -> Option<Self> {
        // A fight is worth at most 1, less what a defeat costs.
        let cost = 1.0 - defeat.value;
        (self.value >= 1.0 - lost * cost).then_some(self)
    }

    fn cut_off(self, _: Self, _: Self) -> Self {
        self
    }
}
