//! Tests of games at which people and agents sit: the same games as the engine plays, records
//! that are replayed, what is taken back, and words.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::catalogue::{GameEntry, Playable, catalogue, find};
use crate::play::Seat;
use crate::play::record::{Entry, Header, Participant, Record, VERSION};
use crate::play::show::{Aim, Fate, Part};
use crate::session::{Advice, Next, Session};

fn agent(id: &str) -> Participant {
    Participant::Agent { agent: id.to_owned(), name: id.to_owned(), stranger: false }
}

fn person(name: &str) -> Participant {
    Participant::Person { person: name.to_owned() }
}

fn header(game: &str, seed: u64, seats: Vec<Participant>) -> Header {
    Header {
        record: VERSION,
        program: "0".to_owned(),
        values: 0,
        game: game.to_owned(),
        rules: find(game).unwrap().load(None).unwrap().rules_text(),
        rule_file: None,
        seed,
        start: None,
        fair: None,
        personalities: Vec::new(),
        players: Default::default(),
        adviser: None,
        learned: None,
        seats,
        hints: false,
        day: None,
        met: Default::default(),
        began: 0,
    }
}

fn sit(header: &Header) -> Box<dyn Session> {
    let game = find(&header.game).unwrap().of_record(header).unwrap();
    game.seat(header.clone()).unwrap()
}

/// The smallest and the largest number of seats by the built-in rules.
fn seats(game: &GameEntry) -> (usize, usize) {
    let seats = game.load(None).unwrap().seats();
    (seats[0], seats[seats.len() - 1])
}

/// Plays one step; a person makes the choice `number`, modulo the number of choices.
fn step(session: &mut dyn Session, number: usize) -> bool {
    match session.next() {
        Next::Over(_) => return false,
        Next::Person(_) => {
            let choices = session.choices().len();
            session.choose(number % choices, None, false);
        }
        _ => session.advance(),
    }
    true
}

/// The moves of a record.
fn moves(entries: &[Entry]) -> Vec<&str> {
    entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Act { act, .. } => Some(act.as_str()),
            Entry::Event { event } => Some(event.as_str()),
            _ => None,
        })
        .collect()
}

#[test]
fn agents_play_the_games_that_the_engine_plays() {
    for (game, agents) in [
        ("dragon-slayer", vec!["abel", "hold-6"]),
        ("dragon-slayer", vec!["random", "daniel", "greedy"]),
        ("pig", vec!["hold-20", "optimum"]),
        ("parchis", vec!["greedy", "random-smart"]),
        ("tic-tac-toe-sp", vec!["win-block", "priority:tie=random"]),
        ("tute", vec!["novice", "pimc:2", "expert"]),
        ("battletech", vec!["charge", "seed"]),
    ] {
        for seed in 0..4 {
            let seats = agents.iter().map(|id| agent(id)).collect();
            let mut session = sit(&header(game, seed, seats));
            while step(&mut *session, 0) {}
            let mut engine = find(game).unwrap().load(None).unwrap().engine();
            let question = json!({ "ask": "play", "agents": agents, "seed": seed });
            let answer: Value =
                serde_json::from_str(&engine.answer(question.to_string().as_bytes())).unwrap();
            assert_eq!(json!(moves(session.entries())), answer["moves"], "{game}");
            let record = session.record();
            let end = record.end().unwrap();
            assert_eq!(json!(end.winners), answer["winners"]);
            assert_eq!(json!(end.scores), answer["scores"]);
        }
    }
}

