//! Parchis with a thrown die: each rule in a position of its own, the rules beside a plain
//! implementation, and the searches.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{action, plain, state};
use crate::parchis::board::{GOAL, RING};
use crate::parchis::evaluations::{Course, Gm2, Orts};
use crate::parchis::rivals::Rivals;
use crate::parchis::rules::Parchis;
use crate::parchis::sides::{Against, Sides};
use crate::parchis::state::{ParchisState, SINGLES, Throw};
use crate::tests::{read_rules, refuses};
use rivals_core::contest::Players;
use rivals_core::engine::perft::perft;
use rivals_core::engine::{Engine, EngineOf, position};
use rivals_core::play::{Dice, Game, Playthrough, Seat, Seats, Step, Turn, draw};
use rivals_core::search::{Deepening, FixedDepth, Limits, Transpositions, as_listed};
use rivals_core::values::Whole;

const THROWN: Parchis = Parchis::THROWN;
const NONE: &str = "H H H H";

fn pairs() -> Parchis {
    Parchis { colours: Some(Whole(2)), ..THROWN }
}

/// A state of four seats in which this die was thrown for yellow.
fn thrown(squares: [&str; 4], die: u8) -> ParchisState {
    let state = state(squares, 0).thrown(SINGLES[2]);
    THROWN.after(&state, Step::Event(Throw(die)))
}

fn moves(state: &ParchisState) -> String {
    let moves: Vec<String> = THROWN.actions(state).iter().map(ToString::to_string).collect();
    moves.join(" ")
}

fn after(state: &ParchisState, text: &str) -> ParchisState {
    assert!(THROWN.actions(state).contains(&action(text)), "{text}: {}", moves(state));
    THROWN.after(state, Step::Act(action(text)))
}

fn squares(state: &ParchisState, colour: usize) -> String {
    state.of(colour).map(|code| crate::parchis::Square(code).to_string()).join(" ")
}

/// The states of random games of every number of seats and colours, from every setup.
fn random_states(games: u64) -> Vec<(Parchis, ParchisState)> {
    let mut states = Vec::new();
    for number in 0..games {
        let (rules, seats) = match number % 4 {
            0 => (pairs(), 2),
            seats => (THROWN, seats as usize + 1),
        };
        let mut rng = Dice::new(29, 0, number).turn(0, 0);
        let setup = &rules.setups()[number as usize / 4 % 5];
        let mut state = rules.set_up(setup, seats, &mut rng).unwrap();
        loop {
            states.push((rules.clone(), state));
            let step = match rules.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance(chances) => Step::Event(chances.sample(&mut rng)),
                Turn::Decide(_) => {
                    let moves = rules.actions(&state);
                    Step::Act(moves[draw(&mut rng, moves.len())])
                }
            };
            rules.play(&mut state, step);
        }
    }
    states
}

#[test]
fn rules_are_read() {
    let text = "variant = \"thrown\"\ncolours = 1\nboards = [\"all_at_home\"]\nopening_plies = 0\n";
    assert_eq!(read_rules::<Parchis>("variant = \"thrown\"").unwrap(), text);
    assert_eq!(read_rules::<Parchis>(text).unwrap(), text);
    let text = read_rules::<Parchis>("variant = \"thrown\"\ncolours = 2").unwrap();
    assert!(text.contains("colours = 2\n"), "{text}");
    let course = Parchis::UGR22.identity();
    assert_eq!(read_rules::<Parchis>("variant = \"course\"").unwrap(), course);
    assert_eq!(read_rules::<Parchis>("colours = 2").unwrap(), course);
    refuses::<Parchis>(&[
        ("colours = 1", "a seat has two colours", "leave out colours"),
        ("colours = 3", "out of range", "from 1 to 2"),
    ]);
    assert_eq!((THROWN.seat_counts(), pairs().seat_counts()), (2..=4, 2..=2));
    assert_eq!(THROWN.setups()[0], "thrown");
}

