//! What the tests of several games share.

use std::collections::HashSet;
use std::sync::Arc;

use rivals_core::conduct::{Judge, Memory};
use rivals_core::contest::Players;
use rivals_core::personalities::{Character, Level, Personality, SeatUnits, Units};
use rivals_core::play::{Agent, AgentSpec, Decision, Dice, Game, Playthrough, Stream, Turn};
use rivals_core::sentences::{FactRow, Measure, Sentences};
use rivals_league::config::{Source, built};

/// The canonical text of the rules in this file, or the error with its help.
pub(crate) fn read_rules<G: Game>(text: &str) -> Result<String, String> {
    match built(Some(&Source::new("rules.toml", text)), G::new) {
        Ok(game) => Ok(game.identity()),
        Err(error) => {
            let help = miette::Diagnostic::help(&error).unwrap().to_string();
            Err(format!("{error} | {help}"))
        }
    }
}

/// Checks that each of these files is refused with this message and help.
pub(crate) fn refuses<G: Game>(files: &[(&str, &str, &str)]) {
    for (text, message, help) in files {
        let refusal = read_rules::<G>(text).unwrap_err();
        let (left, right) = refusal.split_once(" | ").unwrap();
        assert!(left.contains(message) && right.contains(help), "{refusal}");
    }
}

/// Units for tests, in which only the form of a decision matters.
fn units(game: &str, tau: f64) -> Units {
    let seats = SeatUnits { seats: 2, games: 1, decisions: 1, kappa: 0.1, k: 0.05, fair: 0.5 };
    let calculation = vec![Level { calculation: 0.5, tau, kept: 0.5, error: 0.0, games: 1 }];
    let (game, reference) = (game.to_owned(), String::new());
    Units { game, reference, seed: 0, seats: vec![seats], calculation, digest: String::new() }
}

/// Checks in this number of positions that a personality with neutral figures makes each move of the
/// reference, that the prospects are probabilities, and that a personality decides alike each time;
/// and over all of them, that more aversion takes less spread.
pub(crate) fn conducts<G: Players>(game: &G, built_in: &str, seats: usize, count: u32) {
    let conducting = G::CONDUCT.unwrap();
    let character = |calculation| {
        let mut personality = Personality::neutral("eva");
        personality.traits.calculation = calculation;
        Arc::new(Character::new(personality, Arc::new(units(G::NAME, 0.1))))
    };
    match conducting.units {
        Some(text) => {
            let units = Units::read(text).unwrap();
            assert_eq!((&*units.game, &*units.reference), (G::NAME, conducting.reference));
            assert!(game.player("abel").is_ok());
        }
        None => assert!(game.player("abel").is_err_and(|error| error.help.contains("calibrate"))),
    }
    let mut reference = game.player(conducting.reference).unwrap();
    let mut neutral = conducting.player(game, character(1.0));
    let careless = character(0.5);
    let aversions = [-4.0, 0.0, 4.0];
    let (mut number, mut spreads) = (0, [0.0; 3]);
    positions(game, built_in, seats, count, |at, dice| {
        number += 1;
        let stream = || dice.stream(Stream::Compared, number);
        let expected = reference.decide(at, &mut stream()).unwrap();
        assert_eq!(neutral.decide(at, &mut stream()).unwrap(), expected);
        if at.actions.len() < 2 {
            return;
        }
        let prospects = conducting.conduct.prospects(at, &mut *reference).unwrap();
        assert_eq!(conducting.conduct.prospects(at, &mut *reference).unwrap(), prospects);
        for option in &prospects.options {
            let weights: f64 = option.lottery.iter().map(|(weight, _)| weight).sum();
            assert!((weights - 1.0).abs() < 1e-9, "{option:?}");
            let shares = option.lottery.iter().map(|(_, outcome)| outcome.value);
            for share in shares.chain([option.value, option.spends, option.salience]) {
                assert!((-1e-9..=1.0 + 1e-9).contains(&share), "{option:?}");
            }
            assert!(option.kind < 64 && option.value <= prospects.value());
        }
        let places = prospects.options.iter().map(|option| option.place);
        assert!(places.is_sorted() && prospects.options.len() <= at.actions.len());
        // As one that decides there for the first time, and as one that may remember it.
        let characters = [&character(0.5), &careless, &careless];
        let choices = characters.map(|of| {
            let mut player = conducting.player(game, Arc::clone(of));
            player.decide(at, &mut stream()).unwrap().action
        });
        assert!(choices.iter().all(|choice| *choice == choices[0]), "{choices:?}");
        for (spread, rho) in spreads.iter_mut().zip(aversions) {
            let mut personality = Personality::neutral("eva");
            personality.traits.risk_aversion = rho;
            let judge = Judge::with(&personality, units(G::NAME, 0.0).of(2), 0.05);
            let chances = judge.probabilities(&prospects, &Memory::default());
            let of = prospects.options.iter().zip(chances);
            *spread += of.map(|(option, chance)| chance * option.value_variance()).sum::<f64>();
        }
    });
    assert!(spreads.is_sorted_by(|one, next| one > next), "{spreads:?}");
}

