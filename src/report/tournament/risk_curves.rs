//! `risk_curves.csv`, of two seats: what players risk, and when they stop, by the
//! points at stake.

use serde::Serialize;

use crate::standings::Results;
use crate::tournament::RiskAtStake;

pub(super) const FILE: &str = "risk_curves.csv";

/// Rows of less than so many fights and stops per game are left out.
const RARE: f64 = 1e-6;

/// A row; the fields are the columns. All is exact, of games against the optimum
/// from both seats.
#[derive(Debug, Default, Serialize)]
struct Row<'a> {
    id: &'a str,
    at_stake: u32,
    /// Fights that it begins with so many points at stake.
    fights_per_game: f64,
    /// The mean chance of a defeat in them; empty where there are none.
    risk_per_fight: Option<f64>,
    /// Times that it chooses to stop.
    stops_per_game: f64,
}

/// In the roster's order, then by points.
pub(super) fn csv(results: &Results) -> String {
    let rows = results.risk_curves.iter().enumerate();
    let rows = rows.flat_map(|(player, curve)| {
        let weighty = |risk: &&RiskAtStake| weight(risk) >= RARE;
        curve.iter().filter(weighty).map(move |risk| Row {
            id: results.id(player),
            at_stake: risk.at_stake,
            fights_per_game: risk.fights_per_game,
            risk_per_fight: risk.risk_per_fight,
            stops_per_game: risk.stops_per_game,
        })
    });
    crate::report::csv_or_header(rows.collect())
}

fn weight(risk: &RiskAtStake) -> f64 {
    risk.fights_per_game + risk.stops_per_game
}
