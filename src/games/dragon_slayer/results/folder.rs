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

/// Odds, the solved game and risk curves, by the rules of a tournament. What was not
/// computed for the folder is not there.
#[derive(Clone, Debug, PartialEq)]
pub struct Folder {
    /// `odds.csv`, with its entry of the manifest.
    pub odds: Option<(ManifestEntry, Vec<odds::Row>)>,
    /// `odds_infer.csv`, with its entry of the manifest.
    pub inference: Option<(ManifestEntry, Vec<inference::Row>)>,
    /// `values.csv` and `stops.csv`.
    pub solution: Option<(Vec<ValueRow>, Vec<StopRow>)>,
    /// `risk_curves.csv` of the tournament; empty with more than two seats.
    pub risk_curves: Vec<RiskCurveRow>,
    /// `benchmarks/odds.csv`, which a script writes and no manifest lists; empty where it
    /// is not there.
    pub benchmarks: Vec<BenchmarkRow>,
}

impl Folder {
    /// Reads the files of a folder of results beside its tournament.
    ///
    /// # Errors
    /// [`ReadError`], at the first file that is not the one that this version wrote, and
    /// for rules that are not the tournament's.
    pub fn read(path: &Path, played: &Tournament) -> Result<Self, ReadError> {
        let games = FolderReader::open(&played.path, &replay(&played.path))?;
        let games = games.entry(TOURNAMENT, replay(&played.path))?;
        let out = path.display();
        let all = [
            (odds::COMMAND, odds::FILE),
            (inference::COMMAND, inference::FILE),
        ];
        let all = [
            &all[..],
            &[(solve::COMMAND, VALUES), (solve::COMMAND, STOPS)],
        ]
        .concat();
        let written = |command: &str| {
            let mut files = all
                .iter()
                .filter(|file| command.is_empty() || file.0 == command);
            files.any(|file| path.join(file.1).exists())
        };
        let folder = match written("") || path.join(MANIFEST).exists() {
            true => Some(FolderReader::open(
                path,
                &format!(
                    "run `rivals odds --out {out}`, `rivals odds infer --out {out}` and `rivals \
                     solve --out {out}`"
                ),
            )?),
            false => None,
        };
        let entry = |command: &str| -> Result<Option<EntryReader<'_>>, ReadError> {
            let folder = folder.as_ref();
            let Some(folder) = folder.filter(|folder| written(command) || folder.has(command))
            else {
                return Ok(None);
            };
            let entry = folder.entry(command, format!("run `rivals {command} --out {out}`"))?;
            entry.check_rules(&games)?;
            Ok(Some(entry))
        };
        let odds = entry(odds::COMMAND)?;
        let inference = entry(inference::COMMAND)?;
        let solution = entry(solve::COMMAND)?;
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
