//! A folder of results, read as a whole or not at all.

use std::path::{Path, PathBuf};

use super::benchmark::BenchmarkRow;
use super::checks;
use super::error::ReadError;
use super::manifest::{Listed, ManifestText, key};
use super::table::{Expected, Row, Table};
use crate::games::dragon_slayer::results::solve::{StopRow, ValueRow};
use crate::games::dragon_slayer::results::{inference, odds};
use crate::results::entries::{Command, Entry, MANIFEST, Manifest};
use crate::results::tournament::{
    ClaimRow, CycleRow, DistanceRow, FingerprintRow, NeighbourRow, PairingRow, RiskCurveRow,
    RosterRow, StandingRow, TournamentManifest, TraitRow,
};
use crate::tournament::JOURNAL;

/// The folder of the tournament in a folder of results.
pub const TOURNAMENT: &str = "tournament";
/// The folder of what scripts measured.
const BENCHMARKS: &str = "benchmarks";

/// Odds, the solved game and a tournament by the same rules and version.
#[derive(Clone, Debug, PartialEq)]
pub struct Folder {
    /// The entries of `rivals odds`, `odds infer` and `solve`, and of `reproduce` if it
    /// ran them.
    pub manifest: Manifest,
    /// `odds.csv`.
    pub odds: Table<odds::Row>,
    /// `odds_infer.csv`.
    pub inference: Table<inference::Row>,
    /// `values.csv`.
    pub values: Table<ValueRow>,
    /// `stops.csv`.
    pub stops: Table<StopRow>,
    /// `tournament/`.
    pub tournament: Tournament,
    /// `benchmarks/odds.csv`, if it is there.
    pub benchmarks: Option<Table<BenchmarkRow>>,
}

/// A tournament of two seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// The tournament's entry of its manifest.
    pub entry: Entry,
    /// The part of that entry that only tournaments have.
    pub manifest: TournamentManifest,
    /// `roster.csv`.
    pub roster: Table<RosterRow>,
    /// `traits.csv`.
    pub traits: Table<TraitRow>,
    /// `pairings.csv`.
    pub pairings: Table<PairingRow>,
    /// `standings.csv`.
    pub standings: Table<StandingRow>,
    /// `cycles.csv`.
    pub cycles: Table<CycleRow>,
    /// `fingerprints.csv`.
    pub fingerprints: Table<FingerprintRow>,
    /// `risk_curves.csv`.
    pub risk_curves: Table<RiskCurveRow>,
    /// `distances.csv`.
    pub distances: Table<DistanceRow>,
    /// `neighbours.csv`.
    pub neighbours: Table<NeighbourRow>,
    /// `claims.csv`.
    pub claims: Table<ClaimRow>,
}

impl Folder {
    /// Reads every file and holds it against its manifest and the others.
    ///
    /// # Errors
    /// [`ReadError`], at the first thing that is wrong: versions and rules, then
    /// files one by one, then files against each other.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        let shared_text = ManifestText::read(path.join(MANIFEST), everything(path))?;
        let shared: Manifest = shared_text.parse()?;
        let mut origins = Vec::new();
        let mut listed = Vec::new();
        for command in [Command::Odds, Command::OddsInfer, Command::Solve] {
            let help = help(path, &shared, command);
            let entry = shared_text.entry(&shared, command, &help)?;
            listed.extend(shared_text.listed(command, &entry.files, &help));
            origins.push(shared_text.origin(entry, help));
        }
        let played_path = path.join(TOURNAMENT);
        let played_text = ManifestText::read(played_path.join(MANIFEST), replay(&played_path))?;
        let played: Manifest = played_text.parse()?;
        let command = Command::Tournament;
        let entry = played_text.entry(&played, command, &replay(&played_path))?;
        origins.push(played_text.origin(entry, replay(&played_path)));
        checks::origins(&origins)?;
        let Some(tournament) = entry.tournament.as_ref() else {
            let place = played_text.place(&[&key(command)]);
            return Err(played_text.refuse(place, "it says nothing of the players".to_owned()));
        };
        checks::manifest(&played_text, tournament)?;

