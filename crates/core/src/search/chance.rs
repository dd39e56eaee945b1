//! Chance nodes of searches with a window: Star1.
//!
//! Where all values lie between two bounds, the values of some events bound the mean of all, and a
//! node whose mean lies outside the window is left early (Ballard 1983, "The *-minimax search
//! procedure for trees containing chance nodes", Artificial Intelligence 21, 327-350).

use crate::play::Chances;

/// The part of the bound by which windows are wider than they need be, so that the rounding of sums
/// never cuts off a value that counts.
const SLACK: f64 = 1e-9;

/// The mean of the values of events, each found within a window. A mean at or below `alpha` may be
/// too large, and one at or above `beta` too small; all values are between `-bound` and `bound`,
/// which is infinite if unknown.
pub(super) fn mean<Event: Copy>(
    chances: &Chances<Event>,
    bound: f64,
    [alpha, beta]: [f64; 2],
    mut value: impl FnMut(Event, [f64; 2]) -> f64,
) -> f64 {
    let total = chances.total as f64;
    let (mut sum, mut left) = (0.0, chances.total);
    for &(event, weight) in &chances.weights {
        left -= weight;
        let (weight, slack) = (weight as f64, bound * SLACK);
        // The most that the events after this one add to the sum.
        let rest = if left == 0 { 0.0 } else { bound * left as f64 };
        let low = (total * alpha - sum - rest) / weight - slack;
        let high = (total * beta - sum + rest) / weight + slack;
        let found = value(event, [low, high]);
        sum += weight * found;
        if found <= low {
            return (sum + rest) / total;
        }
        if found >= high {
            return (sum - rest) / total;
        }
    }
    sum / total
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Means within the window are exact, and others are on its side.
    #[test]
    fn a_mean_is_that_of_all_events() {
        let weights = vec![(0, 1), (1, 3), (2, 2)];
        let chances = Chances { weights, total: 6 };
        for values in [[1.0, -2.0, 3.0], [-9.0, 0.5, 9.0], [9.0, 9.0, 8.0], [-9.0, -9.0, -8.0]] {
            let exact = (values[0] + 3.0 * values[1] + 2.0 * values[2]) / 6.0;
            for window in [[-1.0, 1.0], [f64::NEG_INFINITY, 0.0], [-5.0, f64::INFINITY]] {
                for bound in [9.0, f64::INFINITY] {
                    let mut seen = 0;
                    let found = mean(&chances, bound, window, |event: usize, _| {
                        seen += 1;
                        values[event]
                    });
                    let [alpha, beta] = window;
                    assert_eq!(found <= alpha, exact <= alpha, "{values:?} {window:?}");
                    assert_eq!(found >= beta, exact >= beta, "{values:?} {window:?}");
                    if exact > alpha && exact < beta || bound.is_infinite() {
                        assert_eq!((found, seen), (exact, 3));
                    }
                }
            }
        }
        let mut seen = 0;
        mean(&chances, 9.0, [-1.0, 1.0], |_, _| {
            seen += 1;
            9.0
        });
        assert_eq!(seen, 2);
    }
}
