//! The tables of the rules: dice, hit locations, missile clusters, and the internal structure of
//! mechs by weight (`data/tables.json`).

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::hex::Quarter;
use super::record::Location;

/// The weights of two dice, from 2 to 12; they add up to 36.
pub const TWO_DICE: [u64; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// The number of the 36 throws of two dice that reach this number.
#[expect(clippy::cast_sign_loss, reason = "from 2 to 13")]
pub fn chance(need: impl Into<i64>) -> u64 {
    TWO_DICE[need.into().clamp(2, 13) as usize - 2..].iter().sum()
}

/// The value of the highest step that a number reaches; 0 below all steps.
pub fn step<T: Copy + Default>(steps: &[(u16, T)], number: u16) -> T {
    let step = steps.iter().rfind(|(from, _)| number >= *from);
    step.map_or_else(T::default, |(_, value)| *value)
}

/// A table of hit locations. Those of punches and kicks are for one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Table {
    /// Weapons, clubs and falls.
    Hit,
    /// Punches, and weapons behind partial cover.
    Punch,
    /// Kicks.
    Kick,
}

/// The numbers of `data/tables.json`.
#[derive(Deserialize)]
struct Tables {
    /// By the side that is hit, then by the roll.
    locations: HashMap<Table, HashMap<Quarter, Vec<Location>>>,
    clusters: BTreeMap<u8, [u8; 11]>,
    structure: BTreeMap<u8, [u8; 4]>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    serde_json::from_str(include_str!("data/tables.json")).expect("the tables are complete")
});

/// The location that a roll hits.
pub fn location(table: Table, side: Quarter, roll: u8) -> Location {
    let lowest = if table == Table::Hit { 2 } else { 1 };
    TABLES.locations[&table][&side][usize::from(roll - lowest)]
}

/// The number of missiles that hit, of a salvo of 2, 4, 5, 6, 10, 15 or 20, by the roll from 2.
pub fn cluster(missiles: u8) -> &'static [u8; 11] {
    &TABLES.clusters[&missiles]
}

/// The internal structure of a mech of this weight, if the table has it.
pub fn structure(tons: u8) -> Option<[u8; 8]> {
    let [centre, side, arm, leg] = *TABLES.structure.get(&tons)?;
    Some([arm, side, leg, leg, side, arm, centre, 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice() {
        let chances: Vec<u64> = (2..=13).map(chance).collect();
        assert_eq!(chances, [36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0]);
        assert_eq!(chance(1), 36);
    }

    /// B14: the odds of the locations from the front, of 36, by enumeration.
    #[test]
    fn hit_locations() {
        let odds = |side: Quarter| {
            let mut odds = [0; 8];
            for first in 1..=6 {
                for second in 1..=6 {
                    odds[location(Table::Hit, side, first + second) as usize] += 1;
                }
            }
            odds
        };
        // LA LT LL RL RT RA CT HD
        assert_eq!(odds(Quarter::Front), [5, 5, 4, 4, 5, 5, 7, 1]);
        assert_eq!(odds(Quarter::Rear), odds(Quarter::Front));
        let [la, lt, ll, rl, rt, ra, ct, hd] = odds(Quarter::Left);
        assert_eq!(odds(Quarter::Right), [ra, rt, rl, ll, lt, la, ct, hd]);
        for (table, roll, [left, front, right]) in [
            (Table::Hit, 2, ["LT", "CT", "RT"]),
            (Table::Hit, 9, ["RT", "LL", "LT"]),
            (Table::Punch, 2, ["LT", "LT", "RT"]),
            (Table::Punch, 4, ["LA", "RT", "RA"]),
            (Table::Kick, 3, ["LL", "RL", "RL"]),
            (Table::Kick, 4, ["LL", "LL", "RL"]),
        ] {
            let found = [Quarter::Left, Quarter::Front, Quarter::Right]
                .map(|side| location(table, side, roll).name());
            assert_eq!(found, [left, front, right]);
        }
    }

    /// B14 and section 1.9: the means by enumeration of both dice.
    #[test]
    fn clusters() {
        for (missiles, sum) in
            [(2, 51), (4, 95), (5, 114), (6, 144), (10, 227), (15, 342), (20, 457)]
        {
            let rolls = (1..=6).flat_map(|first| (1..=6).map(move |second| first + second));
            let total: u32 = rolls.map(|roll: usize| u32::from(cluster(missiles)[roll - 2])).sum();
            assert_eq!(total, sum, "{missiles}");
        }
        assert_eq!((cluster(20)[7 - 2], cluster(6)[11 - 2]), (12, 6));
    }

    #[test]
    fn structures() {
        assert_eq!(structure(90), Some([15, 19, 19, 19, 19, 15, 29, 3]));
        assert_eq!(structure(60), None);
    }
}
