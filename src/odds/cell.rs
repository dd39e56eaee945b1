//! Which fight: the unit of every odds table.

use crate::games::dragon_slayer::Rules;

/// A dragon against some warrior dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Index into [`Rules::dragons`].
    pub dragon: usize,
    /// Warrior dice at the start, 1 to the warrior's dice.
    pub warrior_dice: u8,
}

impl Cell {
    /// Every fight of the rules: dragons in the file's order, and for each the
    /// warrior dice upwards from one.
    #[must_use]
    pub fn all(rules: &Rules) -> Vec<Self> {
        (0..rules.dragons.len())
            .flat_map(|dragon| {
                (1..=rules.warrior.dice).map(move |warrior_dice| Self {
                    dragon,
                    warrior_dice,
                })
            })
            .collect()
    }
}
