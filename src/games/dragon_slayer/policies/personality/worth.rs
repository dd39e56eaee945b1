//! What a personality makes of a turn's end: the solved chance of winning and
//! whatever else it values, in units of a turn of 12 points, bent by its aversion
//! to risk.
//!
//! ```text
//! x = (winning * (V(end) - V(lost)) / (V(12 points) - V(lost))
//!      + own points / 12 + harm * (points - bonus) / 12
//!      + closeness * (gap before - gap after) / 12 + variety * kinds / dragons)
//!     / the sum of the weights
//! u(x) = (1 - exp(-rho x)) / rho, and x where rho is 0; beyond 4 units on a
//! straight line
//! ```
//!
//! A defeat before any challenge has x = 0 (constant absolute risk aversion:
//! Pratt 1964, Econometrica 32).

use std::cell::Cell;

use crate::games::dragon_slayer::solver::{End, Outlook, SolvedGame, spread};
use crate::games::dragon_slayer::solver::{Ends, Stage};
use crate::personalities::Values;

/// The turn whose worth is the unit.
const UNIT_POINTS: u32 = 12;

/// The unit is worth at least such a chance of winning; where it would be worth
/// less, hardly anything does matter.
const LEAST_UNIT: f64 = 0.05;

/// The worth of ends is bent up to here; further from a defeat it goes on along a
/// straight line, so that to win is always worth more than to tie, and hardly any
/// aversion is like none.
const BENT_UNITS: f64 = 4.0;

/// Own points count up to the target, and never less than these.
const LEAST_TO_GO: u32 = 6;

/// What ends are worth in one turn.
pub(super) struct Worth<'a> {
    outlook: &'a Outlook,
    values: &'a Values,
    game: &'a SolvedGame,
    /// Chance of winning that is worth one unit.
    unit: f64,
    /// The mover's score less the other's.
    gap: i64,
    /// Own points that count.
    to_go: u32,
}

impl<'a> Worth<'a> {
    pub fn new(game: &'a SolvedGame, outlook: &'a Outlook, values: &'a Values) -> Self {
        let (gap, to_go) = match outlook.position.stage {
            Stage::Running { scores, mover } => {
                let mine = scores[usize::from(mover.0)];
                let theirs = scores[1 - usize::from(mover.0)];
                (
                    i64::from(mine) - i64::from(theirs),
                    game.rules().target - mine,
                )
            }
            Stage::Chase { lead } => (-i64::from(lead), lead.max(0).unsigned_abs() + UNIT_POINTS),
            Stage::Overtime => (0, UNIT_POINTS),
        };
        let unit = game
            .solution
            .after(&outlook.position, UNIT_POINTS, 0, false);
        Self {
            outlook,
            values,
            game,
            unit: (unit - outlook.ends.lost[0]).max(LEAST_UNIT),
            gap,
            to_go: to_go.max(LEAST_TO_GO),
        }
    }

    /// The ends under this aversion to risk.
    pub fn ends(&self, aversion: f64, ends: &mut Ends) {
        let challenge = self.game.rules().challenge;
        let outlook = self.outlook;
        let bend = |x: f64| bent(x, aversion);
        ends.lost = [
            bend(self.units(outlook.ends.lost[0], 0, 0, 0)),
            bend(self.units(outlook.ends.lost[1], 0, challenge.bonus, 0)),
        ];
        let worth = |end: End, points: usize, kinds: usize| {
            let at_stake = points as u32;
            bend(match end {
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
        let by_kinds = self.game.graph.most_points() as usize + 1;
        let by_end = (self.game.rules().dragons.len() + 1) * by_kinds;
        let known = vec![Cell::new(f64::NAN); 3 * by_end];
        spread(
            &self.game.graph,
            outlook.horizon,
            outlook.may_be_challenged,
            ends,
            |end, points, kinds| {
                let known = &known[end as usize * by_end + kinds * by_kinds + points];
                if known.get().is_nan() {
                    known.set(worth(end, points, kinds));
                }
                known.get()
            },
        );
    }

    /// An end in units of [`UNIT_POINTS`], from that of a defeat.
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
pub(super) fn bent(x: f64, aversion: f64) -> f64 {
    if aversion == 0.0 {
        return x;
    }
    let bend = |x: f64| -libm::expm1(-aversion * x) / aversion;
    if x <= BENT_UNITS {
        return bend(x);
    }
    // The tangent; who seeks risk, of whom that would make a gambler for all or
    // nothing, takes the chord from a defeat.
    let slope = match aversion > 0.0 {
        true => libm::exp(-aversion * BENT_UNITS),
        false => bend(BENT_UNITS) / BENT_UNITS,
    };
    bend(BENT_UNITS) + slope * (x - BENT_UNITS)
}

#[cfg(test)]
mod tests {
    use super::bent;

    #[test]
    fn bending() {
        assert_eq!(bent(0.7, 0.0), 0.7);
        // Averse: a sure 1 beats 2 at even odds; seeking: the other way round.
        assert!(bent(1.0, 0.5) > (bent(2.0, 0.5) + bent(0.0, 0.5)) / 2.0);
        assert!(bent(1.0, -0.5) < (bent(2.0, -0.5) + bent(0.0, -0.5)) / 2.0);
        assert!((bent(1.0, 1e-9) - 1.0).abs() < 1e-8);
        // More is always better, far off as well, and hardly bent is hardly bent.
        for aversion in [-4.0, -0.5, 1e-9, 0.5, 4.0] {
            let worths = [0.0, 1.0, 3.99, 4.0, 4.01, 10.0, 20.0].map(|x| bent(x, aversion));
            assert!(
                worths.windows(2).all(|pair| pair[0] < pair[1]),
                "{aversion}"
            );
        }
        assert!((bent(15.0, 1e-9) - 15.0).abs() < 1e-6);
        assert!((bent(15.0, -1e-9) - 15.0).abs() < 1e-6);
    }
}
