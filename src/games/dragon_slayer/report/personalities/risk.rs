//! Risk against points at stake.

use std::collections::BTreeMap;

use super::personalities;
use crate::report::charts::{Axis, Chart, Line, Lines};
use crate::report::sections::words::{Names, percentage, share};
use crate::report::{Block, Figure, Panel};
use crate::results::Folder;
use crate::results::tournament::RosterRow;
use crate::text::number::{percent, points};

const FILE: &str = "tournament/risk_curves.csv";

/// Points at stake with fewer fights per game are left out of curves.
const RARE: f64 = 0.01;

/// The curve of one player, broken where points are left out.
type Curve = Vec<Vec<(f64, f64)>>;

/// By player. Nobody's is without a point.
struct Curves<'a>(BTreeMap<&'a str, Curve>);

impl<'a> Curves<'a> {
    fn new(results: &'a Folder) -> Self {
        let mut curves: BTreeMap<&str, Curve> = BTreeMap::new();
        for row in results.tournament.risk_curves.iter() {
            let curve = curves.entry(&row.id).or_insert_with(|| vec![Vec::new()]);
            match row.risk_per_fight.filter(|_| row.fights_per_game >= RARE) {
                Some(risk) => {
                    let piece = curve.last_mut().expect("a curve has a piece");
                    piece.push((f64::from(row.at_stake), risk));
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

    fn all(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0.values().flatten().flatten().copied()
    }

    /// The most points that a player still fights with.
    fn furthest(&self, player: &RosterRow) -> Option<f64> {
        let points = self.0.get(&*player.id)?.iter().flatten();
        points.map(|point| point.0).max_by(f64::total_cmp)
    }
}

/// Whom the others are measured against: who gives the least away.
fn reference(results: &Folder) -> Option<&str> {
    let standings = results.tournament.standings.iter();
    let given = standings.filter_map(|row| Some((&*row.id, row.given_away?)));
    (given.min_by(|a, b| a.1.total_cmp(&b.1))).map(|(id, _)| id)
}

pub(super) fn blocks(results: &Folder, names: &Names<'_>) -> Vec<Block> {
    let curves = Curves::new(results);
    let Some(reference) = reference(results).filter(|id| curves.0.contains_key(id)) else {
        return vec![Block::text(
            "There are no curves: nobody's risks are known exactly, or those of the one who gives \
             the least away are too rare.",
        )];
    };
    let mut blocks = vec![sentence(results, &curves)];
    blocks.push(figure(results, names, &curves, reference));
    blocks
}

fn sentence(results: &Folder, curves: &Curves<'_>) -> Block {
    let mut text = "A defeat loses all that is at stake, so that a fight of the same risk costs \
                    more and more."
        .to_owned();
    let furthest = || {
        let people = personalities(results);
        people.filter_map(|player| Some((player, curves.furthest(player)?)))
    };
    let bold = furthest().max_by(|a, b| a.1.total_cmp(&b.1));
    let shy = furthest().min_by(|a, b| a.1.total_cmp(&b.1));
    if let Some(((bold, most), (shy, least))) = bold.zip(shy) {
        text += &format!(
            " In {} of games or more often, {} still fights with {} points at stake; {} with no \
             more than {}.",
            percentage(RARE, 0),
            bold.name,
            points(most),
            shy.name,
            points(least),
        );
    }
    Block::Text(text)
}

fn figure(results: &Folder, names: &Names<'_>, curves: &Curves<'_>, reference: &str) -> Block {
    let across = Axis::from_zero(
        "points at stake",
        curves.all().map(|point| point.0),
        5,
        points,
    );
    let risks = curves.all().map(|point| point.1);
    let up = Axis::from_zero("chance of defeat, %", risks, 4, |risk| percent(risk, 0));
    let panel = |player: &RosterRow| {
        let curve = curves.0.get(&*player.id)?;
        let line = |name: &str, curve: &Curve| Line {
            name: name.to_owned(),
            pieces: curve.clone(),
        };
        let mut lines = vec![line(&player.name, curve)];
        if player.id != reference {
            lines.push(line(names.of(reference), &curves.0[reference]));
        }
        let riskiest = curve.iter().flatten().max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(Panel {
            title: player.name.clone(),
            alternative: format!(
                "at most a chance of defeat of {}, with {} points at stake; fights with up to {} \
                 points.",
                share(riskiest.1),
                points(riskiest.0),
                points(curves.furthest(player)?),
            ),
            chart: Chart::Lines(Lines {
                across: across.clone(),
                up: up.clone(),
                lines,
            }),
        })
    };
    Block::Figure(Figure {
        id: "risk-curves".to_owned(),
        caption: format!(
            "The mean chance of defeat of the fights begun, by points at stake, in games against \
             the best play; exact. Curves are broken where fewer than {RARE} fights per game are \
             begun. {} is the one who gives the least away.",
            names.of(reference)
        ),
        source: FILE.to_owned(),
        panels: personalities(results).filter_map(panel).collect(),
    })
}
