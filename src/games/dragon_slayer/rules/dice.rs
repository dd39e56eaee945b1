//! The two kinds of dice, as counts of faces.
//!
//! A value of these types is a valid die: its faces add up to six, and a fight
//! with it can end, as a warrior die can show an axe and a dragon die its part.

use thiserror::Error;

/// The number of faces of every die.
pub(crate) const FACES: u8 = 6;

/// Why face counts make no valid die.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum DieError {
    /// The counts do not add up to [`FACES`].
    #[error("the faces add up to {sum}, and a die has six")]
    Sum {
        /// The sum of the counts.
        sum: u32,
    },
    /// A warrior die without an axe slays nothing.
    #[error("a fight that could never end: no axe on the warrior die")]
    NoAxe,
    /// A dragon die without its part is never set aside.
    #[error("a fight that could never end: no part on the dragon die")]
    NoPart,
}

fn check_sum(counts: [u8; 3]) -> Result<(), DieError> {
    let sum = counts.iter().map(|&count| u32::from(count)).sum();
    if sum == u32::from(FACES) {
        Ok(())
    } else {
        Err(DieError::Sum { sum })
    }
}

/// Every way to share the six faces among three symbols.
fn compositions() -> impl Iterator<Item = [u8; 3]> {
    (0..=FACES).rev().flat_map(|first| {
        (0..=FACES - first)
            .rev()
            .map(move |second| [first, second, FACES - first - second])
    })
}

/// A warrior die: how many of its six faces show an axe, a shield, a flame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WarriorDie {
    axe: u8,
    shield: u8,
    flame: u8,
}

impl WarriorDie {
    /// A die with these faces.
    ///
    /// # Errors
    /// If they do not add up to six, or none is an axe.
    pub fn new(axe: u8, shield: u8, flame: u8) -> Result<Self, DieError> {
        check_sum([axe, shield, flame])?;
        if axe == 0 {
            return Err(DieError::NoAxe);
        }
        Ok(Self { axe, shield, flame })
    }

    /// All 21 warrior dice, most axes first.
    pub fn all() -> impl Iterator<Item = Self> {
        compositions().filter_map(|[axe, shield, flame]| Self::new(axe, shield, flame).ok())
    }

    /// Faces with an axe, 1 to 6.
    #[must_use]
    pub fn axe(self) -> u8 {
        self.axe
    }

    /// Faces with a shield, 0 to 5.
    #[must_use]
    pub fn shield(self) -> u8 {
        self.shield
    }

    /// Faces with a flame, 0 to 5.
    #[must_use]
    pub fn flame(self) -> u8 {
        self.flame
    }
}

/// A dragon die: how many of its six faces show its body part, mountains, or a
/// flame. Mountains do nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DragonDie {
    part: u8,
    mountain: u8,
    flame: u8,
}

impl DragonDie {
    /// A die with these faces.
    ///
    /// # Errors
    /// If they do not add up to six, or none is the part.
    pub fn new(part: u8, mountain: u8, flame: u8) -> Result<Self, DieError> {
        check_sum([part, mountain, flame])?;
        if part == 0 {
            return Err(DieError::NoPart);
        }
        Ok(Self {
            part,
            mountain,
            flame,
        })
    }

    /// All 21 dragon dice, most parts first.
    pub fn all() -> impl Iterator<Item = Self> {
        compositions().filter_map(|[part, mountain, flame]| Self::new(part, mountain, flame).ok())
    }

    /// Faces with the part, 1 to 6.
    #[must_use]
    pub fn part(self) -> u8 {
        self.part
    }

    /// Faces with a mountain, 0 to 5.
    #[must_use]
    pub fn mountain(self) -> u8 {
        self.mountain
    }

    /// Faces with a flame, 0 to 5.
    #[must_use]
    pub fn flame(self) -> u8 {
        self.flame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dice_that_a_fight_can_end_with() {
        assert_eq!(WarriorDie::new(3, 2, 2), Err(DieError::Sum { sum: 7 }));
        assert_eq!(WarriorDie::new(0, 5, 1), Err(DieError::NoAxe));
        assert_eq!(DragonDie::new(0, 5, 1), Err(DieError::NoPart));
        assert_eq!(DragonDie::new(255, 255, 2), Err(DieError::Sum { sum: 512 }));
        assert!(DragonDie::new(6, 0, 0).is_ok());
    }

    #[test]
    fn all_dice_are_listed_once() {
        let mut warriors: Vec<_> = WarriorDie::all().collect();
        let mut dragons: Vec<_> = DragonDie::all().collect();
        warriors.sort_unstable();
        warriors.dedup();
        dragons.sort_unstable();
        dragons.dedup();
        // 28 ways to share six faces among three symbols, 7 of them without the first.
        assert_eq!((warriors.len(), dragons.len()), (21, 21));
    }
}
