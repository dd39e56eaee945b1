//! The seed of the dice of `rivals play`: given, or drawn so that nobody knows it.

use miette::miette;

use crate::play::fair::Fair;

/// Where the seed of the dice comes from.
pub(super) enum Dice {
    /// A player knows it.
    Given(u64),
    /// Nobody does.
    Drawn,
}

impl Dice {
    pub(super) fn of(seed: Option<u64>) -> Self {
        seed.map_or(Self::Drawn, Self::Given)
    }

    /// The seed, and the promise of it.
    pub(super) fn drawn(self) -> miette::Result<(u64, Fair)> {
        Ok(match self {
            Self::Given(seed) => (seed, Fair::of_given(seed)),
            Self::Drawn => {
                let (seed, high, low) = (drawn()?, drawn()?, drawn()?);
                (seed, Fair::new(seed, u128::from(high) << 64 | u128::from(low)))
            }
        })
    }
}

/// 64 random bits of the system.
pub(in crate::cli) fn drawn() -> miette::Result<u64> {
    getrandom::u64().map_err(|error| {
        miette!(help = "give a seed with --seed", "the system gives no random numbers: {error}")
    })
}
