//! A tournament's results: files for programs, standings for people.
//!
//! [`files`] gives every file with its name, [`standings_text`] what a terminal
//! shows. Everything is a pure function of [`Results`], and the files are the
//! same bytes on every machine: they hold no time, no path and no thread count.

mod claims;
mod cycles;
mod distances;
mod fingerprints;
mod line_ups;
mod manifest;
mod pairings;
mod standings;
mod text;

pub use text::standings_text;

use crate::standings::Results;

/// A file's name in a folder of results, and what it holds.
pub type File = (&'static str, String);

/// What a tournament is, and how much was played.
pub const MANIFEST: &str = "manifest.json";

/// The names of all files of a tournament of so many seats, in the order of
/// [`files`]. Two seats have ordered pairs and cycles; more have line-ups.
#[must_use]
pub fn file_names(seats: usize) -> Vec<&'static str> {
    let two = seats == 2;
    let mut names = if two {
        vec![pairings::FILE]
    } else {
        vec![line_ups::FILE]
    };
    names.push(standings::FILE);
    if two {
        names.push(cycles::FILE);
    }
    names.extend([
        fingerprints::FILE,
        distances::FILE,
        distances::NEIGHBOURS,
        claims::FILE,
        MANIFEST,
    ]);
    names
}

/// Every file, the manifest last.
#[must_use]
pub fn files(results: &Results) -> Vec<File> {
    let write = |name| match name {
        pairings::FILE => pairings::csv(results),
        line_ups::FILE => line_ups::csv(results),
        standings::FILE => standings::csv(results),
        cycles::FILE => cycles::csv(results),
        fingerprints::FILE => fingerprints::csv(results),
        distances::FILE => distances::csv(results),
        distances::NEIGHBOURS => distances::neighbours_csv(results),
        claims::FILE => claims::csv(results),
        _ => manifest::json(results),
    };
    (file_names(results.finished.seats).into_iter())
        .map(|name| (name, write(name)))
        .collect()
}

#[cfg(test)]
mod tests;