        let mut files = Files::new(path, &shared_text, listed);
        let listed = played_text.listed(command, &entry.files, &replay(&played_path));
        let mut games = Files::new(&played_path, &played_text, listed);
        let folder = Self {
            odds: files.table()?,
            inference: files.table()?,
            values: files.table()?,
            stops: files.table()?,
            tournament: Tournament {
                roster: games.table()?,
                traits: games.table()?,
                pairings: games.table()?,
                standings: games.table()?,
                cycles: games.table()?,
                fingerprints: games.table()?,
                risk_curves: games.table()?,
                distances: games.table()?,
                neighbours: games.table()?,
                claims: games.table()?,
                manifest: tournament.clone(),
                entry: entry.clone(),
            },
            manifest: shared.clone(),
            benchmarks: benchmarks(path)?,
        };
        let altered = [files.altered, games.altered].concat();
        checks::folder(&folder, &played_text).map_err(|error| of_altered(error, &altered))?;
        match altered.first() {
            None => Ok(folder),
            Some((file, listed)) => Err(ReadError::Foreign {
                file: file.clone(),
                listed: listed.place.clone(),
                found: None,
                help: listed.help.clone(),
            }),
        }
    }
}

/// The files beside a manifest.
struct Files<'a> {
    folder: &'a Path,
    manifest: &'a ManifestText,
    listed: Vec<Listed>,
    /// Those whose bytes are not the ones that were written.
    altered: Vec<(PathBuf, Listed)>,
}

impl<'a> Files<'a> {
    fn new(folder: &'a Path, manifest: &'a ManifestText, listed: Vec<Listed>) -> Self {
        Self {
            folder,
            manifest,
            listed,
            altered: Vec::new(),
        }
    }

    fn table<R: Row>(&mut self) -> Result<Table<R>, ReadError> {
        let listed = self
            .listed
            .iter()
            .find(|listed| listed.entry.file == R::FILE);
        let Some(listed) = listed else {
            let reason = format!("{} is not listed", R::FILE);
            return Err((self.manifest).refuse(self.manifest.place(&["\"files\":"]), reason));
        };
        let expected = Expected {
            file: self.folder.join(R::FILE),
            listed: Some(listed),
            help: &listed.help,
        };
        let (table, same) = expected.read()?;
        if !same {
            self.altered.push((expected.file, listed.clone()));
        }
        Ok(table)
    }
}

/// What is measured by scripts has no manifest and need not be there.
fn benchmarks(path: &Path) -> Result<Option<Table<BenchmarkRow>>, ReadError> {
    let file = path.join(BENCHMARKS).join(BenchmarkRow::FILE);
    if !file.exists() {
        return Ok(None);
    }
    let help = "run `uv run scripts/compare_odds.py`, or remove the file";
    let listed = None;
    let (table, _) = Expected { file, listed, help }.read()?;
    Ok(Some(table))
}

/// A row that contradicts others, in a file that is not the one that was
/// written, is why it is not.
fn of_altered(error: ReadError, altered: &[(PathBuf, Listed)]) -> ReadError {
    let ReadError::Contradiction { place, message, .. } = &error else {
        return error;
    };
    // Of a manifest's line, nothing is known to be altered.
    match altered.iter().find(|(file, _)| **file == *place.file) {
        None => error,
        Some((file, listed)) => ReadError::Foreign {
            file: file.clone(),
            listed: listed.place.clone(),
            found: Some(Box::new((place.clone(), message.clone()))),
            help: listed.help.clone(),
        },
    }
}

/// How to write the files of a folder without a manifest. A tournament that is there
/// already was played by the user, so that `rivals reproduce` refuses the folder.
fn everything(path: &Path) -> String {
    let out = path.display();
    if path.join(JOURNAL).exists() {
        return format!(
            "the games of a tournament are in this folder: play them to the end with the same \
             `rivals tournament` command, --out {out} and --resume"
        );
    }
    match path.join(TOURNAMENT).exists() {
        true => format!(
            "run `rivals odds --out {out}`, `rivals odds infer --out {out}` and \
             `rivals solve --out {out}`"
        ),
        false => format!("run `rivals reproduce --out {out}`"),
    }
}

/// How to write a command's files again.
fn help(path: &Path, shared: &Manifest, command: Command) -> String {
    let out = path.display();
    match shared.entries.contains_key(&Command::Tournament) {
        true => format!(
            "this folder is that of a tournament, and a report is of a folder that has it in \
             `{TOURNAMENT}`: move it to NEW/{TOURNAMENT}, and run `rivals odds --out NEW`, \
             `rivals odds infer --out NEW` and `rivals solve --out NEW`"
        ),
        false => format!("run `rivals {command} --out {out}`"),
    }
}

/// How to write a tournament's files again: from its journal, or by playing.
fn replay(path: &Path) -> String {
    let out = path.display();
    match path.join(JOURNAL).exists() {
        true => format!(
            "run `rivals tournament --resume --out {out}` with the settings that it was played with"
        ),
        false if path.exists() => format!("remove {out}, and run `rivals tournament --out {out}`"),
        false => format!("run `rivals tournament --out {out}`"),
    }
}
