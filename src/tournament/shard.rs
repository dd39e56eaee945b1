//! Splits a tournament into shards, which can be played on several machines.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A shard: one part of a tournament that is split into several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shard {
    /// The number of this part, from 1 to `of`.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

impl Shard {
    /// The largest number of parts.
    pub const MAX: u64 = 10_000;

    /// The whole tournament as its only part.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Whether these numbers make a part.
    #[must_use]
    pub fn exists(self) -> bool {
        self.of <= Self::MAX && (1..=self.of).contains(&self.number)
    }

    /// The groups of a pairing that this part has. Every pairing is split, so that
    /// parts take equally long even if single players are slow. The parts that get one
    /// group more rotate with the pairings.
    #[must_use]
    pub fn groups(self, pairing: usize, groups: u64) -> Range<u64> {
        let of = u128::from(self.of);
        let shift = pairing as u128 % of;
        // At both ends shift / of is 0, so that no group is left out.
        let cut = |part: u64| ((u128::from(groups) * u128::from(part) + shift) / of) as u64;
        cut(self.number - 1)..cut(self.number)
    }

    /// Whether this part has a pairing, where pairings are not split.
    #[must_use]
    pub fn has_pairing(self, pairing: usize) -> bool {
        pairing as u64 % self.of == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| text.parse().ok().filter(|_| digits(text));
        (text.split_once('/'))
            .and_then(|(part, of)| {
                Some(Self {
                    number: number(part)?,
                    of: number(of)?,
                })
            })
            .filter(|shard| shard.exists())
            .ok_or_else(|| {
                let max = Self::MAX;
                format!("write I/N for shard I of N, such as 1/4 (I from 1 to N, N at most {max})")
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_balanced_and_leave_nothing_out() {
        for of in [1, 2, 3, 4, 7] {
            for groups in [0, 1, 5, 100, 10_001] {
                let mut all = vec![0; of as usize];
                for pairing in 0..of as usize {
                    let mut from = 0;
                    for number in 1..=of {
                        let part = Shard { number, of }.groups(pairing, groups);
                        assert_eq!(part.start, from);
                        from = part.end;
                        all[number as usize - 1] += part.end - part.start;
                    }
                    assert_eq!(from, groups);
                }
                assert!(all.iter().all(|&part| part == groups), "{all:?}");
            }
        }
    }

    #[test]
    fn odd_parts_are_refused() {
        assert_eq!("3/4".parse(), Ok(Shard { number: 3, of: 4 }));
        for odd in [
            "0/4", "5/4", "x/4", "1/0", "1", "", "1/", "+1/4", "1/4/4", "1/10001",
        ] {
            assert!(odd.parse::<Shard>().is_err(), "{odd}");
        }
    }
}
