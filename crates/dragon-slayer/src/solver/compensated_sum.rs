//! Compensated summation (Neumaier 1974, "Rundungsfehleranalyse einiger Verfahren zur
//! Summation endlicher Summen").

/// A sum whose error is at most two units in the last place, if the terms have one sign
/// and there are fewer than 2^26 of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CompensatedSum {
    sum: f64,
    /// The sum of the rounding errors of `sum`.
    lost: f64,
}

impl CompensatedSum {
    /// Adds a term.
    pub(crate) fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        let (large, small) =
            if self.sum.abs() >= term.abs() { (self.sum, term) } else { (term, self.sum) };
        self.lost += (large - sum) + small;
        self.sum = sum;
    }

    /// The sum of all terms.
    pub(crate) fn total(self) -> f64 {
        self.sum + self.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_terms_are_not_lost() {
        let mut sum = CompensatedSum::default();
        sum.add(1.0);
        for _ in 0..1_000_000 {
            sum.add(1e-17);
        }
        assert!((sum.total() - (1.0 + 1e-11)).abs() < 2.5e-16);
        let mut rising = CompensatedSum::default();
        rising.add(1e-17);
        rising.add(1.0);
        assert_eq!(rising.total(), 1.0);
    }
}
