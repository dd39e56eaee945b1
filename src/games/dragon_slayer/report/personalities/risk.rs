//! The risk that players take, by points at stake.

use std::collections::BTreeMap;

use crate::games::dragon_slayer::contest::RiskCurveRow;
use crate::report::charts::{Axis, Chart, Mark, Plot, Series, Spot};
use crate::report::words::{Names, share};
use crate::report::{Block, Panel};
use crate::results::Tournament;
use crate::results::tournament::RosterRow;
use crate::text::number::{percent, points};

const FILE: &str = "tournament/risk_curves.csv";

/// Curves leave out points at stake with which a player begins fewer fights per game.
const RARE: f64 = 0.01;

/// The risk of a fight by points at stake, in pieces: the curve is broken where points are left
/// out.
type Curve = Vec<Vec<(f64, Spot)>>;

/// The curves by player; every curve has at least one point.
struct Curves<'a>(BTreeMap<&'a str, Curve>);

impl<'a> Curves<'a> {
    fn new(rows: &'a [RiskCurveRow]) -> Self {
        let mut curves: BTreeMap<&str, Curve> = BTreeMap::new();
        for row in rows {
            let curve = curves.entry(&row.id).or_insert_with(|| vec![Vec::new()]);
            match row.risk_per_fight.filter(|_| row.fights_per_game >= RARE) {
                Some(risk) => {
                    let piece = curve.last_mut().expect("a curve has a piece");
                    piece.push((f64::from(row.at_stake), Spot::exact(risk)));
                }
                None => curve.push(Vec::new()),
            }
        }
        for curve in curves.values_mut() {
            curve.retain(|piece| !piece.is_empty());
        }
        curves.retain(|_, curve| !curve.is_empty());
        Self(curves)
    }

    fn all(&self) -> impl Iterator<Item = (f64, Spot)> {
        self.0.values().flatten().flatten().copied()
    }

    /// The most points with which a player still fights.
    fn furthest(&self, player: &RosterRow) -> Option<f64> {
        let points = self.0.get(&*player.id)?.iter().flatten();
        points.map(|point| point.0).max_by(f64::total_cmp)
    }
}

/// The player with the least equity loss, with whom the others are compared.
fn reference(played: &Tournament) -> Option<&str> {
    let losses = played.standings.iter();
    let losses = losses.filter_map(|row| Some((&*row.id, row.equity_loss?)));
    (losses.min_by(|a, b| a.1.total_cmp(&b.1))).map(|(id, _)| id)
}

pub(super) fn blocks(played: &Tournament, curves: &[RiskCurveRow]) -> Vec<Block> {
    let curves = Curves::new(curves);
    match reference(played).filter(|id| curves.0.contains_key(id)) {
        Some(reference) => vec![
            sentence(played, &curves),
            figure(played, &curves, reference),
        ],
        None => vec![Block::text(
            "There are no curves: no player's risks are known exactly, or the player with the \
             least equity loss hardly ever fights.",
        )],
    }
}

fn sentence(played: &Tournament, curves: &Curves<'_>) -> Block {
    let mut text = "A defeat loses all points at stake, so a fight with the same risk costs more, \
                    the more points are at stake."
        .to_owned();
    let furthest = || {
        let people = played.personalities();
        people.filter_map(|player| Some((player, curves.furthest(player)?)))
    };
    let bold = furthest().max_by(|a, b| a.1.total_cmp(&b.1));
    let shy = furthest().min_by(|a, b| a.1.total_cmp(&b.1));
    if let Some(((bold, most), (shy, least))) = bold.zip(shy) {
        text += &format!(
            " At least once in {} games on average, {} still begins a fight with {} points at stake, \
             and {} with no more than {}.",
            (1.0 / RARE).round(),
            bold.name,
            points(most),
            shy.name,
            points(least),
        );
    }
    Block::text(text)
}

fn figure(played: &Tournament, curves: &Curves<'_>, reference: &str) -> Block {
    let names = Names::new(played);
    let stakes = curves.all().map(|point| point.0);
    let across = Axis::from_zero("points at stake", stakes, 5, points);
    let risks = curves.all().map(|point| point.1.value);
    let up = Axis::from_zero("probability of defeat, %", risks, 4, |risk| {
        percent(risk, 0)
    });
    let panel = |player: &RosterRow| {
        let curve = curves.0.get(&*player.id)?;
        let line = |name: &str, curve: &Curve| Series {
            name: name.to_owned(),
            mark: Mark::Line,
            pieces: curve.clone(),
        };
        let mut series = vec![line(&player.name, curve)];
        if player.id != reference {
            series.push(line(names.of(reference), &curves.0[reference]));
        }
        let risk = |point: &(f64, Spot)| point.1.value;
        let points_of = curve.iter().flatten();
        let riskiest = points_of.max_by(|a, b| risk(a).total_cmp(&risk(b)))?;
        let alternative = format!(
            "the probability of defeat is at most {}, with {} points at stake; fights with up to {} \
             points.",
            share(risk(riskiest)),
            points(riskiest.0),
            points(curves.furthest(player)?),
        );
        let (across, up) = (across.clone(), up.clone());
        let chart = Chart::Plot(Plot { across, up, series });
        Some(Panel::new(&player.name, alternative, chart))
    };
    let caption = format!(
        "The mean probability of defeat of the fights begun, by points at stake, in games against \
         optimal play; exact. Curves are broken where fewer than {RARE} fights per game are \
         begun. {} has the least equity loss.",
        names.of(reference)
    );
    Block::figure(
        "risk-curves",
        FILE,
        caption,
        played.personalities().filter_map(panel),
    )
}
