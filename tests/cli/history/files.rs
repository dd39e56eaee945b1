//! Games that are verified and imported, and files that cannot be read or written.

use super::*;

/// Every game ends with its seed and nonce, which give the hash of its start; and who changes any
/// of them, or a roll, is found out.
#[test]
fn games_are_verified() {
    let place = folder();
    let data = place.path();
    let answers = data.join("answers.txt");
    fs::write(&answers, "blue\nstop\nyes\ngreen\nred\n1\n".repeat(1_000)).unwrap();
    let script = answers.to_str().unwrap();
    for against in ["abel", "stranger"] {
        let played = kept(data, &["play", "--against", against, "--script", script]);
        let (seed, nonce, _) = secrets(data);
        let lines: Vec<&str> = played.stdout.lines().collect();
        let promise = lines[1].rsplit(' ').next().unwrap();
        let at = |words: &str| lines.iter().position(|line| line.contains(words));
        let end = at(&format!("The seed was {seed},")).unwrap();
        assert!(end > at("the game: ").unwrap());
        assert!(lines[end].contains(&nonce) && !played.stdout.contains("sha256sum"));
        let verified = json(&done(data, &["history", "verify", "last", "--format", "json"]));
        let found = verified[0]["found"].as_str().unwrap();
        assert!(found.contains(promise), "{found}");
        let shell =
            Command::new("sh").args(["-c", found.lines().last().unwrap()]).output().unwrap();
        let hash = String::from_utf8(shell.stdout).unwrap();
        assert_eq!(hash.split(' ').next().unwrap(), promise);
        assert!(!lines[..end].iter().any(|line| line.contains(&seed.to_string())));
    }
    play(data, "Cy", &["7"]);
    assert_eq!(kept(data, &["history", "verify", "99"]).code, 2);
    let verified = done(data, &["history", "verify"]);
    assert_eq!(verified.matches(": verified").count(), 3, "{verified}");
    let mut narrow = with(data, &["history", "verify"]);
    let narrow = Finished::of(narrow.env("COLUMNS", "60")).stdout;
    assert!(narrow.lines().all(|line| line.len() <= 60), "{narrow}");
    let path = data.join("games.sqlite");
    let whole = data.join("whole.sqlite");
    let file = Connection::open(&path).unwrap();
    file.execute("VACUUM INTO ?", [whole.to_str().unwrap()]).unwrap();
    drop(file);
    let header = "UPDATE game SET header = json_set(header, ";
    for change in [
        format!("{header}'$.seed', 5) WHERE id = 2"),
        format!("{header}'$.fair.nonce', '{}') WHERE id = 2", "0".repeat(32)),
        format!("{header}'$.fair.sha256', '{}') WHERE id = 2", "0".repeat(64)),
        format!(
            "{}) WHERE id = 2",
            header.replace("json_set(header, ", "json_remove(header, '$.fair'")
        ),
        "DELETE FROM step WHERE game = 2 AND number = 3".to_owned(),
    ] {
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(data.join(format!("games.sqlite{end}")));
        }
        fs::copy(&whole, &path).unwrap();
        let file = Connection::open(&path).unwrap();
        assert_eq!(file.execute(&change, []).unwrap(), 1, "{change}");
        drop(file);
        let found = kept(data, &["history", "verify"]);
        assert_eq!(found.code, 3, "{change}: {}", found.stdout);
        assert!(found.stdout.contains("game 2: NOT VERIFIED"), "{}", found.stdout);
        assert_eq!(found.stdout.matches(": verified").count(), 2);
        done(data, &["history", "verify", "1", "3"]);
    }
}

/// The dice of a game are those of its seed, whatever the header says of its hash.
#[test]
fn dice_of_another_seed_are_found() {
    let place = folder();
    let data = place.path();
    play(data, "Ana", &["7", "8"]);
    let file = Connection::open(data.join("games.sqlite")).unwrap();
    // The seed and commitment of the second game in the header of the first.
    let change = "UPDATE game SET header = (SELECT header FROM game WHERE id = 2) WHERE id = 1";
    assert_eq!(file.execute(change, []).unwrap(), 1);
    drop(file);
    let found = kept(data, &["history", "verify"]);
    assert_eq!(found.code, 3);
    assert!(found.stdout.contains("does not follow from the seed"), "{}", found.stdout);
}

/// Importing again adds nothing, and a game of which only the beginning is kept is completed.
#[test]
fn games_are_imported_once() {
    let place = folder();
    let data = place.path();
    play(data, "Ana", &["7", "7", "8"]);
    let file = data.join("all.jsonl");
    let path = file.to_str().unwrap();
    done(data, &["history", "export", "--out", path]);
    let again = done(data, &["history", "import", path]);
    assert!(again.contains("Added 0 games.") && again.contains("Left out 3 games"), "{again}");
    let other = data.join("other");
    assert!(done(&other, &["history", "import", path]).contains("Added 3 games."));
    assert!(done(&other, &["history", "import", path]).contains("Added 0 games."));
    let base = Connection::open(other.join("games.sqlite")).unwrap();
    base.execute_batch(
        "DELETE FROM step WHERE game = 3 AND number > 4; UPDATE game SET ended = NULL WHERE id = 3",
    )
    .unwrap();
    drop(base);
    let completed = done(&other, &["history", "import", path]);
    assert!(completed.contains("Completed 1 game"), "{completed}");
    assert_eq!(done(&other, &["history", "export"]), done(data, &["history", "export"]));
    // A person who has played under the name of a player keeps it; new people cannot take it.
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("Ana", "Abel")).unwrap();
    assert!(done(&other, &["history", "import", path]).contains("Added 3 games."));
    fs::write(&file, text.replace("Ana", " Ana")).unwrap();
    assert_eq!(kept(&other, &["history", "import", path]).code, 2);
    assert_eq!(kept(data, &["person", "rename", "Ana", "stranger"]).code, 2);
    done(data, &["person", "rename", "Ana", " Bo "]);
    done(data, &["history", "list", "--person", "Bo"]);
}

