//! Sets of dragons, such as those that are alive.

#![expect(clippy::cast_possible_truncation, reason = "`MAX_DRAGONS` bits")]

use super::MAX_DRAGONS;

/// A set of dragons by their index in the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DragonSet(u8);

impl DragonSet {
    /// The first `count` dragons.
    #[must_use]
    pub fn all(count: usize) -> Self {
        Self((1 << count) - 1)
    }

    /// Whether the set has the dragon.
    #[must_use]
    pub fn contains(self, dragon: usize) -> bool {
        dragon < 8 && self.0 >> dragon & 1 == 1
    }

    /// The set with the dragon.
    #[must_use]
    pub fn with(self, dragon: usize) -> Self {
        Self(self.0 | 1 << dragon)
    }

    /// The set after the dragon is slain: without it, or all `count` dragons if it was the
    /// last, because all of them revive then.
    #[must_use]
    pub fn after_slaying(self, dragon: usize, count: usize) -> Self {
        match self.0 & !(1 << dragon) {
            0 => Self::all(count),
            left => Self(left),
        }
    }

    /// The number of dragons.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no dragon.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The dragons, lowest index first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (lowest < 8).then_some(lowest)
        })
    }

    /// The dragon at place `n` of [`Self::iter`], looked up; `n` must be below [`Self::len`].
    #[inline]
    pub(crate) fn nth(self, n: usize) -> usize {
        NTH[usize::from(self.0) % NTH.len()][n % MAX_DRAGONS].into()
    }

    /// A number below 2^dragons that is different for every set.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set with this [`Self::index`].
    #[must_use]
    pub fn from_index(index: usize) -> Self {
        Self(index as u8)
    }
}

/// By set, then place: the dragon. Games of players that choose at random look it up often.
const NTH: [[u8; MAX_DRAGONS]; 1 << MAX_DRAGONS] = {
    let mut dragons = [[0; MAX_DRAGONS]; 1 << MAX_DRAGONS];
    let mut at = 0;
    while at < dragons.len() * MAX_DRAGONS {
        let (set, dragon) = (at / MAX_DRAGONS, at % MAX_DRAGONS);
        if set >> dragon & 1 == 1 {
            let below = set & ((1 << dragon) - 1);
            dragons[set][below.count_ones() as usize] = dragon as u8;
        }
        at += 1;
    }
    dragons
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_slain_revives_all() {
        let all = DragonSet::all(3);
        assert!(!all.contains(3) && !all.contains(200));
        let two = all.after_slaying(1, 3);
        assert_eq!(two.iter().collect::<Vec<_>>(), [0, 2]);
        assert_eq!([two.nth(0), two.nth(1)], [0, 2]);
        assert_eq!(two.after_slaying(0, 3).after_slaying(2, 3), all);
        assert_eq!(DragonSet::from_index(two.index()), two);
    }
}