/// Calls a function with this number of decisions, of games between random players and games of a
/// built-in agent in turns.
fn positions<G: Players>(
    game: &G,
    built_in: &str,
    seats: usize,
    count: u32,
    mut each: impl FnMut(&Decision<'_, G>, Dice),
) {
    let game = Arc::new(game.clone());
    let mut seen = 0;
    for number in 0.. {
        let dice = Dice::new(28, 0, number);
        let playing = if number % 2 == 0 { "random" } else { built_in };
        let mut agents: Vec<_> = (0..seats).map(|_| game.player(playing).unwrap()).collect();
        let start = game.opening(seats, &mut dice.opening());
        let mut played = Playthrough::from_state(Arc::clone(&game), start, seats, dice);
        loop {
            if let Turn::Decide(seat) = played.turn() {
                let (view, actions) = (game.view(played.state(), seat), played.actions());
                each(&Decision::new(&*game, seat, &view, actions), dice);
                seen += 1;
                if seen == count {
                    return;
                }
            }
            if played.advance(&mut agents).is_some() {
                break;
            }
        }
    }
}

/// Checks that the player of a file decides as a built-in agent in this number of positions.
pub(crate) fn decides_alike<G: Players>(
    game: &G,
    built_in: &str,
    file: &str,
    seats: usize,
    count: u32,
) {
    let player = Sentences::read("file", file, G::KNOWN_FACTS).unwrap();
    let mut sentences = game.agent(&AgentSpec::from(player));
    let mut agent = game.player(built_in).unwrap();
    let mut number = 0;
    positions(game, built_in, seats, count, |at, dice| {
        number += 1;
        let stream = || dice.stream(Stream::Compared, number);
        let expected = agent.decide(at, &mut stream()).unwrap().action;
        let found = sentences.decide(at, &mut stream()).unwrap();
        let said = format!("{:?} of {:?} in {:?}", found.sentence, at.actions, at.view);
        assert_eq!(found.action, expected, "{said}");
    });
}

/// Checks that facts have the values that they say, and that their examples are conditions.
pub(crate) fn measures_facts<G: Players>(game: &G, built_in: &str, seats: usize) {
    for FactRow { fact, .. } in G::FACTS {
        let example = fact.example;
        let file = format!("[[sentence]]\nname = 'a'\nif = \"{example}\"\nchoose = true\n");
        let read = Sentences::read("file", &file, G::KNOWN_FACTS);
        assert!(read.is_ok() && example.contains(fact.name), "{}: {read:?}", fact.name);
    }
    let mut several = vec![HashSet::new(); G::FACTS.len()];
    positions(game, built_in, seats, 2_000, |at, _| {
        for (FactRow { fact, measure }, seen) in G::FACTS.iter().zip(&mut several) {
            let values = match measure {
                Measure::Position(measure) => vec![measure(at)],
                Measure::Action(measure) => {
                    at.actions.iter().map(|action| measure(at, *action)).collect()
                }
                Measure::Actions(measure) => measure(at),
            };
            for value in values {
                assert!(fact.values.take(value), "{} is {value} in {:?}", fact.name, at.view);
                seen.insert(value.to_bits());
            }
        }
    });
    for (FactRow { fact, .. }, seen) in G::FACTS.iter().zip(several) {
        assert!(seen.len() > 1, "{} is always the same", fact.name);
    }
}
