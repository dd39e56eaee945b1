//! The interval of a rate.

/// The 97.5 % quantile of the normal distribution.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

/// A confidence interval of a rate, within 0..=1: at 95 % unless its maker is
/// told otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Wilson's score interval for `count` of `trials` (Wilson 1927, JASA 22,
    /// 209-212). It uses only operations that IEEE 754 rounds correctly, so it
    /// is the same on every machine.
    ///
    /// # Panics
    /// If `trials` is zero or less than `count`.
    ///
    /// # Examples
    /// ```
    /// use rivals::statistics::Interval;
    /// let interval = Interval::wilson(11, 36);
    /// assert!(interval.low < 11.0 / 36.0 && 11.0 / 36.0 < interval.high);
    /// ```
    #[must_use]
    pub fn wilson(count: u64, trials: u64) -> Self {
        assert!(
            trials > 0 && count <= trials,
            "{count} of {trials} is no rate"
        );
        let n = trials as f64;
        let rate = count as f64 / n;
        let square = Z_95 * Z_95 / n;
        let centre = rate + square / 2.0;
        let half = Z_95 * ((rate * (1.0 - rate) + square / 4.0) / n).sqrt();
        // At the ends the interval touches 0 or 1; rounding must not miss it.
        Self {
            low: if count == 0 {
                0.0
            } else {
                (centre - half) / (1.0 + square)
            },
            high: if count == trials {
                1.0
            } else {
                (centre + half) / (1.0 + square)
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// scipy 1.17.1: `binomtest(k, n).proportion_ci(method="wilson")`.
    #[test]
    fn wilson_as_scipy_has_it() {
        for (count, trials, low, high) in [
            (0, 10, 0.0, 0.277_532_799_862_889_26),
            (5, 10, 0.236_593_090_512_564, 0.763_406_909_487_436_1),
            (10, 10, 0.722_467_200_137_110_9, 1.0),
            (3_078, 10_000, 0.298_828_373_739_776, 0.316_919_235_233_912),
        ] {
            let interval = Interval::wilson(count, trials);
            assert!((interval.low - low).abs() < 1e-14, "{interval:?}");
            assert!((interval.high - high).abs() < 1e-14, "{interval:?}");
        }
    }
}
