//! The joint fit of ratings over all games, or the reason why there is none.

use super::field::Field;
use crate::statistics::{BradleyTerry, BradleyTerryError, GroupedLineUp, MixedLineUp};
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
                (!field.places(player).is_empty()).then(|| {
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
            let line_ups: Result<Vec<_>, _> = (field.pairings.iter())
                .map(|pairing| grouped(&number(pairing), pairing))
                .collect();
            line_ups.and_then(|line_ups| BradleyTerry::fit_groups(players.len(), &line_ups))
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
        match fit {
            Ok(fit) => Ok(Self { fit, numbers }),
            Err(error) => Err(reason(field, &players, &error)),
        }
    }

    /// A player's rating; none if it did not play.
    #[must_use]
    pub fn of(&self, player: usize) -> Option<crate::statistics::Rating> {
        Some(self.fit.ratings[self.numbers[player]?])
    }

    /// A weighted sum of ratings; none if one of the players did not play.
    #[must_use]
    pub fn contrast(&self, weights: &[(f64, usize)]) -> Option<crate::statistics::Rating> {
        let of_fit: Option<Vec<_>> = (weights.iter())
            .map(|&(weight, player)| Some((self.numbers[player]?, weight)))
            .collect();
        Some(self.fit.contrast(&of_fit?))
    }

    /// The advantage of each seat from the second on over the first seat, in Elo
    /// points.
    #[must_use]
    pub fn seat_advantages(&self) -> &[crate::statistics::Rating] {
        &self.fit.seat_advantages
    }
}

/// The groups of two players with the seatings {a, b} and {b, a}. The shares of both
/// players follow from the shares of a in each game and in both.
fn grouped(
    players: &[usize],
    pairing: &FinishedPairing,
) -> Result<GroupedLineUp, BradleyTerryError> {
    let (a, b) = (players[0], players[1]);
    let totals = &pairing.totals;
    let (groups, unit) = (totals.groups, totals.share_unit());
    let less = |count: u64, part: u64| count.checked_sub(part).ok_or(BradleyTerryError::Joint);
    // Units of a from the first and from the second seat, and the sums of their products.
    let (first, second) = (totals.wins[0], totals.wins[1]);
    let [ff, fs, ss] = totals.products_of_pair(0).ok_or(BradleyTerryError::Joint)?;
    let all = groups * unit;
    // The product of shares when one of them, or both, is replaced by the share of b, which
    // is the rest of the unit.
    let (f, s) = (unit * first, unit * second);
    let both = |factor: u64, other: u64, product: u64| less(unit * all + product, factor + other);
    // The cells are: a in the first game, b in it; b in the second game, a in it.
    #[rustfmt::skip]
    let products = vec![
        ff,           less(f, ff)?,    less(f, fs)?,    fs,
        less(f, ff)?, both(f, f, ff)?, both(f, s, fs)?, less(s, fs)?,
        less(f, fs)?, both(f, s, fs)?, both(s, s, ss)?, less(s, ss)?,
        fs,           less(s, fs)?,    less(s, ss)?,    ss,
    ];
    let wins = vec![first, less(all, first)?, less(all, second)?, second];
    GroupedLineUp::from_products(vec![vec![a, b], vec![b, a]], unit, groups, wins, products)
}

/// The error message, with the players' ids instead of their numbers.
fn reason(field: &Field, players: &[usize], error: &BradleyTerryError) -> String {
    let ids = |numbers: &[usize]| {
        let id = |number: &usize| field.finished.roster[players[*number]].id.as_str();
        numbers.iter().map(id).collect::<Vec<_>>().join(", ")
    };
    match error {
        BradleyTerryError::Unbeaten { players } => {
            format!("{} never lost to any of the others", ids(players))
        }
        BradleyTerryError::Winless { players } => {
            format!("{} never beat any of the others", ids(players))
        }
        BradleyTerryError::Disconnected { players } => {
            format!("{} never met any of the others", ids(players))
        }
        BradleyTerryError::WinlessSeat { seat } => format!("seat {} never won", seat + 1),
        BradleyTerryError::TooFewGroups { .. } => {
            "a pairing has fewer than two paired games".to_owned()
        }
        BradleyTerryError::Unbounded { players, .. } => {
            format!("the games leave {} without bounds", ids(players))
        }
        other => other.to_string(),
    }
}
