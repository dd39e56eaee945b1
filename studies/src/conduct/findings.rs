//! All that the study found, and the verdicts on it.

use super::examples;
use super::indices::INDICES;
use super::old_and_new;
use super::prediction::{self, FittedRow, RECOGNISED, Recognised, RecognitionRow};
use super::skill;
use super::specificity;
use super::transfer::{self, IndexRow};
use super::verdicts::{Basis, Row, Verdict};

/// Below this correlation or partial correlation of risk the claim is falsified.
const LEAST_RISK: f64 = 0.3;

/// Below this gain of a prediction the claim is falsified.
const LEAST_GAIN: f64 = 0.2;

/// The tests of fitted figures, and that of games in which a calculation is kept.
const FITTED: [&str; 4] = ["T2", "T3", "(b)", "(d)"];
const SKILL: &str = "T4";

/// The rows of all files.
#[derive(Default)]
pub(super) struct Findings {
    pub calibration: Vec<skill::Row>,
    pub indices: Vec<IndexRow>,
    pub transfer: Vec<transfer::Row>,
    pub recovery: Vec<prediction::Row>,
    pub fitted: Vec<FittedRow>,
    pub recognition: Vec<RecognitionRow>,
    pub recognised: Vec<Recognised>,
    pub specificity: Vec<specificity::Row>,
    pub old_and_new: Vec<old_and_new::Row>,
    pub decisions: Vec<examples::Row>,
}

/// A case of a statement: the value that was measured, its interval, and the verdict on it.
type Case = (Option<f64>, [Option<f64>; 2], Verdict);

/// The statement that something is above a threshold in all cases. The case with the lowest end of
/// its interval decides, or with the lowest value where there is none.
fn statement(
    test: &str,
    statement: String,
    basis: Basis,
    threshold: f64,
    cases: impl IntoIterator<Item = Case>,
) -> Row {
    let measured: Vec<Case> =
        cases.into_iter().filter(|case| case.2 != Verdict::CannotBeMeasured).collect();
    let key = |case: &Case| case.1[0].or(case.0).unwrap_or(f64::INFINITY);
    let lowest = measured.iter().min_by(|one, other| key(one).total_cmp(&key(other)));
    let (value, [low, high], _) =
        lowest.copied().unwrap_or((None, [None; 2], Verdict::CannotBeMeasured));
    Row {
        test: test.to_owned(),
        statement,
        basis,
        value,
        low,
        high,
        threshold,
        cases: measured.len(),
        held: measured.iter().filter(|case| case.2 == Verdict::Holds).count(),
        verdict: Verdict::all(measured.iter().map(|case| case.2)),
    }
}

/// The verdict of a value without an interval, or of the end of one, that is to be at least this.
fn at_least(threshold: f64, value: Option<f64>) -> Verdict {
    match value {
        Some(value) if value >= threshold => Verdict::Holds,
        Some(_) => Verdict::Refuted,
        None => Verdict::CannotBeMeasured,
    }
}

impl Findings {
    /// The rows of `verdicts.csv`.
    pub(super) fn verdicts(&self) -> Vec<Row> {
        let mut rows = self.of_transfer();
        rows.push(statement(
            "T2",
            format!(
                "Figures fitted in one game explain more than {} of what the true figures explain in \
                 another one, in every ordered pair of games",
                prediction::GAIN
            ),
            Basis::Finding,
            prediction::GAIN,
            self.recovery.iter().map(|row| (row.gain, [row.low, row.high], row.verdict)),
        ));
        for (is_all, pairs) in [(true, "over all"), (false, "in every one")] {
            let of = self.recognised.iter().filter(|row| (row.from == prediction::ALL) == is_all);
            rows.push(statement(
                "T3",
                format!(
                    "Of the committed personalities, more than {RECOGNISED} are recognised in a game \
                     by figures from another one, {pairs} of the ordered pairs of games"
                ),
                Basis::Finding,
                RECOGNISED,
                of.map(|row| {
                    let verdict = Verdict::above(RECOGNISED, Some([row.low, row.high]));
                    (Some(row.right), [Some(row.low), Some(row.high)], verdict)
                }),
            ));
        }
        rows.push(self.of_skill());
        rows.push(self.of_specificity());
        rows.push(statement(
            "T6",
            format!(
                "At Dragon Slayer, conduct and the game's own code do the same in at least {} of the \
                 visits, for every personality with calculation 1",
                old_and_new::SAME
            ),
            Basis::Finding,
            old_and_new::SAME,
            self.old_and_new.iter().map(|row| {
                let verdict = Verdict::above(old_and_new::SAME, Some([row.low, row.high]));
                let value = row.same as f64 / row.visits as f64;
                (Some(value), [Some(row.low), Some(row.high)], verdict)
            }),
        ));
        rows.extend(self.falsifiers());
        rows
    }

