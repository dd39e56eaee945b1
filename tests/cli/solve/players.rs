//! Personalities where a policy may stand: in `solve match`, `solve respond` and `advise --as`.

use super::*;

/// The exact rate of two personalities is that of the committed tournament.
#[test]
fn personalities_stand_wherever_a_policy_may() {
    let pairings = fs::read_to_string("results/tournament/pairings.csv").unwrap();
    let row = pairings.lines().find(|row| row.starts_with("abel,carla,"));
    let exact: f64 = row.unwrap().split(',').nth(7).unwrap().parse().unwrap();
    // One by its name, and one by its file.
    let players = ["abel", "configs/personalities/carla.toml"];
    let finished = run(&[&["solve", "match", "-qf", "json"], &players[..]].concat());
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
    let answer: serde_json::Value = serde_json::from_str(&finished.stdout).unwrap();
    let found = answer["first_wins"].as_f64().unwrap();
    assert!((found - exact).abs() < 1e-8, "{found} {exact}");
    assert_eq!(answer["second"], "carla");
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

/// A folder of one's own with Eva, who has Carla's traits; her file, and a file of Carla.
fn players_of_files() -> (tempfile::TempDir, [String; 3]) {
    let place = folder();
    let own = place.path().join("own");
    std::fs::create_dir(&own).unwrap();
    let carla = run(&["roster", "show", "carla", "--format", "toml"]).stdout;
    let eva = carla.replace("\"carla\"", "\"eva\"");
    let file = own.join("eva.toml");
    std::fs::write(&file, eva).unwrap();
    let same = place.path().join("carla.toml");
    std::fs::write(&same, carla).unwrap();
    let paths = [&own, &file, &same].map(|path| path.to_str().unwrap().to_owned());
    (place, paths)
}

/// What `advise --as` says is what the engine's agent of that name does.
#[test]
fn players_decide_alike_in_every_command() {
    let (place, [_, _, same]) = players_of_files();
    let positions = [
        (
            "--at-stake 6 --alive blue,green --dice 2",
            r#""at_stake":6,"alive":[1,2],"dice":2,"phase":"may-stop""#,
        ),
        ("", r#""at_stake":0,"alive":[1,2,3],"dice":3,"phase":"must-fight""#),
        (
            "--at-stake 10 --alive blue --dice 1",
            r#""at_stake":10,"alive":[1],"dice":1,"phase":"may-stop""#,
        ),
    ];
    let players =
        [("carla", &*same), ("daniel", "daniel"), ("optimum", "optimum"), ("hold-6", "hold-6")];
    let asked = || players.iter().flat_map(|player| positions.map(|position| (player, position)));
    let questions: String = asked()
        .map(|((id, _), (_, position))| {
            format!(
                r#"{{"ask":"decide","agent":"{id}","position":{{"scores":[20,31],"tokens":[1,1],"mover":1,{position}}}}}"#
            ) + "\n"
        })
        .collect();
    let script = format!("rivals engine dragon-slayer <<'END'\n{questions}END");
    let decided = crate::help::shell(&script, place.path()).stdout;
    assert_eq!(decided.lines().count(), asked().count());
    for (((_, player), (words, position)), decided) in asked().zip(decided.lines()) {
        let advise = "advise --mine 20 --theirs 31 --seat first --format json --as";
        let words = advise.split(' ').chain([*player]).chain(words.split_whitespace());
        let advised = run(&words.collect::<Vec<_>>());
        assert_eq!(advised.code, 0, "{player}: {}", advised.stderr);
        let advised: serde_json::Value = serde_json::from_str(&advised.stdout).unwrap();
        let decided: serde_json::Value = serde_json::from_str(decided).unwrap();
        let mut action = decided["action"].as_str().unwrap().to_owned();
        for (number, name) in ["blue", "green", "red"].into_iter().enumerate() {
            action = action.replace(&format!("dragon {}", number + 1), name);
        }
        assert_eq!(advised["choice"], action.as_str(), "{player} {position}");
    }
}

/// The players of a folder of one's own are named like the built-in ones. Judgement errors follow
/// from the id, so that a file of Carla is the same player as the built-in one.
#[test]
fn players_of_files_win_as_often_as_built_in_ones() {
    let (_place, [own, file, same]) = players_of_files();
    let first_wins = |words: &str, more: &[&str]| {
        let words: Vec<&str> = words.split(' ').chain(more.iter().copied()).collect();
        let answer =
            run(&[&["solve", "match", "--target", "15", "-qf", "json"], &words[..]].concat());
        assert_eq!(answer.code, 0, "{words:?}: {}", answer.stderr);
        let answer: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
        answer["first_wins"].as_f64().unwrap()
    };
    let built_in = first_wins("carla daniel", &[]);
    assert_eq!(first_wins(&format!("{same} daniel"), &[]), built_in);
    let eva = first_wins("eva daniel", &["--personalities", &own]);
    assert_eq!(first_wins(&format!("{file} daniel"), &[]), eva);
    // No player does better against Daniel than the best response.
    let response = run(&["solve", "respond", "daniel", "--target", "15", "-qf", "json"]);
    let response: serde_json::Value = serde_json::from_str(&response.stdout).unwrap();
    let best = response["first_wins"].as_f64().unwrap();
    for player in ["abel", "carla", "optimum", "greedy", "tree-2", "hold-6"] {
        let wins = first_wins(&format!("{player} daniel"), &[]);
        assert!(wins <= best + 1e-9, "{player}: {wins} {best}");
    }
    assert!(first_wins("optimum daniel", &[]) < best);
}