/// What may only be read can be listed and exported, and what cannot be written says so.
#[cfg(unix)]
#[test]
fn a_read_only_folder_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let place = folder();
    let data = place.path().join("games");
    fs::create_dir(&data).unwrap();
    play(&data, "Ana", &["7"]);
    fs::remove_file(data.join("answers.txt")).unwrap();
    let whole = done(&data, &["history", "export"]);
    fs::set_permissions(&data, fs::Permissions::from_mode(0o555)).unwrap();
    // The superuser writes all the same.
    let is_bound = fs::write(data.join("probe"), "").is_err();
    assert_eq!(done(&data, &["history", "export"]), whole);
    assert!(done(&data, &["history", "list"]).contains("Ana"));
    done(&data, &["person", "show", "Ana"]);
    if is_bound {
        let refused = kept(&data, &["play", "--against", "abel"]);
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains("read-only"), "{}", refused.stderr);
    }
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Who may not write the file leaves nothing beside it, and who may not read it is told so.
#[cfg(unix)]
#[test]
fn the_file_of_another_user() {
    use std::os::unix::fs::PermissionsExt;
    let place = folder();
    let data = place.path();
    play(data, "Ana", &["7"]);
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(data, 0o777);
    mode(&data.join("games.sqlite"), 0o644);
    let before = names(data);
    // The superuser becomes a user to whom nothing belongs.
    let other = |args: &[&str]| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--clear-groups", env!("CARGO_BIN_EXE_rivals")]);
        command.args(args).arg("--data").arg(data).current_dir("/");
        Finished::of(&mut command)
    };
    let listed = other(&["history", "list"]);
    // Only the superuser becomes another one, who may not reach this build.
    if ![0, 2, 101].contains(&listed.code) {
        return;
    }
    assert!(listed.code == 0 && listed.stdout.contains("Ana"), "{}", listed.stderr);
    let refused = other(&["play", "--against", "abel"]);
    assert!(refused.code == 2 && refused.stderr.contains("read-only"), "{}", refused.stderr);
    assert_eq!(names(data), before);
    mode(data, 0o700);
    let refused = other(&["history", "list"]);
    assert!(refused.code == 2 && refused.stderr.contains("may not read it"), "{}", refused.stderr);
    assert!(!refused.stderr.contains("file:"), "{}", refused.stderr);
}

/// A game that cannot be saved is left in the folder without its secrets, and importing it
/// completes the beginning that was saved.
#[test]
fn a_game_that_cannot_be_saved_keeps_its_secrets() {
    let place = folder();
    let data = place.path();
    left_behind(data, &["--against", "expert,novice"]);
    let file = Connection::open(data.join("games.sqlite")).unwrap();
    // As on a full disk, from the third entry on.
    file.execute_batch(
        "CREATE TRIGGER full BEFORE INSERT ON step WHEN new.number > 2
         BEGIN SELECT raise(ABORT, 'full'); END",
    )
    .unwrap();
    let mut command = with(data, &["play", "--game", "tute", "--against", "expert,stranger"]);
    let answers = data.join("two.txt");
    command.args(["--as", "Ana", "--script", answers.to_str().unwrap()]);
    let played = Finished::of(command.current_dir(data));
    assert!(played.stdout.contains("history import rivals-game-1.jsonl"), "{}", played.stdout);
    let (seed, nonce, _) = secrets(data);
    let aside = fs::read_to_string(data.join("rivals-game-1.jsonl")).unwrap();
    for text in [&aside, &played.stdout] {
        for secret in [&*seed.to_string(), &nonce, "\"act\"", "\"event\"", "\"stranger\""] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
    }
    file.execute_batch("DROP TRIGGER full").unwrap();
    drop(file);
    let aside = data.join("rivals-game-1.jsonl");
    let import = ["history", "import", aside.to_str().unwrap()];
    assert!(done(data, &import).contains("Completed 1 game"));
    let games = json(&done(data, &["history", "list", "--format", "json"]));
    assert_eq!(games.as_array().unwrap().len(), 2);
    assert!(games[1]["steps"].as_u64().unwrap() > 3, "{games}");
    assert!(done(data, &import).contains("Left out 1 game"));
}

/// At a terminal deleting asks first.
#[cfg(target_os = "linux")]
#[test]
fn deleting_asks_at_a_terminal() {
    use std::io::Write;
    let place = folder();
    let data = place.path();
    play(data, "Ana", &["7", "8"]);
    let at_terminal = |args: &str, answer: &str| {
        let mut child = Command::new("script")
            .args(["-qefc", &format!("{} {args}", env!("CARGO_BIN_EXE_rivals")), "/dev/null"])
            .env("RIVALS_DATA", data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.as_mut().unwrap().write_all(answer.as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    let kept = at_terminal("history delete 1", "no\n");
    assert!(kept.contains("Delete 1 game for ever?") && kept.contains("Nothing was"), "{kept}");
    let kept = at_terminal("person delete Ana", "\n");
    assert!(kept.contains("Remove Ana and 2 games for ever?"), "{kept}");
    done(data, &["history", "show", "1"]);
    assert!(at_terminal("history delete 1", "yes\n").contains("Deleted 1 game."));
    assert!(at_terminal("person delete Ana --yes", "").contains("Removed Ana and 1 game."));
}