    fn of_transfer(&self) -> Vec<Row> {
        let correlated = |row: &&transfer::Row| row.correlation.is_some();
        let signs = self.transfer.iter().filter(correlated).map(|row| {
            let interval = row.low.zip(row.high).map(|(low, high)| [low, high]);
            (row.correlation, [row.low, row.high], Verdict::above(0.0, interval))
        });
        let sign = "All indices correlate above 0 between games, as a figure enters the formula of the \
                    decision with the same sign everywhere";
        let mut rows = vec![statement("T1", sign.to_owned(), Basis::Construction, 0.0, signs)];
        for index in INDICES {
            let of_index = self.transfer.iter().filter(|row| row.index == index.name);
            let text = format!(
                "The index {} ({}) correlates above {} between all games that show it",
                index.name, index.about, index.threshold
            );
            let cases = of_index.map(|row| (row.correlation, [row.low, row.high], row.verdict));
            rows.push(statement("T1", text, Basis::Finding, index.threshold, cases));
        }
        rows
    }

    /// T4, whose cases are calculations, each of which is to be kept to within 0.02.
    fn of_skill(&self) -> Row {
        let text = "For every calculation c that is not clamped, the 95 % interval of the part kept meets \
                    c ± 0.02";
        let cases = self.calibration.iter().map(|row| {
            let away = -(row.kept - row.calculation).abs();
            (Some(away), [None; 2], row.verdict)
        });
        statement(SKILL, text.to_owned(), Basis::Finding, -0.02, cases)
    }

    fn of_specificity(&self) -> Row {
        let text = format!(
            "A figure that is made neutral takes its index toward the reference's, and moves the others \
             by less than {} deviations",
            specificity::MOST
        );
        let cases = self.specificity.iter().map(|row| (row.gone, [row.low, row.high], row.verdict));
        statement("T5", text, Basis::Finding, 0.0, cases)
    }

    fn falsifiers(&self) -> [Row; 4] {
        let risk = || self.transfer.iter().filter(|row| row.index == "risk");
        let cases =
            risk().map(|row| (row.correlation, [row.low, row.high], at_least(LEAST_RISK, row.low)));
        let text = "No interval of the correlation of risk reaches below 0.3";
        let correlation = statement("(a)", text.to_owned(), Basis::Finding, LEAST_RISK, cases);
        let gains =
            self.recovery.iter().map(|row| (row.gain, [None; 2], at_least(LEAST_GAIN, row.gain)));
        let text = "No gain of T2 is below 0.2";
        let gain = statement("(b)", text.to_owned(), Basis::Finding, LEAST_GAIN, gains);
        let partial = risk().map(|row| (row.partial, [None; 2], at_least(LEAST_RISK, row.partial)));
        let text =
            "The correlation of risk, given the loss, is at least 0.3: it is not skill alone";
        let partial = statement("(c)", text.to_owned(), Basis::Finding, LEAST_RISK, partial);
        let shuffled = self.recovery.iter().map(|row| {
            let more = row.gain.zip(row.gain_of_shuffled).map(|(own, other)| own - other);
            let interval = row.difference_low.map(|low| [low, f64::INFINITY]);
            (more, [row.difference_low, None], Verdict::above(0.0, interval))
        });
        let text = "The figures of a player predict it better than those of another player do";
        let shuffled = statement("(d)", text.to_owned(), Basis::Finding, 0.0, shuffled);
        [correlation, gain, partial, shuffled]
    }
}

/// The statements on which a smaller run contradicts what is known: one holds in one and is refuted
/// in the other. Figures that are fitted to fewer decisions predict worse, and the wide intervals of
/// fewer games meet every calculation, so that neither contradicts.
pub(super) fn contradictions(known: &[Row], smaller: &[Row]) -> Vec<String> {
    let contradicts = |row: &&Row| {
        let mut same = smaller.iter();
        let same = same.find(|of| of.test == row.test && of.statement == row.statement);
        match (row.verdict, same.map(|same| same.verdict)) {
            (Verdict::Holds, Some(Verdict::Refuted)) => !FITTED.contains(&&*row.test),
            (Verdict::Refuted, Some(Verdict::Holds)) => row.test != SKILL,
            _ => false,
        }
    };
    known.iter().filter(contradicts).map(|row| row.statement.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lowest case decides, what cannot be measured does not count, and another run that finds
    /// the opposite contradicts.
    #[test]
    fn the_lowest_case_decides() {
        let case = |low: f64, verdict| (Some(low + 0.1), [Some(low), Some(low + 0.2)], verdict);
        let of = |cases: &[Case]| {
            statement("T1", "x".to_owned(), Basis::Finding, 0.5, cases.iter().copied())
        };
        let row = of(&[
            case(0.7, Verdict::Holds),
            case(0.4, Verdict::Open),
            (None, [None; 2], Verdict::CannotBeMeasured),
        ]);
        assert_eq!((row.cases, row.held, row.low), (2, 1, Some(0.4)));
        assert_eq!(row.verdict, Verdict::Open);
        let [holds, refuted] =
            [Verdict::Holds, Verdict::Refuted].map(|of_all| of(&[case(0.7, of_all)]));
        assert_eq!(contradictions(std::slice::from_ref(&holds), &[refuted]), ["x"]);
        assert!(contradictions(&[holds], &[row]).is_empty());
        assert_eq!(of(&[]).verdict, Verdict::CannotBeMeasured);
    }
}
