//! The solver's memory: bounds of the values of positions, by their keys, in a fixed number of
//! bytes.
//!
//! An entry has eight bytes: 56 bits of the key, two bounds and the effort that the position
//! took. A bucket of eight entries is a cache line. Its number contains the other bits of the
//! key, so that all 64 bits are compared. A new position replaces the one of its bucket that took
//! the least effort.

/// The entries of a bucket.
const BUCKET: usize = 8;

/// What is known of the value of a position for its mover: -1 for a loss, 0 for a draw, 1 for a
/// win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub low: i8,
    pub high: i8,
}

impl Bounds {
    /// Nothing is known.
    pub(super) const NONE: Self = Self { low: -1, high: 1 };
}

/// A table that doubles when most of its entries are taken, up to a largest size.
pub(super) struct Table {
    buckets: Vec<[u64; BUCKET]>,
    most_buckets: usize,
    /// The number of entries that are taken.
    taken: usize,
}

/// The number of buckets to begin with. The number of a bucket has 8 bits or more.
const FIRST: usize = 1 << 12;

impl Table {
    /// An empty table that takes at most `most_bytes` bytes, and at least 256 KiB.
    pub(super) fn new(most_bytes: u64) -> Self {
        let most = (most_bytes / 64).max(FIRST as u64);
        Self { buckets: vec![[0; BUCKET]; FIRST], most_buckets: 1 << most.ilog2(), taken: 0 }
    }

    /// Doubles the table. The next bit of a key, which is part of its entry, decides between the
    /// two buckets that an old one becomes.
    #[cold]
    fn grow(&mut self) {
        let half = self.buckets.len();
        self.buckets.resize(2 * half, [0; BUCKET]);
        let (low, high) = self.buckets.split_at_mut(half);
        for (low, high) in low.iter_mut().zip(high) {
            for (low, high) in low.iter_mut().zip(high) {
                if *low & half as u64 != 0 {
                    *high = std::mem::take(low);
                }
            }
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.buckets.len() as u64 * 64
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the low bits are enough")]
    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Bounds {
        let bucket = &self.buckets[self.bucket(key)];
        let known = bucket.iter().find(|&&entry| (entry ^ key) >> 8 == 0);
        known.map_or(Bounds::NONE, |entry| bounds(*entry))
    }

    /// Keeps the bounds of a position that took the search this number of `nodes`.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, found: Bounds, nodes: u64) {
        let effort = u64::from(nodes.max(1).ilog2()).min(15);
        let [low, high] =
            [found.low, found.high].map(|bound| u64::from((bound + 1).cast_unsigned()));
        let new = key & !0xff | low << 6 | high << 4 | effort;
        if 4 * self.taken > 3 * BUCKET * self.buckets.len()
            && self.buckets.len() < self.most_buckets
        {
            self.grow();
        }
        let at = self.bucket(key);
        let bucket = &mut self.buckets[at];
        let (mut least, mut place) = (u64::MAX, 0);
        for (at, &entry) in bucket.iter().enumerate() {
            if (entry ^ key) >> 8 == 0 {
                place = at;
                break;
            }
            // An empty entry has no bounds, and counts as less than any other.
            let effort = if entry == 0 { 0 } else { 1 + (entry & 15) };
            if effort < least {
                (least, place) = (effort, at);
            }
        }
        self.taken += usize::from(bucket[place] == 0);
        bucket[place] = new;
    }
}

#[inline]
fn bounds(entry: u64) -> Bounds {
    Bounds { low: (entry >> 6 & 3) as i8 - 1, high: (entry >> 4 & 3) as i8 - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_kept() {
        let mut table = Table::new(1 << 20);
        assert_eq!(table.bytes(), 1 << 18);
        let key = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 << 63;
        assert_eq!(table.find(key(1)), Bounds::NONE);
        let known = Bounds { low: 0, high: 1 };
        table.keep(key(1), known, 1_000_000);
        for number in 2..1_000_000 {
            table.keep(key(number), Bounds { low: -1, high: -1 }, 1);
        }
        assert_eq!(table.bytes(), 1 << 20);
        // The one that took the most effort is still there.
        assert_eq!(table.find(key(1)), known);
        let exact = Bounds { low: 0, high: 0 };
        table.keep(key(1), exact, 5);
        assert_eq!(table.find(key(1)), exact);
    }
}
