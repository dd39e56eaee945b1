//! The files of a tournament of any game, written and read.
//!
//! There is one module for each CSV file, with the file's name, its row type, whose fields are
//! the columns, and the function that computes the rows. [`result_files`] is a pure function
//! from an analysed tournament to all files. They contain no time, no path and no number of
//! threads, so their bytes are the same on every machine. [`Tournament`] has the rows of all
//! files, computed or read from a folder.

pub(crate) mod claims;
pub(crate) mod cycles;
pub(crate) mod distances;
pub(crate) mod fingerprints;
pub(crate) mod line_ups;
pub(crate) mod pairings;
pub(crate) mod roster;
pub(crate) mod standings;

use std::path::{Path, PathBuf};

pub(crate) use claims::{ClaimRow, EXACT, SAMPLED};
pub(crate) use cycles::CycleRow;
pub(crate) use distances::{DistanceRow, NeighbourRow};
pub(crate) use fingerprints::FingerprintRow;
pub(crate) use line_ups::LineUpRow;
pub(crate) use pairings::PairingRow;
pub(crate) use roster::{RosterRow, TraitRow};
pub(crate) use standings::StandingRow;

use super::manifest::{MANIFEST, ManifestEntry, TournamentSettings};
use super::{FolderReader, ReadError, TOURNAMENT};
use crate::standings::Analysis;
use crate::text::csv_or_header as csv;
use crate::tournament::JOURNAL;

