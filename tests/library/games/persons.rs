//! People who play as nobody should: who accept, decline, challenge, stall and give up. Their
//! games are reviewed and learned from, and they have a profile.

use crate::catalogue::{Playable, find};
use crate::commands;
use crate::config::Source;
use crate::play::Seat;
use crate::play::record::{Entry, Header, Participant, Record, VERSION};
use crate::session::{Next, Session};

/// How a person decides: the first of these words that begins a legal action; else by number.
const ACCEPTS: &[&str] = &["accept", "let stop", "stop"];
const ACCEPTS_AND_FIGHTS: &[&str] = &["accept", "let stop", "fight red", "fight green", "fight"];
const DECLINES: &[&str] = &["decline", "challenge", "stop"];
const CHALLENGES: &[&str] = &["challenge", "accept", "stop"];
const STALLS: &[&str] = &["fight", "let stop", "decline"];
const ANYTHING: &[&str] = &[];

/// Rules by which a fight is all but hopeless, so that who must fight stalls.
const HOPELESS: &str = "target = 40
[warrior]
dice = 3
faces = { axe = 1, shield = 0, flame = 5 }
[[dragon]]
name = \"red\"
points = 6
dice = 4
faces = { part = 1, mountain = 0, flame = 5 }
[challenge]
tokens = 0
bonus = 5
declined_share = \"1/2\"
accepted_factor = 2
";

/// A game of these people of Dragon Slayer, by these rules or the usual ones. The first gives up
/// when it decides after this number of decisions.
fn played(habits: &[&[&str]], seed: u64, gives_up: Option<usize>, rules: Option<&str>) -> Record {
    let game = find("dragon-slayer").unwrap();
    let source = rules.map(|text| Source::new("rules", text));
    let person = |number| Participant::Person { person: format!("P{number}") };
    let header = Header {
        record: VERSION,
        program: "0".to_owned(),
        values: 0,
        game: "dragon-slayer".to_owned(),
        rules: game.load(source.as_ref()).unwrap().rules_text(),
        rule_file: rules.map(str::to_owned),
        seed,
        start: None,
        fair: None,
        personalities: Vec::new(),
        players: Default::default(),
        adviser: None,
        learned: None,
        seats: (0..habits.len()).map(person).collect(),
        hints: false,
        day: None,
        met: Default::default(),
        began: 0,
    };
    let mut session = game.of_record(&header).unwrap().seat(header).unwrap();
    let session: &mut dyn Session = &mut *session;
    let mut decisions = 0;
    loop {
        match session.next() {
            Next::Over(_) => return session.record(),
            Next::Person(Seat::FIRST) if gives_up.is_some_and(|least| decisions >= least) => {
                let forfeit = Entry::Forfeit { forfeit: 1 };
                session.replay(&[forfeit]).unwrap();
            }
            Next::Person(seat) => {
                let choices = session.choices();
                let wanted = habits[usize::from(seat.0)]
                    .iter()
                    .find_map(|word| choices.iter().position(|choice| choice.starts_with(word)));
                // The same numbers in every run.
                let any = (seed as usize + decisions * decisions) % choices.len();
                session.choose(wanted.unwrap_or(any), None, false);
                decisions += 1;
            }
            _ => session.advance(),
        }
    }
}

#[test]
fn every_way_to_play_is_reviewed_and_learned_from() {
    let reviews = commands::reviews().next().unwrap().1;
    let habits = [ACCEPTS, ACCEPTS_AND_FIGHTS, DECLINES, CHALLENGES, STALLS, ANYTHING];
    let mut records: Vec<Record> = Vec::new();
    for (place, own) in habits.iter().enumerate() {
        // A person does not meet its like: two that stall would play 1,000 rounds.
        for number in 1..3 {
            let other = habits[(place + number) % habits.len()];
            let seed = (10 * place + number) as u64;
            records.push(played(&[own, other], seed, None, None));
        }
        let given_up = played(&[own, CHALLENGES], 1, Some(10 + place), None);
        assert!(given_up.entries.contains(&Entry::Forfeit { forfeit: 1 }));
        records.push(given_up);
        records.push(played(&[own, CHALLENGES, ANYTHING], 1, None, None));
    }
    let stalled = played(&[STALLS, ANYTHING], 1, None, Some(HOPELESS));
    assert!(stalled.end().unwrap().by_lot);
    let reviewed = (reviews.review)(&stalled, "this game").unwrap();
    assert!(!reviewed.summary.is_empty());
    let seen = [(1, stalled, Seat::FIRST)];
    assert!((reviews.profile)("P0", &seen).is_ok());
    assert!(!(reviews.behaviour)(&seen).unwrap().is_empty());
    let has = |word: &str| {
        let mut entries = records.iter().flat_map(|record| &record.entries);
        entries.any(|entry| matches!(entry, Entry::Act { act, .. } if act.starts_with(word)))
    };
    assert!(["accept", "decline", "challenge"].into_iter().all(has));
    for record in &records {
        let reviewed = (reviews.review)(record, "this game").unwrap();
        assert!(!reviewed.summary.is_empty());
        if record.header.seats.len() == 2 {
            let json: serde_json::Value = serde_json::from_str(reviewed.json.get()).unwrap();
            assert!(json["residual"].as_f64().unwrap().abs() < 1e-6, "{json}");
        }
    }
    for (place, _) in habits.iter().enumerate() {
        let all = 4;
        let own = records[place * all..(place + 1) * all].iter().cloned();
        let seen: Vec<_> = (1..).zip(own).map(|(id, record)| (id, record, Seat::FIRST)).collect();
        let profile = (reviews.profile)("P0", &seen).unwrap();
        assert!(profile.character.unwrap().decisions > 20, "{place}");
        assert!(!(reviews.behaviour)(&seen).unwrap().is_empty());
        let mut header = seen[0].1.header.clone();
        header.seats[1] = Participant::Agent {
            agent: "abel".to_owned(),
            name: "Abel".to_owned(),
            stranger: false,
        };
        let mut learned = (reviews.learned)(&header, &seen).unwrap().session;
        for _ in 0..60 {
            match learned.next() {
                Next::Over(_) => break,
                Next::Person(_) => learned.choose(0, None, false),
                _ => learned.advance(),
            }
        }
    }
}