#[test]
fn the_rules_agree_with_a_plain_implementation() {
    let states = random_states(60);
    assert!(states.len() > 15_000, "{}", states.len());
    for (rules, state) in &states {
        match rules.turn(state) {
            Turn::Over(outcome) => {
                assert!(plain::is_over(state) && outcome.winners().len() == 1, "{state:?}");
            }
            Turn::Chance(chances) => {
                assert_eq!(chances.weights.len(), 6);
                for &(throw, weight) in &chances.weights {
                    let after = rules.after(state, Step::Event(throw));
                    assert_eq!((after, weight), (plain::after_throw(state, throw.0), 1));
                }
            }
            Turn::Decide(seat) => {
                assert!(!plain::is_over(state) && seat == state.seat());
                let moves = rules.actions(state);
                assert_eq!(moves, plain::legal(state), "{state:?}");
                for action in moves {
                    let after = rules.after(state, Step::Act(action));
                    assert_eq!(after, plain::after_move(state, action), "{state:?} {action}");
                }
            }
        }
    }
}

#[test]
fn sequences_are_those_of_the_plain_implementation() {
    for seats in 2..=4 {
        let start = THROWN.start(seats);
        assert_eq!(perft(&THROWN, &start, 2), Ok(9));
        for depth in 0..=7 {
            assert_eq!(perft(&THROWN, &start, depth), Ok(plain::perft(&start, depth)));
        }
    }
    for (rules, state) in random_states(40).iter().step_by(400) {
        for depth in 0..=5 {
            assert_eq!(perft(rules, state, depth), Ok(plain::perft(state, depth)), "{state:?}");
        }
    }
}

#[test]
fn a_five_must_leave_home() {
    let home = thrown(["10 20 H H", NONE, NONE, NONE], 5);
    assert_eq!(moves(&home), "5:2 5:3");
    assert_eq!(squares(&after(&home, "5:2"), 0), "10 20 4 H");
    // Two own pieces on the start square, or a wall of another colour, leave no room.
    let full = thrown(["4 4 10 H", NONE, NONE, NONE], 5);
    assert_eq!(moves(&full), "5:0 5:1 5:2");
    let wall = thrown(["10 H H H", "4 4 H H", NONE, NONE], 5);
    assert_eq!(moves(&wall), "5:0");
    assert_eq!(moves(&thrown([NONE; 4], 4)), "4:skip");
}

#[test]
fn a_piece_that_leaves_home_captures_where_two_stand() {
    let own = after(&thrown(["4 H H H", "4 H H H", NONE, NONE], 5), "5:1");
    assert_eq!((squares(&own, 0).as_str(), squares(&own, 1).as_str()), ("4 4 H H", NONE));
    assert_eq!((own.bonus, own.mover), (20, 0));
    // Blue has 13 squares left to its last one, and green 47.
    let two = after(&thrown([NONE, "4 H H H", NONE, "4 H H H"], 5), "5:0");
    let left = [1, 3].map(|colour| squares(&two, colour) == NONE);
    assert_eq!(left, [true, false]);
    // With one piece there, both stand together.
    let one = after(&thrown([NONE, "4 H H H", NONE, NONE], 5), "5:0");
    assert_eq!((squares(&one, 1).as_str(), one.bonus), ("4 H H H", 0));
}

