//! Positions of Parchis as the engine reads and writes them.
//!
//! ```text
//! position  {"to_move":"yellow","pieces":{"yellow":["H","4","13","17"],"blue":[...],...},
//!            "dice":{"yellow":[1,2,3,4,5,6],...},"bonus":null,"rem6":false,
//!            "bounces":{"yellow":0,...},"moves":0}
//! actions   DIE:PIECE or DIE:skip, such as 5:0, 20:3 and 6:skip
//! ```
//!
//! `dice`, `bonus`, `rem6`, `bounces` and `moves` may be left out: all dice are unused then, no
//! bonus is pending, and the counts are 0.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::INFO;
use super::agents::KINDS;
use super::board::{CORRIDOR, Colour, GOAL, HOME, RING, Square, is_open};
use super::engine::ParchisEngine;
use super::rules::Parchis;
use super::state::{MAX_BOUNCES, MAX_MOVES, ParchisState, Setup};
use rivals_core::contest::Players;
use rivals_core::play::engine::{Field, Positions, Refusal, Sampler};
use rivals_core::play::{Agent, GameInfo, NotationError, Seat};
use rivals_core::search::proven;
use rivals_core::values::canonical;

/// The most states that are visited to prove what an action is worth.
const PROVEN: u64 = 50_000;

const COLOURS: [&str; 4] =
    [Colour::Yellow.name(), Colour::Blue.name(), Colour::Red.name(), Colour::Green.name()];

impl Positions for ParchisEngine {
    type Game = Parchis;

    const INFO: &'static GameInfo = &INFO;

    fn game(&self) -> &Arc<Parchis> {
        &self.game
    }

    fn rules_text(&self) -> String {
        canonical(&self.rules)
    }

    fn setups(&self) -> Vec<String> {
        let names = Setup::ALL.iter().map(|setup| setup.name().to_owned());
        names.collect()
    }

    fn set_up(&self, setup: &Field<'_>, _: usize) -> Result<ParchisState, Refusal> {
        let names = Setup::ALL.map(Setup::name);
        Ok(Setup::ALL[setup.one_of(&names)?].state())
    }

    fn read(&self, position: &Field<'_>) -> Result<ParchisState, Refusal> {
        read(position)
    }

    fn write(&self, state: &ParchisState) -> Value {
        write(state)
    }

    fn write_view(&self, view: &ParchisState) -> Value {
        write(view)
    }

    fn seats_of(&self, _: &ParchisState) -> usize {
        2
    }

    fn agent(&self, spec: &Field<'_>) -> Result<Box<dyn Agent<Parchis>>, Refusal> {
        Ok(self.game.agent(&spec.agent(KINDS)?))
    }

    fn proven(&self, state: &ParchisState, seat: Seat) -> Option<f64> {
        proven(&*self.game, state, seat, PROVEN).map(|wins| f64::from(u8::from(wins)))
    }

    fn sampler(&self) -> Sampler {
        Sampler { agent: "deepening:100", games: 100, most: 600, slips: 10 }
    }
}

fn read(position: &Field<'_>) -> Result<ParchisState, Refusal> {
    let fields =
        position.object(&["to_move", "pieces", "dice", "bonus", "rem6", "bounces", "moves"])?;
    let mut state = Setup::AllAtHome.state();
    state.mover = fields.required("to_move")?.one_of(&COLOURS)? as u8;
    let pieces = fields.required("pieces")?;
    let of_colours = pieces.object(&COLOURS)?;
    for (colour, name) in COLOURS.into_iter().enumerate() {
        let list = of_colours.required(name)?.list_of(4..=4)?;
        for (piece, field) in list.iter().enumerate() {
            let Square(code) = (field.text()?.parse())
                .map_err(|error: NotationError| field.refuse(&error, error.help))?;
            check_room(&state, field, colour, 4 * colour + piece, code)?;
            state.pieces[4 * colour + piece] = code;
        }
        let earlier = (0..colour).find(|&other| state.is_complete(other));
        if let (Some(other), true) = (earlier, state.is_complete(colour)) {
            let message = format!("all pieces of {} and {name} are in the goal", COLOURS[other]);
            let help = "the game ends with the first complete colour: move a piece of one of them";
            return Err(pieces.refuse(message, help));
        }
    }
    if let Some(field) = fields.optional("dice") {
        let of_colours = field.object(&COLOURS)?;
        for (colour, name) in COLOURS.into_iter().enumerate() {
            state.dice[colour] = dice(&of_colours.required(name)?)?;
        }
    }
    if let Some(field) = fields.optional("bonus") {
        state.bonus = field.integer(0..=u8::MAX)?;
        if !matches!(state.bonus, 10 | 20) {
            let message = format!("{} is no bonus", state.bonus);
            return Err(field.refuse(message, "write 10, 20 or null"));
        }
    }
    if let Some(field) = fields.optional("rem6") {
        state.rem6 = field.boolean()?;
    }
    if let Some(field) = fields.optional("bounces") {
        let of_colours = field.object(&COLOURS)?;
        for (colour, name) in COLOURS.into_iter().enumerate() {
            state.bounces[colour] = of_colours.required(name)?.integer(0..=MAX_BOUNCES)?;
        }
        if state.bounces.iter().filter(|&&many| many == MAX_BOUNCES).count() > 1 {
            let message = format!("two colours have bounced {MAX_BOUNCES} times");
            let help = "the game ends with the first of them: write a smaller number for one";
            return Err(field.refuse(message, help));
        }
    }
    if let Some(field) = fields.optional("moves") {
        state.moves = field.integer(0..=MAX_MOVES)?;
    }
    Ok(state)
}

