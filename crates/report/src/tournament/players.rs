//! The section on how players decide: characters, profiles, and distances between players.

pub use super::distances::distances;
use crate::words::{decimals, is_share, percentage, plain};
use rivals_core::document::{Block, Chart, Panel, Row, RowContent, Rows, Section, Spot};
use rivals_core::text::number::{fixed, significant};
use rivals_league::results::Tournament;
use rivals_league::results::tournament::{FingerprintRow, RosterRow, TraitRow};
use rivals_league::tournament::FigureKind;

/// The file of fingerprints.
pub(super) const FINGERPRINTS: &str = "tournament/fingerprints.csv";

/// The id of the figure of the profiles, whose panels are titled with the names of players.
pub const PROFILES: &str = "profiles";

/// The ends of the scale of a metric, in standard deviations.
const WIDEST: f64 = 2.5;

/// The largest number of metrics of a profile, if the game does not choose them.
const MAX_METRICS: usize = 12;

/// The section on the players of any game: their characters, profiles and distances.
#[must_use]
pub fn players(played: &Tournament) -> Section {
    let prints = &played.fingerprints;
    let of_first = prints.iter().take_while(|row| row.id == prints[0].id);
    let metrics: Vec<&str> = (of_first.filter(|row| row.in_distances))
        .map(|row| &*row.metric)
        .take(MAX_METRICS)
        .collect();
    let mut blocks = characters(played);
    // A game need not measure anything.
    if !metrics.is_empty() || played.personalities().next().is_some() {
        blocks.push(profiles(played, &Fingerprints::new(played), &metrics));
    }
    let distances = distances(played);
    if !distances.is_empty() {
        blocks.push(Block::heading("Distances between players"));
        blocks.extend(distances);
    }
    Section::new("players", "The players", blocks)
}

/// The sentences on how each player plays.
#[must_use]
pub fn characters(played: &Tournament) -> Vec<Block> {
    let words = |player: &RosterRow| format!("{}: {}", player.name, player.character);
    vec![
        Block::text("The players, from tournament/roster.csv:"),
        Block::list(played.roster.iter().map(words).collect()),
    ]
}

/// The fingerprints of all players.
pub struct Fingerprints<'a>(&'a [FingerprintRow]);

impl<'a> Fingerprints<'a> {
    /// The fingerprints of a tournament.
    #[must_use]
    pub fn new(played: &'a Tournament) -> Self {
        Self(&played.fingerprints)
    }

    fn row(&self, id: &str, metric: &str) -> Option<&'a FingerprintRow> {
        let mut rows = self.0.iter();
        rows.find(|row| row.id == id && row.metric == metric)
    }

    /// The sampled value with its interval.
    #[must_use]
    pub fn spot(&self, id: &str, metric: &str) -> Option<Spot> {
        let row = self.row(id, metric)?;
        Some(Spot { value: row.value?, interval: row.low.zip(row.high) })
    }

    /// The sampled value, or the exact one if there is none.
    #[must_use]
    pub fn value(&self, id: &str, metric: &str) -> Option<f64> {
        let row = self.row(id, metric)?;
        row.value.or(row.exact)
    }
}

/// A metric with its mean and standard deviation over all players.
type Measured<'a> = (&'a str, f64, f64);

/// A profile of every player: the traits of a personality on their scales, and these metrics
/// relative to all players.
#[must_use]
pub fn profiles(played: &Tournament, prints: &Fingerprints<'_>, metrics: &[&str]) -> Block {
    let measured = metrics.iter().filter_map(|&metric| {
        let players = played.roster.iter();
        let values = players.filter_map(|player| prints.value(&player.id, metric));
        let (mean, deviation) = mean_and_deviation(&values.collect::<Vec<_>>())?;
        Some((metric, mean, deviation))
    });
    let measured: Vec<Measured<'_>> = measured.collect();
    let has_personalities = played.personalities().next().is_some();
    let shown = played.roster.iter();
    let panels = shown.map(|player| profile(player, &played.traits, prints, &measured));
    let (source, traits) = if has_personalities {
        (
            "tournament/traits.csv",
            "Traits and values: the line is the whole scale, the tick the neutral figure, the \
             point the personality's. ",
        )
    } else {
        (FINGERPRINTS, "")
    };
    let caption = format!(
        "{traits}Measured: the tick is the mean of all players, the ends are {WIDEST} \
         standard deviations from it. Measured figures are from {FINGERPRINTS}."
    );
    Block::figure(PROFILES, "Profiles of the players", source, caption, panels)
}

/// The profile of one player.
fn profile(
    player: &RosterRow,
    traits: &[TraitRow],
    prints: &Fingerprints<'_>,
    measured: &[Measured<'_>],
) -> Panel {
    let row = |name: &str, at: f64, neutral: f64, value: String| Row {
        name: plain(name),
        content: RowContent::Position { at, neutral },
        value,
    };
    let traits: Vec<&TraitRow> = traits.iter().filter(|row| row.id == player.id).collect();
    let of_kind = |kind: FigureKind| -> Vec<Row> {
        let of_kind = traits.iter().filter(|row| row.kind == kind);
        let rows = of_kind.map(|of| {
            let at = |value: f64| (value - of.scale_low) / (of.scale_high - of.scale_low);
            row(&of.name, at(of.value), at(of.neutral), significant(of.value, 3))
        });
        rows.collect()
    };
    let fingerprint = measured.iter().filter_map(|&(metric, mean, deviation)| {
        let value = prints.value(&player.id, metric)?;
        let unit = &prints.row(&player.id, metric)?.unit;
        let at = 0.5 + (value - mean) / deviation / (2.0 * WIDEST);
        Some(row(metric, at, 0.5, written(value, unit)))
    });
    let fingerprint: Vec<Row> = fingerprint.collect();
    let bent: Vec<_> = (traits.iter())
        .filter(|row| row.value != row.neutral)
        .map(|row| format!("{} {}", plain(&row.name), significant(row.value, 3)))
        .collect();
    let bent = match (traits.is_empty(), bent.is_empty()) {
        (true, _) => String::new(),
        (_, true) => "traits: all neutral; ".to_owned(),
        _ => format!("traits: {}; ", bent.join(", ")),
    };
    let told = fingerprint.iter().map(|row| format!("{} {}", row.name, row.value));
    let told: Vec<_> = told.collect();
    let groups = [
        ("traits".to_owned(), of_kind(FigureKind::Trait)),
        ("values".to_owned(), of_kind(FigureKind::Value)),
        ("measured".to_owned(), fingerprint),
    ];
    let chart = Chart::Rows(Rows {
        axis: None,
        names: Vec::new(),
        groups: groups.into_iter().filter(|(_, rows)| !rows.is_empty()).collect(),
    });
    let alternative = format!("{bent}measured: {}.", told.join(", "));
    Panel::new(&player.name, alternative, chart)
}

fn mean_and_deviation(values: &[f64]) -> Option<(f64, f64)> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean) * (value - mean));
    let deviation = (squares.sum::<f64>() / count).sqrt();
    // Equal values may differ in the last digit.
    (deviation > 1e-12 * mean.abs()).then_some((mean, deviation))
}

/// A figure with the decimals of its unit, without the unit, for which there is no room.
fn written(value: f64, unit: &str) -> String {
    if is_share(unit) { percentage(value, 1) } else { fixed(value, decimals(unit)) }
}