#[test]
fn a_six_plays_again_and_the_third_ends_the_turn() {
    let first = thrown(["10 20 H H", NONE, NONE, NONE], 6);
    assert_eq!((first.sixes, moves(&first).as_str()), (1, "6:0 6:1"));
    let first = after(&first, "6:0");
    assert!(matches!(THROWN.turn(&first), Turn::Chance(_)) && first.mover == 0);
    let second = after(&THROWN.after(&first, Step::Event(Throw(6))), "6:1");
    assert_eq!((second.sixes, second.last), (2, 1));
    let third = THROWN.after(&second, Step::Event(Throw(6)));
    assert_eq!((squares(&third, 0).as_str(), third.mover), ("16 H H H", 1));
    assert_eq!((third.sixes, third.last, third.die), (0, 4, 0));
    // Another die ends the turn with its move.
    let other = after(&THROWN.after(&second, Step::Event(Throw(1))), "1:0");
    assert_eq!((squares(&other, 0).as_str(), other.mover), ("17 26 H H", 1));
    // A piece in the corridor or in the goal stays.
    let mut safe = second;
    safe.pieces[1] = RING + 3;
    let stays = THROWN.after(&safe, Step::Event(Throw(6)));
    assert_eq!((squares(&stays, 0).as_str(), stays.mover), ("16 Q3 H H", 1));
    // Nothing has moved.
    let mut idle = state([NONE; 4], 3).thrown(SINGLES[2]);
    for _ in 0..2 {
        idle = after(&THROWN.after(&idle, Step::Event(Throw(6))), "6:skip");
        assert_eq!(idle.mover, 3);
    }
    assert_eq!(THROWN.after(&idle, Step::Event(Throw(6))).mover, 0);
    // With all pieces out, a 6 counts 7.
    let out = after(&thrown(["10 20 30 Q1", NONE, NONE, NONE], 6), "6:0");
    assert_eq!(squares(&out, 0), "17 20 30 Q1");
}

#[test]
fn a_six_opens_a_wall() {
    let wall = thrown(["20 22 22 H", NONE, NONE, NONE], 6);
    assert_eq!(moves(&wall), "6:1 6:2");
    // A wall that cannot move stays, and another piece moves.
    let stuck = thrown(["30 22 22 H", "25 25 H H", NONE, NONE], 6);
    assert_eq!(moves(&stuck), "6:0");
    // Two pieces in the corridor block no one.
    let corridor = thrown(["20 Q1 Q1 H", NONE, NONE, NONE], 6);
    assert_eq!(moves(&corridor), "6:0 6:1 6:2");
    // No piece of another colour passes a wall, and those of its own do.
    assert_eq!(moves(&thrown(["20 H H H", "22 22 H H", NONE, NONE], 3)), "3:skip");
    assert_eq!(moves(&thrown(["20 22 22 H", NONE, NONE, NONE], 3)), "3:0 3:1 3:2");
}

#[test]
fn captures_and_goals_bring_a_bonus() {
    let capture = after(&thrown(["20 40 H H", "22 H H H", NONE, NONE], 2), "2:0");
    assert_eq!((squares(&capture, 1).as_str(), capture.bonus), (NONE, 20));
    assert_eq!(moves(&capture), "20:0 20:1");
    let used = after(&capture, "20:1");
    assert_eq!((squares(&used, 0).as_str(), used.mover, used.bonus), ("22 60 H H", 1, 0));
    let goal = after(&thrown(["Q6 20 H H", NONE, NONE, NONE], 2), "2:0");
    assert_eq!((goal.bonus, moves(&goal).as_str()), (10, "10:1"));
    // The goal needs the exact number: there is no bounce.
    assert_eq!(moves(&thrown(["Q6 H H H", NONE, NONE, NONE], 3)), "3:skip");
    // A capture with a 6 brings the bonus first, and then another throw.
    let six = after(&thrown(["20 40 H H", "26 H H H", NONE, NONE], 6), "6:0");
    let six = after(&six, "20:1");
    assert!(six.mover == 0 && six.throws() && six.sixes == 1);
}

#[test]
fn the_first_complete_colour_wins() {
    for (rules, seats, colour, winner) in
        [(THROWN, 2, 2, 1), (THROWN, 3, 2, 2), (THROWN, 4, 3, 3), (pairs(), 2, 3, 1)]
    {
        let mut state = rules.start(seats);
        state.pieces[4 * colour..4 * colour + 4].copy_from_slice(&[GOAL, GOAL, GOAL, GOAL - 1]);
        (state.mover, state.die) = (colour as u8, 1);
        let won = rules.after(&state, Step::Act(action("1:3")));
        let Turn::Over(outcome) = rules.turn(&won) else { panic!("{won:?}") };
        assert_eq!(outcome.winners(), Seats::one(Seat(winner)));
        assert_eq!((outcome.scores[Seat(winner)], won.bonus), (4, 0));
    }
}

