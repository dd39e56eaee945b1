//! The file protocol: positions as files, broken files, and games through files.

use std::sync::Arc;

use rand::RngExt;
use rivals_core::contest::Players;
use rivals_core::play::{Agent, Decision, Dice, Game, Logged, Playthrough, Seat, Stream, Turn};

use super::{generator, mixed_map};
use crate::battletech::BattleTech;
use crate::battletech::map::{Feature, Ground, Map};
use crate::battletech::mech::{Fired, Means, Moved};
use crate::battletech::record::{MODELS, Record};
use crate::battletech::sbt::{self, Told};
use crate::battletech::setups::NAMED;
use crate::battletech::state::{Action, Phase, State};

/// The position that a seat reads from the files of a state.
fn through_files(state: &State, seat: Seat, seed: u64) -> Told {
    let files = sbt::write(state, seat, seed);
    let file =
        |name: &str| files.iter().find(|(other, _)| other == name).map(|(_, text)| text.clone());
    let told = sbt::read(seat.0, state.phase, false, &file);
    told.unwrap_or_else(|error| panic!("{}: {error}", error.field))
}

/// The part of a state that the files of a seat have.
fn known(state: &State, seat: Seat) -> State {
    let mut known = state.clone();
    known.declared.clear();
    known.initiative.clear();
    let mut order = state.order.clone();
    if state.phase == Phase::Reaction {
        order.reverse();
    }
    known.acted = order.into_iter().take_while(|other| *other != seat).collect();
    for other in state.seats() {
        let before = state.mechs[other];
        let mech = &mut known.mechs[other];
        // Records that are equal but for their notation.
        mech.record = &MODELS[0];
        mech.moved =
            Moved { mode: before.moved.mode, hexes: before.moved.hexes, ..Moved::default() };
        (mech.fired, mech.taken) = (Fired::default(), 0);
        if other != seat {
            (mech.wounds, mech.sinks_off, mech.hits) = (0, 0, 0);
            continue;
        }
        if before.fired.contains(Means::Pickup) {
            mech.fired.insert(Means::Pickup);
        }
        for mount in &before.record.weapons {
            if before.has_fired_from(mount.location) {
                mech.fired.insert(Means::Weapon(mount.slot));
            }
        }
    }
    known
}

/// What matters of a record.
fn built(record: &Record) -> impl PartialEq + std::fmt::Debug + '_ {
    let Record { armour, structure, filled, weapons, bins, .. } = record;
    (
        &record.name,
        [record.tons, record.walk, record.jump, record.sinks],
        armour,
        structure,
        filled,
        weapons,
        bins,
    )
}

/// The grounds of a map.
fn grounds(map: &Map) -> Vec<String> {
    map.hexes().map(|hex| format!("{:?}", map.at(hex))).collect()
}

/// The states in which a seat begins its part of a phase, in games of `random`.
fn positions(setup: &str, seed: u64) -> Vec<(State, Seat)> {
    positions_by(BattleTech::default(), setup, seed)
}

/// The same by these rules.
fn positions_by(game: BattleTech, setup: &str, seed: u64) -> Vec<(State, Seat)> {
    let dice = Dice::new(seed, 0, 0);
    let mut start = game.set_up(setup, 2, &mut dice.opening()).unwrap();
    start.turns = start.turns.min(12);
    let seats = game.seats_of(&start);
    let mut playthrough = Playthrough::from_state(Arc::new(game), start, seats, dice);
    let mut agents: Vec<_> =
        (0..seats).map(|_| BattleTech::default().player("random").unwrap()).collect();
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        if let Turn::Decide(seat) = playthrough.turn() {
            let state = playthrough.state();
            let now = (seat, state.turn, state.phase);
            if before != Some(now) {
                found.push((state.clone(), seat));
            }
            before = Some(now);
        }
        if playthrough.advance(&mut agents).is_some() {
            return found;
        }
    }
}

