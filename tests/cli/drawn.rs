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
    done("--roster drawn-3,abel --out named");
    for out in ["file", "named"] {
        assert_eq!(
            lines(&at.join(out).join("traits.csv"), "drawn-3"),
            lines(&at.join("three/traits.csv"), "drawn-3")
        );
    }
    // Other commands know the same player by its id and the seed.
    for (words, same) in [
        ("compare drawn-3 drawn-3.toml --against drawn-2", "The input is the same"),
        ("compare drawn-2,drawn-3 drawn-2,drawn-3", "The input is the same"),
        ("evolve drawn-3 risk_aversion=-1..1 --against drawn-2 --generations 1", "evolved"),
    ] {
        let told = run(&format!("{words} --seed 3 --games 20 --quiet"), at);
        assert_eq!(told.code, 0, "{words}: {}", told.stderr);
        assert!(told.stdout.contains(same), "{words}: {}", told.stdout);
    }
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
    let refused = run("tournament --roster drawn-2,abel --random-personalities 3 --seed 3", at);
    assert_eq!(refused.code, 2, "{}", refused.stdout);
    assert!(refused.stderr.contains("name every player once"), "{}", refused.stderr);
}
