//! A cell of the odds table: one dragon against a number of warrior dice.

use crate::{Fight, Rules};

/// A fight of one dragon against a number of warrior dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Index into [`Rules::dragons`].
    pub dragon: usize,
    /// Warrior dice at the start, 1 to the warrior's dice.
    pub warrior_dice: u8,
}

impl Cell {
    /// Every fight of the rules: the dragons in the order of the rule file, and for each
    /// of them the warrior dice from one upwards.
    #[must_use]
    pub fn all(rules: &Rules) -> Vec<Self> {
        (0..rules.dragons.len())
            .flat_map(|dragon| {
                (1..=rules.warrior.dice).map(move |warrior_dice| Self { dragon, warrior_dice })
            })
            .collect()
    }

    /// The dice of both sides.
    #[must_use]
    pub fn fight(self, rules: &Rules) -> Fight {
        rules.fight(self.dragon, self.warrior_dice)
    }
}

/// How the fights of one cell ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrequencyCell {
    /// The dragon's name.
    pub dragon: String,
    /// Warrior dice at the start, 1 to [`MAX_DICE`](crate::MAX_DICE).
    pub warrior_dice: u8,
    /// `dice_left[n]` fights ended with n dice left, where 0 is a defeat.
    pub dice_left: Vec<u64>,
}

impl FrequencyCell {
    /// The number of fights.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.dice_left.iter().sum()
    }

    /// The number of fights that the warrior won.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.dice_left[1..].iter().sum()
    }
}
