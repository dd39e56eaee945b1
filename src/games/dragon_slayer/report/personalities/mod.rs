//! Personalities: what they are like, how they play, and what it costs them.

mod given_away;
mod map;
mod profiles;
mod risk;
mod stakes;

use std::collections::HashMap;

use crate::report::charts::Spot;
use crate::report::sections::words::Names;
use crate::report::{Block, Section};
use crate::results::Folder;
use crate::results::tournament::{FingerprintRow, RosterRow};

const ROSTER: &str = "tournament/roster.csv";
const FINGERPRINTS: &str = "tournament/fingerprints.csv";

pub fn section(results: &Folder) -> Section {
    let names = Names::new(results);
    let prints = Fingerprints::new(results);
    let mut blocks = vec![
        Block::text(
            "A personality is a point on a few scales: traits, which bend its decisions, and \
             values, which say what it wants. All neutral is the best play. What it then does was \
             measured in the league: its fingerprint.",
        ),
        Block::text(format!("Who plays, from {ROSTER}:")),
        characters(results),
        Block::Figure(profiles::figure(results, &prints)),
    ];
    blocks.push(Block::Heading("Risk against points at stake".to_owned()));
    blocks.extend(risk::blocks(results, &names));
    blocks.push(Block::Heading("Behind and ahead".to_owned()));
    blocks.extend(stakes::blocks(results, &prints));
    blocks.push(Block::Heading("Who plays like whom".to_owned()));
    blocks.extend(map::blocks(results, &names));
    blocks.push(Block::Heading("What they give away".to_owned()));
    blocks.extend(given_away::blocks(results, &prints));
    Section {
        id: "personalities",
        title: "Personalities".to_owned(),
        blocks,
    }
}

/// Those that have traits.
fn personalities(results: &Folder) -> impl Iterator<Item = &RosterRow> {
    results
        .tournament
        .roster
        .iter()
        .filter(|player| player.kind == "personality")
}

/// Whether a player has traits.
fn is_personality(results: &Folder, id: &str) -> bool {
    personalities(results).any(|player| player.id == id)
}

/// Fingerprints by player and metric.
struct Fingerprints<'a>(HashMap<(&'a str, &'a str), &'a FingerprintRow>);

impl<'a> Fingerprints<'a> {
    fn new(results: &'a Folder) -> Self {
        let rows = results.tournament.fingerprints.iter();
        Self(rows.map(|row| ((&*row.id, &*row.metric), row)).collect())
    }

    fn row(&self, id: &str, metric: &str) -> Option<&'a FingerprintRow> {
        // The keys live as long as the rows; the look-up need not.
        self.0.get(&(id, metric) as &(&str, &str)).copied()
    }

    /// Measured, with its interval.
    fn spot(&self, id: &str, metric: &str) -> Option<Spot> {
        let row = self.row(id, metric)?;
        Some(Spot {
            value: row.value?,
            interval: row.low.zip(row.high),
        })
    }

    /// Measured, or else exact.
    fn value(&self, id: &str, metric: &str) -> Option<f64> {
        let row = self.row(id, metric)?;
        row.value.or(row.exact)
    }
}

fn characters(results: &Folder) -> Block {
    let roster = results.tournament.roster.iter();
    Block::List(
        roster
            .map(|player| format!("{}: {}", player.name, player.character))
            .collect(),
    )
}
