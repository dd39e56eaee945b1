//! The report of a game that adds nothing to it: Pig, of two and of three seats, written to
//! a folder and read back.

use std::sync::atomic::AtomicBool;

use rivals::games::pig::PigContest;
use rivals::report::html;
use rivals::report::markdown;
use rivals::report::tournament::document;
use rivals::results::tournament::{file_names, result_files};
use rivals::results::{ManifestEntry, ResultsFolder, TOURNAMENT, Tournament};
use rivals::standings::Results;
use rivals::standings::claims::Claims;
use rivals::tournament::{Contest, Ledger, Plan, Settings, play};

use crate::folder::done;

#[test]
fn a_tournament_of_pig_is_written_read_and_reported() {
    let ids = ["hold-10", "hold-20", "hold-25", "hold-40"].map(str::to_owned);
    let contest = PigContest::named(&ids).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().build().unwrap();
    for seats in [2, 3] {
        let settings = Settings {
            seats,
            seed: 7,
            games: 60,
            until_ci: None,
            shard: None,
        };
        let plan = Plan::new(&contest, settings).unwrap();
        let mut ledger = Ledger::new(&plan);
        let stop = AtomicBool::new(false);
        play(&contest, &mut ledger, None, &pool, &stop, &mut |_| {}).unwrap();
        let finished = ledger.finished(&contest);
        let claims = Claims::built_in();
        let results = Results::new(&contest, &finished, &claims);
        let place = tempfile::tempdir().unwrap();
        let names = file_names(seats, contest.file_names(seats));
        let folder = ResultsFolder::prepare(place.path(), TOURNAMENT, &names).unwrap();
        let entry = ManifestEntry::of_tournament(&results);
        folder.write(entry, &result_files(&results)).unwrap();

        let read = Tournament::find(place.path()).unwrap();
        assert_eq!(read.entry.game, "pig");
        assert_eq!(read.standings, Tournament::of(&results).standings);
        let (page, text) = (html(&document(&read)), markdown(&document(&read)));
        assert!(
            page.contains("Hold at 25") && !page.contains("NaN"),
            "{text}"
        );
        assert_eq!(page.contains("line_ups.csv"), seats == 3, "{text}");
        // The program says the same.
        let from = place.path().to_str().unwrap();
        assert_eq!(
            done(&["report", "--from", from, "--format", "markdown"]),
            text
        );
    }
}
