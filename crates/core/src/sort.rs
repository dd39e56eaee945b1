//! Stable sorting of short lists. The page without a server is loaded over a network, and the standard
//! library's sort takes 5 KB of it for each kind of list; there it is an insertion sort, which gives
//! the same order.

use std::cmp::Ordering;

/// Sorts by a comparison; equal values stay in their order.
pub fn by<T>(values: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if !cfg!(rivals_page) {
        return values.sort_by(compare);
    }
    insert(values, &mut |values, at| compare(&values[at], &values[at + 1]).is_gt());
}

/// Sorts by a key; values of equal keys stay in their order.
pub fn by_key<T, K: Ord>(values: &mut [T], mut key: impl FnMut(&T) -> K) {
    by(values, |one, other| key(one).cmp(&key(other)));
}

/// Moves each value before those that it should not follow; `wrong` says whether the value at a
/// place and the next one stand in the wrong order.
fn insert<T>(values: &mut [T], wrong: &mut dyn FnMut(&[T], usize) -> bool) {
    for next in 1..values.len() {
        for at in (0..next).rev() {
            if !wrong(values, at) {
                break;
            }
            values.swap(at, at + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sorts_are_stable() {
        for length in 0..40_u32 {
            let values: Vec<(u32, u32)> = (0..length).map(|at| (at * 7 % 5, at)).collect();
            let (mut one, mut other) = (values.clone(), values);
            by_key(&mut one, |(key, _)| *key);
            insert(&mut other, &mut |values, at| values[at].0 > values[at + 1].0);
            assert_eq!(one, other);
            assert!(one.is_sorted());
        }
    }
}
