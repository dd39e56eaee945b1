//! The joint fit of ratings over all games, or the reason why there is none.

use super::field::Field;
use crate::tournament::{FinishedPairing, Seating};
use rivals_statistics::{
    BradleyTerry, BradleyTerryError, MixedLineUp, PairedLineUp, Rating, RatioSums,
};

/// The ratings of the players of the roster who played.
#[derive(Clone, Debug)]
pub struct Ratings {
    fit: BradleyTerry,
    /// The number of each player of the roster in the fit.
    numbers: Vec<Option<usize>>,
}

impl Ratings {
    /// The joint fit, or the reason why there is none. The standard errors are computed from the
    /// variation between groups of paired games, or between batches of openings where pairings
    /// share them.
    pub(super) fn new(field: &Field) -> Result<Self, String> {
        if field.has_only_copies() {
            return Err("two players with copies of each other have no ratings".to_owned());
        }
        let players = field.played();
        let (fit, numbers) = Self::fit(field, &players).map_err(|error| {
            error.text(|number| field.finished.roster[players[number]].id.as_str())
        })?;
        Ok(Self { fit, numbers })
    }

    /// The fit of the games of these players, with their numbers in it.
    fn fit(
        field: &Field,
        players: &[usize],
    ) -> Result<(BradleyTerry, Vec<Option<usize>>), BradleyTerryError> {
        let numbers: Vec<_> =
            (0..field.players()).map(|player| players.binary_search(&player).ok()).collect();
        let number = |pairing: &FinishedPairing| -> Option<Vec<usize>> {
            (pairing.players.iter().map(|&player| numbers[player])).collect()
        };
        let among =
            (field.pairings.iter()).filter_map(|pairing| Some((number(pairing)?, *pairing)));
        let fit = if field.finished.seats == 2 {
            let pair = |(players, pairing): (Vec<usize>, &FinishedPairing)| {
                let totals = &pairing.totals;
                Some(PairedLineUp {
                    players: [players[0], players[1]],
                    unit: totals.share_unit(),
                    groups: totals.groups,
                    shares: [totals.wins[0], totals.wins[1]],
                    products: totals.products_of_pair(0)?,
                    batches: (totals.batches.iter())
                        .map(|(&number, of)| (number, of.groups, [of.wins[0], of.wins[1]]))
                        .collect(),
                })
            };
            let line_ups: Option<Vec<_>> = among.map(pair).collect();
            (line_ups.ok_or(BradleyTerryError::Contradictory)).and_then(|line_ups| {
                BradleyTerry::fit_pairs(players.len(), &line_ups, field.sampled())
            })
        } else {
            let line_ups: Vec<_> = among
                .map(|(players, pairing)| MixedLineUp {
                    players,
                    wins: pairing.totals.wins.clone(),
                    unit: field.finished.share_unit.into(),
                    groups: pairing.totals.groups,
                    squares: (0..field.finished.seats)
                        .map(|member| deviation(pairing.totals.shares_of(member)))
                        .sum::<f64>()
                        / f64::from(field.finished.share_unit * field.finished.share_unit),
                })
                .collect();
            // Consecutive groups have the orders in turn, and the games of a group are
            // the rotations of its order.
            let seatings: Vec<_> = (Seating::all(field.finished.seats).into_iter())
                .flat_map(|seating| seating.line_ups)
                .collect();
            BradleyTerry::fit_mixed(players.len(), &seatings, &line_ups)
        };
        Ok((fit?, numbers))
    }

    /// A player's rating; `None` if it did not play.
    #[must_use]
    pub fn of(&self, player: usize) -> Option<Rating> {
        Some(self.fit.ratings[self.numbers[player]?])
    }

    /// A weighted sum of ratings; `None` if one of the players has none.
    #[must_use]
    pub fn contrast(&self, weights: &[(f64, usize)]) -> Option<Rating> {
        let of_fit: Option<Vec<_>> = (weights.iter())
            .map(|&(weight, player)| Some((self.numbers[player]?, weight)))
            .collect();
        Some(self.fit.contrast(&of_fit?))
    }

    /// The advantage of each seat from the second on over the first seat, in Elo
    /// points.
    #[must_use]
    pub fn seat_advantages(&self) -> &[Rating] {
        &self.fit.seat_advantages
    }
}

/// The sum over groups of the squared deviation of the units that were won from their mean.
fn deviation(counts: &[u64]) -> f64 {
    let RatioSums { groups, sums } = RatioSums::of_counts(counts);
    let [x, _, xx, ..] = sums;
    (i128::from(groups) * xx - x * x) as f64 / groups as f64
}
