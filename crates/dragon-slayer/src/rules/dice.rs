//! The two types of dice, as numbers of faces with each symbol.
//!
//! `new` and reading check a die: its faces add up to six, and a fight with it can end, because a
//! warrior die can show an axe and a dragon die its part.

use serde::{Deserialize, Deserializer, Serialize};

use crate::Error;
use rivals_core::values::table;

/// The number of faces of every die.
pub(super) const FACES: u8 = 6;

/// Defines a type of dice by its three symbols, of which the first ends fights.
macro_rules! die {
    ($(#[$doc:meta])* $Die:ident { $first:ident, $second:ident, $third:ident }, $without:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        pub struct $Die {
            /// The number of faces with this symbol, at least 1.
            pub $first: u8,
            /// The number of faces with this symbol.
            pub $second: u8,
            /// The number of faces with this symbol.
            pub $third: u8,
        }

        impl<'de> Deserialize<'de> for $Die {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                #[derive(Deserialize)]
                #[serde(deny_unknown_fields)]
                struct Faces {
                    $first: u8,
                    $second: u8,
                    $third: u8,
                }
                let faces: Faces = table(from)?;
                Self::new(faces.$first, faces.$second, faces.$third).map_err(|error| {
                    serde::de::Error::custom(format_args!("{error}; {}", error.help()))
                })
            }
        }

        impl $Die {
            /// A die with these numbers of faces.
            ///
            /// # Errors
            /// If they do not add up to six, or the first is 0.
            pub fn new($first: u8, $second: u8, $third: u8) -> Result<Self, Error> {
                let sum = [$first, $second, $third].map(u32::from).iter().sum();
                if sum != u32::from(FACES) {
                    return Err(Error::Faces { sum });
                }
                if $first == 0 {
                    return Err($without);
                }
                Ok(Self { $first, $second, $third })
            }

            /// All 21 dice, those with the most faces of the first symbol first.
            pub fn all() -> impl Iterator<Item = Self> {
                (1..=FACES).rev().flat_map(|first| {
                    (0..=FACES - first).rev().map(move |second| Self {
                        $first: first,
                        $second: second,
                        $third: FACES - first - second,
                    })
                })
            }
        }
    };
}

die! {
    /// A warrior die: the numbers of its six faces that show an axe, a shield, and a flame.
    WarriorDie { axe, shield, flame }, Error::NoAxe
}

die! {
    /// A dragon die: the numbers of its six faces that show its body part, mountains, and a
    /// flame. Mountains do nothing.
    DragonDie { part, mountain, flame }, Error::NoPart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dice_that_a_fight_can_end_with() {
        assert_eq!(WarriorDie::new(3, 2, 2), Err(Error::Faces { sum: 7 }));
        assert_eq!(WarriorDie::new(0, 5, 1), Err(Error::NoAxe));
        assert_eq!(DragonDie::new(0, 5, 1), Err(Error::NoPart));
        assert_eq!(DragonDie::new(255, 255, 2), Err(Error::Faces { sum: 512 }));
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
