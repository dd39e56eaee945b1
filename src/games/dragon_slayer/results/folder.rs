//! The files of a folder of results that only Dragon Slayer has.

use std::path::Path;

use super::inference;
use super::odds;
use super::solve::{self, STOPS, StopRow, VALUES, ValueRow};
use super::{BenchmarkRow, benchmark};
use crate::games::dragon_slayer::contest::{RiskCurveRow, risk_curves};
use crate::results::tournament::replay;
use crate::results::{
    EntryReader, FolderReader, MANIFEST, ManifestEntry, ReadError, TOURNAMENT, Tournament,
    read_rows,
};

/// Odds, the solved game and risk curves, by the rules of a tournament. A file that was not
/// computed for the folder is `None` or empty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Folder {
    /// `odds.csv`, with its entry of the manifest.
    pub odds: Option<(ManifestEntry, Vec<odds::Row>)>,
    /// `odds_infer.csv`, with its entry of the manifest.
    pub inference: Option<(ManifestEntry, Vec<inference::Row>)>,
    /// `values.csv` and `stops.csv`.
    pub solution: Option<(Vec<ValueRow>, Vec<StopRow>)>,
    /// `risk_curves.csv` of the tournament; empty with more than two seats.
    pub risk_curves: Vec<RiskCurveRow>,
    /// `benchmarks/odds.csv`, which a script writes and no manifest lists; empty if there is
    /// no such file.
    pub benchmarks: Vec<BenchmarkRow>,
}

/// The files that commands write beside a tournament.
const FILES: [(&str, &str); 4] = [
    (odds::COMMAND, odds::FILE),
    (inference::COMMAND, inference::FILE),
    (solve::COMMAND, VALUES),
    (solve::COMMAND, STOPS),
];

impl Folder {
    /// Reads the files of a folder of results beside its tournament.
    ///
    /// # Errors
    /// [`ReadError`], at the first file that is not the one that this version wrote, and
    /// for rules that are not the tournament's.
    pub(crate) fn read(path: &Path, played: &Tournament) -> Result<Self, ReadError> {
        let help = replay(&played.path);
        let games = FolderReader::open(&played.path, &help)?;
        let games = games.entry(TOURNAMENT, help)?;
        let beside = Beside::open(path, &games)?;
        let odds = beside.entry(odds::COMMAND)?;
        let inference = beside.entry(inference::COMMAND)?;
        let solution = beside.entry(solve::COMMAND)?;
        let measured = path.join(benchmark::FILE);
        let help = "run `uv run scripts/compare_odds.py`, or remove the file";
        Ok(Self {
            odds: odds
                .map(|files| Ok((files.entry.clone(), files.rows(odds::FILE)?)))
                .transpose()?,
            inference: inference
                .map(|files| Ok((files.entry.clone(), files.rows(inference::FILE)?)))
                .transpose()?,
            solution: solution
                .map(|files| Ok((files.rows(VALUES)?, files.rows(STOPS)?)))
                .transpose()?,
            risk_curves: match played.settings.seats {
                2 => games.rows(risk_curves::FILE)?,
                _ => Vec::new(),
            },
            benchmarks: match measured.exists() {
                true => read_rows(&measured, help)?,
                false => Vec::new(),
            },
        })
    }
}

/// The folder of results that a tournament is in.
struct Beside<'a> {
    path: &'a Path,
    /// `None` if no command has written files beside the tournament.
    folder: Option<FolderReader>,
    games: &'a EntryReader<'a>,
}

impl<'a> Beside<'a> {
    fn open(path: &'a Path, games: &'a EntryReader<'a>) -> Result<Self, ReadError> {
        let out = path.display();
        let help = format!(
            "run `rivals odds --out {out}`, `rivals odds infer --out {out}` and `rivals solve \
             --out {out}`"
        );
        let names = FILES.map(|file| file.1);
        let any = [&names[..], &[MANIFEST]].concat();
        let any = any.iter().any(|name| path.join(name).exists());
        Ok(Self {
            path,
            folder: any.then(|| FolderReader::open(path, &help)).transpose()?,
            games,
        })
    }

    /// The entry of a command that wrote by the rules of the tournament; none where it wrote
    /// nothing. A file without an entry is refused.
    fn entry(&self, command: &str) -> Result<Option<EntryReader<'_>>, ReadError> {
        let there = |file: &(&str, &str)| file.0 == command && self.path.join(file.1).exists();
        match &self.folder {
            Some(folder) if folder.has(command) || FILES.iter().any(there) => {
                let help = format!("run `rivals {command} --out {}`", self.path.display());
                let entry = folder.entry(command, help)?;
                entry.check_rules(self.games)?;
                Ok(Some(entry))
            }
            _ => Ok(None),
        }
    }
}
