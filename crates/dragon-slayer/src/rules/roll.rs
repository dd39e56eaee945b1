//! One roll of a fight: the effect of a throw, and the distribution of all effects.
//!
//! [`FightState::after`] is the rule. [`Fight::roll`] counts the throws that lead to each
//! result in integers, so that the exact odds and the simulation use the same counts. Nothing
//! here draws random numbers or uses floats.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::dice::{DragonDie, FACES, WarriorDie};
use super::rule_set::MAX_DICE;
use rivals_core::play::Chances;
use rivals_core::values::NotationError;

/// The dice of a fight, on which its odds depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fight {
    /// The faces of a dragon die.
    pub dragon: DragonDie,
    /// The number of dragon dice, 1 to [`MAX_DICE`].
    pub dragon_dice: u8,
    /// The faces of a warrior die.
    pub warrior: WarriorDie,
    /// The number of warrior dice at the start, 1 to [`MAX_DICE`].
    pub warrior_dice: u8,
}

impl Fight {
    /// The state before the first roll.
    #[must_use]
    pub fn start(self) -> FightState {
        FightState { dragon_dice: self.dragon_dice, warrior_dice: self.warrior_dice }
    }

    /// Every state that the fight may pass through, each after all states that it may lead to.
    pub fn states(self) -> impl Iterator<Item = FightState> {
        states(self.dragon_dice, self.warrior_dice)
    }

    /// The index of a state in [`Self::states`].
    #[must_use]
    pub fn index(self, state: FightState) -> usize {
        let row = usize::from(self.dragon_dice) + 1;
        usize::from(state.warrior_dice - 1) * row + usize::from(state.dragon_dice)
    }

    /// The distribution of the next roll from a state: all results in the order of
    /// [`AfterRoll`], each with the number of throws of labelled dice that lead to it.
    #[must_use]
    pub fn roll(self, state: FightState) -> Chances<AfterRoll> {
        let mut weights = BTreeMap::new();
        for (faces, weight) in self.throws(state) {
            *weights.entry(state.after(faces.throw())).or_insert(0) += weight;
        }
        Chances {
            weights: weights.into_iter().collect(),
            total: u64::from(FACES).pow(u32::from(state.dragon_dice + state.warrior_dice)),
        }
    }

    /// The distribution of the faces of a throw from a state, given its result.
    #[must_use]
    pub fn faces(self, state: FightState, result: AfterRoll) -> Chances<Faces> {
        let leads_to = |(faces, _): &(Faces, u64)| state.after(faces.throw()) == result;
        let weights: Vec<_> = self.throws(state).into_iter().filter(leads_to).collect();
        let total = weights.iter().map(|(_, weight)| weight).sum();
        Chances { weights, total }
    }

    /// All throws from a state, with the numbers of throws of labelled dice.
    fn throws(self, state: FightState) -> Vec<(Faces, u64)> {
        let (dragon, warrior) = (self.dragon, self.warrior);
        let dragon = [dragon.part, dragon.flame, dragon.mountain];
        let warrior = [warrior.axe, warrior.shield, warrior.flame];
        let of_warrior = throws(state.warrior_dice, warrior);
        let both = |(dragon, weight)| {
            (of_warrior.iter())
                .map(move |&(warrior, times)| (Faces { dragon, warrior }, weight * times))
        };
        let of_dragon = throws(state.dragon_dice, dragon).into_iter();
        of_dragon.flat_map(both).collect()
    }
}

/// The faces that the dice of one throw show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces {
    /// Dragon dice that show their part, a flame and a mountain.
    pub dragon: [u8; 3],
    /// Warrior dice that show an axe, a shield and a flame.
    pub warrior: [u8; 3],
}

impl Faces {
    /// The symbols that matter.
    fn throw(self) -> Throw {
        let ([parts, dragon_flames, _], [axes, shields, flames]) = (self.dragon, self.warrior);
        Throw { parts, axes, shields, flames: dragon_flames + flames }
    }
}

/// Every state with at most these numbers of dice, fewer dice first.
fn states(dragon_dice: u8, warrior_dice: u8) -> impl Iterator<Item = FightState> {
    (1..=warrior_dice).flat_map(move |warrior_dice| {
        (0..=dragon_dice).map(move |dragon_dice| FightState { dragon_dice, warrior_dice })
    })
}

/// The state of a fight between two rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FightState {
    /// Dragon dice not yet set aside, 0 to 4. With 0, all parts are aside, but the roll with
    /// the last part had no axe.
    pub dragon_dice: u8,
    /// Warrior dice left, 1 to 4.
    pub warrior_dice: u8,
}

/// The symbols that the dice of one throw show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Dragon dice that show their part.
    pub parts: u8,
    /// Warrior dice that show an axe.
    pub axes: u8,
    /// Warrior dice that show a shield.
    pub shields: u8,
    /// Dragon and warrior dice that show a flame.
    pub flames: u8,
}

/// The result of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AfterRoll {
    /// No warrior die is left.
    Defeat,
    /// The dragon is slain.
    Slain {
        /// Warrior dice for the next fight, at least 1.
        dice_left: u8,
    },
    /// Roll again from here.
    Rolling(FightState),
}

impl fmt::Display for AfterRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Defeat => f.write_str("defeat"),
            Self::Slain { dice_left } => write!(f, "slain, dice left {dice_left}"),
            Self::Rolling(next) => write!(
                f,
                "roll on with {} dragon and {} warrior dice",
                next.dragon_dice, next.warrior_dice
            ),
        }
    }
}