/// Refuses a piece that has no room on its square beside the pieces before it.
fn check_room(
    state: &ParchisState,
    field: &Field<'_>,
    colour: usize,
    before: usize,
    code: u8,
) -> Result<(), Refusal> {
    let on_it: Vec<usize> = match code {
        HOME | GOAL => return Ok(()),
        1..=RING => (0..before).filter(|&at| state.pieces[at] == code).collect(),
        CORRIDOR.. => (4 * colour..before).filter(|&at| state.pieces[at] == code).collect(),
    };
    let square = Square(code);
    if on_it.len() >= 2 {
        let message = format!("a third piece stands on {square}");
        return Err(field.refuse(message, "write another square: two pieces fill a square"));
    }
    match on_it.first() {
        Some(&other) if is_open(code) && other / 4 != colour => {
            let message = format!("{} stands on {square} as well", COLOURS[other / 4]);
            let help = "write another square: only on safe squares do two colours stand together";
            Err(field.refuse(message, help))
        }
        _ => Ok(()),
    }
}

/// The set of dice of a list.
fn dice(field: &Field<'_>) -> Result<u8, Refusal> {
    let mut set = 0;
    for die in field.list_of(1..=6)? {
        let face: u8 = die.integer(1..=6)?;
        if set & 1 << face != 0 {
            let message = format!("the die {face} is given twice");
            return Err(die.refuse(message, "write each unused die once"));
        }
        set |= 1 << face;
    }
    Ok(set)
}

