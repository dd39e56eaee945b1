//! The files of a tournament of any game, written and read.
//!
//! There is one module for each CSV file, which defines its columns and their values; the list
//! of all files is below.
//! [`result_files`] is a pure function from an analysed tournament to all files. They contain
//! no time, no path and no number of threads, so their bytes are the same on every machine.
//! [`Tournament`] has the rows of all files, computed or read from a folder.

/// Defines a CSV file: its row type, whose fields are the columns, and the function that computes
/// the rows. Each column has a doc comment, its name, its type and its value.
macro_rules! csv_rows {
    (
        $(#[$row_doc:meta])*
        struct $row:ident;
        $(#[$rows_doc:meta])*
        fn $rows:ident($results:ident), for $item:pat in $items:expr => { $($shared:tt)* }
        $($(#[$doc:meta])* $column:ident: $type:ty = $value:expr;)*
    ) => {
        $(#[$row_doc])*
        // A column of another name is of another version.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $row {
            $($(#[$doc])* pub $column: $type,)*
        }

        $(#[$rows_doc])*
        pub(super) fn $rows($results: &Analysis) -> Vec<$row> {
            let rows = $items.map(|$item| {
                $($shared)*
                $row { $($column: $value,)* }
            });
            rows.collect()
        }
    };
}

/// The win rates of a row by seat, from its columns of that name.
macro_rules! by_seat {
    ($row:ident) => {
        impl $row {
            /// The mean share of the win from each seat, in the order of the seats.
            pub fn by_seat(&self) -> impl Iterator<Item = f64> {
                let first = [self.first_seat, self.second_seat, self.third_seat];
                let others = [self.fourth_seat, self.fifth_seat, self.sixth_seat];
                first.into_iter().chain(others).flatten()
            }
        }
    };
}

pub mod ahead;
pub mod claims;
pub mod copies;
pub mod cycles;
pub mod distances;
pub mod fingerprints;
pub mod line_ups;
pub mod pairings;
pub mod pairs;
#[cfg(feature = "files")]
mod read;
pub mod roster;
pub mod seats;
pub mod standings;

use std::collections::HashSet;
use std::path::PathBuf;

pub use ahead::AheadRow;
pub use claims::{ClaimRow, EXACT, SAMPLED};
pub use copies::CopiesRow;
pub use cycles::CycleRow;
pub use distances::{DistanceRow, NeighbourRow};
pub use fingerprints::FingerprintRow;
pub use line_ups::LineUpRow;
pub use pairings::PairingRow;
pub use pairs::PairRow;
#[cfg(feature = "files")]
pub use read::replay;
pub use roster::{RosterRow, TraitRow};
pub use seats::SeatRow;
pub use standings::StandingRow;

use super::manifest::{MANIFEST, ManifestEntry, TournamentSettings};
use crate::standings::Analysis;
use crate::text::csv_or_header as csv;

/// A file's name in a folder of results, and its text.
pub type File = (&'static str, String);

/// Defines [`Tournament`] and [`FILES`] from the CSV files, in the order of writing: for each
/// the file's name without `.csv`, the type of its rows, and the function that computes them.
macro_rules! csv_files {
    ($($name:ident: $row:ty, $rows:path;)*) => {
        /// The files that a tournament of any game may have, in the order of writing. The files
        /// that its game adds come after `fingerprints.csv`.
        pub const FILES: [&str; 15] = [$(concat!(stringify!($name), ".csv"),)* MANIFEST];

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
                    $($name: $rows(results),)*
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
                    let there = file != COPIES || entry.entry.files.iter().any(|of| of.file == COPIES);
                    let listed = has(settings.seats, file) && there;
                    let $name = if listed { entry.rows(file)? } else { Vec::new() };
                )*
                let (path, entry) = (path.to_owned(), entry.entry.clone());
                Ok(Self { path, entry, settings, $($name),* })
            }

            /// The texts of all CSV files.
            fn texts(self) -> Vec<File> {
                vec![$((concat!(stringify!($name), ".csv"), csv(self.$name))),*]
            }
        }
    };
}

csv_files! {
    roster: RosterRow, roster::rows;
    traits: TraitRow, roster::trait_rows;
    pairings: PairingRow, pairings::rows;
    pairs: PairRow, pairs::rows;
    line_ups: LineUpRow, line_ups::rows;
    copies: CopiesRow, copies::rows;
    standings: StandingRow, standings::rows;
    seats: SeatRow, seats::rows;
    ahead: AheadRow, ahead::rows;
    cycles: CycleRow, cycles::rows;
    fingerprints: FingerprintRow, fingerprints::rows;
    distances: DistanceRow, distances::rows;
    neighbours: NeighbourRow, distances::neighbour_rows;
    claims: ClaimRow, claims::rows;
}

/// The file of pairings with copies, which tournaments of most games do not have.
pub const COPIES: &str = "copies.csv";

/// Whether tournaments with this number of seats have the file: two seats have ordered pairs and
/// cycles, more have line-ups and, in some games, pairings with copies.
fn has(seats: usize, file: &str) -> bool {
    match file {
        "pairings.csv" | "pairs.csv" | "cycles.csv" => seats == 2,
        "line_ups.csv" | "copies.csv" | "ahead.csv" => seats != 2,
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
    let mut files = [Tournament::of(results).texts(), own].concat();
    // Only some games have pairings with copies.
    let has = |name| names.contains(&name) && (name != COPIES || !results.copies.is_empty());
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
        self.cycles.retain(|row| [&row.a, &row.b, &row.c].iter().all(|id| ids.contains(*id)));
        self.fingerprints.retain(|row| ids.contains(&row.id));
        self.distances.retain(|row| ids.contains(&row.a) && ids.contains(&row.b));
        self.neighbours.retain(|row| ids.contains(&row.id) && ids.contains(&row.nearest));
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
