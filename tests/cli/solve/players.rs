//! Personalities where a policy may stand: in `solve match`, `solve respond` and `advise --as`.

use super::*;

/// The exact rate of two personalities is that of the committed tournament.
#[test]
fn personalities_stand_wherever_a_policy_may() {
    let pairings = fs::read_to_string("results/tournament/pairings.csv").unwrap();
    let row = pairings.lines().find(|row| row.starts_with("abel,carla,"));
    let exact: f64 = row.unwrap().split(',').nth(7).unwrap().parse().unwrap();
    let files = ["abel", "configs/personalities/carla.toml"];
    for players in [["abel", "carla"], files] {
        let finished = run(&[&["solve", "match", "-qf", "json"], &players[..]].concat());
        assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
        let answer: serde_json::Value = serde_json::from_str(&finished.stdout).unwrap();
        let found = answer["first_wins"].as_f64().unwrap();
        assert!((found - exact).abs() < 1e-8, "{found} {exact}");
        assert_eq!(answer["second"], "carla");
    }
    let position = "--mine 20 --theirs 31 --seat first --at-stake 6 --alive blue,green --dice 2";
    let advise = |player: &str| {
        let words = position.split(' ').chain(["--as", player, "--format", "json"]);
        let finished = run(&[&["advise"], &words.collect::<Vec<_>>()[..]].concat());
        assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
        serde_json::from_str::<serde_json::Value>(&finished.stdout).unwrap()
    };
    let abel = advise("abel");
    assert_eq!(abel["choice"], abel["optimal"]);
    assert_eq!((&abel["cost"], &abel["traits"]), (&0.0.into(), &serde_json::json!([])));
    let carla = advise("carla");
    assert!(carla["traits"].as_array().unwrap().len() > 1, "{carla}");
    let refused = run(&["solve", "respond", "carlla"]);
    assert!(refused.stderr.contains("did you mean carla?"), "{}", refused.stderr);
}

/// What `advise --as` says is what the engine's agent of that name does, and the players of a folder
/// of one's own are named like the built-in ones everywhere.
#[test]
fn players_decide_alike_in_every_command() {
    let place = folder();
    let own = place.path().join("own");
    std::fs::create_dir(&own).unwrap();
    let carla = run(&["roster", "show", "carla", "--format", "toml"]).stdout;
    let eva = carla.replace("\"carla\"", "\"eva\"");
    let file = own.join("eva.toml");
    std::fs::write(&file, eva).unwrap();
    // Judgement errors follow from the id, so this is the same player as the built-in one.
    let same = place.path().join("carla.toml");
    std::fs::write(&same, carla).unwrap();
    let [own, file, same] = [&own, &file, &same].map(|path| path.to_str().unwrap());
    for (words, position) in [
        (
            "--at-stake 6 --alive blue,green --dice 2",
            r#""at_stake":6,"alive":[1,2],"dice":2,"phase":"may-stop""#,
        ),
        ("", r#""at_stake":0,"alive":[1,2,3],"dice":3,"phase":"must-fight""#),
        (
            "--at-stake 2 --alive green,red --dice 3",
            r#""at_stake":2,"alive":[2,3],"dice":3,"phase":"may-stop""#,
        ),
        (
            "--at-stake 10 --alive blue --dice 1",
            r#""at_stake":10,"alive":[1],"dice":1,"phase":"may-stop""#,
        ),
    ] {
        for (id, more) in [
            ("carla", &["--as", "carla"][..]),
            ("carla", &["--as", same]),
            ("daniel", &["--as", "daniel"]),
            ("optimum", &["--as", "optimum"]),
            ("hold-6", &["--as", "hold-6"]),
        ] {
            let scores = "advise --mine 20 --theirs 31 --seat first --format json";
            let words = scores.split(' ').chain(words.split_whitespace());
            let advised = run(&words.chain(more.iter().copied()).collect::<Vec<_>>());
            assert_eq!(advised.code, 0, "{more:?}: {}", advised.stderr);
            let advised: serde_json::Value = serde_json::from_str(&advised.stdout).unwrap();
            let question = format!(
                r#"{{"ask":"decide","agent":"{id}","position":{{"scores":[20,31],"tokens":[1,1],"mover":1,{position}}}}}"#
            );
            let asked = format!("echo '{question}' | rivals engine dragon-slayer");
            let decided = crate::help::shell(&asked, place.path()).stdout;
            let decided: serde_json::Value = serde_json::from_str(&decided).unwrap();
            let mut action = decided["action"].as_str().unwrap().to_owned();
            for (number, name) in ["blue", "green", "red"].into_iter().enumerate() {
                action = action.replace(&format!("dragon {}", number + 1), name);
            }
            assert_eq!(advised["choice"], action.as_str(), "{more:?} {position}");
        }
    }
    let first_wins = |words: &str, more: &[&str]| {
        let words: Vec<&str> = words.split(' ').chain(more.iter().copied()).collect();
        let answer = run(&[&["solve", "match", "-qf", "json"], &words[..]].concat());
        assert_eq!(answer.code, 0, "{words:?}: {}", answer.stderr);
        let answer: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
        answer["first_wins"].as_f64().unwrap()
    };
    let built_in = first_wins("carla daniel", &[]);
    assert_eq!(first_wins(&format!("{same} daniel"), &[]), built_in);
    let eva = first_wins("eva daniel", &["--personalities", own]);
    assert_eq!(first_wins(&format!("{file} daniel"), &[]), eva);
    // No player does better against Daniel than the best response.
    let response = run(&["solve", "respond", "daniel", "-qf", "json"]);
    let response: serde_json::Value = serde_json::from_str(&response.stdout).unwrap();
    let best = response["first_wins"].as_f64().unwrap();
    for player in ["abel", "carla", "optimum", "greedy", "tree-2", "hold-6"] {
        let wins = first_wins(&format!("{player} daniel"), &[]);
        assert!(wins <= best + 1e-9, "{player}: {wins} {best}");
    }
    assert!(first_wins("optimum daniel", &[]) < best);
}
