//! Every file byte by byte, and the text at the widths of terminals.

use unicode_width::UnicodeWidthStr;

use super::{MANIFEST, entry, file_names, result_files, standings_text};
use crate::config::Source;
use crate::games::dragon_slayer::built_in_claims;
use crate::results::entries::{Command, Entry, FileEntry, Manifest};
use crate::standings::Results;
use crate::standings::claims::Claims;
use crate::standings::fake::{FakeContest, counted, fake};
use crate::tournament::Finished;

/// All files of a small tournament, each below its name.
const GOLDEN: &str = include_str!("golden.txt");

fn contest() -> FakeContest {
    FakeContest::new(vec![fake("ann", 1.0), fake("bob", 2.0), fake("cid", 1.5)])
}

fn claims() -> Claims {
    let text = r#"
game = "fake"
tuning_seed = 2018
[[claim]]
id = "bob-wins"
sentence = "Bob wins most."
basis = "finding"
personality = "bob"
metric = "win_rate"
comparison = "highest"
[[claim]]
id = "ann-dreams"
sentence = "Ann, who dreams, wins."
source = "Dreams 1999, page 3"
wording = "paraphrase"
original = "L'Ann, que somia, guanya"
personality = "ann"
impossible = "dreams are not counted"
[[claim]]
id = "cid-wins"
sentence = "Cid wins most."
basis = "tuned"
personality = "cid"
metric = "win_rate"
comparison = "highest"
"#;
    Claims::read(&Source::new("claims.toml", text)).unwrap()
}

fn written(contest: &FakeContest, finished: &Finished) -> String {
    let claims = claims();
    let results = Results::new(contest, finished, &claims);
    let mut files = result_files(&results);
    let listed = Entry {
        files: FileEntry::all(&files),
        values: 7,
        ..entry(&results)
    };
    let entries = [(Command::Tournament, listed)].into();
    files.push((MANIFEST, Manifest { entries }.json()));
    let names: Vec<_> = files.iter().map(|file| file.0).collect();
    assert_eq!(names, file_names(finished.seats));
    let texts = files
        .iter()
        .map(|(name, text)| format!("--- {name}\n{text}"));
    texts.collect()
}

#[test]
fn value_stability() {
    let contest = contest();
    let two = written(&contest, &contest.finish(2, 400, 5));
    let three = written(&contest, &contest.finish(3, 400, 5));
    let found = format!("=== two seats\n{two}=== three seats\n{three}");
    if let Ok(path) = std::env::var("RIVALS_GOLDEN") {
        std::fs::write(path, &found).unwrap();
    }
    assert!(found == GOLDEN, "not as in golden.txt:\n{found}");
}

#[test]
fn the_built_in_claims_are_of_another_game() {
    let contest = contest();
    let finished = contest.finish(2, 9, 5);
    let claims = built_in_claims();
    let files = result_files(&Results::new(&contest, &finished, &claims));
    let (_, claims) = files.iter().find(|file| file.0 == "claims.csv").unwrap();
    assert_eq!(claims.lines().count(), 1);
    assert_eq!((file_names(2).len(), file_names(3).len()), (11, 9));
}

#[test]
fn figures_by_hand() {
    let mut contest = contest();
    contest.chance = Box::new(|_, _| 0.375);
    let pairing = counted([0, 1], 100, [40, 50], 20);
    let mut finished = contest.finish(2, 0, 1);
    finished.pairings = vec![pairing];
    let text = written(&contest, &finished);
    // Ann won 40 of 100 in the first seat and 50 in the second.
    let z = (40.0 - 37.5) / (100.0_f64 * 0.375 * 0.625).sqrt();
    let row = "ann,bob,100,40,0.4,0.309";
    assert!(text.contains(row), "{text}");
    assert!(text.contains(&format!(",0.375,{z}\n")), "{text}");
    // Nobody else: one mean of 90 of 200, from each seat, and no cycle.
    assert!(text.contains("\n2,ann,Ann,200,0.45,"), "{text}");
    assert!(text.contains(",0.4,0.5,"), "{text}");
    assert!(
        text.contains("a_beats_b,b_beats_c,c_beats_a,strength,exact\n---"),
        "{text}"
    );
    assert!(
        text.contains("ann,turns_lost,share,,,,100,0.1,false\n"),
        "{text}"
    );
}

