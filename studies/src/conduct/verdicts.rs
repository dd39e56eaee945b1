//! Verdicts on what the study tests, as data.

use serde::{Deserialize, Serialize};

/// What was found of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// The whole interval is on the side that the statement says.
    Holds,
    /// The interval contains the threshold.
    Open,
    /// The whole interval is on the other side.
    Refuted,
    /// The games cannot show it, or too few decisions did.
    CannotBeMeasured,
}

impl Verdict {
    /// Of a statement that something is above a threshold.
    pub(super) fn above(threshold: f64, interval: Option<[f64; 2]>) -> Self {
        match interval {
            Some([low, _]) if low > threshold => Self::Holds,
            Some([_, high]) if high < threshold => Self::Refuted,
            Some(_) => Self::Open,
            None => Self::CannotBeMeasured,
        }
    }

    /// The verdict in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Open => "open",
            Self::Refuted => "refuted",
            Self::CannotBeMeasured => "cannot be measured",
        }
    }

    /// The verdict on all of some statements: the worst of them; those that cannot be measured do
    /// not count.
    pub(super) fn all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::CannotBeMeasured;
        for verdict in verdicts {
            all = match (all, verdict) {
                (Self::Refuted, _) | (_, Self::Refuted) => Self::Refuted,
                (Self::Open, _) | (_, Self::Open) => Self::Open,
                (Self::Holds, _) | (_, Self::Holds) => Self::Holds,
                (Self::CannotBeMeasured, Self::CannotBeMeasured) => Self::CannotBeMeasured,
            };
        }
        all
    }
}

/// Where a statement comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Basis {
    /// It follows from the formula of the decision, at least with its sign.
    Construction,
    /// It could have been otherwise.
    Finding,
}

impl Basis {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Construction => "construction",
            Self::Finding => "finding",
        }
    }
}

/// A row of `verdicts.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// T1 to T6, or a falsifier: (a) to (d).
    pub test: String,
    pub statement: String,
    pub basis: Basis,
    /// What was measured: of several cases, the one that decides.
    pub value: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub threshold: f64,
    /// The cases that were measured, and of these those in which the statement holds.
    pub cases: usize,
    pub held: usize,
    pub verdict: Verdict,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_from_intervals() {
        use Verdict::{CannotBeMeasured, Holds, Open, Refuted};
        assert_eq!(Verdict::above(0.5, Some([0.51, 0.8])), Holds);
        assert_eq!(Verdict::above(0.5, Some([0.4, 0.8])), Open);
        assert_eq!(Verdict::above(0.5, Some([0.1, 0.4])), Refuted);
        assert_eq!(Verdict::above(0.5, None), CannotBeMeasured);
        assert_eq!(Verdict::all([Holds, CannotBeMeasured]), Holds);
        assert_eq!(Verdict::all([Holds, Open]), Open);
        assert_eq!(Verdict::all([Open, Refuted, Holds]), Refuted);
        assert_eq!(Verdict::all([]), CannotBeMeasured);
    }
}
