//! The parameters of the game. [`Rules::from_source`] checks the ranges that are given here;
//! code that changes a field must respect them.

use serde::{Deserialize, Deserializer, Serialize};

use super::DragonSet;
use super::dice::{DragonDie, WarriorDie};
use crate::config::{Error, Source, Table, canonical, line, table, whole};

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
pub(crate) const BUILT_IN: &str = include_str!("../../../../configs/dragon_slayer.toml");

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
    pub declined_share: Share,
    /// The factor of the points of dragons that are slain after accepting, 1 to 100.
    #[serde(deserialize_with = "whole::<u32, _, _, 1, 100>")]
    pub accepted_factor: u32,
}

/// A fraction in 0..=1, not reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Share {
    /// At most the denominator.
    pub numerator: u32,
    /// At least 1.
    pub denominator: u32,
}

impl From<Share> for String {
    fn from(share: Share) -> Self {
        format!("{}/{}", share.numerator, share.denominator)
    }
}

/// Reads `"n/d"` with 0 <= n <= d and 1 <= d <= 1,000.
impl TryFrom<String> for Share {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let parts = text.split_once('/').filter(|_| !text.contains('+'));
        parts
            .and_then(|(n, d)| {
                Some(Self { numerator: n.parse().ok()?, denominator: d.parse().ok()? })
            })
            .filter(|share| (1..=1_000).contains(&share.denominator))
            .filter(|share| share.numerator <= share.denominator)
            .ok_or("cannot be used, expected a fraction from \"0/1\" to \"1/1\", such as \"1/2\"")
    }
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

    /// The canonical text of the rules.
    #[must_use]
    pub fn identity(&self) -> String {
        canonical(self)
    }

    /// Reads a rule file; `configs/dragon_slayer.toml` shows the format.
    ///
    /// # Errors
    /// [`Error`], at the first thing that is wrong.
    pub fn from_source(source: &Source) -> Result<Self, Error> {
        let rules: Self = source.parse()?;
        let dragons = &rules.dragons;
        if !(1..=MAX_DRAGONS).contains(&dragons.len()) {
            let message = format!("{} dragons are not supported", dragons.len());
            let help = format!("give one to {MAX_DRAGONS} [[dragon]] tables");
            // The first dragon too many, or the empty list.
            return Err(source.wrong(&format!("dragon.{MAX_DRAGONS}.name"), message, help));
        }
        for (at, dragon) in dragons.iter().enumerate() {
            if dragons[..at].iter().any(|other| other.name == dragon.name) {
                let message = format!("two dragons are called \"{}\"", dragon.name);
                let help = "give each dragon its own name";
                return Err(source.wrong(&format!("dragon.{at}.name"), message, help));
            }
        }
        Ok(rules)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The error that the built-in file gives after one replacement.
    fn refusal(from: &str, to: &str) -> String {
        assert!(BUILT_IN.contains(from), "{from:?} is not in the file");
        let source = Source::new("rules.toml", BUILT_IN.replacen(from, to, 1));
        let error = Rules::from_source(&source).expect_err(to);
        let help = miette::Diagnostic::help(&error).map(|help| help.to_string());
        format!("{error} | {}", help.unwrap_or_default())
    }

    /// The rules of the thesis. Journals identify their tournament by this text. If it changed
    /// for the same rules, old journals could not be resumed.
    #[test]
    fn value_stability() {
        let rules = Rules::built_in();
        let dragon = |name, points, mountain, flame| {
            format!(
                "{{ name = \"{name}\", points = {points}, dice = 3, faces = {{ part = 4, mountain = \
                 {mountain}, flame = {flame} }} }}"
            )
        };
        let dragons = [dragon("blue", 2, 2, 0), dragon("green", 4, 1, 1), dragon("red", 6, 0, 2)];
        let expected = format!(
            "target = 40\nwarrior = {{ dice = 3, faces = {{ axe = 3, shield = 2, flame = 1 }} }}\n\
             dragon = [{}]\nchallenge = {{ tokens = 1, bonus = 5, declined_share = \"1/2\", \
             accepted_factor = 2 }}\n",
            dragons.join(", ")
        );
        assert_eq!(rules.identity(), expected);
        let again = Source::new("rules.toml", expected);
        assert_eq!(Rules::from_source(&again).unwrap(), rules);
    }

    #[test]
    fn refusals_name_the_line_and_the_fix() {
        for (from, to, message, help) in [
            ("target = 40", "targt = 40", "line 4: unknown key `targt`", "did you mean target?"),
            ("target = 40", "", "missing key `target` in the file", "add target"),
            ("target = 40", "target = 0", "line 4: target = 0 is out of range", "from 1 to 10000"),
            ("dice = 3", "dice = 5", "line 8: dice = 5", "from 1 to 4"),
            ("axe = 3", "axe = 4", "line 9: the faces add up to 7", "change the counts"),
            (
                "axe = 3, shield = 2",
                "axe = 0, shield = 5",
                "might never end: the warrior die has no axe",
                "at least one face an axe",
            ),
            ("axe = 3", "ax = 3", "unknown key `ax` in [faces]", "did you mean axe?"),
            ("\"green\"", "\"blue\"", "two dragons are called \"blue\"", "own name"),
            ("\"green\"", "\"\"", "cannot be used", "printable"),
            ("\"1/2\"", "\"3/2\"", "\"3/2\" cannot be used", "\"1/2\""),
            ("\"1/2\"", "\"1/0\"", "\"1/0\" cannot be used", "\"1/2\""),
            ("\"1/2\"", "\"+1/2\"", "cannot be used", "such as"),
            ("[warrior]\n", "[[warrior]]\n", "warrior = [[warrior]] cannot be used", "a table"),
            ("{ axe = 3, shield = 2, flame = 1 }", "[3, 2, 1]", "faces = [3, 2, 1]", "{ ... }"),
        ] {
            let refusal = refusal(from, to);
            let (left, right) = refusal.split_once(" | ").unwrap();
            assert!(left.contains(message), "{to:?}: {refusal}");
            assert!(right.contains(help), "{to:?}: {refusal}");
        }
    }

    #[test]
    fn one_to_four_dragons() {
        let dragon = |name: &str| {
            format!(
                "[[dragon]]\nname = \"{name}\"\npoints = 1\ndice = 1\nfaces = {{ part = 6, mountain = 0, flame = 0 }}\n"
            )
        };
        let (head, _) = BUILT_IN.split_once("[[dragon]]").unwrap();
        let (_, tail) = BUILT_IN.split_once("[challenge]").unwrap();
        let read = |names: &[&str]| {
            let dragons: String = names.iter().map(|name| dragon(name)).collect();
            let none = if names.is_empty() { "dragon = []\n" } else { "" };
            let text = format!("{none}{head}{dragons}[challenge]{tail}");
            Rules::from_source(&Source::new("rules.toml", text))
        };
        assert_eq!(read(&["a"]).unwrap().dragons.len(), 1);
        assert_eq!(read(&["a", "b", "c", "d"]).unwrap().dragons.len(), 4);
        let five = read(&["a", "b", "c", "d", "e"]).unwrap_err();
        assert!(five.to_string().contains("5 dragons are not supported"));
        let none = read(&[]).unwrap_err();
        assert!(none.to_string().contains("line 1: 0 dragons"), "{none}");
    }
}
