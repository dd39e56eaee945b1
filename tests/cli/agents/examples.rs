//! The complete agents of `examples/agents`, and programs as opponents of people.

use std::io::Write;

use super::*;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/agents");

/// Compiles an example, if there is the compiler.
fn compiled(compiler: &str, source: &str, folder: &Path) -> Option<PathBuf> {
    let program = folder.join(source.replace('.', "-"));
    let mut command = std::process::Command::new(compiler);
    command.arg("-O").arg(Path::new(EXAMPLES).join(source)).arg("-o").arg(&program);
    let Ok(built) = command.output() else {
        eprintln!("skipped: there is no {compiler}");
        return None;
    };
    assert!(built.status.success(), "{source}: {}", String::from_utf8_lossy(&built.stderr));
    Some(program)
}

/// All of them hold at 20: they win as often as the built-in agent, on the same dice as each other.
#[test]
fn the_examples_play_and_keep_to_the_protocol() {
    let place = folder();
    let programs = [("rustc", "hold.rs"), ("g++", "hold.cpp")];
    let programs = programs.into_iter().filter_map(|(compiler, source)| {
        let program = compiled(compiler, source, place.path())?;
        let checked = run(&["agent", "check", "--game", "pig", program.to_str().unwrap()]);
        assert_eq!(checked.code, 0, "{}", checked.stdout);
        Some(format!("cmd:{}", program.display()))
    });
    let mut roster: Vec<String> = programs.collect();
    roster.extend(["my-bot", "optimum"].map(str::to_owned));
    let roster: Vec<&str> = roster.iter().map(String::as_str).collect();
    let bots = format!("{EXAMPLES}/bots.toml");
    let out = place.path().join("out");
    let played = tournament("pig", &roster, &out, &["-n", "8", "--external", &bots]);
    assert_eq!((played.code, &*played.stderr), (0, ""));
    assert_eq!(counted(&out, "my-bot", "failures"), 0);
    // Tables tell it from the built-in agent.
    let standings = fs::read_to_string(out.join("standings.csv")).unwrap();
    assert!(standings.contains(",my-bot,My bot,"), "{standings}");
    let metrics = shown(&out, "fingerprints.csv");
    let stakes = metrics.iter().filter(|row| row.iter().any(|cell| cell == "stakes"));
    assert_eq!(stakes.count(), roster.len());
}

/// Options that a program does not have are refused, and games that it names are checked.
#[test]
fn what_a_program_says_of_itself_is_read() {
    let place = folder();
    let bots = built_in(place.path(), "pig", &["hold-20"]);
    let text = fs::read_to_string(&bots).unwrap();
    fs::write(&bots, text + "options = { level = 3 }\n").unwrap();
    let more = ["-n", "3", "--external", bots.to_str().unwrap()];
    let refused = tournament("pig", &["hold-20", "random"], &place.path().join("out"), &more);
    assert_eq!(refused.code, 8);
    assert!(refused.stderr.contains("it has no option \"level\""), "{}", refused.stderr);
    let program = env!("CARGO_BIN_EXE_rivals");
    let checked = run(&["agent", "check", program, "agent", "pig", "hold-20"]);
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
    assert!(checked.stdout.contains("a game of 6 seats"), "{}", checked.stdout);
    let checked = run(&["agent", "check", "--game", "pig", "python3", SCRIPT, "sure"]);
    assert_eq!(checked.code, 5, "{}{}", checked.stdout, checked.stderr);
    assert!(checked.stdout.contains("a \"value\" is 7"), "{}", checked.stdout);
}

