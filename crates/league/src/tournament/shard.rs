//! Splits a tournament into shards, which can be played on several machines.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A shard: one part of a tournament that is split into several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

    /// The number of pieces that a part has, if there are as many pieces: enough that parts take
    /// equally long even if single players are slow.
    const PIECES: u64 = 256;

    /// The groups that this part has of one of `pairings` pairings. Every pairing is cut into as
    /// many pieces as there are parts, so that parts take equally long even if single players are
    /// slow; of more than [`Self::PIECES`] pairings into fewer, because each piece takes a line
    /// in a journal. The pieces that have one group more rotate with the pairings.
    #[must_use]
    pub fn groups(self, pairing: usize, pairings: usize, groups: u64) -> Range<u64> {
        let enough = (Self::PIECES * self.of).div_ceil(pairings.max(1) as u64);
        let pieces = u128::from(enough.clamp(1, self.of));
        let (of, number) = (u128::from(self.of), u128::from(self.number));
        // The pieces of all pairings go to the parts in turn.
        let first = pairing as u128 * pieces % of;
        let piece = (number - 1 + of - first) % of;
        if piece >= pieces {
            return 0..0;
        }
        let shift = pairing as u128 % pieces;
        // At both ends shift / pieces is 0, so that no group is left out.
        #[expect(clippy::cast_possible_truncation, reason = "at most `groups`")]
        let cut = |piece: u128| ((u128::from(groups) * piece + shift) / pieces) as u64;
        cut(piece)..cut(piece + 1)
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
            .and_then(|(part, of)| Some(Self { number: number(part)?, of: number(of)? }))
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
                        let part = Shard { number, of }.groups(pairing, of as usize, groups);
                        assert_eq!(part.start, from);
                        from = part.end;
                        all[number as usize - 1] += part.end - part.start;
                    }
                    assert_eq!(from, groups);
                }
                assert!(all.iter().all(|&part| part == groups), "{all:?}");
            }
        }
        // Of many pairings, a part has few pieces.
        for (of, pairings) in [(10, 1_000), (100, 700), (7, 5_000)] {
            let (mut all, mut pieces) = (vec![0; of as usize], vec![0; of as usize]);
            for pairing in 0..pairings {
                let parts =
                    (1..=of).map(|number| Shard { number, of }.groups(pairing, pairings, 60));
                let mut parts: Vec<_> =
                    parts.enumerate().filter(|part| !part.1.is_empty()).collect();
                parts.sort_by_key(|part| part.1.start);
                let mut from = 0;
                for (part, groups) in parts {
                    assert_eq!(groups.start, from);
                    from = groups.end;
                    all[part] += groups.end - groups.start;
                    pieces[part] += 1;
                }
                assert_eq!(from, 60);
            }
            let (least, most) = (all.iter().min().unwrap(), all.iter().max().unwrap());
            assert!(most - least <= 60 + most / 20, "{all:?}");
            assert!(pieces.iter().all(|&of| of <= pairings.max(300)), "{pieces:?}");
        }
    }

    #[test]
    fn odd_parts_are_refused() {
        assert_eq!("3/4".parse(), Ok(Shard { number: 3, of: 4 }));
        for odd in ["0/4", "5/4", "x/4", "1/0", "1", "", "1/", "+1/4", "1/4/4", "1/10001"] {
            assert!(odd.parse::<Shard>().is_err(), "{odd}");
        }
    }
}
