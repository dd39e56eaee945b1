//! `rivals play` in lines, as a pipe and a script use it: the same bytes again, both modes,
//! saving and going on, and what is refused.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::program::{Finished, folder, rivals, run};

/// Answers that play any game of two seats to its end.
fn answers() -> String {
    "blue\nstop\nyes\ngreen\nred\n1\n".repeat(300)
}

/// `rivals play` with its own folder for games.
fn play(data: &Path, args: &[&str]) -> Command {
    let mut command = rivals(&[&["play"], args].concat());
    command.env("RIVALS_DATA", data).env("TERM", "xterm");
    command
}

/// Runs it with this text as standard input.
pub(crate) fn piped(command: &mut Command, input: &str) -> Finished {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that leaves early closes the pipe.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Finished {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn the_same_seed_and_script_give_the_same_bytes() {
    let place = folder();
    let script = place.path().join("answers.txt");
    fs::write(&script, format!("# a comment\n{}", answers())).unwrap();
    let script = script.to_str().unwrap();
    for game in [
        vec!["--against", "carla", "--seed", "7"],
        vec!["--against", "stranger", "--seed", "8", "--hints"],
        vec!["--game", "pig", "--seats", "hold-20,me", "--seed", "3"],
        vec!["--seats", "me,daniel,greedy,bet:person", "--seed", "5"],
    ] {
        for mode in ["automatic", "interactive"] {
            let args = [&game[..], &["--mode", mode, "--script", script]].concat();
            let first = Finished::of(&mut play(&place.path().join("a"), &args));
            assert_eq!((first.code, first.stderr.as_str()), (0, ""), "{args:?}");
            // A pipe gives the same as a script.
            let args = [&game[..], &["--mode", mode, "--no-save"]].concat();
            let second = piped(&mut play(&place.path().join("b"), &args), &answers());
            // What is not saved cannot be left open.
            let saved = first.stdout.replace(" Write later to leave it open.", "");
            assert_eq!(second.stdout, saved);
            assert!(first.stdout.lines().all(|line| !line.contains(['\u{1b}', '\r'])));
            assert!(first.stdout.contains("the game: "), "{}", first.stdout);
        }
    }
    assert!(!place.path().join("b").exists());
}

/// A game that was left, by the end of the input, by `quit` or by Ctrl-C, goes on as if it had
/// not been left.
#[test]
fn a_game_goes_on_where_it_was_left() {
    let place = folder();
    let game = ["--against", "daniel", "--seed", "9", "--quiet-rivals", "--as", "Ana"];
    let whole = piped(&mut play(&place.path().join("whole"), &game), &answers());
    let result = |text: &str| {
        let line = text.lines().find(|line| line.contains("the game: "));
        line.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    let end = result(&whole.stdout);
    assert!(whole.stdout.contains("luck"), "a review follows");
    let data = place.path().join("parts");
    let first = piped(&mut play(&data, &game), "blue\n");
    assert_eq!(first.code, 0);
    assert!(first.stdout.ends_with("rivals play --resume goes on with it.\n"), "{}", first.stdout);
    let second = piped(&mut play(&data, &["--resume", "--quiet-rivals"]), "stop\nquit\n");
    assert_eq!(second.code, 0, "{}", second.stderr);
    let rest: Vec<String> = answers().lines().skip(2).map(|line| format!("{line}\n")).collect();
    let third =
        piped(&mut play(&data, &["--resume", "--as", "Ana", "--quiet-rivals"]), &rest.concat());
    assert_eq!(result(&third.stdout), end);
    let none = piped(&mut play(&data, &["--resume"]), "");
    assert_eq!(none.code, 2);
    assert!(none.stderr.contains("there is no unfinished game"), "{}", none.stderr);
}

/// Sends a signal to a child.
fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

#[cfg(unix)]
#[test]
fn signals_save_the_game() {
    for name in ["-INT", "-TERM"] {
        let place = folder();
        let game = ["--against", "abel", "--seed", "9"];
        let mut child =
            play(place.path(), &game).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut said = Vec::new();
        let ends = |said: &[u8]| said.ends_with(b"\n> ");
        while !ends(&said) {
            let mut byte = [0];
            stdout.read_exact(&mut byte).unwrap();
            said.push(byte[0]);
        }
        stdin.write_all(b"blue\n").unwrap();
        signal(&child, name);
        stdout.read_to_end(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(4));
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains("The game is saved"), "{said}");
        let resumed = piped(&mut play(place.path(), &["--resume"]), "log\nquit\n");
        assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    }
}

/// Without flags it asks, and never tells what an opponent is like but in its one sentence.
#[test]
fn without_flags_it_asks() {
    let place = folder();
    let asked = piped(
        &mut play(place.path(), &["--seed", "2"]),
        "chess\n1\nnobody\n1,2,3,4,5,6\ncarla, 1\nquit\n",
    );
    assert_eq!(asked.code, 0, "{}", asked.stderr);
    for said in [
        "Which game do you play?",
        "Answer with a number or a name of the list.",
        "Carla: Laughs aloud",
        "a stranger: one of them",
        "You named 6; the game takes 1 to 5 opponents.",
        "dragon-slayer: me, Carla, The stranger.",
    ] {
        assert!(asked.stdout.contains(said), "{said}\n{}", asked.stdout);
    }
    for word in ["aversion", "nerves", "intuition", "eagerness"] {
        assert!(!asked.stdout.to_lowercase().contains(word), "{word}");
    }
    let left = piped(&mut play(place.path(), &[]), "");
    assert_eq!((left.code, left.stderr.as_str()), (0, ""));
}

/// Who chooses an opponent reads its manner, and not how it plays: `roster` tells that.
#[test]
fn the_list_of_opponents_does_not_tell_how_they_play() {
    let place = folder();
    let args = ["--game", "dragon-slayer", "--no-save"];
    let asked = piped(&mut play(place.path(), &args), "quit\n").stdout;
    let shown = asked.split_whitespace().collect::<Vec<_>>().join(" ");
    let roster: serde_json::Value =
        serde_json::from_str(&run(&["roster", "--format", "json"]).stdout).unwrap();
    let players = roster.as_array().unwrap().iter();
    let personalities: Vec<_> = players.filter(|player| player["kind"] == "personality").collect();
    assert_eq!(personalities.len(), 16);
    for player in personalities {
        let text = |key: &str| player[key].as_str().unwrap().to_owned();
        let file = run(&["roster", "show", &text("id"), "--format", "toml"]).stdout;
        let manner = file.lines().find_map(|line| line.strip_prefix("manner = ")).unwrap();
        let manner: String = serde_json::from_str(manner).unwrap();
        assert!(shown.contains(&format!("{}: {manner}", text("name"))), "{shown}");
        assert!(!shown.contains(&text("character")), "{shown}");
    }
    // All that is known of an agent is how it plays.
    for game in ["pig", "parchis", "tute", "tic-tac-toe-sp", "battletech"] {
        let args = ["--game", game, "--no-save"];
        // The levels of its source come first where there are any.
        let answers = if game == "tute" { "more\nquit\n" } else { "quit\n" };
        let asked = piped(&mut play(place.path(), &args), answers).stdout;
        let listed = asked.lines().skip_while(|line| !line.starts_with("1 a stranger:"));
        let listed = listed.skip(1).take_while(|line| line.starts_with(char::is_numeric));
        // Personalities have a manner.
        let listed: Vec<&str> = listed.filter(|line| !line.contains(": ")).collect();
        assert!(listed.len() > 1, "{asked}");
        assert!(listed.iter().all(|line| line.split(' ').count() == 2), "{asked}");
    }
}

/// The levels of the document are asked first, by its words too; others are behind "more".
#[test]
fn tute_asks_for_the_level() {
    let place = folder();
    let args = ["--game", "tute", "--no-save", "--seed", "2"];
    let said = |answers: &str| piped(&mut play(place.path(), &args), answers).stdout;
    let asked = said("5\nmore, expert\n1,2,3\nexpert\nquit\n");
    assert!(asked.contains("1 novice (novato)\n2 medium (medio)\n3 expert (experto)\n4 more:"));
    for text in ["Answer with numbers", "more alone", "You named 3; the game takes 2 opponents."] {
        assert!(asked.contains(text), "{asked}");
    }
    assert!(!asked.contains("dumper"), "{asked}");
    assert!(asked.contains("tute: me, expert, expert 2."), "{asked}");
    let mixed = said("Novato, 2\nquit\n");
    assert!(mixed.contains("tute: me, novice, medium."), "{mixed}");
    let others = said("4\ndumper, novice\nquit\n");
    assert!(others.contains("1 a stranger:") && others.contains("tute: me, dumper, novice."));
}

/// A game of people begins in the first setup of the rule file, with its number of players.
#[test]
fn a_rule_file_has_the_setup() {
    let place = folder();
    let rules = place.path().join("rules.toml");
    fs::write(&rules, "setups = ['open:LCT-1V,AS7-D,JR7-D:turns=2', 'duel']").unwrap();
    let rules = rules.to_str().unwrap();
    let played = |seats: &str| {
        let args = ["--game", "battletech", "--rules", rules, "--seats", seats, "--seed", "1"];
        piped(&mut play(place.path(), &args), "board\nquit\n")
    };
    let begun = played("me,still,seed");
    assert_eq!(begun.code, 0, "{}", begun.stderr);
    for model in ["LCT-1V", "AS7-D", "JR7-D"] {
        assert!(begun.stdout.contains(model), "{}", begun.stdout);
    }
    let saved = run(&["history", "list", "--data", place.path().to_str().unwrap()]);
    assert!(saved.stdout.contains("battletech"), "{}", saved.stdout);
    let resumed = piped(&mut play(place.path(), &["--resume"]), "board\nquit\n");
    assert!(resumed.stdout.contains("LCT-1V"), "{}{}", resumed.stdout, resumed.stderr);
    let few = played("me,still");
    assert_eq!(few.code, 2);
    assert!(few.stderr.contains("is not played by 2 players"), "{}", few.stderr);
    assert!(few.stderr.contains("seat 3 players"), "{}", few.stderr);
}

/// What cannot be written is an error, also where nobody is asked; the game is saved.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let place = folder();
    let args = ["--seats", "abel,carla", "--seed", "1"];
    let full = fs::File::create("/dev/full").unwrap();
    let finished = Finished::of(play(place.path(), &args).stdin(Stdio::null()).stdout(full));
    assert_eq!(finished.code, 2);
    assert!(finished.stderr.contains("cannot write to standard output"));
    let games = run(&["history", "list", "--data", place.path().to_str().unwrap()]);
    assert!(games.stdout.contains("abel") || games.stdout.contains("Abel"), "{}", games.stdout);
}

#[test]
fn what_is_refused() {
    let place = folder();
    let file = place.path().join("no-database");
    fs::write(&file, "text").unwrap();
    for (args, said) in [
        (vec!["--against", "nobody"], "no player of the roster is called"),
        (vec!["--against", "abel", "--seats", "me,abel"], "cannot be used with"),
        (vec!["--game", "chess"], "the games are"),
        (vec!["--seats", "me"], "is not played by 1"),
        (vec!["--seats", "me,me"], "me is seated twice"),
        (vec!["--against", "abel", "--as", ""], "write a name of 1 to 40 characters"),
        (
            vec!["--against", "abel", "--as", "stranger"],
            "write a name that no player of the program has",
        ),
        (vec!["--seats", "me,Hold-20:person"], "write a name that no player of the program has"),
        (vec!["--against", "abel", "--seed", "-1"], "write a whole number from 0"),
        (vec!["--against", "abel", "--script", "missing.txt"], "missing.txt"),
        (vec!["--against", "abel", "--rules", "missing.toml"], "missing.toml"),
        (vec!["--against", "abel", "--data", file.to_str().unwrap()], "no-database"),
    ] {
        let finished = piped(&mut play(place.path(), &args), "quit\n");
        assert_eq!(finished.code, 2, "{args:?}: {}", finished.stdout);
        let text = finished.stderr.replace("\n  │ ", " ");
        assert!(text.contains(said), "{args:?}: {text}");
    }
}

/// The first line is there before the game is solved.
#[test]
fn it_starts_at_once() {
    let place = folder();
    let begun = Instant::now();
    let left = piped(&mut play(place.path(), &["--against", "abel", "--seed", "1"]), "");
    assert!(left.stdout.contains("Which dragon do you fight?"));
    // Far above the time that it takes, for machines that are busy.
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    let place = folder();
    let lines =
        format!("'{}' play --seats abel,carla --seed 3 | head -n 2", env!("CARGO_BIN_EXE_rivals"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &lines]).env("RIVALS_DATA", place.path());
    let finished = Finished::of(&mut shell);
    assert_eq!(finished.stdout.lines().count(), 2);
    assert_eq!(finished.stderr, "");
}

#[test]
fn names_are_shown_escaped() {
    let place = folder();
    let name = "A\u{202e}\u{7}na";
    let finished =
        piped(&mut play(place.path(), &["--seats", "me,bet:person", "--as", name]), "quit\n");
    assert!(finished.stdout.contains("A\\u{202e}\\u{7}na"), "{}", finished.stdout);
    assert_eq!(run(&["games"]).code, 0);
}

/// A personality of the user's own folder plays, is kept with the game, and goes on without the
/// folder.
#[test]
fn personalities_of_an_own_folder() {
    let place = folder();
    let own = place.path().join("own");
    fs::create_dir_all(own.join("remarks")).unwrap();
    let file = "id = \"eva\"\nname = \"Eva\"\ncharacter = \"Hums.\"\nmanner = \"Yawns.\"\n[traits]\nrisk_aversion = 2\n";
    fs::write(own.join("eva.toml"), file).unwrap();
    let remark = "[[remark]]\non = \"start\"\ntexts = [\"Hum, hum.\"]\n";
    fs::write(own.join("remarks/eva.toml"), remark).unwrap();
    let own = own.to_str().unwrap();
    let args = ["--seed", "4", "--personalities", own];
    let first =
        piped(&mut play(place.path(), &[&args[..], &["--against", "eva,abel"]].concat()), "");
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(first.stdout.contains("dragon-slayer: me, Eva, Abel."), "{}", first.stdout);
    assert!(first.stdout.contains("Eva: \"Hum, hum.\""), "{}", first.stdout);
    let resumed = piped(&mut play(place.path(), &["--resume"]), &answers());
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert!(resumed.stdout.contains("the game: "), "{}", resumed.stdout);
    // The stranger may be the same players when the game goes on without the folder.
    let strange = [&args[..], &["--against", "stranger"]].concat();
    let list = |played: Finished| {
        let (_, list) = played.stdout.split_once("Who was the stranger?").unwrap();
        let (list, _) = list.split_once("The stranger was ").unwrap();
        list.to_owned()
    };
    let whole = list(piped(&mut play(place.path(), &strange), &answers()));
    piped(&mut play(place.path(), &strange), "");
    let resumed = list(piped(&mut play(place.path(), &["--resume"]), &answers()));
    assert!(resumed.contains("Eva") && resumed.lines().eq(whole.lines()), "{resumed}");
    // Every command reads the game without the folder.
    for args in [["history", "list"], ["history", "export"], ["history", "stats"]] {
        let mut command = rivals(&args);
        let finished = Finished::of(command.env("RIVALS_DATA", place.path()));
        assert_eq!(finished.code, 0, "{args:?}: {}", finished.stderr);
        assert!(finished.stdout.to_lowercase().contains("eva"), "{args:?}");
    }
    let asked =
        piped(&mut play(place.path(), &[&args[..], &["--no-save"]].concat()), "1\nEva\nquit\n");
    assert!(asked.stdout.contains("Eva: Yawns."), "{}", asked.stdout);
    assert!(asked.stdout.contains("dragon-slayer: me, Eva."), "{}", asked.stdout);
    // Folders without personalities, and players who do not learn.
    let empty = folder();
    let empty = empty.path().to_str().unwrap();
    for (args, said) in [
        (vec!["--against", "eva", "--personalities", empty], "there is no personality in"),
        (vec!["--against", "eva"], "no player of the roster is called"),
        (vec!["--game", "pig", "--against", "hold-20", "--learn"], "no agent of pig learns"),
    ] {
        let finished = piped(&mut play(place.path(), &args), "");
        let text = finished.stderr.replace("\n  │ ", " ");
        assert!(finished.code == 2 && text.contains(said), "{args:?}: {text}");
    }
}

/// A game that began with --learn goes on with it, and with the same knowledge.
#[test]
fn a_game_that_learns_goes_on_learning() {
    let place = folder();
    let data = place.path();
    let script = answers();
    let args = ["--against", "abel", "--quiet-rivals"];
    let game = |seed: &str, more: &[&str], input: &str| {
        let seed = ["--seed", seed];
        let finished = piped(&mut play(data, &[&args[..], &seed, more].concat()), input);
        assert_eq!(finished.code, 0, "{}", finished.stderr);
        finished.stdout
    };
    for seed in ["1", "2", "3"] {
        game(seed, &[], &script);
    }
    // The game that is left knows nothing of the one that is played meanwhile.
    game("5", &["--learn"], "");
    let whole = game("5", &["--learn"], &script);
    let resumed = piped(&mut play(data, &["--resume", "--quiet-rivals"]), &script);
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    let exported = |number: &str| {
        let mut command = rivals(&["history", "export", number]);
        let text = Finished::of(command.env("RIVALS_DATA", data)).stdout;
        assert!(text.contains("\"learned\":[1,2,3]"), "{text}");
        let steps =
            text.lines().filter(|line| line.contains("\"act\"") || line.contains("\"event\""));
        steps.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(exported("4"), exported("5"));
    assert!(whole.contains("the game: "));
}

/// After the review, the costliest decisions can be tried again.
#[test]
fn try_again_after_the_game() {
    let place = folder();
    let data = place.path();
    let args = ["--against", "abel", "--seed", "7", "--no-save", "--quiet-rivals"];
    // The first choice costs much. Nothing is asked after the end but to try again.
    let plain = piped(&mut play(data, &args), &"1\n".repeat(300));
    let (_, end) = plain.stdout.split_once("the game: You ").unwrap();
    assert!(end.lines().nth(1).unwrap().contains("decided"), "{end}");
    assert!(end.contains("The figures add up for you: "), "{end}");
    for not_said in [" me ", "me:", "its own", "residual"] {
        assert!(!end.contains(not_said), "{not_said}: {end}");
    }
    let ending = "asks for your costliest decisions once more.\nEnter> 1\n";
    assert!(plain.stdout.ends_with(ending), "{}", plain.stdout);
    let moves = plain.stdout.matches("> 1\n").count() - 1;
    let input = "1\n".repeat(moves) + "try again\nnonsense\n1\nlast\nstop\n";
    let again = piped(&mut play(data, &args), &input);
    assert_eq!(again.code, 0, "{}", again.stderr);
    let (_, tried) = again.stdout.split_once("> try again\n").unwrap();
    assert!(tried.contains("Write the number") && tried.contains("In the game it was"), "{tried}");
    let (question, _) = tried.split_once("> ").unwrap();
    assert!(question.contains("You decide") && !question.contains("cost"), "{question}");
}

/// A stranger whose guess was left open is met at another game, and named there.
#[test]
fn a_stranger_is_met_in_one_game_and_guessed_in_another() {
    let place = folder();
    let data = place.path();
    let meet = |number: &str, extra: &[&str]| {
        let seats = format!("me,stranger-of={number}");
        let args = ["--game", "tic-tac-toe-sp", "--seed", "5", "--seats", &seats];
        piped(&mut play(data, &[&args[..], extra].concat()), &"1\n".repeat(2_000))
    };
    // A stranger that is no personality does not play the other game.
    let found = (1..30).find_map(|seed: u32| {
        let args = ["--game", "pig", "--against", "stranger", "--seed", &seed.to_string()];
        let first = piped(&mut play(data, &args), &"hold\nlater\n".repeat(2_000));
        assert_eq!(first.code, 0, "{}", first.stderr);
        assert!(!first.stdout.contains("The stranger was"), "{}", first.stdout);
        let mut words = first.stdout.split_whitespace();
        let number = words.find_map(|word| word.strip_prefix("stranger-of=")).unwrap().to_owned();
        let second = meet(&number, &[]);
        (second.code == 0).then_some((number, second))
    });
    let (number, second) = found.expect("one of the strangers is a personality");
    for said in ["The stranger was ", "Its decisions at pig count as well.", "By its decisions"] {
        assert!(second.stdout.contains(said), "{said}: {}", second.stdout);
    }
    let base = Connection::open(data.join("games.sqlite")).unwrap();
    let count = |query: &str| base.query_row(query, [], |row| row.get::<_, u64>(0)).unwrap();
    let ended = format!("SELECT count(*) FROM game WHERE id = {number} AND ended IS NOT NULL");
    assert_eq!(count(&ended), 1, "the first game ends with the guess");
    assert_eq!(count("SELECT count(*) FROM step WHERE entry LIKE '{\"guess\"%'"), 1);
    for (number, extra, said) in [
        (&*number, &[][..], "who it was is told already"),
        ("999", &[][..], "there is no game 999"),
        ("x", &[][..], "names no game"),
        (&*number, &["--no-save"][..], "only in games that are saved"),
    ] {
        let refused = meet(number, extra);
        assert_eq!(refused.code, 2, "{said}");
        assert!(refused.stderr.contains(said), "{said}: {}", refused.stderr);
    }
}
