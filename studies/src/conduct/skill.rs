//! T4: whether a calculation keeps the part of a fair share that it says, on dice that were not
//! those of the calibration.

use std::sync::Arc;

use miette::Result;
use rivals_core::conduct::Judge;
use rivals_core::contest::Calibration;
use rivals_core::personalities::Level;
use rivals_core::personalities::Personality;
use serde::{Deserialize, Serialize};

use super::Form;
use super::bank::{Bank, Posed};
use super::judges::Tested;
use super::pieces::Pieces;
use super::verdicts::Verdict;

/// How near to the calculation an end of the interval has to come.
const NEAR: f64 = 0.02;

/// A row of `calibration.csv`: a calculation in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    pub game: String,
    pub calculation: f64,
    /// The temperature of the calibration, in shares of the win.
    pub tau: f64,
    /// Whether even drawn moves keep more than the calculation, so that nothing does.
    pub clamped: bool,
    /// The games of this test.
    pub games: u64,
    /// The part of its fair share that it keeps against the reference, and its interval.
    pub kept: f64,
    pub low: f64,
    pub high: f64,
    /// What it keeps, in Elo points against the reference; `None` of nothing or all.
    pub elo: Option<f64>,
    /// The share of the win that it loses per decision, by the judge.
    pub loss_per_decision: f64,
    pub verdict: Verdict,
}

/// The rows of a game.
pub(super) fn rows<G: Tested>(
    game: &Arc<G>,
    bank: &Bank,
    form: &Form,
    pieces: &Pieces,
) -> Result<Vec<Row>> {
    let calibration = Calibration::new(game, form.seed, &|_, _| {})?;
    let games = G::GAMES * form.games;
    let row = |level: &Level| {
        let part = format!("kept-{}-{}", G::NAME, level.calculation);
        let [kept, error] = pieces.part(&part, || {
            let (kept, error) = calibration.kept(bank.seat_units(), level.tau, games);
            Ok([kept, error])
        })?;
        Ok(row(bank, level, [kept, error], games))
    };
    bank.units.calculation.iter().map(row).collect()
}

fn row(bank: &Bank, level: &Level, [kept, error]: [f64; 2], games: u64) -> Row {
    let [low, high] = [-1.96, 1.96].map(|deviations| kept + deviations * error);
    let clamped = level.kept - 1.96 * level.error > level.calculation + NEAR;
    let verdict = if clamped {
        Verdict::CannotBeMeasured
    } else if (low - NEAR..=high + NEAR).contains(&level.calculation) {
        Verdict::Holds
    } else {
        Verdict::Refuted
    };
    Row {
        game: bank.game.to_owned(),
        calculation: level.calculation,
        tau: level.tau,
        clamped,
        games,
        kept,
        low,
        high,
        elo: elo(kept, bank.seats),
        loss_per_decision: loss(bank, level.tau),
        verdict,
    }
}

/// The rating below the reference of a player that keeps this part of its fair share, if the
/// probability to win is its strength among that of all seats.
fn elo(kept: f64, seats: usize) -> Option<f64> {
    let share = kept / seats as f64;
    let others = (seats - 1) as f64;
    (share > 0.0 && share < 1.0).then(|| 400.0 * libm::log10(share * others / (1.0 - share)))
}

/// The mean loss of an otherwise neutral player of this temperature, by what the judge finds.
fn loss(bank: &Bank, tau: f64) -> f64 {
    let judge = Judge::with(&Personality::neutral("calibrated"), bank.seat_units(), tau);
    let decisions = || bank.blocks.iter().flatten();
    let lost = |posed: &Posed| -> f64 {
        let values = || posed.judged.iter().map(|one| one.value);
        let best = values().fold(f64::NEG_INFINITY, f64::max);
        let chances = judge.probabilities(&posed.prospects, &posed.memory);
        chances.iter().zip(values()).map(|(chance, value)| chance * (best - value)).sum()
    };
    decisions().map(lost).sum::<f64>() / decisions().count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of the design: 0.9 of a fair share of two seats is -35 Elo, 0.7 is -108; and
    /// what is fair is 0 with any number of seats.
    #[test]
    fn parts_of_a_fair_share_in_elo() {
        let of = |kept, seats| elo(kept, seats).unwrap().round();
        assert_eq!([of(0.9, 2), of(0.7, 2), of(1.0, 2)], [-35.0, -108.0, 0.0]);
        assert_eq!(of(1.0, 3), 0.0);
        assert_eq!((elo(0.0, 2), elo(2.0, 2)), (None, None));
    }
}
