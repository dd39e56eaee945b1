//! Reads the files of a folder of results that only Dragon Slayer has.

use std::path::Path;

use super::inference;
use super::odds;
use super::solve::{self, STOPS, StopRow, VALUES, ValueRow};
use crate::dragon_slayer::contest::{RiskCurveRow, risk_curves};
use crate::results::tournament::replay;
use crate::results::{FolderReader, MANIFEST, ManifestEntry, TOURNAMENT, Tournament};
use rivals_league::Error;

/// Odds, the solved game and risk curves, by the rules of a tournament if there is one. A file
/// that was not computed for the folder is `None` or empty.
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
}

/// The files that commands write beside a tournament.
const FILES: [(&str, &str); 4] = [
    (odds::COMMAND, odds::FILE),
    (inference::COMMAND, inference::FILE),
    (solve::COMMAND, VALUES),
    (solve::COMMAND, STOPS),
];

impl Folder {
    /// Reads the files of a folder of results beside its tournament, if there is one.
    ///
    /// # Errors
    /// An error, at the first file that is not the one that this version wrote, and
    /// for rules that are not the same everywhere.
    pub(crate) fn read(path: &Path, played: Option<&Tournament>) -> Result<Self, Error> {
        let open = |played: &Tournament| FolderReader::open(&played.path, &replay(&played.path));
        let games = played.map(open).transpose()?;
        let games = (games.as_ref().zip(played))
            .map(|(games, played)| games.entry(TOURNAMENT, replay(&played.path)))
            .transpose()?;
        let out = path.display();
        let exists = |name: &str| path.join(name).exists();
        let written = exists(MANIFEST) || FILES.iter().any(|(_, name)| exists(name));
        let help = format!(
            "run `rivals odds --out {out}`, `rivals odds infer --out {out}` and `rivals solve \
             --out {out}`"
        );
        let folder = written.then(|| FolderReader::open(path, &help));
        let folder = folder.transpose()?;
        // The entry of a command, if it wrote any files, which must be listed.
        let entry = |command: &str| {
            let has_file = || FILES.iter().any(|&(of, name)| of == command && exists(name));
            let wrote = folder.as_ref().filter(|folder| folder.has(command) || has_file());
            let help = format!("run `rivals {command} --out {out}`");
            wrote.map(|folder| folder.entry(command, help)).transpose()
        };
        let [odds, inference, solution] =
            [odds::COMMAND, inference::COMMAND, solve::COMMAND].map(entry);
        let (odds, inference, solution) = (odds?, inference?, solution?);
        let mut present = games.iter().chain(&odds).chain(&inference).chain(&solution);
        if let Some(first) = present.next() {
            present.try_for_each(|entry| entry.check_rules(first))?;
        }
        Ok(Self {
            odds: odds
                .map(|files| Ok::<_, Error>((files.entry.clone(), files.rows(odds::FILE)?)))
                .transpose()?,
            inference: inference
                .map(|files| Ok::<_, Error>((files.entry.clone(), files.rows(inference::FILE)?)))
                .transpose()?,
            solution: solution
                .map(|files| Ok::<_, Error>((files.rows(VALUES)?, files.rows(STOPS)?)))
                .transpose()?,
            risk_curves: match games.zip(played) {
                Some((games, played))
                    if played.settings.seats == 2 && played.externals.is_empty() =>
                {
                    games.rows(risk_curves::FILE)?
                }
                _ => Vec::new(),
            },
        })
    }
}
