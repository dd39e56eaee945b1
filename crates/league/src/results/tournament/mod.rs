//! The files of a tournament of any game, written and read.
//!
//! Each CSV file has a row type in [`crate::standings`], whose fields are the columns; the list of
//! all files is below.
//! [`result_files`] is a pure function from an analysed tournament to all files. They contain
//! no time, no path and no number of threads, so their bytes are the same on every machine.
//! [`Tournament`] has the rows of all files, computed or read from a folder.

#[cfg(feature = "files")]
mod read;

use std::collections::HashSet;
use std::path::PathBuf;

#[cfg(feature = "files")]
pub use read::replay;

use super::manifest::{MANIFEST, ManifestEntry, TournamentSettings};
use crate::standings::Analysis;
pub use crate::standings::{
    AheadRow, ClaimRow, CopiesRow, CycleRow, DistanceRow, ExternalRow, FingerprintRow, LineUpRow,
    NeighbourRow, PairRow, PairingRow, PlaceRow, PlaceShareRow, RosterRow, SeatRow, SentenceRow,
    StandingRow, TraitRow,
};
use crate::text::csv_or_header as csv;

/// A file's name in a folder of results, and its text.
pub type File = (&'static str, String);

/// Defines [`Tournament`] and [`FILES`] from the CSV files, in the order of writing: for each
/// the file's name without `.csv`, which is the field of [`Analysis`] that has its rows, and their
/// type.
macro_rules! csv_files {
    ($($name:ident: $row:ty;)*) => {
        /// The files that a tournament of any game may have, in the order of writing. The files
        /// that its game adds come after `fingerprints.csv`.
        pub const FILES: [&str; 19] = [$(concat!(stringify!($name), ".csv"),)* MANIFEST];

        /// The results of a tournament of any game, as the rows of its files.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Tournament {
            /// The folder that they were read from.
            pub path: PathBuf,
            /// The tournament's entry of the manifest.
            pub entry: ManifestEntry,
            /// The part of that entry that only tournaments have.
            pub settings: TournamentSettings,
            $(
                #[doc = concat!("The rows of `", stringify!($name), ".csv`.")]
                pub $name: Vec<$row>,
            )*
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
                    $($name: results.$name.clone(),)*
                }
            }

            /// The rows of the files that `entry` lists; none for files that tournaments with
            /// this number of seats do not have.
            #[cfg(feature = "files")]
            fn read_all(
                entry: &super::EntryReader,
                path: &std::path::Path,
                settings: TournamentSettings,
            ) -> Result<Self, crate::Error> {
                $(
                    let file = concat!(stringify!($name), ".csv");
                    let there = !OPTIONAL.contains(&file) || entry.entry.files.iter().any(|of| of.file == file);
                    let listed = has(settings.seats, file) && there;
                    let $name = if listed { entry.rows(file)? } else { Vec::new() };
                )*
                let (path, entry) = (path.to_owned(), entry.entry.clone());
                Ok(Self { path, entry, settings, $($name),* })
            }

        }

        /// The texts of all CSV files.
        fn texts(results: &Analysis) -> Vec<File> {
            vec![$((concat!(stringify!($name), ".csv"), csv(&results.$name))),*]
        }
    };
}

csv_files! {
    roster: RosterRow;
    traits: TraitRow;
    pairings: PairingRow;
    pairs: PairRow;
    line_ups: LineUpRow;
    copies: CopiesRow;
    standings: StandingRow;
    seats: SeatRow;
    ahead: AheadRow;
    places: PlaceRow;
    place_shares: PlaceShareRow;
    cycles: CycleRow;
    fingerprints: FingerprintRow;
    distances: DistanceRow;
    neighbours: NeighbourRow;
    sentences: SentenceRow;
    externals: ExternalRow;
    claims: ClaimRow;
}

/// The file of pairings with copies, which tournaments of most games do not have.
pub const COPIES: &str = "copies.csv";

/// The file of mean places, which tournaments with two seats do not have, nor older ones of games
/// that a metric ranks.
const PLACES: &str = "places.csv";

/// The file of how often each place is taken, which the same tournaments have.
const PLACE_SHARES: &str = "place_shares.csv";

/// The file of what sentences are worth, which tournaments with players made of sentences have.
pub const SENTENCES: &str = "sentences.csv";

