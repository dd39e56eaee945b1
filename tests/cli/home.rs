//! The home of `rivals play`: going on, rematch, the record, and the day's game.

use std::path::Path;
use std::process::Command;

use crate::play::piped;
use crate::program::{folder, rivals};

/// Answers that play a game of two seats to its end.
fn answers() -> String {
    "blue\nstop\nyes\ngreen\nred\naccept\nroll\nhold\n".repeat(300)
}

fn play(data: &Path, args: &[&str]) -> Command {
    let mut command = rivals(&[&["play"], args].concat());
    command.env("RIVALS_DATA", data).env("TERM", "xterm");
    command
}

#[test]
fn the_home_goes_on_turns_the_seats_and_has_a_record() {
    let place = folder();
    let said = |answers: &str| {
        let finished = piped(&mut play(place.path(), &[]), answers);
        assert_eq!((finished.code, finished.stderr.as_str()), (0, ""), "{}", finished.stdout);
        finished.stdout
    };
    // Nobody has played yet.
    let first = said("continue\nrematch\nrecord\nquit\n");
    for text in [
        "record: no finished game yet",
        "new: choose a game",
        "1 dragon-slayer:",
        "You have no unfinished game.",
        "You have finished no game",
        "Your games: no finished game yet.",
    ] {
        assert!(first.contains(text), "{text}\n{first}");
    }
    // A game may be chosen by `new`, or by its name at once.
    let begun = said("new\npig\nhold-20\nroll\nquit\n");
    assert!(begun.contains("pig: me, hold-20."), "{begun}");
    let gone_on = said(&format!("continue\n{}", answers()));
    assert!(gone_on.contains("continue: Pig against hold-20, "), "{gone_on}");
    assert!(gone_on.contains("the game: "), "{gone_on}");
    let elsewhere = folder();
    let game = ["--game", "pig", "--against", "hold-20", "--seed", "3", "--mode", "interactive"];
    let practice = format!("hold\nundo\n{}", "roll\nhold\n".repeat(900));
    piped(&mut play(elsewhere.path(), &game), &practice);
    let counts = piped(&mut play(elsewhere.path(), &[]), "record\nquit\n").stdout;
    assert!(counts.contains("Your games: no finished game that counts yet."), "{counts}");
    let turned = said("rematch\nquit\n");
    assert!(turned.contains("rematch: Pig against hold-20, "), "{turned}");
    assert!(turned.contains("pig: hold-20, me."), "{turned}");
    assert!(turned.contains("record: 1 game, "), "{turned}");
}

/// The same date gives the same game on the same dice, once for each person.
#[test]
fn the_days_game_is_the_same_for_everyone_and_compared() {
    let place = folder();
    let day = |data: &str, args: &[&str], answers: &str| {
        let args = [&["--day", "2026-11-28"][..], args].concat();
        let finished = piped(&mut play(&place.path().join(data), &args), answers);
        assert_eq!((finished.code, finished.stderr.as_str()), (0, ""), "{}", finished.stdout);
        finished.stdout
    };
    let first = day("a", &[], &answers());
    let second = day("b", &[], &answers());
    assert_eq!(first, second);
    let compared = first.lines().find(|line| line.contains("Abel, who plays optimally"));
    let compared = compared.unwrap_or_else(|| panic!("{first}"));
    // It is not played again, by this person.
    let again = day("a", &[], "");
    assert!(again.contains("You have played the game of 2026-11-28"), "{again}");
    assert!(
        again
            .split_whitespace()
            .collect::<String>()
            .contains(&compared.split_whitespace().collect::<String>()),
        "{again}"
    );
    let other = day("a", &["--as", "Ana"], "quit\n");
    assert!(other.contains("me, ") || other.contains("Ana, "), "{other}");
    // An unfinished one goes on.
    let gone_on = day("a", &["--as", "Ana"], &answers());
    assert!(gone_on.contains("Abel, who plays optimally"), "{gone_on}");
    let record = piped(&mut play(&place.path().join("a"), &["--as", "Ana"]), "record\nquit\n");
    for said in ["Days' games: 1 played", "Strength in dragon-slayer against all opponents:"] {
        assert!(record.stdout.contains(said), "{}", record.stdout);
    }
    let wrong = piped(&mut play(place.path(), &["--day", "2026-02-30"]), "");
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("write a date such as 2026-11-28, or today"), "{}", wrong.stderr);
}

/// A finished game is gone through step by step, and its costly decisions are asked again later.
#[test]
fn replay_and_practice() {
    let place = folder();
    let game = ["--game", "pig", "--against", "hold-20", "--seed", "3"];
    let script = "roll\nroll\nroll\nroll\nroll\nroll\nhold\n".repeat(300);
    let over = piped(&mut play(place.path(), &game), &script);
    assert!(over.stdout.contains("Luck against play"), "{}", over.stdout);
    assert!(over.stdout.contains("Press Enter to leave"), "{}", over.stdout);
    let data = place.path().to_str().unwrap();
    let said = |args: &[&str], answers: &str| {
        let finished = piped(&mut rivals(&[args, &["--data", data]].concat()), answers);
        assert_eq!((finished.code, finished.stderr.as_str()), (0, ""), "{}", finished.stdout);
        finished.stdout
    };
    let replay = said(&["review", "--replay"], "]\n\n[\n?\n9999\n");
    let steps: Vec<&str> = replay.lines().filter_map(|line| line.strip_prefix("Step ")).collect();
    let at = |place: usize| steps[place].split(' ').next().unwrap();
    assert_eq!([at(0), at(1), at(2), at(3)], ["0", "1", "2", "1"], "{replay}");
    assert!(replay.contains("Decision 1: You choose [roll]"), "{replay}");
    assert!(replay.contains("The game is over."), "{replay}");
    let asked = said(&["practice", "--most", "2"], &"1\n".repeat(4));
    assert!(asked.contains(" of 2 right."), "{asked}");
    // The two are not due today again.
    let rest = said(&["practice", "--most", "100"], &"2\n".repeat(400));
    let entries = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("Game 1, entry "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(entries(&asked).len(), 2, "{asked}");
    assert!(entries(&rest).iter().all(|line| !entries(&asked).contains(line)), "{rest}");
    let none = said(&["practice"], "");
    assert!(none.contains("Nothing is due before 2"), "{none}");
}

/// A guess is taught, and counted.
#[test]
fn a_guess_is_taught_and_counted() {
    let place = folder();
    let game = ["--game", "pig", "--against", "stranger", "--seed", "5"];
    for all in 1..3 {
        let script = "hold\nroll\n".repeat(400) + "daniel\n";
        let over = piped(&mut play(place.path(), &game), &script).stdout;
        assert!(over.contains("By its decisions alone it was: "), "{over}");
        let record = piped(&mut play(place.path(), &[]), "record\nquit\n").stdout;
        let tally = format!("Guesses of strangers: {all} of {all} right.");
        assert!(record.contains(&tally), "{record}");
    }
}

/// Enter alone takes the game and the opponents of the last time.
#[test]
fn the_last_game_and_opponents_are_remembered() {
    let place = folder();
    let said = |answers: &str| piped(&mut play(place.path(), &["--seed", "3"]), answers).stdout;
    assert!(said("pig\nhold-25\nquit\n").contains("pig: me, hold-25."));
    let again = said("\n\nquit\n");
    assert!(again.contains("Enter alone takes pig, as the last time."), "{again}");
    assert!(again.contains("Enter alone takes hold-25, as the last time."), "{again}");
    assert!(again.contains("pig: me, hold-25."), "{again}");
}
