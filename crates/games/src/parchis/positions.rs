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

use serde::{Deserialize, Serialize};

use super::board::{CORRIDOR, Colour, GOAL, HOME, RING, Square, is_open};
use super::state::{ALL_DICE, MAX_BOUNCES, MAX_MOVES, ParchisState};
use rivals_core::values::{Invalid, Notation, Whole, distinct, length, within};

/// Refuses a state that cannot occur in a game.
pub fn validate(state: &ParchisState) -> Result<(), Invalid> {
    let mut complete = Vec::new();
    for colour in Colour::ALL {
        for piece in 0..4 {
            let field = format!("pieces.{colour}[{piece}]");
            check_room(state, colour as usize, piece)
                .map_err(|(message, help)| Invalid::new(field, message, help))?;
        }
        let bounces = state.bounces[colour as usize];
        within(&format!("bounces.{colour}"), bounces.into(), 0..=MAX_BOUNCES.into())?;
        if state.is_complete(colour as usize) {
            complete.push(colour);
        }
    }
    within("moves", state.moves.into(), 0..=MAX_MOVES.into())?;
    if let [first, second, ..] = *complete {
        let message = format!("all pieces of {first} and {second} are in the goal");
        let help = "the game ends with the first complete colour: move a piece of one of them";
        return Err(Invalid::new("pieces", message, help));
    }
    if state.bounces.iter().filter(|&&many| many == MAX_BOUNCES).count() > 1 {
        let message = format!("two colours have bounced {MAX_BOUNCES} times");
        let help = "the game ends with the first of them: write a smaller number for one";
        return Err(Invalid::new("bounces", message, help));
    }
    Ok(())
}

/// Why a piece has no room on its square beside the pieces before it, and what to write instead.
fn check_room(
    state: &ParchisState,
    colour: usize,
    piece: usize,
) -> Result<(), (String, &'static str)> {
    let at = 4 * colour + piece;
    let code = state.pieces[at];
    let on_it: Vec<usize> = match code {
        HOME | GOAL => return Ok(()),
        1..=RING => (0..at).filter(|&other| state.pieces[other] == code).collect(),
        CORRIDOR.. => (4 * colour..at).filter(|&other| state.pieces[other] == code).collect(),
    };
    let square = Square(code);
    if on_it.len() >= 2 {
        let message = format!("a third piece stands on {square}");
        return Err((message, "write another square: two pieces fill a square"));
    }
    match on_it.first() {
        Some(&other) if is_open(code) && other / 4 != colour => Err((
            format!("{} stands on {square} as well", Colour::ALL[other / 4]),
            "write another square: only on safe squares do two colours stand together",
        )),
        _ => Ok(()),
    }
}

/// A state in the notation of the protocol.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    to_move: Colour,
    pieces: ByColour<[Notation<Square>; 4]>,
    #[serde(default)]
    dice: ByColour<Dice>,
    bonus: Option<u8>,
    #[serde(default)]
    rem6: bool,
    #[serde(default)]
    bounces: ByColour<u8>,
    #[serde(default)]
    moves: u16,
}

/// A value for each colour.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ByColour<T> {
    yellow: T,
    blue: T,
    red: T,
    green: T,
}

impl<T> ByColour<T> {
    fn new([yellow, blue, red, green]: [T; 4]) -> Self {
        Self { yellow, blue, red, green }
    }

    fn values(self) -> [T; 4] {
        [self.yellow, self.blue, self.red, self.green]
    }
}

/// The unused dice of a colour, as a set like [`ALL_DICE`]; a list of numbers.
#[derive(Serialize, Deserialize)]
#[serde(try_from = "Faces", into = "Faces")]
#[derive(Clone)]
struct Dice(u8);

