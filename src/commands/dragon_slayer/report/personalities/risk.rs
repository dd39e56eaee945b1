//! The risk that players take, by points at stake.

use std::collections::BTreeMap;

use crate::document::{Axis, Block, Chart, Mark, Panel, Plot, Series, Spot};
use crate::dragon_slayer::contest::RiskCurveRow;
use crate::report::words::{Names, share};
use crate::results::Tournament;
use crate::results::tournament::RosterRow;
use crate::text::number::{percent, points};

const FILE: &str = "tournament/risk_curves.csv";

/// Curves leave out points at stake with which a player begins fewer fights per game than this.
const RARE_FIGHTS: f64 = 0.01;

/// The risk of a fight by points at stake, in pieces: the curve is broken where points are left
/// out.
type Curve = Vec<Vec<(f64, Spot)>>;

pub(super) fn blocks(played: &Tournament, rows: &[RiskCurveRow]) -> Vec<Block> {
    let curves = curves(rows);
    match reference(played).filter(|id| curves.contains_key(id)) {
        Some(reference) => vec![
            Block::text(
                "A defeat loses all points at stake, so a fight with the same risk costs more, the \
                 more points are at stake.",
            ),
            figure(played, &curves, reference),
        ],
        None => vec![Block::text(
            "There are no curves: no player's risks are known exactly, or the player with the \
             least equity loss hardly ever fights.",
        )],
    }
}

/// The curves by player; every curve has at least one point.
fn curves(rows: &[RiskCurveRow]) -> BTreeMap<&str, Curve> {
    let mut curves = BTreeMap::new();
    for of_player in rows.chunk_by(|a, b| a.id == b.id) {
        let point = |row: &RiskCurveRow| {
            let risk = row.risk_per_fight.filter(|_| row.fights_per_game >= RARE_FIGHTS);
            Some((f64::from(row.at_stake), Spot::exact(risk?)))
        };
        let points: Vec<_> = of_player.iter().map(point).collect();
        let pieces = points.split(Option::is_none);
        let pieces = pieces.map(|piece| piece.iter().copied().flatten().collect());
        let curve: Curve = pieces.filter(|piece: &Vec<_>| !piece.is_empty()).collect();
        if !curve.is_empty() {
            curves.insert(&*of_player[0].id, curve);
        }
    }
    curves
}

/// The most points with which a player still fights.
fn furthest(curve: &Curve) -> f64 {
    let points = curve.iter().flatten().map(|point| point.0);
    points.fold(0.0, f64::max)
}

/// The player with the least equity loss, with whom the others are compared.
fn reference(played: &Tournament) -> Option<&str> {
    let losses = played.standings.iter();
    let losses = losses.filter_map(|row| Some((&*row.id, row.equity_loss?)));
    (losses.min_by(|a, b| a.1.total_cmp(&b.1))).map(|(id, _)| id)
}

fn figure(played: &Tournament, curves: &BTreeMap<&str, Curve>, reference: &str) -> Block {
    let names = Names::new(played);
    let all = || curves.values().flatten().flatten();
    let stakes = all().map(|point| point.0);
    let across = Axis::from_zero("points at stake", stakes, 5, points);
    let risks = all().map(|point| point.1.value);
    let title = "probability of defeat, %";
    let up = Axis::from_zero(title, risks, 4, |risk| percent(risk, 0));
    let panel = |player: &RosterRow| {
        let curve = curves.get(&*player.id)?;
        let of = |name: &str, mark: Mark, curve: &Curve| Series {
            name: name.to_owned(),
            mark,
            pieces: curve.clone(),
        };
        let mut series = vec![of(&player.name, Mark::Point, curve)];
        if player.id != reference {
            series.push(of(names.of(reference), Mark::Diamond, &curves[reference]));
        }
        let fights = curve.iter().flatten();
        let riskiest = fights.max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        let alternative = format!(
            "the probability of defeat is at most {}, with {} points at stake; fights with up to {} \
             points.",
            share(riskiest.1.value),
            points(riskiest.0),
            points(furthest(curve)),
        );
        let (across, up) = (across.clone(), up.clone());
        let chart = Chart::Plot(Plot { across, up, series });
        Some(Panel::new(&player.name, alternative, chart))
    };
    let caption = format!(
        "The mean probability of defeat of the fights begun, by points at stake, in games against \
         optimal play; exact. Points at stake at which fewer than {RARE_FIGHTS} fights per game \
         begin are left out. {} has the least equity loss.",
        names.of(reference)
    );
    let panels = played.personalities().filter_map(panel);
    Block::figure("risk-curves", "Risk of the fights begun", FILE, caption, panels)
}
