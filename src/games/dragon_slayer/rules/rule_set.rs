//! The parameters of the game. [`Rules::from_source`] checks the ranges that are given here;
//! code that changes a field must respect them.

use super::DragonSet;
use super::dice::{DragonDie, WarriorDie};
use super::rule_file;
use crate::config::{ConfigError, Source};

/// The largest number of dragons in a rule file.
pub(crate) const MAX_DRAGONS: usize = 4;
/// The largest number of dice of a dragon, and of the warrior.
pub(crate) const MAX_DICE: u8 = 4;

/// A game is adjudicated after this number of stalled rounds in a row; see
/// [`crate::games::dragon_slayer`].
pub(crate) const STALLED_ROUNDS: u32 = 1_000;

/// The largest number of characters of a dragon's name.
pub(super) const MAX_NAME: usize = 20;

/// The text of the built-in rule file.
pub(super) const BUILT_IN: &str = include_str!("../../../../configs/dragon_slayer.toml");

/// A complete set of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The score from which on a game can be won, 1 to 10,000.
    pub target: u32,
    /// The dice with which a turn begins.
    pub warrior: Warrior,
    /// The dragons, one to [`MAX_DRAGONS`], in the file's order, with different names.
    pub dragons: Vec<Dragon>,
    /// The challenge.
    pub challenge: Challenge,
}

/// The warrior's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warrior {
    /// 1 to [`MAX_DICE`].
    pub dice: u8,
    /// Their faces.
    pub die: WarriorDie,
}

/// A dragon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dragon {
    /// Unique in its rules; 1 to 20 printable characters.
    pub name: String,
    /// Points for slaying it, 1 to 1,000.
    pub points: u32,
    /// 1 to [`MAX_DICE`].
    pub dice: u8,
    /// Their faces.
    pub die: DragonDie,
}

/// The challenge to a player who wants to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Tokens of each player for the whole game, 0 to 100.
    pub tokens: u32,
    /// Points to the challenger when the challenge is declined, or lost after
    /// being accepted; 0 to 1,000.
    pub bonus: u32,
    /// The share of the turn's points that a player who declines scores, rounded down.
    pub declined_share: Share,
    /// The factor of the points of dragons that are slain after accepting, 1 to 100.
    pub accepted_factor: u32,
}

/// A fraction in 0..=1, not reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// At most the denominator.
    pub numerator: u32,
    /// At least 1.
    pub denominator: u32,
}

impl Share {
    /// The share of some points, rounded down.
    #[must_use]
    pub fn of(self, points: u32) -> u32 {
        let product = u64::from(points) * u64::from(self.numerator);
        (product / u64::from(self.denominator)) as u32
    }
}

impl Rules {
    /// The rules of Castells Amat 2018, from `configs/dragon_slayer.toml`.
    ///
    /// # Examples
    /// ```
    /// use rivals::games::dragon_slayer::Rules;
    /// assert_eq!(Rules::built_in().target, 40);
    /// ```
    #[must_use]
    pub fn built_in() -> Self {
        Self::from_source(&Source::new("built-in rules", BUILT_IN))
            .expect("the built-in rule file is read by every test")
    }

    /// The points at stake and the living dragons after slaying one, before or
    /// after accepting a challenge.
    #[must_use]
    pub fn slay(
        &self,
        at_stake: u32,
        alive: DragonSet,
        dragon: usize,
        accepted: bool,
    ) -> (u32, DragonSet) {
        let mut points = self.dragons[dragon].points;
        if accepted {
            points *= self.challenge.accepted_factor;
        }
        let alive = alive.after_slaying(dragon, self.dragons.len());
        (at_stake + points, alive)
    }

    /// All parameters as text, a line for each part: the same rules give the same
    /// text in every version, and different rules give different texts. Every new field must
    /// be in it.
    #[must_use]
    pub fn identity(&self) -> String {
        let (warrior, challenge) = (&self.warrior, &self.challenge);
        let mut text = format!(
            "target={}\nwarrior dice={} axe={} shield={} flame={}\n",
            self.target,
            warrior.dice,
            warrior.die.axe(),
            warrior.die.shield(),
            warrior.die.flame()
        );
        for dragon in &self.dragons {
            text += &format!(
                "dragon points={} dice={} part={} mountain={} flame={} name={}\n",
                dragon.points,
                dragon.dice,
                dragon.die.part(),
                dragon.die.mountain(),
                dragon.die.flame(),
                dragon.name
            );
        }
        text + &format!(
            "challenge tokens={} bonus={} declined_share={}/{} accepted_factor={}\n",
            challenge.tokens,
            challenge.bonus,
            challenge.declined_share.numerator,
            challenge.declined_share.denominator,
            challenge.accepted_factor
        )
    }

    /// Reads a rule file; `configs/dragon_slayer.toml` shows the format.
    ///
    /// # Errors
    /// [`ConfigError`], at the first thing that is wrong.
    pub fn from_source(source: &Source) -> Result<Self, ConfigError> {
        rule_file::rules(source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Journals identify their tournament by this text. If it changed for the same rules, old
    /// journals could not be resumed.
    #[test]
    fn value_stability() {
        let rules = Rules::built_in();
        assert_eq!(
            rules.identity(),
            "target=40\n\
             warrior dice=3 axe=3 shield=2 flame=1\n\
             dragon points=2 dice=3 part=4 mountain=2 flame=0 name=blue\n\
             dragon points=4 dice=3 part=4 mountain=1 flame=1 name=green\n\
             dragon points=6 dice=3 part=4 mountain=0 flame=2 name=red\n\
             challenge tokens=1 bonus=5 declined_share=1/2 accepted_factor=2\n"
        );
        let mut other = rules.clone();
        other.challenge.bonus = 6;
        assert_ne!(other.identity(), rules.identity());
    }
}
