//! The utility of a turn's end to a personality: a weighted mean of the solved win
//! probability and of the other things that it values, in units of a turn of 12 points,
//! transformed by its aversion to risk.
//!
//! ```text
//! x = (winning * (V(end) - V(lost)) / (V(12 points) - V(lost))
//!      + own points / 12 + harm * (points - bonus) / 12
//!      + closeness * (gap before - gap after) / 12 + variety * kinds / dragons)
//!     / the sum of the weights
//! u(x) = (1 - exp(-rho x)) / rho, and x where rho is 0; extended linearly beyond
//!        4 units
//! ```
//!
//! A defeat before any challenge has x = 0. u is the utility of constant absolute risk
//! aversion (Pratt 1964, Econometrica 32).

use std::cell::Cell;

use crate::solver::{End, Ends, Outlook, SolvedGame, Stage, spread};
use rivals_core::personalities::Values;

/// The points of the turn that is one unit of utility.
const UNIT_POINTS: u32 = 12;

/// The least win probability that one unit stands for. A turn of 12 points can be worth
/// less only where the game is almost decided.
const LEAST_UNIT: f64 = 0.05;

/// u is curved up to this many units and linear beyond, so that a win always has a higher
/// utility than a tie, and so that aversions close to 0 differ little from none.
const CURVED_UNITS: f64 = 4.0;

/// Own points count up to the target, and at least this many count.
const LEAST_TO_GO: u32 = 6;

/// The utilities of the ends of one turn.
pub(super) struct EndUtilities<'a> {
    outlook: &'a Outlook,
    values: &'a Values,
    game: &'a SolvedGame,
    /// The win probability that one unit stands for.
    unit: f64,
    /// The mover's score less the other seat's.
    gap: i64,
    /// The most own points that count.
    to_go: u32,
}

impl<'a> EndUtilities<'a> {
    /// The utilities in the turn of this outlook to a personality with these values.
    pub(super) fn new(game: &'a SolvedGame, outlook: &'a Outlook, values: &'a Values) -> Self {
        let (gap, to_go) = match outlook.position.stage {
            Stage::Running { scores, mover } => {
                let mine = scores[usize::from(mover.0)];
                let theirs = scores[1 - usize::from(mover.0)];
                (i64::from(mine) - i64::from(theirs), game.rules().target - mine)
            }
            Stage::Chase { lead } => (-i64::from(lead), lead.max(0).unsigned_abs() + UNIT_POINTS),
            Stage::Overtime => (0, UNIT_POINTS),
        };
        let unit = game.solution.after(&outlook.position, UNIT_POINTS, 0, false);
        Self {
            outlook,
            values,
            game,
            unit: (unit - outlook.ends.lost[0]).max(LEAST_UNIT),
            gap,
            to_go: to_go.max(LEAST_TO_GO),
        }
    }

    /// Writes the utilities of all ends under this aversion to risk to `ends`.
    pub(super) fn ends(&self, aversion: f64, ends: &mut Ends) {
        let challenge = self.game.rules().challenge;
        let outlook = self.outlook;
        let utility = |x: f64| utility(x, aversion);
        ends.lost = [
            utility(self.units(outlook.ends.lost[0], 0, 0, 0)),
            utility(self.units(outlook.ends.lost[1], 0, challenge.bonus, 0)),
        ];
        let of_end = |end: End, points: usize, kinds: usize| {
            #[expect(clippy::cast_possible_truncation, reason = "at most `most_points`")]
            let at_stake = points as u32;
            utility(match end {
                End::Stands => self.units(outlook.stands[0][points], at_stake, 0, kinds),
                End::StandsAccepted => self.units(outlook.stands[1][points], at_stake, 0, kinds),
                End::Declined => {
                    let kept = challenge.declined_share.of(at_stake);
                    self.units(outlook.declined[points], kept, challenge.bonus, kinds)
                }
            })
        };
        // Each utility takes an exponential, and few ends differ: they are remembered by
        // end, kinds and points.
        let by_kinds = self.game.graph().most_points() as usize + 1;
        let by_end = (self.game.rules().dragons.len() + 1) * by_kinds;
        let known = vec![Cell::new(f64::NAN); 3 * by_end];
        spread(
            self.game.graph(),
            outlook.horizon,
            outlook.may_be_challenged,
            ends,
            |end, points, kinds| {
                let known = &known[end as usize * by_end + kinds * by_kinds + points];
                if known.get().is_nan() {
                    known.set(of_end(end, points, kinds));
                }
                known.get()
            },
        );
    }

    /// The value x of an end, in units of a turn of [`UNIT_POINTS`]; that of a defeat is 0.
    fn units(&self, wins: f64, points: u32, bonus: u32, kinds: usize) -> f64 {
        let values = self.values;
        let per_unit = 1.0 / f64::from(UNIT_POINTS);
        let (points, bonus) = (i64::from(points), i64::from(bonus));
        let closer = self.gap.abs() - (self.gap + points - bonus).abs();
        let sum = values.winning * (wins - self.outlook.ends.lost[0]) / self.unit
            + values.own_points * points.min(self.to_go.into()) as f64 * per_unit
            + values.harm * (points - bonus) as f64 * per_unit
            + values.closeness * closer as f64 * per_unit
            + values.variety * kinds as f64 / self.game.rules().dragons.len() as f64;
        let weights =
            values.winning + values.own_points + values.harm + values.closeness + values.variety;
        sum / weights
    }
}

/// The utility of `x` units under constant absolute risk aversion.
pub(super) fn utility(x: f64, aversion: f64) -> f64 {
    if aversion == 0.0 {
        return x;
    }
    let curved = |x: f64| -libm::expm1(-aversion * x) / aversion;
    if x <= CURVED_UNITS {
        return curved(x);
    }
    // Extend linearly: by the tangent if risk-averse, by the chord from a defeat if
    // risk-seeking (the tangent would make such players all-or-nothing gamblers).
    let slope = if aversion > 0.0 {
        libm::exp(-aversion * CURVED_UNITS)
    } else {
        curved(CURVED_UNITS) / CURVED_UNITS
    };
    curved(CURVED_UNITS) + slope * (x - CURVED_UNITS)
}

#[cfg(test)]
mod tests {
    use super::utility;

    #[test]
    fn risk_aversion_curves_utility() {
        assert_eq!(utility(0.7, 0.0), 0.7);
        // A risk-averse player prefers a sure 1 to 2 at even odds; a risk-seeking one does not.
        assert!(utility(1.0, 0.5) > (utility(2.0, 0.5) + utility(0.0, 0.5)) / 2.0);
        assert!(utility(1.0, -0.5) < (utility(2.0, -0.5) + utility(0.0, -0.5)) / 2.0);
        assert!((utility(1.0, 1e-9) - 1.0).abs() < 1e-8);
        // More is always better, and an aversion close to 0 changes utilities little.
        for aversion in [-4.0, -0.5, 1e-9, 0.5, 4.0] {
            let utilities = [0.0, 1.0, 3.99, 4.0, 4.01, 10.0, 20.0].map(|x| utility(x, aversion));
            assert!(utilities.windows(2).all(|pair| pair[0] < pair[1]), "{aversion}");
        }
        assert!((utility(15.0, 1e-9) - 15.0).abs() < 1e-6);
        assert!((utility(15.0, -1e-9) - 15.0).abs() < 1e-6);
    }
}
