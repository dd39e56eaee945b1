//! Drawn players: an id and a seed have the same figures in each tournament.

use std::fs;
use std::path::Path;

use crate::configs::{run, with_target};

#[test]
fn drawn_players_are_the_same_in_each_tournament() {
    let place = with_target(12);
    let at = place.path();
    let done = |words: &str| {
        let words = format!("tournament --seed 3 --games 20 --quiet --no-report {words}");
        let finished = run(&words, at);
        assert_eq!(finished.code, 0, "{words}: {}", finished.stderr);
    };
    let lines = |file: &Path, id: &str| {
        let text = fs::read_to_string(file).unwrap();
        let own = text.lines().filter(|line| line.split(',').any(|word| word == id));
        own.map(str::to_owned).collect::<Vec<_>>()
    };
    done("--random-personalities 3 --out three");
    done("--random-personalities 4 --roster abel --out four");
    for id in ["drawn-1", "drawn-3"] {
        let traits = lines(&at.join("three/traits.csv"), id);
        assert!(!traits.is_empty() && traits == lines(&at.join("four/traits.csv"), id));
    }
    // The file of one is the same player, and other seeds have others.
    let shown = |seed: u64| run(&format!("roster show drawn-3 --seed {seed} --format toml"), at);
    let [own, other] = [3, 4].map(|seed| shown(seed).stdout);
    assert_ne!(own, other);
    fs::write(at.join("drawn-3.toml"), own).unwrap();
    done("--roster drawn-3.toml,abel --out file");
    assert_eq!(
        lines(&at.join("file/traits.csv"), "drawn-3"),
        lines(&at.join("three/traits.csv"), "drawn-3")
    );
    let refused = run("roster show abel --seed 3", at);
    assert_eq!(refused.code, 2, "{}", refused.stdout);
    for said in ["abel is not drawn", "leave out --seed"] {
        assert!(refused.stderr.contains(said), "{said}: {}", refused.stderr);
    }
    // Shards know which players were drawn.
    for part in 1..=2 {
        done(&format!("--random-personalities 3 --shard {part}/2 --out part-{part}"));
    }
    let merged = run("merge part-1 part-2 --quiet --no-report --out merged", at);
    assert_eq!(merged.code, 0, "{}", merged.stderr);
    let standings = |of: &str| fs::read(at.join(of).join("standings.csv")).unwrap();
    assert_eq!(standings("merged"), standings("three"));
    for words in ["--roster drawn-2,abel", "--roster drawn-2,abel --random-personalities 3"] {
        let refused = run(&format!("tournament {words} --seed 3"), at);
        assert_eq!(refused.code, 2, "{words}");
        // Lines may be broken at any hyphen.
        let told: String = refused.stderr.split_whitespace().collect();
        for said in ["called\"drawn-2\"", "--random-personalitiesN", "drawn-2--seed3"] {
            assert!(told.contains(said), "{said}: {told}");
        }
    }
}
