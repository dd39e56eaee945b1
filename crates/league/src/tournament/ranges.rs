//! A set of numbers as merged ranges, such as the groups of paired games that are done. Its size
//! does not grow with their number.

use std::ops::Range;

/// A set of numbers as ranges, sorted, neither overlapping nor touching.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranges {
    ranges: Vec<Range<u64>>,
}

impl Ranges {
    /// Adds a range.
    ///
    /// # Errors
    /// The part of it that is in the set already. The set then stays as it was.
    pub(super) fn insert(&mut self, range: Range<u64>) -> Result<(), Range<u64>> {
        if range.is_empty() {
            return Ok(());
        }
        // Everything before `at` ends below the range or touches it.
        let at = (self.ranges).partition_point(|known| known.end <= range.start);
        if let Some(next) = self.ranges.get(at)
            && next.start < range.end
        {
            return Err(next.start.max(range.start)..next.end.min(range.end));
        }
        let before = at > 0 && self.ranges[at - 1].end == range.start;
        let after = at < self.ranges.len() && self.ranges[at].start == range.end;
        match (before, after) {
            (true, true) => self.ranges[at - 1].end = self.ranges.remove(at).end,
            (true, false) => self.ranges[at - 1].end = range.end,
            (false, true) => self.ranges[at].start = range.start,
            (false, false) => self.ranges.insert(at, range),
        }
        Ok(())
    }

    /// The parts of a range that are not in the set, in order.
    #[must_use]
    pub(super) fn missing(&self, of: Range<u64>) -> Vec<Range<u64>> {
        let mut missing = Vec::new();
        let mut from = of.start;
        for known in &self.ranges {
            let until = known.start.min(of.end);
            if from < until {
                missing.push(from..until);
            }
            from = from.max(known.end);
        }
        if from < of.end {
            missing.push(from..of.end);
        }
        missing
    }

    /// One more than the largest number; 0 for the empty set.
    #[must_use]
    pub(super) fn end(&self) -> u64 {
        self.ranges.last().map_or(0, |last| last.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn neighbours_merge_and_overlaps_are_refused() {
        let mut ranges = Ranges::default();
        for range in [10..20, 30..40, 0..5, 20..30, 5..10] {
            ranges.insert(range).unwrap();
        }
        assert_eq!(ranges.ranges, [Range { start: 0, end: 40 }]);
        assert_eq!(ranges.insert(39..50), Err(39..40));
        assert_eq!(ranges.insert(0..100), Err(0..40));
        assert_eq!(ranges.insert(7..7), Ok(()));
        ranges.insert(50..60).unwrap();
        assert_eq!(ranges.missing(30..70), [40..50, 60..70]);
        assert_eq!(ranges.missing(0..40), []);
        assert_eq!(ranges.end(), 60);
    }

    #[test]
    fn a_list_of_flags_agrees() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..200 {
            let (mut ranges, mut flags) = (Ranges::default(), [false; 64]);
            for _ in 0..20 {
                let start = rng.next_u64() % 60;
                let end = start + rng.next_u64() % 5;
                let slots = &mut flags[start as usize..end as usize];
                let free = !slots.contains(&true);
                assert_eq!(ranges.insert(start..end).is_ok(), free);
                if free {
                    slots.fill(true);
                }
            }
            let missing: Vec<u64> = ranges.missing(3..61).into_iter().flatten().collect();
            let flagged = (3..61).filter(|&at: &u64| !flags[at as usize]);
            assert_eq!(missing, flagged.collect::<Vec<_>>());
        }
    }
}
