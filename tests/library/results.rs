//! The committed results are read back whole: their rows, written again, are the same bytes.

use std::fs;
use std::path::Path;

use crate::commands::dragon_slayer::results::Folder;
use crate::results::{Manifest, Tournament};
use crate::text::csv_or_header as csv;

#[test]
fn rows_written_again_are_the_same_bytes() {
    let folder = Path::new("results");
    let played = Tournament::find(folder).unwrap();
    let own = Folder::read(folder, Some(&played)).unwrap();
    let (values, stops) = own.solution.unwrap();
    for (file, text) in [
        ("odds.csv", csv(&own.odds.unwrap().1)),
        ("odds_infer.csv", csv(&own.inference.unwrap().1)),
        ("values.csv", csv(&values)),
        ("stops.csv", csv(&stops)),
        ("manifest.json", Manifest::of(folder).unwrap().json()),
        ("tournament/roster.csv", csv(&played.roster)),
        ("tournament/traits.csv", csv(&played.traits)),
        ("tournament/risk_curves.csv", csv(&own.risk_curves)),
        ("tournament/pairings.csv", csv(&played.pairings)),
        ("tournament/pairs.csv", csv(&played.pairs)),
        ("tournament/standings.csv", csv(&played.standings)),
        ("tournament/cycles.csv", csv(&played.cycles)),
        ("tournament/fingerprints.csv", csv(&played.fingerprints)),
        ("tournament/distances.csv", csv(&played.distances)),
        ("tournament/neighbours.csv", csv(&played.neighbours)),
        ("tournament/claims.csv", csv(&played.claims)),
    ] {
        let written = fs::read_to_string(folder.join(file)).unwrap();
        assert!(text == written, "{file}");
    }
}
