//! A tournament's results: files for programs, standings for people.
//!
//! [`result_files`] gives every file with its name, [`standings_text`] what a
//! terminal shows, of the [`Analysis`] that a caller has computed. All are pure
//! functions, and the files are the same bytes on every machine: they hold no time,
//! no path and no thread count.

pub(crate) mod claims;
pub(crate) mod cycles;
pub(crate) mod distances;
pub(crate) mod fingerprints;
pub(crate) mod line_ups;
mod manifest;
pub(crate) mod pairings;
pub(crate) mod risk_curves;
pub(crate) mod roster;
pub(crate) mod standings;
mod text;

pub use claims::{ClaimRow, EXACT, SAMPLED};
pub use cycles::CycleRow;
pub use distances::{DistanceRow, NeighbourRow};
pub use fingerprints::FingerprintRow;
pub use line_ups::LineUpRow;
pub use manifest::{AgreementEntry, RosterEntry, TournamentManifest, entry};
pub use pairings::PairingRow;
pub use risk_curves::RiskCurveRow;
pub use roster::{RosterRow, TraitRow};
pub use standings::StandingRow;
pub use text::standings_text;

pub use crate::results::entries::MANIFEST;
use crate::standings::Analysis;

/// A file's name in a folder of results, and what it holds.
pub type File = (&'static str, String);

/// All files that a tournament may have: CSV files in the order of writing, and the
/// manifest, which may have entries of other commands as well.
pub const FILES: [&str; 12] = [
    roster::FILE,
    roster::TRAITS,
    pairings::FILE,
    line_ups::FILE,
    standings::FILE,
    cycles::FILE,
    fingerprints::FILE,
    risk_curves::FILE,
    distances::FILE,
    distances::NEIGHBOURS,
    claims::FILE,
    MANIFEST,
];

/// Those of [`FILES`] that a tournament of so many seats has. Two seats
/// have ordered pairs, cycles and risk curves; more have line-ups.
#[must_use]
pub fn file_names(seats: usize) -> Vec<&'static str> {
    let other = |name: &&str| match *name {
        pairings::FILE | cycles::FILE | risk_curves::FILE => seats != 2,
        line_ups::FILE => seats == 2,
        _ => false,
    };
    FILES.into_iter().filter(|name| !other(name)).collect()
}

/// Every CSV file, in the order of writing; [`entry`] is the manifest's entry of them.
#[must_use]
pub fn result_files(results: &Analysis) -> Vec<File> {
    let write = |name| match name {
        roster::FILE => roster::csv(results),
        roster::TRAITS => roster::traits_csv(results),
        pairings::FILE => pairings::csv(results),
        line_ups::FILE => line_ups::csv(results),
        standings::FILE => standings::csv(results),
        cycles::FILE => cycles::csv(results),
        fingerprints::FILE => fingerprints::csv(results),
        risk_curves::FILE => risk_curves::csv(results),
        distances::FILE => distances::csv(results),
        distances::NEIGHBOURS => distances::neighbours_csv(results),
        claims::FILE => claims::csv(results),
        _ => unreachable!("{name} has no writer"),
    };
    let names = file_names(results.finished.seats);
    let names = names.into_iter().filter(|name| *name != MANIFEST);
    names.map(|name| (name, write(name))).collect()
}

#[cfg(test)]
mod tests;