/// A game that is left and resumed anywhere goes on as if it had not been left: the dice of a
/// turn are not rolled again.
#[test]
fn records_are_replayed() {
    for game in catalogue() {
        let (low, high) = seats(game);
        for players in BTreeSet::from([low, high.min(3)]) {
            let seats = (0..players).map(|seat| person(&format!("P{seat}")));
            let header = header(game.info().name, 11, seats.collect());
            let mut whole = sit(&header);
            let mut number = 0;
            while number < 400 && step(&mut *whole, number) {
                number += 1;
            }
            let text = whole.record().write();
            let record = Record::read(&text).unwrap();
            for kept in [0, 1, 7, 20, record.entries.len() / 2, record.entries.len()] {
                let mut session = sit(&record.header);
                let kept = kept.min(record.entries.len());
                session.replay(&record.entries[..kept]).unwrap();
                assert_eq!(session.entries(), &record.entries[..kept]);
                for number in kept..number {
                    step(&mut *session, number);
                }
                assert_eq!(session.record().write(), text, "from {kept}");
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_named_by_its_line() {
    let header = header("pig", 3, vec![person("Ana"), agent("hold-20")]);
    let mut session = sit(&header);
    for _ in 0..20 {
        step(&mut *session, 0);
    }
    let entries = session.entries().to_vec();
    let event = entries.iter().position(|entry| matches!(entry, Entry::Event { .. })).unwrap();
    let replaced = |place: usize, entry: Entry| {
        let mut changed = entries.clone();
        changed[place] = entry;
        let mut session = sit(&header);
        session.replay(&changed).unwrap_err()
    };
    let seven = Entry::Event { event: "7".to_owned() };
    let error = replaced(event, seven);
    assert_eq!(error.line, event + 2);
    assert!(error.to_string().contains("does not fit"), "{error}");
    let act = |act: &str, seat| Entry::Act {
        act: act.to_owned(),
        seat,
        options: 2,
        ms: None,
        hint: false,
        why: None,
    };
    for wrong in [
        act("roll", 2),
        act("jump", 1),
        Entry::Undo { undo: 1 },
        Entry::Forfeit { forfeit: 0 },
        Entry::Event { event: "3".to_owned() },
    ] {
        assert_eq!(replaced(0, wrong).line, 2);
    }
    // Other rules than those of the program.
    let pig = || find("pig").unwrap().load(None).unwrap();
    let mut other = header.clone();
    other.rules = "target = 99\n".to_owned();
    let refusal = pig().seat(other).err().unwrap();
    assert!(refusal.to_string().contains("other rules"), "{refusal}");
    let mut lone = header;
    lone.seats.pop();
    assert!(pig().seat(lone).is_err());
}

#[test]
fn older_texts_of_rules_are_recognised() {
    let of = |rules: &str| Header { rules: rules.to_owned(), ..Header::default() };
    for (game, older) in [
        ("pig", "target=100\n"),
        ("parchis", "variant=ugr22\nboards=grouped,alterned\nopening_plies=6\n"),
        (
            "tute",
            "unit=hand\nmuestra=fuera\ncontrafallo=false\nultima=10\ncantes=uno\nsin_baza=salva\n",
        ),
        (
            "tic-tac-toe-sp",
            "rows=5\ncolumns=5\nwin=4\nice=2\nplant=2\ntorch=1\nbomb=1\nopening_plies=4\n",
        ),
        (
            "dragon-slayer",
            "target=40\nwarrior dice=3 axe=3 shield=2 flame=1\n\
             dragon points=2 dice=3 part=4 mountain=2 flame=0 name=blue\n\
             dragon points=4 dice=3 part=4 mountain=1 flame=1 name=green\n\
             dragon points=6 dice=3 part=4 mountain=0 flame=2 name=red\n\
             challenge tokens=1 bonus=5 declined_share=1/2 accepted_factor=2\n",
        ),
    ] {
        let rules = find(game).unwrap().load(None).unwrap().rules_text();
        assert!(of(older).has_rules(&rules) && of(&rules).has_rules(&rules), "{rules}");
        let other =
            of(&older.replace(['4', '6'], "5").replace("100", "99").replace("uno", "todos"));
        assert!(!other.has_rules(&rules), "{rules}");
    }
}

#[test]
fn an_action_is_taken_back_before_anything_follows() {
    let header = header("dragon-slayer", 2, vec![person("Ana"), person("Bet")]);
    let mut session = sit(&header);
    assert!(!session.undo(), "nothing has happened");
    session.choose(1, None, false);
    assert_eq!(session.next(), Next::Chance);
    assert!(session.undo());
    assert_eq!(session.next(), Next::Person(Seat::FIRST));
    assert!(session.record().is_practice());
    session.choose(0, None, false);
    session.advance();
    assert!(!session.undo(), "the dice have rolled");
    while !matches!(session.next(), Next::Person(_)) {
        session.advance();
    }
    let record = session.record();
    let mut again = sit(&record.header);
    again.replay(&record.entries).unwrap();
    assert_eq!(again.record(), record);
}

/// All names are different and are read as the actions that they name; all texts are lines of
/// at most 80 columns, and sentences.
#[test]
fn games_are_shown_in_words() {
    for game in catalogue() {
        let info = game.info();
        let (low, high) = seats(game);
        for players in BTreeSet::from([low, high]) {
            let seats = (0..players).map(|seat| person(&format!("Player {seat}")));
            let mut session = sit(&header(info.name, 5, seats.collect()));
            let guide = session.guide();
            assert!(guide.lines().count() > 2 && !guide.ends_with('\n'));
            let mut number = 0;
            loop {
                for seat in 0..players {
                    let seat = Seat::at(seat);
                    let scene = session.scene(seat).to_string();
                    assert!(scene.lines().all(|line| line.chars().count() <= 80), "{scene}");
                    for told in session.told(seat) {
                        assert!(told.text.ends_with(['.', '!', '?']), "{}", told.text);
                    }
                }
                let choices = session.choices();
                for (place, name) in choices.iter().enumerate() {
                    assert_eq!(session.find(&name.to_lowercase()), Some(place), "{name}");
                    let explained = session.explain(place);
                    assert!(!explained.is_empty() && !explained.ends_with('.'), "{explained}");
                }
                if !choices.is_empty() {
                    assert!(session.question().len() > 10);
                }
                number += 1;
                if number > 300 || !step(&mut *session, number * 7 / 3) {
                    break;
                }
            }
        }
    }
}

/// On a board each choice can be aimed at, and its places are in the text.
#[test]
fn boards_have_a_place_for_each_choice() {
    let mut with_boards = 0;
    for game in catalogue() {
        let info = game.info();
        let seats = (0..seats(game).1).map(|seat| person(&format!("Player {seat}")));
        let mut session = sit(&header(info.name, 5, seats.collect()));
        let mut number = 0;
        loop {
            if let Next::Person(seat) = session.next() {
                let scene = session.scene(seat);
                let board = scene.parts.iter().find_map(|part| match part {
                    Part::Board(board) => Some(board),
                    _ => None,
                });
                let aims = board.map_or(&[][..], |board| &board.aims);
                assert!(board.is_none() || aims.len() == session.choices().len());
                for (place, aim) in aims.iter().enumerate() {
                    let same = |other: &Aim| (other.at, other.tool) == (aim.at, aim.tool);
                    assert!(!aims[..place].iter().any(same), "{aim:?}");
                    for marked in aim.from.iter().chain(&aim.to) {
                        let line = board.unwrap().text.lines().nth(marked.row).unwrap();
                        let there: String =
                            line.chars().skip(marked.column).take(marked.width).collect();
                        assert!(
                            there.trim().chars().count() == marked.width,
                            "{marked:?} of {line:?}"
                        );
                    }
                }
                with_boards += usize::from(board.is_some() && number == 0);
            }
            number += 1;
            if number > 600 || !step(&mut *session, number * 7 / 3) {
                break;
            }
        }
    }
    assert!(with_boards >= 2);
}

/// The faces that are shown give the result that was rolled, by the rules counted anew.
#[test]
fn the_faces_of_a_roll_give_its_result() {
    let header = header("dragon-slayer", 8, vec![person("Ana"), person("Bet")]);
    let mut session = sit(&header);
    let (mut rolls, mut number) = (0, 0);
    let dice = |session: &dyn Session| {
        let scene = session.scene(Seat::FIRST);
        scene.parts.iter().find_map(|part| match part {
            Part::Dice { dice, .. } => {
                Some(dice.iter().filter(|die| die.fate == Fate::InPlay).count())
            }
            _ => None,
        })
    };
    loop {
        let fighting = session.next() == Next::Chance;
        let before = dice(&*session);
        number += 1;
        if !step(&mut *session, number) {
            break;
        }
        if !fighting {
            continue;
        }
        let told = session.told(Seat::FIRST);
        let count = |face: &str| told[0].dice.iter().filter(|die| die.face == face).count();
        let aside = told[0].dice.iter().filter(|die| die.fate == Fate::Aside).count();
        let lost = count("flame").saturating_sub(count("shield")).min(before.unwrap());
        let shown = told[0].dice.iter().filter(|die| die.fate == Fate::Lost).count();
        assert_eq!(shown, lost, "{}", told[0].text);
        let Some(Entry::Event { event }) =
            session.entries().iter().rev().find(|entry| matches!(entry, Entry::Event { .. }))
        else {
            panic!("a roll is an event");
        };
        let left = before.unwrap() - lost;
        let expected = match (left, aside == 3 && count("axe") > 0) {
            (0, _) => "defeat".to_owned(),
            (left, true) => format!("slain, dice left {left}"),
            (left, false) => format!("roll on with {} dragon and {left} warrior dice", 3 - aside),
        };
        assert_eq!(*event, expected, "{}", told[0].text);
        rolls += 1;
    }
    assert!(rolls > 50, "{rolls}");
}

#[test]
fn advice_is_that_of_the_engine() {
    let mut session = sit(&header("pig", 2, vec![person("Ana"), person("Bet")]));
    step(&mut *session, 0);
    step(&mut *session, 0);
    let Advice::Exact(wins) = session.advice() else {
        panic!("Pig is solved");
    };
    assert_eq!(wins.len(), 2);
    let three = ["Ana", "Bet", "Cai"].map(person).to_vec();
    let session = sit(&header("dragon-slayer", 2, three));
    let Advice::Estimate(wins) = session.advice() else {
        panic!("more seats than two have estimates");
    };
    // No other seat has played: the estimates are the values of a game of two.
    let two = ["Ana", "Bet"].map(person).to_vec();
    assert_eq!(sit(&header("dragon-slayer", 2, two)).wins(), Some(wins));
    let three = ["Ana", "Bet", "Cai"].map(person).to_vec();
    let Advice::Estimate(wins) = sit(&header("pig", 2, three.clone())).advice() else {
        panic!("more seats than two have estimates");
    };
    assert!(wins[0] > wins[1], "{wins:?}");
    let mut session = sit(&header("tute", 2, three));
    while session.next() == Next::Chance {
        session.advance();
    }
    let Advice::Agent { choice, wins, .. } = session.advice() else {
        panic!("an agent of Tute advises");
    };
    assert_eq!(wins.len(), session.choices().len());
    assert_eq!(wins[0].0, choice);
    assert!(wins.iter().all(|(_, wins)| (0.0..=1.0).contains(wins)));
}