#[derive(Serialize, Deserialize)]
struct Faces(#[serde(deserialize_with = "distinct")] Vec<Whole<u8, 1, 6>>);

impl Default for Dice {
    fn default() -> Self {
        Self(ALL_DICE)
    }
}

impl TryFrom<Faces> for Dice {
    type Error = Invalid;

    fn try_from(Faces(faces): Faces) -> Result<Self, Invalid> {
        length("", faces.len(), 1..=6)?;
        Ok(Self(faces.into_iter().fold(0, |set, Whole(face)| set | 1 << face)))
    }
}

impl From<Dice> for Faces {
    fn from(Dice(set): Dice) -> Self {
        Self((1..=6).filter(|face| set >> face & 1 != 0).map(Whole).collect())
    }
}

impl TryFrom<Position> for ParchisState {
    type Error = Invalid;

    fn try_from(position: Position) -> Result<Self, Invalid> {
        if let Some(bonus) = position.bonus.filter(|bonus| !matches!(bonus, 10 | 20)) {
            let message = format!("{bonus} is not a bonus");
            return Err(Invalid::new("bonus", message, "write 10, 20 or null"));
        }
        let squares = position.pieces.values().into_iter().flatten();
        let mut pieces = [HOME; 16];
        pieces.iter_mut().zip(squares).for_each(|(piece, Notation(square))| *piece = square.0);
        Ok(Self {
            pieces,
            dice: position.dice.values().map(|Dice(set)| set),
            bounces: position.bounces.values(),
            mover: position.to_move as u8,
            bonus: position.bonus.unwrap_or(0),
            rem6: position.rem6,
            moves: position.moves,
        })
    }
}

impl From<ParchisState> for Position {
    fn from(state: ParchisState) -> Self {
        Self {
            to_move: state.mover(),
            pieces: ByColour::new(
                [0, 1, 2, 3].map(|colour| state.of(colour).map(|code| Notation(Square(code)))),
            ),
            dice: ByColour::new(state.dice.map(Dice)),
            bonus: Some(state.bonus).filter(|&bonus| bonus != 0),
            rem6: state.rem6,
            bounces: ByColour::new(state.bounces),
            moves: state.moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::parchis::{Parchis, Setup};
    use rivals_core::play::engine::{Engine, EngineOf, position as read_position};
    use serde_json::{Value, json};

    fn ask(engine: &mut dyn Engine, question: &Value) -> Value {
        serde_json::from_str(&engine.answer(question.to_string().as_bytes())).unwrap()
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let read = |path: &str, value: Value| {
            let mut position = json!(Setup::Grouped.state());
            *position.pointer_mut(path).unwrap() = value;
            read_position(&Parchis::UGR22, &position).map_err(|error| {
                let field = error.field.trim_start_matches("position.");
                format!("{field}: {error}")
            })
        };
        let home = || json!(["H", "H", "H", "H"]);
        let with = |[yellow, blue, red]: [Value; 3]| {
            read("/pieces", json!({"yellow": yellow, "blue": blue, "red": red, "green": home()}))
        };
        assert!(read("/pieces/red/0", json!("4")).is_ok());
        assert!(read("/pieces/yellow/0", json!("13")).is_ok());
        let corridors = [json!(["7", "7", "Q1", "Q1"]), json!(["4", "Q1", "H", "H"]), home()];
        assert!(with(corridors).is_ok());
        for (read, refusal) in [
            (read("/dice/red", json!([1, 1])), "dice.red[1]: it stands twice"),
            (read("/dice/red", json!([])), "dice.red: the length of the list is 0"),
            (read("/bonus", json!(15)), "bonus: 15 is not a bonus"),
            (read("/bounces/red", json!(32)), "bounces.red: 32 is not a whole number from 0 to 31"),
            (read("/moves", json!(2001)), "moves: 2001 is not a whole number from 0 to 2000"),
            (
                with([json!(["7", "7", "H", "H"]), json!(["7", "H", "H", "H"]), home()]),
                "pieces.blue[0]: a third piece stands on 7",
            ),
            (
                with([json!(["Q7", "Q7", "Q7", "H"]), home(), home()]),
                "pieces.yellow[2]: a third piece stands on Q7",
            ),
            (
                with([json!(["7", "H", "H", "H"]), home(), json!(["7", "H", "H", "H"])]),
                "pieces.red[0]: yellow stands on 7 as well",
            ),
            (
                with([json!(["G", "G", "G", "G"]), home(), json!(["G", "G", "G", "G"])]),
                "pieces: all pieces of yellow and red are in the goal",
            ),
        ] {
            let found = read.unwrap_err();
            assert!(found.starts_with(refusal), "{found}");
        }
    }

    /// Both players are three steps from the end, and yellow lacks the 3: whatever it plays, blue wins.
    #[test]
    fn what_a_search_proves_is_exact() {
        let mut engine = EngineOf::new(Arc::new(Parchis::UGR22));
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
        let mut engine = EngineOf::new(Arc::new(Parchis::UGR22));
        let engine: &mut dyn Engine = &mut engine;
        let start = ask(engine, &json!({"ask": "start"}))["position"].clone();
        assert_eq!(start, json!(Setup::Grouped.state()));
        let legal = ask(engine, &json!({"ask": "legal", "position": start}));
        assert_eq!(legal["actions"].as_array().unwrap().len(), 19);
        assert_eq!((&legal["seat"], &legal["actions"][0]), (&json!(1), &json!("1:1")));
        let question =
            json!({"ask": "apply", "position": start, "moves": ["6:1", "5:0", "1:skip"]});
        let refusal = ask(engine, &question);
        assert_eq!(refusal["error"]["field"], "moves[2]");
        let message = refusal["error"]["message"].as_str().unwrap();
        assert!(message.contains("move 3, 1:skip, is not legal: it is none"), "{message}");
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