/// Reads what `Display` writes.
impl FromStr for AfterRoll {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let help = "write defeat, slain, dice left 2 (numbers as they are) or roll on with 1 dragon \
                    and 3 warrior dice";
        let slain = (1..=MAX_DICE).map(|dice_left| Self::Slain { dice_left });
        let rolling = states(MAX_DICE, MAX_DICE).map(Self::Rolling);
        NotationError::find(text, slain.chain(rolling).chain([Self::Defeat]), help)
    }
}

impl FightState {
    /// The result of a throw from this state, by the rules of a fight.
    ///
    /// # Panics
    /// If the throw shows more parts than dragon dice are thrown.
    #[must_use]
    pub fn after(self, throw: Throw) -> AfterRoll {
        let dragon_dice = self.dragon_dice - throw.parts;
        let lost = throw.flames.saturating_sub(throw.shields);
        match self.warrior_dice.saturating_sub(lost) {
            0 => AfterRoll::Defeat,
            dice_left if dragon_dice == 0 && throw.axes > 0 => AfterRoll::Slain { dice_left },
            warrior_dice => AfterRoll::Rolling(FightState { dragon_dice, warrior_dice }),
        }
    }
}

/// All ways in which `dice` dice can show three symbols: the number of dice with each symbol, and
/// the number of throws with these counts (the multinomial coefficient times the powers of the
/// face counts).
fn throws(dice: u8, faces: [u8; 3]) -> Vec<([u8; 3], u64)> {
    let mut throws = Vec::new();
    for first in 0..=dice {
        for second in 0..=dice - first {
            let counts = [first, second, dice - first - second];
            let weight = choose(dice, first)
                * choose(dice - first, second)
                * (counts.iter().zip(faces))
                    .map(|(&count, face)| u64::from(face).pow(u32::from(count)))
                    .product::<u64>();
            if weight > 0 {
                throws.push((counts, weight));
            }
        }
    }
    throws
}

/// The number of ways to choose `k` of `n` dice.
fn choose(n: u8, k: u8) -> u64 {
    (0..k).fold(1, |ways, i| ways * u64::from(n - i) / u64::from(i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference implementation: enumerate every labelled face of every die.
    fn distribution_by_enumeration(
        state: FightState,
        dragon: DragonDie,
        warrior: WarriorDie,
    ) -> BTreeMap<AfterRoll, u64> {
        let spread = |counts: [u8; 3]| -> Vec<usize> {
            (0..3).flat_map(|symbol| vec![symbol; usize::from(counts[symbol])]).collect()
        };
        let dragon_faces = spread([dragon.part, dragon.mountain, dragon.flame]);
        let warrior_faces = spread([warrior.axe, warrior.shield, warrior.flame]);
        let dice = u32::from(state.dragon_dice + state.warrior_dice);
        let mut weights = BTreeMap::new();
        for mut code in 0..6_usize.pow(dice) {
            let (mut parts, mut axes, mut shields, mut flames) = (0, 0, 0, 0);
            for die in 0..state.dragon_dice + state.warrior_dice {
                let face = code % 6;
                code /= 6;
                if die < state.dragon_dice {
                    match dragon_faces[face] {
                        0 => parts += 1,
                        1 => {}
                        _ => flames += 1,
                    }
                } else {
                    match warrior_faces[face] {
                        0 => axes += 1,
                        1 => shields += 1,
                        _ => flames += 1,
                    }
                }
            }
            let throw = Throw { parts, axes, shields, flames };
            *weights.entry(state.after(throw)).or_insert(0) += 1;
        }
        weights
    }

    #[test]
    fn weights_are_counts_of_throws() {
        let warrior = WarriorDie::new(3, 2, 1).unwrap();
        for dragon in [DragonDie::new(4, 1, 1), DragonDie::new(1, 0, 5)].map(Result::unwrap) {
            for (dragon_dice, warrior_dice) in [(0, 1), (0, 4), (1, 1), (3, 2), (3, 3), (4, 2)] {
                let state = FightState { dragon_dice, warrior_dice };
                let fight = Fight { dragon, dragon_dice, warrior, warrior_dice };
                let distribution = fight.roll(state);
                let expected = distribution_by_enumeration(state, dragon, warrior);
                assert_eq!(distribution.weights, expected.into_iter().collect::<Vec<_>>());
                let sum: u64 = distribution.weights.iter().map(|(_, weight)| weight).sum();
                assert_eq!(sum, distribution.total);
            }
        }
    }

    #[test]
    fn the_rules_of_a_roll_apply_in_order() {
        let state = FightState { dragon_dice: 2, warrior_dice: 2 };
        let throw = |parts, axes, shields, flames| Throw { parts, axes, shields, flames };
        // Losing the last die comes before slaying.
        assert_eq!(state.after(throw(2, 1, 0, 2)), AfterRoll::Defeat);
        assert_eq!(state.after(throw(2, 1, 0, 1)), AfterRoll::Slain { dice_left: 1 });
        // All parts but no axe in this roll: roll the warrior dice again.
        let no_axe = AfterRoll::Rolling(FightState { dragon_dice: 0, warrior_dice: 2 });
        assert_eq!(state.after(throw(2, 0, 1, 1)), no_axe);
        // Shields beyond the flames heal nothing.
        let nothing = AfterRoll::Rolling(state);
        assert_eq!(state.after(throw(0, 0, 2, 0)), nothing);
    }
}