#[test]
fn seats_own_colours_in_the_order_of_turns() {
    let owners = |rules: &Parchis, seats| {
        let start = rules.start(seats);
        let colours = start.colours().map(|colour| (colour.name(), start.seat_of(colour as u8).0));
        colours.collect::<Vec<_>>()
    };
    assert_eq!(owners(&THROWN, 2), [("yellow", 0), ("red", 1)]);
    assert_eq!(owners(&THROWN, 3), [("yellow", 0), ("blue", 1), ("red", 2)]);
    let four = [("yellow", 0), ("blue", 1), ("red", 2), ("green", 3)];
    assert_eq!(owners(&THROWN, 4), four);
    let two = [("yellow", 0), ("blue", 1), ("red", 0), ("green", 1)];
    assert_eq!(owners(&pairs(), 2), two);
    let turns: Vec<u8> = (random_states(8).iter())
        .filter(|(_, state)| state.playing == SINGLES[0])
        .map(|(_, state)| state.mover)
        .collect();
    assert!(turns.iter().all(|&mover| mover == 0 || mover == 2) && turns.contains(&2));
}

#[test]
fn positions_are_read_as_they_are_written() {
    for (rules, state) in random_states(20) {
        let written = json!(state);
        assert_eq!(position(&rules, &written).as_ref(), Ok(&state), "{written}");
    }
    let start = json!({"to_move": "yellow", "pieces": {"yellow": ["H", "H", "H", "H"],
        "red": ["H", "H", "H", "H"]}, "dice": null, "bonus": null, "sixes": 0, "moves": 0});
    assert_eq!(json!(THROWN.start(2)), start);
    let read = |rules: &Parchis, change: Value| {
        let mut at = start.clone();
        for (key, value) in change.as_object().unwrap() {
            at[key] = value.clone();
        }
        let read = position(rules, &at);
        read.map_err(|error| format!("{}: {error}", error.field.trim_start_matches("position.")))
    };
    let state = read(&THROWN, json!({"dice": 6, "sixes": 2, "last": 1})).unwrap();
    assert_eq!((state.die, state.sixes, state.last), (6, 2, 1));
    let home = ["H"; 4];
    let four = json!({"yellow": home, "blue": home, "red": home, "green": home});
    for (rules, change, refusal) in [
        (&THROWN, json!({"dice": 7}), "dice: "),
        (&THROWN, json!({"dice": 5, "sixes": 1}), "sixes: there are 1 sixes in a row with a 5"),
        (&THROWN, json!({"dice": 5, "bonus": 20}), "dice: a bonus is used before"),
        (&THROWN, json!({"to_move": "blue"}), "to_move: blue has no pieces"),
        (
            &THROWN,
            json!({"bounces": {"yellow": 0, "blue": 0, "red": 0, "green": 0}}),
            "pieces.blue",
        ),
        (&THROWN, json!({"pieces": four, "rem6": false}), ": unused"),
        (&THROWN, json!({"pieces": {"yellow": ["H", "H", "H", "H"]}}), "pieces: these colours"),
        (&pairs(), json!({}), "pieces: these colours are not those of a game"),
        (&Parchis::UGR22, json!({}), "pieces.blue: blue has no pieces"),
    ] {
        let found = read(rules, change).unwrap_err();
        assert!(found.starts_with(refusal) || found.contains(refusal), "{found}");
    }
    let found = read(&Parchis::UGR22, json!({"pieces": four, "dice": 3})).unwrap_err();
    assert!(found.contains("dice: by these rules dice are chosen"), "{found}");
    let unused = json!({"yellow": [1], "blue": [1], "red": [1], "green": [1]});
    let position_of = json!({"to_move": "yellow", "pieces": four, "dice": unused});
    let found = position(&THROWN, &position_of).unwrap_err();
    assert!(found.to_string().contains("dice are thrown and not chosen"), "{found}");
    assert_eq!(
        position(&THROWN, &json!({"to_move": "yellow", "pieces": four})),
        Ok(THROWN.start(4))
    );
}

