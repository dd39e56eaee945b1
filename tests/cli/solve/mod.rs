//! `rivals solve` and `rivals advise`.

mod players;

use std::fs;

use serde_json::Value;

use crate::program::{folder, names, run};

fn json(args: &[&str]) -> Value {
    let finished = run(args);
    assert_eq!((finished.code, finished.stderr.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&finished.stdout).unwrap()
}

/// Without a terminal as well, lines have at most 80 columns.
#[test]
fn lines_are_no_wider_than_a_page() {
    for words in [&["solve", "--target", "9"][..], &["solve", "respond", "hold-1", "--target", "9"]]
    {
        let said = run(words).stdout;
        for line in said.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn the_game_is_solved_within_its_bound() {
    let solved = json(&["solve", "--format", "json"]);
    let number = |key: &str| solved[key].as_f64().unwrap();
    assert!(number("lower") < number("first_wins") && number("first_wins") < number("upper"));
    assert!(number("upper") - number("lower") < 1e-9);
    assert_eq!(solved["bound"], "proven");
    assert!((number("first_wins") - 0.457_979_250_8).abs() < 1e-9);
    assert!(number("states") > 12_800.0 && number("seconds") > 0.0);
    let text = run(&["solve"]).stdout;
    for expected in ["second, by 8.404 pp", "without challenges", "20:20"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn the_solver_checks_itself() {
    let finished = run(&["solve", "--check"]);
    assert_eq!(finished.code, 0);
    assert_eq!(finished.stdout.matches("agrees").count(), 7, "{}", finished.stdout);
    let solved = json(&["solve", "--check", "--format", "json"]);
    assert_eq!(solved["checks"].as_array().unwrap().len(), 7);
    assert!(solved["first_wins"].is_number());
}

#[test]
fn values_and_stops_are_written() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    let target = ["--target", "12", "--out", out, "--format", "json"];
    let solved = json(&[&["solve"][..], &target].concat());
    let files = ["manifest.json", "stops.csv", "values.csv"];
    assert_eq!(names(place.path()), files);
    let values = fs::read_to_string(place.path().join("values.csv")).unwrap();
    let header = "first_score,second_score,first_token,second_token,to_move,first_wins";
    assert_eq!(values.lines().next().unwrap(), header);
    assert_eq!(values.lines().count(), 1 + 12 * 12 * 4 * 2);
    let start = values.lines().find(|line| line.starts_with("0,0,1,1,first,")).unwrap();
    let value: f64 = start.rsplit(',').next().unwrap().parse().unwrap();
    assert_eq!(value, solved["first_wins"].as_f64().unwrap());
    let stops = fs::read_to_string(place.path().join("stops.csv")).unwrap();
    let header = "first_score,second_score,first_token,second_token,to_move,dice,alive,stop_at,\
                  also_stops_at";
    assert_eq!(stops.lines().next().unwrap(), header);
    assert_eq!(stops.lines().count(), 1 + 12 * 12 * 4 * 2 * 3 * 7);
}

/// The file and the advice are of the same game: with the tokens that the row names,
/// where it stops, stops below and fights on in between.
#[test]
fn stops_are_what_advise_says() {
    let place = folder();
    let out = place.path().to_str().unwrap();
    assert_eq!(run(&["solve", "--out", out]).code, 0);
    let stops = fs::read_to_string(place.path().join("stops.csv")).unwrap();
    for (row, tokens, dice, alive, points) in [
        ("0,0,1,1,first,3,blue+green,", "both", "3", "blue,green", [6, 18, 30, 42]),
        ("0,0,0,0,first,3,blue+green,", "none", "3", "blue,green", [6, 18, 30, 42]),
        ("0,28,1,1,first,2,blue+green+red,", "both", "2", "", [12, 24, 36, 48]),
    ] {
        let found = stops.lines().find(|line| line.starts_with(row)).unwrap();
        let [from, also] = found[row.len()..].split(',').collect::<Vec<_>>()[..] else {
            panic!("{found}");
        };
        for at_stake in points {
            let listed = also.split('+').any(|points| points == at_stake.to_string());
            let stop = listed || from.parse().is_ok_and(|from: u32| at_stake >= from);
            let theirs = row.split(',').nth(1).unwrap();
            let (at_stake, position) = (at_stake.to_string(), ["--mine", "0", "--theirs", theirs]);
            let turn = ["--seat", "first", "--tokens", tokens, "--dice", dice];
            let mut args = [&["advise", "--at-stake", &at_stake][..], &position, &turn].concat();
            if !alive.is_empty() {
                args.extend(["--alive", alive]);
            }
            args.extend(["--format", "json"]);
            let best = json(&args)[0]["action"].clone();
            assert_eq!(best == "stop", stop, "{found} at {at_stake}: {best}");
        }
    }
}

/// The values come from a value iteration in another language, roll by roll. In small games the
/// cap on a turn's points must not change them.
#[test]
fn small_games_agree_with_another_program() {
    for (args, value) in [
        (&["--target", "1", "--no-challenge"][..], 0.346_374_8),
        (&["--target", "2", "--no-challenge"], 0.346_374_8),
    ] {
        let solved = json(&[&["solve", "--format", "json"], args].concat());
        let first_wins = solved["first_wins"].as_f64().unwrap();
        assert!((first_wins - value).abs() < 1e-7, "{args:?}: {first_wins}");
    }
}

#[test]
fn policies_meet_and_are_exploited() {
    let first = json(&["solve", "match", "hold-6", "hold-12", "--format", "json"]);
    assert_eq!(first["first"], "hold-6");
    let wins = first["first_wins"].as_f64().unwrap();
    let response = json(&["solve", "respond", "hold-12", "--format", "json"]);
    assert!(response["first_wins"].as_f64().unwrap() >= wins);
    assert!(response["second_wins"].as_f64().unwrap() > 0.5);
    assert!(run(&["solve", "match", "greedy", "tree-2"]).stdout.contains("wins %"));
    assert!(run(&["solve", "respond", "greedy"]).stdout.contains("exploitability"));
}

fn advice(args: &[&str]) -> Vec<(String, f64)> {
    let all = [&["advise", "--format", "json"][..], args].concat();
    let rows = json(&all);
    (rows.as_array().unwrap().iter())
        .map(|row| (row["action"].as_str().unwrap().to_owned(), row["wins"].as_f64().unwrap()))
        .collect()
}

#[test]
fn advice_is_best_first() {
    let here = ["--mine", "20", "--theirs", "31", "--at-stake", "6", "--alive", "blue,green"];
    let there = ["--dice", "2", "--seat", "first"];
    let actions = advice(&[&here[..], &there].concat());
    assert_eq!(actions.len(), 3);
    assert!(actions.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    assert!(actions[0].0.starts_with("fight"));
    // The opening is worth what the solution says.
    let opening = advice(&["--mine", "0", "--theirs", "0", "--seat", "first"]);
    assert!((opening[0].1 - 0.457_979_250_8).abs() < 1e-9, "{opening:?}");
    // The other side of a stop: to be asked, to answer, to go on.
    let stop =
        ["--at-stake", "10", "--alive", "blue", "--dice", "3", "--theirs", "20", "--mine", "20"];
    let asked = advice(&[&stop[..], &["--seat", "second", "--asked"]].concat());
    assert_eq!(asked.len(), 2);
    let now = ["--seat", "first", "--challenged-now", "--tokens", "mine"];
    let answer = advice(&[&stop[..], &now].concat());
    // What the challenger wins by challenging, the mover loses.
    let challenge = asked.iter().find(|(action, _)| action == "challenge").unwrap().1;
    assert!((answer[0].1 + challenge - 1.0).abs() < 1e-9, "{asked:?} {answer:?}");
    let after = ["--at-stake", "14", "--alive", "blue", "--dice", "2", "--seat", "first"];
    let rest = ["--mine", "20", "--theirs", "20", "--challenged", "--tokens", "mine"];
    assert_eq!(advice(&[&after[..], &rest].concat()).len(), 2);
}

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// 28 at stake with green slain: all dragons twice and green, or green, after which
/// a challenge made blue 4, red 12 and green 8. So the player has to say which.
#[test]
fn accepted_just_now_or_a_dragon_ago() {
    let here = words("--mine 2 --theirs 3 --seat first --at-stake 28 --alive blue,red");
    let with = |flag| advice(&[&here[..], &[flag]].concat());
    let (now, since) = (with("--just-accepted"), with("--challenged"));
    let stops = |actions: &[(String, f64)]| actions.iter().any(|(action, _)| action == "stop");
    assert_eq!((now.len(), stops(&now)), (2, false));
    assert_eq!((since.len(), stops(&since)), (3, true));
    // To accept is worth what the best fight after it is, before the dice.
    let answer = with("--challenged-now");
    let accept = answer.iter().find(|(action, _)| action == "accept");
    assert_eq!(accept.unwrap().1, now[0].1);
}

/// From a tie at 44, the first seat challenged, lost, and the second got 5.
#[test]
fn the_second_seat_leads_by_a_bonus_in_overtime() {
    let position = words("--mine 49 --theirs 44 --seat second --tokens theirs");
    assert_eq!(advice(&position).len(), 3);
}

#[test]
fn tokens_are_words_or_numbers() {
    let place = folder();
    let path = place.path().join("rules.toml");
    let rules = fs::read_to_string("configs/dragon_slayer.toml").unwrap();
    let rules = (rules.replace("tokens = 1 ", "tokens = 2 ")).replace("target = 40", "target = 20");
    fs::write(&path, rules).unwrap();
    let file = ["--rules", path.to_str().unwrap(), "--seat", "second"];
    let start = [&file[..], &words("--mine 4 --theirs 3")].concat();
    let with = |args: &str| advice(&[&start[..], &words(args)].concat());
    for (name, numbers) in [("both", "2,2"), ("mine", "2,0"), ("theirs", "0,2"), ("none", "0,0")] {
        let flag = |tokens| with(&format!("--tokens {tokens}"));
        assert_eq!(flag(name), flag(numbers));
    }
    // A token raises the win probability of the player that has it.
    let wins = |tokens| with(&format!("--tokens {tokens}"))[0].1;
    assert!(wins("1,1") > wins("0,1") && wins("1,0") > wins("1,1"));
    // A challenge has spent one of two, unless something else is said.
    let accepted = "--at-stake 2 --alive green,red --just-accepted";
    assert_eq!(with(accepted), with(&format!("{accepted} --tokens 2,1")));
    assert_ne!(with(accepted), with(&format!("{accepted} --tokens 2,0")));
    let refused = [&["advise"][..], &start, &words(accepted), &["--tokens", "2,2"]].concat();
    let refusal = run(&refused).stderr;
    assert!(refusal.contains("still has all its tokens"), "{refusal}");
    let refused = [&["advise"][..], &start, &["--tokens", "1,3"]].concat();
    let refusal = run(&refused).stderr;
    assert!(refusal.contains("a player has 3 tokens"), "{refusal}");
}

#[test]
fn the_help_of_advise_says_what_tokens_takes() {
    let help = run(&["advise", "--help"]).stdout;
    for expected in ["both|mine|theirs|none|M,T", "--just-accepted"] {
        assert!(help.contains(expected), "{expected}: {help}");
    }
}

/// Low targets have few scores: the gap in each row is that of its scores.
#[test]
fn the_opening_table_has_only_scores_that_exist() {
    for (target, rows) in [("1", 1), ("2", 3), ("3", 5), ("4", 7), ("9", 7)] {
        let text = run(&["solve", "--target", target]).stdout;
        let table = text.split("gap  scores").nth(1).unwrap();
        let mut gaps = Vec::new();
        for line in table.lines().skip(2).take_while(|line| !line.is_empty()) {
            let mut cells = line.split_whitespace();
            let gap: i32 = cells.next().unwrap().parse().unwrap();
            let (mine, theirs) = cells.next().unwrap().split_once(':').unwrap();
            let [mine, theirs] = [mine, theirs].map(|score| score.parse::<i32>().unwrap());
            let most = target.parse::<i32>().unwrap() - 1;
            assert!(mine - theirs == gap && mine <= most && theirs <= most);
            gaps.push(gap);
        }
        assert!(gaps.is_sorted() && gaps.len() == rows, "{target}: {text}");
    }
    // A dragon is worth more than twice this target, and still a stop is found.
    let text = run(&["solve", "--target", "1"]).stdout;
    let row = text.lines().find(|line| line.contains("0:0")).unwrap();
    assert!(row.ends_with(" 6"), "{row}");
    let slain = "--target 1 --mine 0 --theirs 0 --seat first --at-stake 6 --alive blue,green";
    let actions = advice(&[&words(slain)[..], &["--dice", "1"]].concat());
    assert_eq!(actions[0].0, "stop");
}

#[test]
fn values_stand_between_their_bounds() {
    let between = |object: &Value, [lower, wins, upper]: [&str; 3]| {
        let [lower, wins, upper] = [lower, wins, upper].map(|key| object[key].as_f64().unwrap());
        assert!(lower < wins && wins < upper && upper - lower < 1e-9);
        assert!(lower >= 0.0 && upper <= 1.0);
    };
    let met = json(&words("solve match hold-6 greedy --target 20 --format json"));
    between(&met, ["lower", "first_wins", "upper"]);
    let response = json(&words("solve respond hold-6 --target 20 --format json"));
    between(&response, ["first_lower", "first_wins", "first_upper"]);
    between(&response, ["second_lower", "second_wins", "second_upper"]);
    let text = run(&words("solve respond hold-6 --target 20")).stdout;
    assert!(text.contains("Exact, to within"), "{text}");
}

#[test]
fn policies_have_one_spelling() {
    for (name, help) in [
        ("hold-+6", "N is from 1 to 10000"),
        ("hold-006", "N is from 1 to 10000"),
        ("tree-01", "K is from 1 to 8"),
    ] {
        let finished = run(&["solve", "match", name, "greedy"]);
        assert_eq!((finished.code, finished.stdout.as_str()), (2, ""), "{name}");
        assert!(finished.stderr.contains(help), "{}", finished.stderr);
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (args, message) in [
        (
            "--mine 20 --theirs 31 --seat first --at-stake 6 --alive blue,red",
            "6 points at stake are impossible with blue and red alive",
        ),
        ("--mine 20 --theirs 41 --seat first", "the game is over: seat 2 has won"),
        ("--mine 20 --theirs 31 --seat first --alive blu", "did you mean blue?"),
        (
            "--mine 20 --theirs 31 --seat first --dice 4",
            "4 warrior dice given; a turn starts with 3",
        ),
        ("--mine 20 --theirs 31 --seat first --dice 2", "the turn has just begun"),
        (
            "--mine 2 --theirs 3 --seat first --at-stake 10 --alive blue --asked --tokens theirs",
            "seat 1 has no token and is not asked",
        ),
        (
            "--mine 2 --theirs 3 --seat first --at-stake 10 --alive blue --challenged-now --tokens both",
            "has challenged and still has all its tokens",
        ),
        ("--mine 2 --theirs 3 --seat first --at-stake 1000", "exceed the solver's limit of"),
        ("--mine -2 --theirs 3 --seat first", "whole number from 0"),
        ("--mine 44 --theirs 0 --seat second", "only through the bonus"),
        ("--mine 4 --theirs 900 --seat second", "further apart"),
        ("--mine 4 --theirs 9 --seat first --target 900", "a target of 900"),
        // No further than the cap of 138, and still too near it.
        ("--mine 4 --theirs 140 --seat second", "further apart"),
        ("--mine 4 --theirs 9 --seat first --seats 3", "no single value"),
        ("--mine 4 --theirs 9 --seat first --no-challenge --asked --at-stake 6", "no challenge"),
        ("--mine 2 --theirs 3 --seat third", "first, second"),
        ("--mine 41 --theirs 20 --seat first", "the game is over: seat 1 has won"),
        ("--mine +2 --theirs 3 --seat first", "write a whole number from 0 to"),
        (
            "--mine 2 --theirs 3 --seat first --at-stake 8 --alive blue,blue",
            "there is one blue dragon",
        ),
        // 8 leave blue and red alive only if green counted double.
        (
            "--mine 2 --theirs 3 --seat first --at-stake 8 --alive blue,red --just-accepted",
            "8 points at stake are impossible with blue and red alive; possible are 4, 16",
        ),
        (
            "--mine 2 --theirs 3 --seat first --at-stake 10 --alive blue --challenged",
            "10 points at stake are impossible with blue alive",
        ),
        (
            "--mine 2 --theirs 3 --seat first --at-stake 10 --alive blue --challenged",
            "or another flag about challenges",
        ),
        (
            "--mine 2 --theirs 3 --seat first --at-stake 9 --alive blue --challenged",
            "9 points at stake are impossible with blue alive",
        ),
        ("--mine 2 --theirs 3 --seat first --just-accepted", "the turn has just begun"),
        (
            "--mine 2 --theirs 3 --seat first --at-stake 10 --alive blue --just-accepted --tokens both",
            "has challenged and still has all its tokens",
        ),
        (
            "--mine 2 --theirs 3 --seat first --at-stake 10 --alive blue --just-accepted --asked",
            "cannot be used with",
        ),
        (
            "--mine 2 --theirs 3 --seat first --tokens 2,0",
            "a player has 2 tokens; the rules give each 1",
        ),
        (
            "--mine 2 --theirs 3 --seat first --no-challenge --tokens 0,1",
            "a player has 1 token; the rules give each 0",
        ),
        ("--mine 2 --theirs 3 --seat first --tokens mien", "did you mean mine?"),
        ("--mine 2 --theirs 3 --seat first --tokens 1", "or two numbers, mine,theirs, as 1,0"),
        // From a tie in overtime the bonus leads by itself at most.
        ("--mine 50 --theirs 44 --seat second --tokens theirs", "only through the bonus"),
    ] {
        let all: Vec<_> = ["advise"].into_iter().chain(args.split(' ')).collect();
        let finished = run(&all);
        assert_eq!((finished.code, finished.stdout.as_str()), (2, ""), "{args}");
        let words = finished.stderr.split_whitespace().filter(|&word| word != "│");
        let words = words.collect::<Vec<_>>().join(" ");
        assert!(words.contains(message), "{args}: {}", finished.stderr);
    }
}

#[test]
fn what_cannot_be_solved_says_so() {
    let place = folder();
    let rules = fs::read_to_string("configs/dragon_slayer.toml").unwrap();
    let path = place.path().join("rules.toml");
    let out = place.path().join("out");
    let harmless = (rules
        .replace("axe = 3, shield = 2, flame = 1", "axe = 3, shield = 3, flame = 0"))
    .replace("mountain = 1, flame = 1", "mountain = 2, flame = 0")
    .replace("mountain = 0, flame = 2", "mountain = 2, flame = 0");
    for (text, args, message) in [
        (harmless, &["solve"][..], "fights are never or almost never lost"),
        (rules.clone(), &["solve", "--target", "9000"], "648002044 positions"),
        (rules.clone(), &["solve", "match", "gredy", "hold-3"], "did you mean greedy?"),
        (rules.clone(), &["solve", "respond", "hold-0"], "N is from 1 to 10000"),
        (rules.clone(), &["solve", "--target", "0"], "whole number from 1"),
        (rules.replace("target", "targt"), &["solve"], "did you mean target?"),
    ] {
        fs::write(&path, text).unwrap();
        let mut all = args.to_vec();
        all.extend(["--rules", path.to_str().unwrap()]);
        if args.len() == 1 {
            all.extend(["--out", out.to_str().unwrap()]);
        }
        let finished = run(&all);
        assert_eq!((finished.code, finished.stdout.as_str()), (2, ""), "{all:?}");
        let words = finished.stderr.split_whitespace().filter(|&word| word != "│");
        let words = words.collect::<Vec<_>>().join(" ");
        assert!(words.contains(message), "{all:?}: {}", finished.stderr);
    }
    assert!(!out.exists());
}

/// A position of Tic Tac Toe SP: X has two of three and O to move blocks one end of two, so that X
/// wins; with a bomb O has more than that.
#[test]
fn a_position_is_solved_from_a_file() {
    let place = folder();
    let file = place.path().join("position.json");
    let path = file.to_str().unwrap();
    let solve = ["solve", "--game", "tic-tac-toe-sp", "--position", path];
    let stocks = r#"{"ice":0,"plant":0,"torch":0,"bomb":0}"#;
    let write = |rows: &str, more: &str| {
        let both = format!(r#"{{"X":{stocks},"O":{stocks}}}"#);
        let text = format!(r#"{{"rows":{rows},"win":3,"to_move":"O","stocks":{both}{more}}}"#);
        fs::write(&file, text).unwrap();
    };
    write(r#"["....",".XX.","O...","...."]"#, "");
    let text = run(&solve).stdout;
    for part in ["A loss for O, who is to move", "A line of perfect play to the end: X wins."] {
        assert!(text.contains(part), "{text}");
    }
    let json = run(&[&solve[..], &["--format", "json"]].concat()).stdout;
    let found: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&found["value"], &found["winner"]), (&"loss".into(), &"X".into()), "{found}");
    let line = found["line"].as_array().unwrap();
    assert_eq!((line.len(), &line[0]["action"]), (2, &found["action"]), "{found}");
    for (rows, more, said) in [
        (r#"["....",".XX.","O..","...."]"#, "", "position.rows"),
        (r#"["....",".XX.","O...","...."]"#, r#","to_mov":"X""#, "did you mean to_move?"),
        ("[", "", "position.json"),
    ] {
        write(rows, more);
        let refused = run(&solve);
        assert_eq!((refused.code, &*refused.stdout), (2, ""), "{rows}{more}");
        assert!(refused.stderr.contains(said), "{}", refused.stderr);
    }
}
