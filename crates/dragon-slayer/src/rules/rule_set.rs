//! The parameters of the game. Reading with serde and [`Rules::checked`] check the ranges that are given here;
//! code that changes a field must respect them.

use serde::{Deserialize, Deserializer, Serialize};

use super::dice::{DragonDie, WarriorDie};
use super::{DragonSet, Fight};
use rivals_core::values::{Invalid, Table, canonical, line, table, whole};

/// The largest number of dragons in a rule file.
pub const MAX_DRAGONS: usize = 4;
/// The largest number of dice of a dragon, and of the warrior.
pub const MAX_DICE: u8 = 4;

/// A game is adjudicated after this number of stalled rounds in a row; see
/// [the crate](crate).
pub const STALLED_ROUNDS: u32 = 1_000;

/// The largest number of characters of a dragon's name.
pub(super) const MAX_NAME: usize = 20;

/// The keys of the names of dragons.
const NAMES: [&str; MAX_DRAGONS + 1] =
    ["dragon.0.name", "dragon.1.name", "dragon.2.name", "dragon.3.name", "dragon.4.name"];

/// A complete set of rules, which is a rule file. All keys are required.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The score from which on a game can be won, 1 to 10,000.
    #[serde(deserialize_with = "whole::<u32, _, _, 1, 10_000>")]
    pub target: u32,
    /// The dice with which a turn begins.
    #[serde(deserialize_with = "table")]
    pub warrior: Warrior,
    /// The dragons, one to [`MAX_DRAGONS`], in the file's order, with different names.
    #[serde(rename = "dragon", deserialize_with = "dragons")]
    pub dragons: Vec<Dragon>,
    /// The challenge.
    #[serde(deserialize_with = "table")]
    pub challenge: Challenge,
}

/// The warrior's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warrior {
    /// 1 to [`MAX_DICE`].
    #[serde(deserialize_with = "whole::<u8, _, _, 1, { MAX_DICE as i64 }>")]
    pub dice: u8,
    /// Their faces.
    #[serde(rename = "faces")]
    pub die: WarriorDie,
}

/// A dragon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dragon {
    /// Unique in its rules; 1 to 20 printable characters.
    #[serde(deserialize_with = "line::<_, _, MAX_NAME>")]
    pub name: String,
    /// Points for slaying it, 1 to 1,000.
    #[serde(deserialize_with = "whole::<u32, _, _, 1, 1_000>")]
    pub points: u32,
    /// 1 to [`MAX_DICE`].
    #[serde(deserialize_with = "whole::<u8, _, _, 1, { MAX_DICE as i64 }>")]
    pub dice: u8,
    /// Their faces.
    #[serde(rename = "faces")]
    pub die: DragonDie,
}

/// The challenge to a player who wants to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// Tokens of each player for the whole game, 0 to 100.
    #[serde(deserialize_with = "whole::<u32, _, _, 0, 100>")]
    pub tokens: u32,
    /// Points to the challenger when the challenge is declined, or lost after
    /// being accepted; 0 to 1,000.
    #[serde(deserialize_with = "whole::<u32, _, _, 0, 1_000>")]
    pub bonus: u32,
    /// The share of the turn's points that a player who declines scores, rounded down.
    pub declined_share: Fraction,
    /// The factor of the points of dragons that are slain after accepting, 1 to 100.
    #[serde(deserialize_with = "whole::<u32, _, _, 1, 100>")]
    pub accepted_factor: u32,
}

/// A fraction in 0..=1, not reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Fraction {
    /// At most the denominator.
    pub numerator: u32,
    /// At least 1.
    pub denominator: u32,
}

impl From<Fraction> for String {
    fn from(fraction: Fraction) -> Self {
        format!("{}/{}", fraction.numerator, fraction.denominator)
    }
}

/// Reads `"n/d"` with 0 <= n <= d and 1 <= d <= 1,000.
impl TryFrom<String> for Fraction {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let parts = text.split_once('/').filter(|_| !text.contains('+'));
        parts
            .and_then(|(n, d)| {
                Some(Self { numerator: n.parse().ok()?, denominator: d.parse().ok()? })
            })
            .filter(|fraction| (1..=1_000).contains(&fraction.denominator))
            .filter(|fraction| fraction.numerator <= fraction.denominator)
            .ok_or("cannot be used, expected a fraction from \"0/1\" to \"1/1\", such as \"1/2\"")
    }
}

impl Fraction {
    /// The share of some points, rounded down.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most `points`")]
    pub fn of(self, points: u32) -> u32 {
        let product = u64::from(points) * u64::from(self.numerator);
        (product / u64::from(self.denominator)) as u32
    }
}

impl Rules {
    /// The rules of Castells Amat 2018, which `configs/dragon_slayer.toml` has as well.
    ///
    /// # Examples
    /// ```
    /// use rivals_dragon_slayer::Rules;
    /// assert_eq!(Rules::built_in().target, 40);
    /// ```
    ///
    /// # Panics
    /// Never: the dice are valid.
    #[must_use]
    pub fn built_in() -> Self {
        let dragon = |name: &str, points, [part, mountain, flame]: [u8; 3]| Dragon {
            name: name.to_owned(),
            points,
            dice: 3,
            die: DragonDie::new(part, mountain, flame).expect("six faces"),
        };
        Self {
            target: 40,
            warrior: Warrior { dice: 3, die: WarriorDie::new(3, 2, 1).expect("six faces") },
            dragons: vec![
                dragon("blue", 2, [4, 2, 0]),
                dragon("green", 4, [4, 1, 1]),
                dragon("red", 6, [4, 0, 2]),
            ],
            challenge: Challenge {
                tokens: 1,
                bonus: 5,
                declined_share: Fraction { numerator: 1, denominator: 2 },
                accepted_factor: 2,
            },
        }
    }

    /// The dice of a fight against a dragon with this number of warrior dice.
    #[must_use]
    pub fn fight(&self, dragon: usize, warrior_dice: u8) -> Fight {
        let Dragon { dice: dragon_dice, die: dragon, .. } = self.dragons[dragon];
        Fight { dragon, dragon_dice, warrior: self.warrior.die, warrior_dice }
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

    /// The canonical text of the rules.
    #[must_use]
    pub fn identity(&self) -> String {
        canonical(self)
    }

    /// Checks what reading alone does not: there are one to [`MAX_DRAGONS`] dragons of different
    /// names.
    ///
    /// # Errors
    /// At the first dragon that is wrong.
    pub fn checked(self) -> Result<Self, Invalid> {
        let dragons = &self.dragons;
        if !(1..=MAX_DRAGONS).contains(&dragons.len()) {
            return Err(Invalid {
                // The first dragon too many, or the empty list.
                field: NAMES[MAX_DRAGONS].to_owned(),
                message: format!("{} dragons are not supported", dragons.len()),
                help: format!("give one to {MAX_DRAGONS} [[dragon]] tables"),
            });
        }
        let repeats =
            |at: &usize| dragons[..*at].iter().any(|other| other.name == dragons[*at].name);
        match (0..dragons.len()).find(repeats) {
            Some(at) => Err(Invalid {
                field: NAMES[at].to_owned(),
                message: format!("two dragons are called \"{}\"", dragons[at].name),
                help: "give each dragon its own name".to_owned(),
            }),
            None => Ok(self),
        }
    }
}

/// The built-in rules.
impl Default for Rules {
    fn default() -> Self {
        Self::built_in()
    }
}

fn dragons<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Dragon>, D::Error> {
    let dragons: Vec<Table<Dragon>> = Vec::deserialize(from)?;
    Ok(dragons.into_iter().map(|Table(dragon)| dragon).collect())
}
