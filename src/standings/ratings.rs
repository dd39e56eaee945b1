//! The joint fit of ratings over all games, or the reason why there is none.

use super::field::Field;
use crate::statistics::{BradleyTerry, BradleyTerryError, MixedLineUp, PairedLineUp, Rating};
use crate::tournament::{FinishedPairing, Seating};

/// The ratings of the players of the roster who played.
#[derive(Clone, Debug)]
pub struct Ratings {
    fit: BradleyTerry,
    /// The number of each player of the roster in the fit.
    numbers: Vec<Option<usize>>,
}

impl Ratings {
    /// The joint fit, or the reason why there is none. With two seats the standard
    /// errors are computed from the variation between groups of paired games. With more
    /// seats, the dependence within a group is not recorded in enough detail, and the
    /// standard errors treat games as independent.
    pub(super) fn new(field: &Field) -> Result<Self, String> {
        let mut players = Vec::new();
        let numbers: Vec<_> = (0..field.players())
            .map(|player| {
                (!field.appearances(player).is_empty()).then(|| {
                    players.push(player);
                    players.len() - 1
                })
            })
            .collect();
        let number = |pairing: &FinishedPairing| -> Vec<usize> {
            let of = |player: &usize| numbers[*player].expect("it played");
            pairing.players.iter().map(of).collect()
        };
        let fit = if field.finished.seats == 2 {
            let pair = |pairing: &&FinishedPairing| {
                let totals = &pairing.totals;
                let [a, b] = [0, 1].map(|place| number(pairing)[place]);
                Some(PairedLineUp {
                    players: [a, b],
                    unit: totals.share_unit(),
                    groups: totals.groups,
                    shares: [totals.wins[0], totals.wins[1]],
                    products: totals.products_of_pair(0)?,
                })
            };
            let line_ups: Option<Vec<_>> = field.pairings.iter().map(pair).collect();
            (line_ups.ok_or(BradleyTerryError::Contradictory)).and_then(|line_ups| {
                BradleyTerry::fit_pairs(players.len(), &line_ups, field.sampled())
            })
        } else {
            let line_ups: Vec<_> = (field.pairings.iter())
                .map(|pairing| MixedLineUp {
                    players: number(pairing),
                    wins: pairing.totals.wins.clone(),
                    unit: field.finished.share_unit.into(),
                })
                .collect();
            // Consecutive groups have the orders in turn, and the games of a group are
            // the rotations of its order.
            let seatings: Vec<_> = (Seating::all(field.finished.seats).into_iter())
                .flat_map(|seating| seating.line_ups)
                .collect();
            BradleyTerry::fit_mixed(players.len(), &seatings, &line_ups)
        };
        let id = |number: usize| field.finished.roster[players[number]].id.as_str();
        fit.map(|fit| Self { fit, numbers })
            .map_err(|error| error.text(id))
    }

    /// A player's rating; none if it did not play.
    #[must_use]
    pub fn of(&self, player: usize) -> Option<Rating> {
        Some(self.fit.ratings[self.numbers[player]?])
    }

    /// A weighted sum of ratings; none if one of the players did not play.
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