/// A file's name in a folder of results, and its text.
pub(crate) type File = (&'static str, String);

/// The files that a tournament of any game may have, in the order of writing; the files
/// that its game adds come after `fingerprints.csv`. The manifest may have entries of
/// other commands as well.
pub(crate) const FILES: [&str; 11] = [
    roster::FILE,
    roster::TRAITS,
    pairings::FILE,
    line_ups::FILE,
    standings::FILE,
    cycles::FILE,
    fingerprints::FILE,
    distances::FILE,
    distances::NEIGHBOURS,
    claims::FILE,
    MANIFEST,
];

/// The files of a tournament with this number of seats whose game adds the files `own`.
/// Two seats have ordered pairs and cycles; more have line-ups.
#[must_use]
pub(crate) fn file_names(seats: usize, own: &[&'static str]) -> Vec<&'static str> {
    let other = |name: &str| match name {
        pairings::FILE | cycles::FILE => seats != 2,
        line_ups::FILE => seats == 2,
        _ => false,
    };
    let mut names = Vec::new();
    for name in FILES.into_iter().filter(|name| !other(name)) {
        names.push(name);
        if name == fingerprints::FILE {
            names.extend(own);
        }
    }
    names
}

/// Every CSV file, in the order of writing; [`ManifestEntry::of_tournament`] is the
/// manifest's entry of them.
#[must_use]
pub(crate) fn result_files(results: &Analysis) -> Vec<File> {
    let rows = Tournament::of(results);
    let own = results.contest.files(results.finished);
    let seats = rows.settings.seats;
    let names = file_names(seats, &own.iter().map(|file| file.0).collect::<Vec<_>>());
    let mut files = vec![
        (roster::FILE, csv(rows.roster)),
        (roster::TRAITS, csv(rows.traits)),
        (pairings::FILE, csv(rows.pairings)),
        (line_ups::FILE, csv(rows.line_ups)),
        (standings::FILE, csv(rows.standings)),
        (cycles::FILE, csv(rows.cycles)),
        (fingerprints::FILE, csv(rows.fingerprints)),
    ];
    files.extend(own);
    files.push((distances::FILE, csv(rows.distances)));
    files.push((distances::NEIGHBOURS, csv(rows.neighbours)));
    files.push((claims::FILE, csv(rows.claims)));
    files.retain(|file| names.contains(&file.0));
    files
}

/// The results of a tournament of any game, as the rows of its files.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// The folder that they were read from.
    pub path: PathBuf,
    /// The tournament's entry of the manifest.
    pub entry: ManifestEntry,
    /// The part of that entry that only tournaments have.
    pub settings: TournamentSettings,
    /// `roster.csv`.
    pub roster: Vec<RosterRow>,
    /// `traits.csv`.
    pub traits: Vec<TraitRow>,
    /// `pairings.csv` of two seats.
    pub pairings: Vec<PairingRow>,
    /// `line_ups.csv` of more than two seats.
    pub line_ups: Vec<LineUpRow>,
    /// `standings.csv`.
    pub standings: Vec<StandingRow>,
    /// `cycles.csv` of two seats.
    pub cycles: Vec<CycleRow>,
    /// `fingerprints.csv`.
    pub fingerprints: Vec<FingerprintRow>,
    /// `distances.csv`.
    pub distances: Vec<DistanceRow>,
    /// `neighbours.csv`.
    pub neighbours: Vec<NeighbourRow>,
    /// `claims.csv`.
    pub claims: Vec<ClaimRow>,
}

impl Tournament {
    /// The rows of an analysed tournament that is not written to a folder.
    #[must_use]
    pub fn of(results: &Analysis) -> Self {
        let entry = ManifestEntry::of_tournament(results);
        Self {
            path: PathBuf::new(),
            settings: entry.tournament.clone().unwrap_or_default(),
            entry,
            roster: roster::rows(results),
            traits: roster::trait_rows(results),
            pairings: pairings::rows(results),
            line_ups: line_ups::rows(results),
            standings: standings::rows(results),
            cycles: cycles::rows(results),
            fingerprints: fingerprints::rows(results),
            distances: distances::rows(results),
            neighbours: distances::neighbour_rows(results),
            claims: claims::rows(results),
        }
    }

    /// Reads the tournament of a folder of results: its files are in that folder, or in
    /// the folder `tournament` in it.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn find(folder: &Path) -> Result<Self, ReadError> {
        let here = folder.join(MANIFEST).is_file() && {
            FolderReader::open(folder, &replay(folder))?.has(TOURNAMENT)
        };
        match here || folder.join(JOURNAL).exists() {
            true => Self::read(folder),
            false => Self::read(&folder.join(TOURNAMENT)),
        }
    }

    /// Reads the files of a tournament.
    ///
    /// # Errors
    /// [`ReadError`], at the first file that is not the one that this version wrote.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        let help = replay(path);
        let folder = FolderReader::open(path, &help)?;
        let files = folder.entry(TOURNAMENT, help)?;
        let Some(settings) = files.entry.tournament.clone() else {
            return Err(files.refuse(&[], "the entry has no key `tournament`".to_owned()));
        };
        let two = settings.seats == 2;
        Ok(Self {
            path: path.to_owned(),
            entry: files.entry.clone(),
            roster: files.rows(roster::FILE)?,
            traits: files.rows(roster::TRAITS)?,
            pairings: if two {
                files.rows(pairings::FILE)?
            } else {
                Vec::new()
            },
            line_ups: if two {
                Vec::new()
            } else {
                files.rows(line_ups::FILE)?
            },
            standings: files.rows(standings::FILE)?,
            cycles: if two {
                files.rows(cycles::FILE)?
            } else {
                Vec::new()
            },
            fingerprints: files.rows(fingerprints::FILE)?,
            distances: files.rows(distances::FILE)?,
            neighbours: files.rows(distances::NEIGHBOURS)?,
            claims: files.rows(claims::FILE)?,
            settings,
        })
    }

    /// The players that have traits.
    pub fn personalities(&self) -> impl Iterator<Item = &RosterRow> {
        self.roster.iter().filter(|player| player.is_personality())
    }

    /// The seed of the dice, as text.
    #[must_use]
    pub fn seed(&self) -> String {
        self.entry
            .seed
            .as_ref()
            .map_or_else(String::new, u64::to_string)
    }
}

/// The help text on how to write a tournament's files again: from its journal, or by playing.
pub(crate) fn replay(path: &Path) -> String {
    let out = path.display();
    match path.join(JOURNAL).exists() {
        true => format!(
            "run `rivals tournament --resume --out {out}` with the settings that it was played with"
        ),
        false if path.exists() => format!("remove {out}, and run `rivals tournament --out {out}`"),
        false => format!("run `rivals tournament --out {out}`"),
    }
}

#[cfg(test)]
mod tests;
