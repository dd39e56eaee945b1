//! What the tests of several games share.

use std::collections::HashSet;
use std::sync::Arc;

use rivals_core::contest::Players;
use rivals_core::play::{AgentSpec, Decision, Dice, Game, Playthrough, Stream, Turn};
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
