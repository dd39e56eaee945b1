//! A figure of one player, and how figures are compared.

use super::field::{Field, Place};
use crate::statistics::{Interval, RatioEstimate, RatioSums, StratifiedRatio};

/// A ratio over a player's pairings, all counting alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// With its interval, in the figure's own unit.
    pub estimate: RatioEstimate,
    /// By pairing, in order: the standard error that it adds. None where a
    /// pairing has a single group.
    parts: Option<Vec<(usize, f64)>>,
}

/// A sum of figures times weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The sum.
    pub value: f64,
    /// At most this; 0 where nothing varies, none where it is unknown.
    pub standard_error: Option<f64>,
}

impl Figure {
    /// The sums at each place, with numerators in units of 1 / `scale`; none
    /// where nothing was counted.
    pub(super) fn new(places: &[Place], sums: &[RatioSums], scale: f64) -> Option<Self> {
        let ratio = StratifiedRatio::new(sums)?;
        let parts = ratio.variances().map(|variances| {
            (places.iter().zip(variances))
                .map(|(place, variance)| (place.pairing, variance.sqrt() / scale))
                .collect()
        });
        let of_ratio = ratio.estimate();
        let scaled = |value: Option<f64>| value.map(|value| value / scale);
        let estimate = RatioEstimate {
            value: of_ratio.value / scale,
            standard_error: scaled(of_ratio.standard_error),
            low: scaled(of_ratio.low),
            high: scaled(of_ratio.high),
            groups: of_ratio.groups,
        };
        Some(Self { estimate, parts })
    }

    /// The player's share of won games. Its interval stays within 0..=1; where
    /// no group deviates it is Wilson's of so many groups, which is wide enough
    /// for any law of shares of that mean.
    pub(super) fn win_rate(field: &Field, player: usize) -> Option<Self> {
        let places = field.places(player);
        Self::share(places, |place| field.wins(place))
    }

    /// A share of games over some places.
    pub(super) fn share(places: &[Place], sums: impl Fn(Place) -> RatioSums) -> Option<Self> {
        let sums: Vec<_> = places.iter().map(|&place| sums(place)).collect();
        let mut figure = Self::new(places, &sums, 1.0)?;
        let estimate = &mut figure.estimate;
        let Interval { low, high } = match (estimate.low, estimate.high) {
            (Some(low), Some(high)) => Interval {
                low: low.max(0.0),
                high: high.min(1.0),
            },
            _ => {
                let count = (estimate.value * estimate.groups as f64).round();
                Interval::wilson(count as u64, estimate.groups)
            }
        };
        (estimate.low, estimate.high) = (Some(low), Some(high));
        Some(figure)
    }

    /// The figure itself.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.estimate.value
    }
}

impl Difference {
    /// The sum of the figures times their weights. What two figures have of one
    /// pairing may go together in any way, so their errors there are added, not
    /// their variances: no covariance makes the sum vary more.
    #[must_use]
    pub fn new(terms: &[(f64, &Figure)]) -> Self {
        let value = (terms.iter().map(|(weight, figure)| weight * figure.value())).sum();
        let mut parts = Vec::new();
        for (weight, figure) in terms {
            let Some(of_figure) = &figure.parts else {
                let standard_error = None;
                return Self {
                    value,
                    standard_error,
                };
            };
            let weighted = |&(pairing, error)| (pairing, weight.abs() * error);
            parts.extend(of_figure.iter().map(weighted));
        }
        parts.sort_by_key(|part| part.0);
        let together = parts.chunk_by(|a, b| a.0 == b.0).map(|same| {
            let error: f64 = same.iter().map(|part| part.1).sum();
            error * error
        });
        Self {
            value,
            standard_error: Some(together.sum::<f64>().sqrt()),
        }
    }

    /// The distance from 0 in standard errors, none where those are unknown or
    /// nothing varies.
    #[must_use]
    pub fn z(&self) -> Option<f64> {
        (self.standard_error.filter(|error| *error > 0.0)).map(|error| self.value / error)
    }

    /// From `z` standard errors below to as many above; a single point where
    /// nothing varies.
    #[must_use]
    pub fn interval(&self, z: f64) -> Option<Interval> {
        self.standard_error.map(|error| Interval {
            low: self.value - z * error,
            high: self.value + z * error,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(value: f64, parts: &[(usize, f64)]) -> Figure {
        let estimate = RatioEstimate {
            value,
            standard_error: None,
            low: None,
            high: None,
            groups: 9,
        };
        let parts = Some(parts.to_vec());
        Figure { estimate, parts }
    }

    #[test]
    fn errors_add_where_players_met() {
        let a = figure(5.0, &[(0, 3.0), (1, 2.0)]);
        let b = figure(2.0, &[(0, 1.0), (2, 3.0)]);
        let difference = Difference::new(&[(1.0, &a), (-1.0, &b)]);
        assert_eq!(difference.value, 3.0);
        // (3 + 1)^2 + 2^2 + 3^2.
        assert_eq!(difference.standard_error, Some(29.0_f64.sqrt()));
        let mean = Difference::new(&[(1.0, &a), (-0.5, &b), (-0.5, &b)]);
        assert_eq!(mean, difference);
    }

    #[test]
    fn what_does_not_vary_is_a_point() {
        let a = figure(1.0, &[(0, 0.0)]);
        let difference = Difference::new(&[(1.0, &a)]);
        assert_eq!(difference.z(), None);
        let Interval { low, high } = difference.interval(2.0).unwrap();
        assert_eq!((low, high), (1.0, 1.0));
        let unknown = Figure { parts: None, ..a };
        assert_eq!(Difference::new(&[(1.0, &unknown)]).interval(2.0), None);
    }
}
