//! Files against each other: what no row shows on its own.

mod players;
mod solved;
mod standings;
mod tournament;

use std::collections::HashMap;
use std::hash::Hash;

use super::error::{Place, ReadError};
use super::folder::Folder;
use super::manifest::ManifestText;
use super::table::Table;
use crate::results::tournament::TournamentManifest;
use crate::text::number::counted;

type Checked = Result<(), ReadError>;

/// The version, the number of its values and the rules with which a command wrote, and
/// where its manifest says so.
pub(super) struct Origin {
    pub version: (Place, String),
    pub values: (Place, String),
    pub rules: (Place, String),
    /// How to write its files again.
    pub help: String,
}

/// All of one version, this program's, and by the same rules.
pub(super) fn origins(origins: &[Origin]) -> Checked {
    type Said = fn(&Origin) -> &(Place, String);
    let kinds: [(&'static str, Said); 3] = [
        ("versions", |origin| &origin.version),
        ("values of builds", |origin| &origin.values),
        ("rules", |origin| &origin.rules),
    ];
    for (what, said) in kinds {
        let (first, first_says) = said(&origins[0]);
        let other = origins.iter().find(|origin| said(origin).1 != *first_says);
        if let Some(origin) = other {
            let (second, second_says) = said(origin);
            return Err(ReadError::Mixed {
                what,
                first: first.clone(),
                second: second.clone(),
                says: Box::new([first_says.clone(), second_says.clone()]),
                help: format!(
                    "write all results with one version and one rule file: {}",
                    origin.help
                ),
            });
        }
    }
    let (place, version) = &origins[0].version;
    let ours = env!("CARGO_PKG_VERSION");
    if *version != ours {
        return Err(ReadError::Version {
            place: place.clone(),
            version: version.clone(),
            ours,
            help: format!(
                "write all results again with this version, or read them with {version}: {}",
                origins[0].help
            ),
        });
    }
    Ok(())
}

/// What is read at all, and what the manifest says of itself.
pub(super) fn manifest(text: &ManifestText, manifest: &TournamentManifest) -> Checked {
    let refuse = |words: &[&str], reason: String| Err(text.refuse(text.place(words), reason));
    if manifest.seats != 2 {
        let reason = format!(
            "a tournament of {} seats; only those of two are read",
            manifest.seats
        );
        return refuse(&["\"seats\":"], reason);
    }
    let mut ids: Vec<&str> = manifest
        .roster
        .iter()
        .map(|player| player.id.as_str())
        .collect();
    ids.sort_unstable();
    if let Some(twice) = ids.windows(2).find(|two| two[0] == two[1]) {
        let id = format!("\"id\": \"{}\"", twice[0]);
        let reason = format!("{} is in the roster twice", twice[0]);
        return refuse(&["\"roster\":", &id], reason);
    }
    Ok(())
}

/// Everything else.
pub(super) fn folder(folder: &Folder, text: &ManifestText) -> Checked {
    solved::odds(folder)?;
    solved::inference(folder)?;
    solved::values(folder)?;
    solved::stops(folder)?;
    let roster = Roster::new(&folder.tournament.manifest, text);
    players::roster(&folder.tournament, &roster)?;
    players::traits(&folder.tournament, &roster)?;
    players::risk_curves(&folder.tournament, &roster)?;
    tournament::pairings(&folder.tournament, text, &roster)?;
    standings::standings(&folder.tournament, &roster)?;
    tournament::cycles(&folder.tournament, &roster)?;
    tournament::fingerprints(&folder.tournament, &roster)?;
    tournament::distances(&folder.tournament, &roster)?;
    tournament::neighbours(&folder.tournament, &roster)?;
    tournament::claims(&folder.tournament, &roster)
}

/// No two rows of the same key; `words` says what they are rows of.
fn unique<'a, R, K: Hash + Eq>(
    table: &'a Table<R>,
    key: impl Fn(&'a R) -> K,
    words: impl Fn(&'a R) -> String,
) -> Checked {
    let mut seen: HashMap<K, usize> = HashMap::with_capacity(table.len());
    for (at, row) in table.iter().enumerate() {
        if let Some(before) = seen.insert(key(row), at) {
            let line = table.place(before).line;
            let message = format!("{} is there twice, first in line {line}", words(row));
            return Err(table.refuse(at, message));
        }
    }
    Ok(())
}

/// Who played.
struct Roster<'a> {
    /// In its order: ids and names.
    players: Vec<(&'a str, &'a str)>,
    /// By id: the place in that list.
    places: HashMap<&'a str, usize>,
    /// Where it stands.
    place: Place,
}

impl<'a> Roster<'a> {
    fn new(manifest: &'a TournamentManifest, text: &ManifestText) -> Self {
        let players: Vec<_> = (manifest.roster.iter())
            .map(|player| (player.id.as_str(), player.name.as_str()))
            .collect();
        Self {
            places: (0..)
                .zip(&players)
                .map(|(at, player)| (player.0, at))
                .collect(),
            players,
            place: text.place(&["\"roster\":"]),
        }
    }

    fn len(&self) -> usize {
        self.players.len()
    }

    /// The player's number; a row that names somebody else is refused.
    fn find<R>(&self, id: &str, table: &Table<R>, row: usize) -> Result<usize, ReadError> {
        let place = &self.place;
        self.places
            .get(id)
            .copied()
            .ok_or_else(|| table.refuse(row, format!("`{id}` is not in the roster of {place}")))
    }

    /// Everybody of whom there is no row.
    fn missing<R>(&self, table: &Table<R>, ids: impl Iterator<Item = usize>) -> Checked {
        let mut there = vec![false; self.len()];
        ids.for_each(|player| there[player] = true);
        match there.iter().position(|there| !there) {
            None => Ok(()),
            Some(player) => {
                let (id, place) = (self.players[player].0, &self.place);
                let message = format!("no row of `{id}`, who is in the roster of {place}");
                Err(table.refuse_end(message))
            }
        }
    }
}

/// Games in words.
fn games(number: u64) -> String {
    counted(number, "game", "games")
}