fn write(state: &ParchisState) -> Value {
    let by_colour = |value: &dyn Fn(usize) -> Value| -> Value {
        let values = COLOURS.iter().enumerate();
        let values = values.map(|(colour, name)| ((*name).to_owned(), value(colour)));
        Value::Object(values.collect::<Map<_, _>>())
    };
    let bonus = (state.bonus != 0).then_some(state.bonus);
    json!({
        "to_move": COLOURS[usize::from(state.mover)],
        "pieces": by_colour(&|colour| {
            json!(state.of(colour).map(|code| Square(code).to_string()))
        }),
        "dice": by_colour(&|colour| {
            let dice = (1..=6).filter(|die| state.dice[colour] >> die & 1 != 0);
            json!(dice.collect::<Vec<u8>>())
        }),
        "bonus": bonus,
        "rem6": state.rem6,
        "bounces": by_colour(&|colour| json!(state.bounces[colour])),
        "moves": state.moves,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_states;
    use super::*;
    use rivals_core::play::engine::{Engine, EngineOf};

    #[test]
    fn positions_are_read_as_they_are_written() {
        for state in random_states(&Parchis::Ugr22, 20) {
            let position = write(&state);
            assert_eq!(read(&Field::new("position", &position)), Ok(state));
        }
    }

    fn ask(engine: &mut dyn Engine, question: &Value) -> Value {
        serde_json::from_str(&engine.answer(question.to_string().as_bytes())).unwrap()
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let read = |path: &str, value: Value| {
            let mut position = write(&Setup::Grouped.state());
            *position.pointer_mut(path).unwrap() = value;
            read(&Field::new("position", &position)).unwrap_err()
        };
        for (path, value, field, message, help) in [
            ("/to_move", json!("purple"), "to_move", "no \"purple\"", "write one of yellow"),
            (
                "/pieces/yellow",
                json!(["H", "4", "13", "17", "20"]),
                "pieces.yellow",
                "5 elements",
                "4",
            ),
            ("/pieces/blue/1", json!("69"), "pieces.blue[1]", "\"69\"", "write H, 1 to 68"),
            ("/pieces/red/0", json!("4"), "", "", ""),
            ("/pieces/blue/1", json!("1"), "", "", ""),
            ("/pieces/yellow/0", json!("13"), "", "", ""),
            ("/dice/red", json!([1, 1]), "dice.red[1]", "the die 1 is given twice", "once"),
            ("/dice/red", json!([7]), "dice.red[0]", "7 is not a whole number", "1 to 6"),
            ("/dice/red", json!([]), "dice.red", "0 elements", "1 to 6"),
            ("/bonus", json!(15), "bonus", "15 is no bonus", "10, 20 or null"),
            ("/rem6", json!(1), "rem6", "1 is not true or false", "true or false"),
            ("/bounces/red", json!(32), "bounces.red", "32", "0 to 31"),
            ("/moves", json!(2001), "moves", "2001", "0 to 2000"),
        ] {
            if field.is_empty() {
                let mut position = write(&Setup::Grouped.state());
                *position.pointer_mut(path).unwrap() = value;
                assert!(super::read(&Field::new("position", &position)).is_ok(), "{path}");
                continue;
            }
            let refusal = read(path, value);
            assert_eq!(refusal.field, format!("position.{field}"));
            assert!(refusal.message.contains(message), "{refusal:?}");
            assert!(refusal.help.contains(help), "{refusal:?}");
        }
        let with = |pieces: [[&str; 4]; 4]| {
            let [yellow, blue, red, green] = pieces;
            let pieces = json!({"yellow": yellow, "blue": blue, "red": red, "green": green});
            let position = json!({"to_move": "red", "pieces": pieces});
            super::read(&Field::new("position", &position)).map_err(|refusal| refusal.message)
        };
        let home = ["H"; 4];
        assert!(
            with([["7", "7", "Q1", "Q1"], ["4", "Q1", "H", "H"], ["4", "H", "H", "H"], home])
                .is_ok()
        );
        assert_eq!(
            with([["7", "7", "H", "H"], ["7", "H", "H", "H"], home, home]).unwrap_err(),
            "a third piece stands on 7"
        );
        assert_eq!(
            with([["Q7", "Q7", "Q7", "H"], home, home, home]).unwrap_err(),
            "a third piece stands on Q7"
        );
        assert_eq!(
            with([["7", "H", "H", "H"], home, ["7", "H", "H", "H"], home]).unwrap_err(),
            "yellow stands on 7 as well"
        );
        assert_eq!(
            with([["G"; 4], home, ["G"; 4], home]).unwrap_err(),
            "all pieces of yellow and red are in the goal"
        );
    }

    /// Both players are three steps from the end, and yellow lacks the 3: whatever it plays, blue wins.
    #[test]
    fn what_a_search_proves_is_exact() {
        let mut engine = EngineOf::new(ParchisEngine::built_in());
        let mut advice = |dice: Value| {
            let near = json!(["G", "G", "G", "Q5"]);
            let home = json!(["H", "H", "H", "H"]);
            let full = json!([1, 2, 3, 4, 5, 6]);
            let position = json!({
                "to_move": "yellow",
                "pieces": {"yellow": near, "blue": near, "red": home, "green": home},
                "dice": {"yellow": dice, "blue": full, "red": full, "green": full},
            });
            let answer = ask(&mut engine, &json!({"ask": "advise", "position": position}));
            let actions = answer["actions"].as_array().unwrap().clone();
            assert!(actions.iter().all(|action| action["how"] == "exact"), "{actions:?}");
            let wins = actions.iter().map(|action| action["wins"].as_f64().unwrap());
            wins.collect::<Vec<f64>>()
        };
        assert_eq!(advice(json!([1, 2, 4, 5])), [0.0; 4]);
        assert_eq!(advice(json!([1, 2, 5, 6])), [0.0; 4]);
        // After the 6, yellow is on Q4 and moves again.
        assert_eq!(advice(json!([1, 2, 3, 4, 5, 6])), [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn the_engine_answers() {
        let mut engine = EngineOf::new(ParchisEngine::built_in());
        let engine: &mut dyn Engine = &mut engine;
        let start = ask(engine, &json!({"ask": "start"}))["position"].clone();
        assert_eq!(start, write(&Setup::Grouped.state()));
        let legal = ask(engine, &json!({"ask": "legal", "position": start}));
        assert_eq!(legal["actions"].as_array().unwrap().len(), 19);
        assert_eq!((&legal["seat"], &legal["actions"][0]), (&json!(1), &json!("1:1")));
        let question =
            json!({"ask": "apply", "position": start, "moves": ["6:1", "5:0", "1:skip"]});
        let refusal = ask(engine, &question);
        assert_eq!(refusal["error"]["field"], "moves[2]");
        let message = refusal["error"]["message"].as_str().unwrap();
        assert!(message.contains("move 3, 1:skip, is not legal: blue can use the 1"), "{message}");
        let perft = ask(engine, &json!({"ask": "perft", "position": start, "depth": 3}));
        assert_eq!(perft["sequences"], 6_488);
        let question = json!({"ask": "decide", "position": start, "agent": "minimax:2"});
        let decided = ask(engine, &question);
        assert_eq!((&decided["nodes"], &decided["depth"]), (&json!(1 + 19 + 351), &json!(2)));
        assert_eq!(decided["actions"].as_array().unwrap().len(), 19);
        let question =
            json!({"ask": "play", "setup": "almost_goal", "agents": ["greedy", "mcts:20"]});
        let played = ask(engine, &question);
        assert_eq!(played["winners"].as_array().unwrap().len(), 1);
        let question = json!({"ask": "decide", "position": start, "agent": "alphabeta:31"});
        assert!(ask(engine, &question)["error"]["help"].as_str().unwrap().contains("from 1 to 30"));
    }
}