#[test]
fn the_engine_answers() {
    let mut engine = EngineOf::new(Arc::new(THROWN));
    let mut ask = |question: Value| -> Value {
        serde_json::from_str(&engine.answer(question.to_string().as_bytes())).unwrap()
    };
    let facts = ask(json!({"ask": "game"}));
    assert_eq!((&facts["seats"], &facts["setups"][0]), (&json!([2, 3, 4]), &json!("thrown")));
    let start = json!(THROWN.start(4));
    let legal = ask(json!({"ask": "legal", "position": start}));
    assert_eq!(legal["events"][5], json!(["6", 1]));
    let moves = json!(["5", "5:0", "3"]);
    let after = ask(json!({"ask": "apply", "position": start, "moves": moves}));
    let position = &after["position"];
    assert_eq!((&position["to_move"], &position["dice"]), (&json!("blue"), &json!(3)));
    let agents = ["random", "greedy", "mcts:5", "alphabeta:2:eval=gm2"];
    let played = ask(json!({"ask": "play", "agents": agents, "seed": 5}));
    assert_eq!(played["winners"].as_array().unwrap().len(), 1, "{played}");
    let advised = ask(json!({"ask": "advise", "position": position}));
    assert_eq!(advised["actions"].as_array().unwrap().len(), 1, "{advised}");
    let decided = ask(json!({"ask": "decide", "position": position, "agent": "deepening:500"}));
    assert_eq!(decided["action"], "3:skip");
    let perft = ask(json!({"ask": "perft", "position": start, "depth": 2}));
    assert_eq!(perft["sequences"], 9);
}

/// Alpha-beta with Star1 has the value and the move of expectiminimax, and deepening has its value.
fn searches_agree<E: Sides>(evaluation: E) {
    let evaluation = Against(evaluation);
    let mut table = Transpositions::new(12);
    let (mut all, mut kept) = (0, 0);
    let decided = |(rules, state): &(Parchis, ParchisState)| {
        matches!(rules.turn(state), Turn::Decide(_)) && rules.actions(state).len() > 1
    };
    let states = random_states(20).into_iter().filter(decided);
    for (rules, state) in states.step_by(71) {
        let search = || FixedDepth::new(&rules, &evaluation, as_listed, state.seat());
        for depth in 1..=3 {
            let exact = search().minimax(&state, depth);
            let pruned = search().alpha_beta(&state, depth);
            assert_eq!((exact.value, exact.best), (pruned.value, pruned.best), "{state:?}");
            let limits = Limits { nodes: u64::MAX, depth, quiescence: false };
            let seat = state.seat();
            let deep = Deepening::new(&rules, &evaluation, seat, limits, &mut table);
            let found = deep.search(&state).value;
            assert!((found - exact.value).abs() < 1e-6, "{found} {} {state:?}", exact.value);
            (all, kept) = (all + exact.nodes, kept + pruned.nodes);
        }
    }
    assert!(all > 10_000 && kept < all, "{kept} of {all}");
}

#[test]
fn searches_agree_with_every_evaluation() {
    searches_agree(Course);
    searches_agree(Orts);
    searches_agree(Gm2);
    searches_agree(Rivals::TUNED);
}

#[test]
fn agents_play_better_than_at_random() {
    let wins = |agent: &str, seats: usize| {
        let won = (0..40).filter(|&number| {
            let mut agents: Vec<_> = vec![THROWN.player(agent).unwrap()];
            agents.resize_with(seats, || THROWN.player("random").unwrap());
            agents.rotate_right(number as usize % seats);
            let dice = Dice::new(3, 0, number);
            let mut game = Playthrough::new(Arc::new(THROWN), seats, dice);
            game.run(&mut agents).winners().contains(Seat::at(number as usize % seats))
        });
        won.count()
    };
    assert!(wins("deepening:300", 2) > 28);
    assert!(wins("mcts:100", 4) > 16);
    assert!(wins("greedy", 2) > 22);
}
