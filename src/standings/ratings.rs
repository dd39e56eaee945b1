//! The joint fit of ratings over all games, or the reason why there is none.

use super::field::Field;
use crate::statistics::{BradleyTerry, BradleyTerryError, MixedLineUp, PairedLineUp, Rating};
use crate::tournament::{FinishedPairing, Seating};

/// The ratings of the players of the roster who played. Players who won every game,
/// or lost every game, against those that have a rating have none: theirs would be infinite. The ratings of the others are then
/// those of the games among them, as in the limit.
#[derive(Clone, Debug)]
pub struct Ratings {
    fit: BradleyTerry,
    /// The number of each player of the roster in the fit.
    numbers: Vec<Option<usize>>,
    /// The place of each player among those without a rating: above 0 it stands above all with
    /// one, below 0 below them.
    beyond: Vec<i32>,
}

impl Ratings {
    /// The joint fit, or the reason why there is none. With two seats the standard
    /// errors are computed from the variation between groups of paired games. With more
    /// seats, the dependence within a group is not recorded in enough detail, and the
    /// standard errors treat games as independent.
    pub(super) fn new(field: &Field) -> Result<Self, String> {
        if field.has_only_copies() {
            return Err("two players with copies of each other have no ratings".to_owned());
        }
        let mut players: Vec<usize> = (0..field.players())
            .filter(|&player| !field.appearances(player).is_empty())
            .collect();
        let mut beyond = vec![0; field.players()];
        for place in (1..=field.players() as i32).rev() {
            let error = match Self::fit(field, &players) {
                Ok((fit, numbers)) => {
                    return Ok(Self {
                        fit,
                        numbers,
                        beyond,
                    });
                }
                Err(error) => error,
            };
            let (without, place) = match &error {
                BradleyTerryError::Unbeaten { players } => (players, place),
                BradleyTerryError::Winless { players } => (players, -place),
                _ => return Err(Self::reason(&error, field, &players)),
            };
            if players.len() < without.len() + 2 {
                return Err(Self::reason(&error, field, &players));
            }
            for &number in without {
                beyond[players[number]] = place;
            }
            players.retain(|&player| beyond[player] == 0);
        }
        unreachable!("each fit that is refused leaves out a player")
    }

    fn reason(error: &BradleyTerryError, field: &Field, players: &[usize]) -> String {
        error.text(|number| field.finished.roster[players[number]].id.as_str())
    }

    /// The fit of the games that only these players played, with their numbers in it.
    fn fit(
        field: &Field,
        players: &[usize],
    ) -> Result<(BradleyTerry, Vec<Option<usize>>), BradleyTerryError> {
        let numbers: Vec<_> = (0..field.players())
            .map(|player| players.binary_search(&player).ok())
            .collect();
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

    /// The place of a player without a rating: above 0 it stands above all players with one, the
    /// highest first, and below 0 below them.
    pub(super) fn beyond(&self, player: usize) -> i32 {
        self.beyond[player]
    }

    /// A player's rating; none if it did not play, or won or lost all its games against the others.
    #[must_use]
    pub fn of(&self, player: usize) -> Option<Rating> {
        Some(self.fit.ratings[self.numbers[player]?])
    }

    /// A weighted sum of ratings; none if one of the players has none.
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