/// A question that there is not is named as it was asked.
#[test]
fn a_built_in_player_refuses_other_questions() {
    let mut command = rivals(&["agent", "pig", "hold-20"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    writeln!(child.stdin.take().unwrap(), "{{\"id\":1,\"ask\":\"nosuch\"}}").unwrap();
    let answered = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let answer: Value = serde_json::from_str(&answered).unwrap();
    assert_eq!(answer["resign"], "ask: \"nosuch\" is no question; ask hello, new or decide");
}

/// All games of a program are kept, and asked again.
#[test]
fn kept_games_are_asked_again() {
    let place = folder();
    let (out, kept) = (place.path().join("out"), place.path().join("games.jsonl"));
    let bots = built_in(place.path(), "pig", &["hold-20"]);
    let more = ["-n", "3", "--external", bots.to_str().unwrap(), "--keep-games"];
    let more = [&more[..], &[kept.to_str().unwrap()]].concat();
    assert_eq!(tournament("pig", &["hold-20", "random"], &out, &more).code, 0);
    let text = fs::read_to_string(&kept).unwrap();
    let games = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let games: Vec<Value> = games.collect();
    assert_eq!(games.len(), 6);
    for game in &games {
        assert!(game["player"] == "hold-20" && game["over"]["why"] == "over", "{game}");
        assert!(game["lines"][2].as_str().unwrap().contains("\"ms\":"), "{game}");
        assert_eq!(game["seats"].as_array().unwrap().len(), 2);
        let own = |step: &&Value| step[0] == game["seat"];
        let acts = game["moves"].as_array().unwrap().iter().filter(own).count();
        assert_eq!(game["decisions"].as_array().unwrap().len(), acts);
        assert!(game["decisions"][0]["ms"].as_f64().unwrap() > 0.0, "{game}");
    }
    let nth = |number| run(&["review", kept.to_str().unwrap(), "-f", "json", "--nth", number]);
    let reviewed = nth("2");
    assert_eq!(reviewed.code, 0, "{}", reviewed.stderr);
    let review: Value = serde_json::from_str(&reviewed.stdout).unwrap();
    assert!(!review["decisions"].as_array().unwrap().is_empty(), "{review}");
    assert!(nth("7").stderr.contains("from 1 to 6"));
    let broken = text.replacen("\n{", "\n", 3);
    fs::write(&kept, broken).unwrap();
    assert_eq!(nth("1").code, 0);
    let refused = nth("3");
    assert_eq!(refused.code, 2, "{}", refused.stdout);
    assert!(refused.stderr.contains("line 2 of"), "{}", refused.stderr);
    fs::write(&kept, text).unwrap();
    let program = env!("CARGO_BIN_EXE_rivals");
    let replay =
        |player| run(&["agent", "replay", kept.to_str().unwrap(), program, "agent", "pig", player]);
    let (same, other) = (replay("hold-20"), replay("hold-5"));
    assert_eq!((same.code, other.code), (0, 5), "{}{}", same.stdout, other.stdout);
    assert!(other.stdout.contains("before"), "{}", other.stdout);
}

/// Games that begin in drawn positions, hide cards or have two moves in a turn are read as well, and
/// a program is told where the game begins.
#[test]
fn kept_games_of_every_game_are_replayed() {
    for (game, program, other) in [
        ("tic-tac-toe-sp", "priority", "random"),
        ("parchis", "greedy", "random"),
        ("tute", "always-high", "random,always-low"),
        ("dragon-slayer", "random", "abel"),
        ("battletech", "charge", "random"),
    ] {
        let place = folder();
        let (out, kept) = (place.path().join("out"), place.path().join("games.jsonl"));
        let bots = built_in(place.path(), game, &[program]);
        let more = ["-n", "1", "--external", bots.to_str().unwrap(), "--keep-games"];
        let more = [&more[..], &[kept.to_str().unwrap()]].concat();
        let roster = format!("{program},{other}");
        let played = tournament(game, &[&roster], &out, &more);
        assert_eq!(played.code, 0, "{game}: {}", played.stderr);
        let shown = run(&["review", kept.to_str().unwrap(), "--nth", "2", "--replay", "--plain"]);
        assert_eq!((shown.code, &*shown.stderr), (0, ""), "{game}: {}", shown.stdout);
        let text = fs::read_to_string(&kept).unwrap();
        let first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let new = first["lines"].as_array().unwrap().iter().filter_map(Value::as_str);
        let new = new.filter_map(|line| serde_json::from_str(line.strip_prefix("> ")?).ok());
        let new: Value = { new }.find(|line: &Value| line["ask"] == "new").unwrap();
        let told = if game == "tute" { Value::Null } else { first["start"].clone() };
        assert_eq!((&new["position"], first["start"].is_object()), (&told, true), "{game}");
    }
}

/// The agent that draws positions by its view and lets the engine play them, with hidden cards.
#[test]
fn an_agent_uses_the_engine_as_its_rules() {
    let place = folder();
    let bots = place.path().join("bots.toml");
    let rivals = env!("CARGO_BIN_EXE_rivals");
    let table = format!(
        "[[external]]\nid = \"pimc-bot\"\ncommand = [\"python3\", \"{EXAMPLES}/pimc.py\"]\n\
         environment = {{ RIVALS = {rivals:?} }}\n"
    );
    fs::write(&bots, table).unwrap();
    let out = place.path().join("out");
    let more = ["-n", "1", "--external", bots.to_str().unwrap()];
    let played = tournament("tute", &["pimc-bot", "random", "always-high"], &out, &more);
    assert_eq!((played.code, &*played.stderr), (0, ""));
    assert_eq!(counted(&out, "pimc-bot", "failures"), 0);
    assert!(counted(&out, "pimc-bot", "decisions") > 20);
}

/// A person plays against a program, and the game is looked back upon without it.
#[test]
fn people_play_against_programs() {
    let place = folder();
    let bots = built_in(place.path(), "pig", &["hold-20"]);
    let (bots, data) = (bots.to_str().unwrap(), place.path().join("data"));
    let answers = place.path().join("answers");
    fs::write(&answers, "roll\nhold\n".repeat(200)).unwrap();
    let data = ["--data", data.to_str().unwrap()];
    let table = ["play", "--game", "pig", "--seed", "7", "--script", answers.to_str().unwrap()];
    let played = run(&[&table[..], &["--against", "hold-20", "--external", bots], &data].concat());
    assert_eq!(played.code, 0, "{}\n{}", played.stdout, played.stderr);
    let own = run(&[&table[..], &["--against", "hold-20", "--no-save"]].concat());
    let winner = |text: &str| text.lines().find(|line| line.contains("wins")).map(str::to_owned);
    assert!(winner(&own.stdout).is_some(), "{}", own.stdout);
    let named = |text: &str| winner(text).unwrap().replace("Hold at 20", "hold-20");
    assert_eq!(named(&played.stdout), named(&own.stdout));
    let resigns = place.path().join("resigns.toml");
    let declared =
        format!("[[external]]\nid = \"r\"\ncommand = [\"python3\", {SCRIPT:?}, \"resigns\"]\n");
    fs::write(&resigns, declared).unwrap();
    let against = ["--against", "r", "--external", resigns.to_str().unwrap(), "--no-save"];
    let given_up = run(&[&table[..], &against].concat());
    assert!(given_up.stdout.contains("\"I have no luck\""), "{}", given_up.stdout);
    let reviewed = run(&[&["review", "1"][..], &data].concat());
    assert_eq!(reviewed.code, 0, "{}", reviewed.stderr);
}