#[test]
fn nothing_played() {
    let contest = contest();
    for seats in [2, 3] {
        let text = written(&contest, &contest.finish(seats, 0, 1));
        assert!(
            text.contains("--- standings.csv\nrank,id,name,games"),
            "{text}"
        );
        let claims = claims();
        let finished = contest.finish(seats, 0, 1);
        let results = Results::new(&contest, &finished, &claims);
        assert!(standings_text(&results, Some(80)).contains("No ratings"));
    }
}

#[test]
fn no_time_and_no_nan() {
    let contest = contest();
    for groups in [1, 2, 30] {
        let text = written(&contest, &contest.finish(2, groups, 2));
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

fn crowd() -> FakeContest {
    let ids = [
        "abel",
        "beatriu",
        "carla",
        "daniel",
        "killer-averse",
        "killer-intelligent",
        "killer-impulsive",
        "achiever-averse",
        "achiever-intelligent",
        "achiever-impulsive",
        "socializer-averse",
        "socializer-intelligent",
        "socializer-impulsive",
        "explorer-averse",
        "explorer-intelligent",
        "explorer-impulsive",
        "random",
        "hold-6",
        "hold-12",
        "greedy",
        "tree-1",
        "tree-2",
    ];
    let strength = |at: usize| 0.7 + 0.05 * ((at * 7) % 22) as f64;
    let fakes = ids
        .iter()
        .enumerate()
        .map(|(at, id)| fake(id, strength(at)));
    FakeContest::new(fakes.collect())
}

#[test]
fn it_fits_the_terminal() {
    let claims = claims();
    for contest in [contest(), crowd()] {
        for seats in [2, 3] {
            if seats == 3 && contest.fakes.len() > 5 {
                continue;
            }
            let finished = contest.finish(seats, 200, 2018);
            let results = Results::new(&contest, &finished, &claims);
            for width in [60, 80, 100, 120] {
                let text = standings_text(&results, Some(width));
                assert!(text.lines().all(|line| line.width() <= width), "{text}");
                assert!(text.contains("win"), "{text}");
            }
            assert!(standings_text(&results, None).contains("rating"));
        }
    }
}

#[test]
fn what_matters_is_said() {
    let claims = claims();
    let mut contest = contest();
    let finished = contest.finish(2, 2_000, 5);
    let said = |contest: &FakeContest| {
        let results = Results::new(contest, &finished, &claims);
        standings_text(&results, Some(100)).replace('\n', " ")
    };
    let text = said(&contest);
    assert!(
        text.contains("Sampled against exact: they agree. The largest |z| of 6"),
        "{text}"
    );
    assert!(text.contains("For all 7 tests together p = "), "{text}");
    assert!(
        text.contains("No three beat each other in a circle."),
        "{text}"
    );
    assert!(
        text.contains(
            "All players are distinguishable by what they decide. The closest are Bob and Cid"
        ),
        "{text}"
    );
    assert!(
        text.contains(
            "Claims: 1 of 3 hold; 1 fails (cid-wins); 1 cannot be measured (ann-dreams). Of those \
             that are measured, by basis, 0 of 1 (used in tuning), 1 of 1 (finding) hold."
        ),
        "{text}"
    );
    contest.told = Some(0.3);
    let text = said(&contest);
    assert!(
        text.contains(
            "THEY DISAGREE at a level of 0.000001 for all 7 tests together: ann against bob won"
        ),
        "{text}"
    );
    assert!(
        text.contains("Exact figures decide all of these."),
        "{text}"
    );
    contest.told = None;
    let text = said(&contest);
    assert!(!text.contains("exact") && text.contains("Games with seed 5 decide all of these."));
    let finished = contest.finish(2, 200, 2018);
    let results = Results::new(&contest, &finished, &claims);
    let text = standings_text(&results, None).replace('\n', " ");
    assert!(
        text.contains("Games with seed 2018, which tuning saw, decide all"),
        "{text}"
    );
    contest.chance = Box::new(|first, second| match [first.id, second.id] {
        ["ann", "bob"] | ["bob", "cid"] | ["cid", "ann"] => 0.6,
        _ => 0.4,
    });
    contest.told = Some(0.0);
    let text = said(&contest);
    let circle = "Ann beats Bob (60.00 %), who beats Cid (60.00 %), who beats Ann (60.00 %)";
    assert!(text.contains(circle), "{text}");
}