#[test]
fn files_give_the_same_position() {
    let mut count = 0;
    for (place, (setup, _)) in NAMED.iter().enumerate() {
        for (state, seat) in positions(setup, place as u64).iter().step_by(7) {
            let Told { state: told, seed, notes, .. } = through_files(state, *seat, 7);
            assert_eq!((seed, notes), (7, Vec::<String>::new()));
            assert_eq!(grounds(&told.map), grounds(&state.map));
            assert_eq!(told.decides(), Some(*seat));
            for other in state.seats() {
                assert_eq!(built(told.mechs[other].record), built(state.mechs[other].record));
            }
            let mut told = known(&told, *seat);
            told.map = Arc::clone(&state.map);
            assert_eq!(told, known(state, *seat));
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

/// Fires, smoke, woods that are cleared, buildings that collapse, swamp and mechs that are stuck in it.
#[test]
fn files_have_the_optional_terrain() {
    let (mut fires, mut stuck, mut count) = (0, 0, 0);
    for (seed, map) in (0..).zip(["wooded", "city", "wooded", "terraces"]) {
        let game = BattleTech { terrain: true, ..BattleTech::default() };
        let mut all = positions_by(game, &format!("{map}:JR7-D,GRF-1N"), seed);
        for (state, seat) in all.iter_mut().step_by(5) {
            let swamp = state.map.hexes().filter(|hex| state.map.at(*hex) == &Ground::default());
            let swamp: Vec<String> = swamp.step_by(3).map(|hex| format!("swamp: {hex}")).collect();
            state.terrain.as_mut().unwrap().changes.extend(swamp);
            let hex = state.mechs[*seat].hex;
            state.refresh_map().unwrap();
            state.mechs[*seat].bogged = state.map.at(hex).feature == Feature::Swamp;
            stuck += usize::from(state.mechs[*seat].bogged);
            let Told { state: told, notes, .. } = through_files(state, *seat, 7);
            assert_eq!(notes, Vec::<String>::new());
            assert_eq!(grounds(&told.map), grounds(&state.map));
            let [read, written] =
                [&told, &*state].map(|state| state.terrain.as_ref().unwrap().clone());
            assert_eq!((read.wind, &read.fires), (written.wind, &written.fires));
            assert_eq!(told.mechs[*seat].bogged, state.mechs[*seat].bogged);
            let answer = sbt::answer(told, *seat, &mut |state, actions| {
                let seed = BattleTech::default().player("seed").unwrap();
                let mut rng = generator(1);
                let game = &BattleTech::default();
                let decision = Decision::new(game, *seat, state, actions);
                let mut seed = seed;
                seed.decide(&decision, &mut rng).ok().map(|thought| thought.action)
            });
            let answered = sbt::actions(state, *seat, &|_| Some(answer.clone()));
            assert!(answered.is_ok(), "{answer}");
            fires += written.fires.len();
            count += 1;
        }
    }
    assert!(fires > 20 && stuck > 2 && count > 40, "{fires} {stuck} {count}");
}

/// Files with any line changed to any other line of theirs are answered or refused.
#[test]
fn files_that_are_mixed_up_are_answered_or_refused() {
    let all = positions("wooded:GRF-1N,WHM-6R", 2);
    let (state, seat) = &all[all.len() / 2];
    let files = sbt::write(state, *seat, 1);
    let mut rng = generator(3);
    let mut refused = 0;
    for _ in 0..100 {
        let mut mixed = files.clone();
        for _ in 0..3 {
            let at = rng.random_range(0..mixed.len());
            let mut lines: Vec<&str> = mixed[at].1.lines().collect();
            let [place, other] = [(); 2].map(|()| rng.random_range(0..lines.len()));
            lines[place] = lines[other];
            mixed[at].1 = lines.join("\n");
        }
        let file = |name: &str| {
            mixed.iter().find(|(other, _)| other == name).map(|(_, text)| text.clone())
        };
        match sbt::read(seat.0, state.phase, false, &file) {
            Ok(told) => {
                let text = sbt::answer(told.state, *seat, &mut |_, actions| Some(actions[0]));
                assert!(!text.is_empty());
            }
            Err(error) => {
                assert!(error.field.contains(".sbt:"), "{error:#}");
                assert!(!error.to_string().contains("sbt.") && !error.help.is_empty(), "{error:#}");
                refused += 1;
            }
        }
    }
    assert!((10..90).contains(&refused), "{refused}");
}

#[test]
fn maps_of_all_kinds_of_ground() {
    let (start, seat) = positions("duel", 1).remove(0);
    for seed in 0..20 {
        let mut rng = generator(seed);
        let map = mixed_map(rng.random_range(2..=12), 17, &mut rng);
        let mut state = start.clone();
        state.map = Arc::new(map);
        state.mechs[Seat(0)].hex = super::hex("0101");
        state.mechs[Seat(1)].hex = super::hex("0202");
        state.clubs.insert(super::hex("0203"), 2);
        let told = through_files(&state, seat, 0);
        assert_eq!(grounds(&told.state.map), grounds(&state.map));
        assert_eq!(told.state.clubs, state.clubs);
    }
}

/// Plays a game through files, whose steps it returns.
fn played(
    start: &State,
    seed: u64,
    mut agents: Vec<Box<dyn Agent<BattleTech>>>,
) -> Playthrough<BattleTech> {
    let game = Arc::new(BattleTech::default());
    let dice = Dice::new(seed, 0, 0);
    let mut playthrough =
        Playthrough::from_state(Arc::clone(&game), start.clone(), agents.len(), dice);
    loop {
        match playthrough.turn() {
            Turn::Over(_) => return playthrough,
            Turn::Chance(_) => {
                playthrough.roll().unwrap();
            }
            Turn::Decide(seat) => {
                let told = through_files(playthrough.state(), seat, seed);
                let mut rng = dice.stream(Stream::Agent(seat), 0);
                let answer = sbt::answer(told.state, seat, &mut |state, actions| {
                    let decision = Decision::new(&*game, seat, state, actions);
                    let thought = agents[usize::from(seat.0)].decide(&decision, &mut rng);
                    thought.ok().map(|thought| thought.action)
                });
                let read = sbt::actions(playthrough.state(), seat, &|_| Some(answer.clone()));
                let (read, notes) =
                    read.unwrap_or_else(|error| panic!("{}: {error}\n{answer}", error.field));
                assert!(notes.is_empty(), "{notes:?}");
                assert_eq!(sbt::play(&mut playthrough, read), [], "{answer}");
            }
        }
    }
}

fn seeds(agent: &str) -> Vec<Box<dyn Agent<BattleTech>>> {
    (0..2).map(|_| BattleTech::default().player(agent).unwrap()).collect()
}

/// `seed` against itself plays the same game through files as without them, up to an attempt to
/// stand up: from the middle of a game of each setup, when the mechs have met.
#[test]
fn games_through_files_are_the_same() {
    let (mut whole, mut steps) = (0, 0);
    for (place, (setup, _)) in NAMED.into_iter().enumerate() {
        let agent = if place % 4 == 3 { "still" } else { "seed" };
        let dice = Dice::new(3, 0, 0);
        let game = Arc::new(BattleTech::default());
        let start = game.set_up(setup, 2, &mut dice.opening()).unwrap();
        let mut playthrough = Playthrough::from_state(Arc::clone(&game), start, 2, dice);
        let first = 1 + 2 * place as u16 % 8;
        while playthrough.state().turn < first && playthrough.advance(&mut seeds(agent)).is_none() {
        }
        let mut middle = playthrough.state().clone();
        middle.turns = middle.turns.min(first + 1);
        let mut playthrough = Playthrough::from_state(game, middle.clone(), 2, dice);
        playthrough.run(&mut seeds(agent));
        let through = played(&middle, 3, seeds(agent));
        let stands = |step: &_| matches!(step, Logged::Act(_, Action::Stand(_)));
        let until: Vec<_> = playthrough.steps().take_while(|step| !stands(step)).collect();
        let same: Vec<_> = through.steps().take(until.len()).collect();
        let differs = until.iter().zip(&same).position(|(one, other)| one != other);
        assert_eq!(
            differs,
            None,
            "{agent}, {setup}: {:?}",
            differs.map(|at| (until[at], same[at]))
        );
        whole += usize::from(until.len() == playthrough.steps().len());
        steps += until.len();
    }
    assert!(whole >= 8 && steps > 400, "{whole} {steps}");
}

/// Games in which mechs stand up, drop down, jump, take clubs, dump ammunition and switch heat sinks
/// are played to their end.
#[test]
fn games_of_all_actions() {
    let game = BattleTech::default();
    for (place, setup) in ["jumpers", "balance", "heat"].into_iter().enumerate() {
        let mut start = game.set_up(setup, 2, &mut Dice::new(5, 0, 0).opening()).unwrap();
        start.turns = 4;
        let playthrough = played(&start, place as u64, seeds("random"));
        assert!(matches!(playthrough.turn(), Turn::Over(_)));
    }
}

/// Lines of every file, broken one at a time, are refused at their place. Names may be any text.
#[test]
fn broken_lines_are_refused_at_their_place() {
    are_refused_at_their_place(5);
}

#[test]
#[ignore = "every line; a part of them is in another test"]
fn all_broken_lines_are_refused_at_their_place() {
    are_refused_at_their_place(1);
}

/// Breaks one of this number of lines.
fn are_refused_at_their_place(step: usize) {
    let all = positions("wooded:GRF-1N,WHM-6R", 2);
    let (mut state, seat) = all[all.len() / 2].clone();
    state.map = Arc::new(mixed_map(5, 4, &mut generator(1)));
    state.mechs[Seat(0)].hex = super::hex("0101");
    state.mechs[Seat(1)].hex = super::hex("0504");
    let files = sbt::write(&state, seat, 1);
    let mut accepted = 0;
    for (name, text) in &files {
        let lines: Vec<&str> = text.lines().collect();
        for place in 0..lines.len() {
            let broken = |line: Option<&'static str>| {
                let mut changed = lines.clone();
                match line {
                    Some(line) => changed[place] = line,
                    None => changed.truncate(place),
                }
                let changed = changed.join("\r\n");
                let file = |other: &str| {
                    let found = files.iter().find(|(name, _)| name == other);
                    let text = |(_, text): &(String, String)| {
                        if name == other { changed.clone() } else { text.clone() }
                    };
                    found.map(text)
                };
                sbt::read(seat.0, state.phase, false, &file).err().map(|error| error.field)
            };
            let field = format!("{name}:{}", place + 1);
            // A text instead of a number or a word.
            if place % step == 0 {
                match broken(Some("?")) {
                    Some(found) => assert_eq!(found, field, "{}", lines[place]),
                    None => accepted += 1,
                }
            }
            if place % 97 == 0 {
                assert_eq!(broken(None), Some(field));
            }
        }
        let file = |other: &str| {
            let found = files.iter().find(|(name, _)| name == other).map(|(_, text)| text.clone());
            found.filter(|_| other != name)
        };
        let missing = sbt::read(seat.0, state.phase, false, &file).err().map(|error| error.field);
        assert_eq!(missing, Some(name.clone()).filter(|name| name != "turno.sbt"));
    }
    assert!(accepted * step < 400, "{accepted}");
}

/// The other reading of the initiative.
#[test]
fn the_winner_may_stand_first() {
    let (state, _) = positions("duel", 4).remove(0);
    let seat = state.order[0];
    let files = sbt::write(&state, seat, 1);
    let file =
        |name: &str| files.iter().find(|(other, _)| other == name).map(|(_, text)| text.clone());
    let orders = [false, true].map(|winner_first| {
        sbt::read(seat.0, Phase::Movement, winner_first, &file).unwrap().state.order
    });
    assert_eq!(orders[0], state.order);
    assert!(orders[1].iter().eq(state.order.iter().rev()));
}

/// A weapon with other numbers and double heat sinks are named and played around.
#[test]
fn what_the_rules_lack_is_named() {
    let (state, seat) = positions("open:GRF-1N,GRF-1N", 1).remove(0);
    let mut files = sbt::write(&state, seat, 1);
    let name = format!("defmechJ{0}-{0}.sbt", seat.0);
    let (_, text) = files.iter_mut().find(|(other, _)| *other == name).unwrap();
    *text = text.replace("Energía\n10\n10\n1\n", "Energía\n1\n15\n1\n");
    *text = text.trim_end().strip_suffix('0').unwrap().to_owned() + "1";
    let file =
        |name: &str| files.iter().find(|(other, _)| other == name).map(|(_, text)| text.clone());
    let Told { state, notes, .. } = sbt::read(seat.0, Phase::Movement, false, &file).unwrap();
    assert_eq!(notes, ["a double heat sink is taken for two", "PPC is left out"]);
    let record = state.mechs[seat].record;
    assert_eq!((record.weapons.len(), record.sinks), (1, 24));
    // What is left out fills no slot that could be hit.
    assert_eq!(
        record.filled.count_ones() + 3,
        state.mechs[Seat(1 - seat.0)].record.filled.count_ones()
    );
}

/// What is possible in a line, but not in the position, is refused at its line as well.
#[test]
fn impossible_positions_name_a_line() {
    let (mut state, _) = positions("open:GRF-1N,GRF-1N", 1).remove(0);
    state.order = vec![Seat(0), Seat(1)];
    let files = sbt::write(&state, Seat(0), 1);
    let refused = |name: &str, line: usize, text: &str| {
        let file = |other: &str| {
            let found = files.iter().find(|(name, _)| name == other).map(|(_, text)| text)?;
            let mut lines: Vec<&str> = found.lines().collect();
            if other == name {
                lines[line - 1] = text;
            }
            Some(lines.join("\n"))
        };
        let told = sbt::read(0, state.phase, false, &file);
        told.err().map_or(String::new(), |error| error.field)
    };
    for (name, line, text) in [
        ("mechsJ0.sbt", 8, "1601"),
        ("mechsJ0.sbt", 10, "1"),
        ("mechsJ0.sbt", 15, "15"),
        ("mechsJ0.sbt", 15, "256"),
        ("mechsJ0.sbt", 2, "1"),
        ("mechsJ0.sbt", 9, "0"),
        ("defmechJ0-1.sbt", 4, "9"),
        ("defmechJ0-1.sbt", 4, "50"),
        ("defmechJ0-1.sbt", 4, "54"),
        ("iniciativaJ0.sbt", 1, "0"),
        ("iniciativaJ0.sbt", 3, "2"),
        ("turno.sbt", 3, "0"),
        ("mapaJ0.sbt", 2, "31"),
    ] {
        assert_eq!(refused(name, line, text), format!("{name}:{line}"));
    }
    assert_eq!(refused("iniciativaJ0.sbt", 3, "1\n\n1"), "iniciativaJ0.sbt:5");
    assert_eq!(refused("iniciativaJ0.sbt", 3, "1\n\n"), "");
    // A mech that is not active is on no hex, and faces no side.
    let hex = state.mechs[Seat(1)].hex.to_string();
    let file = |name: &str| {
        let found = files.iter().find(|(other, _)| name == other).map(|(_, text)| text.clone());
        let active = format!("1\nTrue\nFalse\nFalse\nFalse\n{hex}\n1\n1\n");
        found.map(|text| text.replace(&active, "1\nFalse\nFalse\nFalse\nFalse\n0000\n0\n0\n"))
    };
    let told = sbt::read(0, state.phase, false, &file).unwrap();
    assert!(told.state.mechs[Seat(1)].destroyed());
}