/// The file of what programs of others took and how they failed, which tournaments with such players
/// have.
pub const EXTERNALS: &str = "externals.csv";

/// The files that only some tournaments have.
#[cfg(feature = "files")]
const OPTIONAL: [&str; 5] = [COPIES, PLACES, PLACE_SHARES, SENTENCES, EXTERNALS];

/// Whether tournaments with this number of seats have the file: two seats have ordered pairs and
/// cycles, more have line-ups and, in some games, pairings with copies.
fn has(seats: usize, file: &str) -> bool {
    match file {
        "pairings.csv" | "pairs.csv" | "cycles.csv" => seats == 2,
        "line_ups.csv" | "ahead.csv" | COPIES | PLACES | PLACE_SHARES => seats != 2,
        _ => true,
    }
}

/// The files of a tournament with this number of seats whose game adds the files `own`.
#[must_use]
pub fn file_names(seats: usize, own: &[&'static str]) -> Vec<&'static str> {
    let mut names: Vec<_> = FILES.iter().copied().filter(|name| has(seats, name)).collect();
    let before = names.iter().position(|name| *name == "fingerprints.csv");
    let after = before.map_or(names.len(), |at| at + 1);
    names.splice(after..after, own.iter().copied());
    names
}

/// Every CSV file, in the order of writing; [`ManifestEntry::of_tournament`] is the
/// manifest's entry of them.
#[must_use]
pub fn result_files(results: &Analysis) -> Vec<File> {
    let own = results.contest.files(results.finished.seats);
    let own_names: Vec<_> = own.iter().map(|file| file.0).collect();
    let names = file_names(results.finished.seats, &own_names);
    let mut files = [texts(results), own].concat();
    let lacks = |name| match name {
        COPIES => results.copies.is_empty(),
        PLACES | PLACE_SHARES => results.places.is_empty(),
        SENTENCES => results.sentences.is_empty(),
        EXTERNALS => results.externals.is_empty(),
        _ => false,
    };
    let has = |name| names.contains(&name) && !lacks(name);
    files.retain(|file| has(file.0));
    files.sort_by_key(|file| names.iter().position(|name| *name == file.0));
    files
}

impl Tournament {
    /// The same tournament with the strongest players alone, this many, as a report shows it. The
    /// settings stay those of all players.
    #[must_use]
    pub fn strongest(mut self, most: usize) -> Self {
        if self.standings.len() <= most {
            return self;
        }
        self.standings.truncate(most);
        let ids: HashSet<String> = self.standings.iter().map(|row| row.id.clone()).collect();
        let all = |line_up: &str| line_up.split('+').all(|id| ids.contains(id));
        self.roster.retain(|row| ids.contains(&row.id));
        self.traits.retain(|row| ids.contains(&row.id));
        self.pairings.retain(|row| ids.contains(&row.first) && ids.contains(&row.second));
        self.pairs.retain(|row| ids.contains(&row.a) && ids.contains(&row.b));
        self.line_ups.retain(|row| all(&row.players));
        self.copies.retain(|row| ids.contains(&row.id) && ids.contains(&row.copies));
        self.ahead.retain(|row| ids.contains(&row.a) && ids.contains(&row.b));
        self.places.retain(|row| ids.contains(&row.id));
        self.place_shares.retain(|row| ids.contains(&row.id));
        self.cycles.retain(|row| [&row.a, &row.b, &row.c].iter().all(|id| ids.contains(*id)));
        self.fingerprints.retain(|row| ids.contains(&row.id));
        self.distances.retain(|row| ids.contains(&row.a) && ids.contains(&row.b));
        self.neighbours.retain(|row| ids.contains(&row.id) && ids.contains(&row.nearest));
        self.sentences.retain(|row| ids.contains(&row.id));
        self.externals.retain(|row| ids.contains(&row.id));
        self
    }

    /// The players that have traits.
    pub fn personalities(&self) -> impl Iterator<Item = &RosterRow> {
        self.roster.iter().filter(|player| player.is_personality())
    }

    /// The seed of the dice, as text.
    #[must_use]
    pub fn seed(&self) -> String {
        self.entry.seed.map_or_else(String::new, |seed| seed.to_string())
    }
}

#[cfg(test)]
pub mod tests;
