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
//!
//! Where dice are thrown, `pieces` has the colours that play, `dice` is null before the throw and a
//! number after it, and `sixes` and `last` take the place of `rem6` and `bounces`: the 6s in a row,
//! with the die that was just thrown, and the piece that was moved last in the turn, if any.
//! Events are throws, 1 to 6.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::board::{CORRIDOR, Colour, GOAL, HOME, RING, Square, is_open};
use super::rules::Parchis;
use super::state::{ALL_DICE, MAX_BOUNCES, MAX_MOVES, PAIRS, ParchisMove, ParchisState, SINGLES};
use rivals_core::values::{Invalid, Notation, Whole, distinct, length, within};

/// A state as these rules have it, or why it cannot occur in a game.
pub fn validate(rules: &Parchis, state: ParchisState) -> Result<ParchisState, Invalid> {
    let state = match rules.colours {
        None if state.is_thrown() => return Err(not_chosen(&state)),
        None => state,
        Some(Whole(colours)) => by_throws(state, colours)?,
    };
    check(&state)?;
    Ok(state)
}

/// Why a position is none of a game with chosen dice.
fn not_chosen(state: &ParchisState) -> Invalid {
    match (0..4).find(|&colour| !state.plays(colour)) {
        Some(absent) => no_pieces(absent),
        None => {
            let help = "write the unused dice of each colour, or play by rules with \
                        variant = \"thrown\"";
            Invalid::new("dice", "by these rules dice are chosen and not thrown", help)
        }
    }
}

/// Why a position with chosen dice lacks something.
fn no_pieces(colour: usize) -> Invalid {
    let colour = Colour::ALL[colour];
    let help = "write the squares of the pieces of all four colours";
    Invalid::new(format!("pieces.{colour}"), format!("{colour} has no pieces"), help)
}

/// A position of a game with thrown dice and this number of colours a seat.
fn by_throws(state: ParchisState, colours: u8) -> Result<ParchisState, Invalid> {
    let neutral = ParchisState { dice: [ALL_DICE; 4], bounces: [0; 4], ..state };
    if !state.is_thrown() && (neutral != state || state.sixes != 0) {
        let message = "by these rules dice are thrown and not chosen";
        let help = "write null or the die that was thrown, and no bounces nor rem6";
        return Err(Invalid::new("dice", message, help));
    }
    let all = SINGLES[2];
    let playing = if state.is_thrown() { state.playing & all } else { all };
    let is_complete = if colours == 2 { playing == all } else { SINGLES.contains(&playing) };
    if !is_complete {
        let message = "these colours are not those of a game";
        let help = if colours == 2 {
            "write the pieces of all four colours, two for each seat"
        } else {
            "write the pieces of yellow and red, and those of blue, or of blue and green, where \
             more than two play"
        };
        return Err(Invalid::new("pieces", message, help));
    }
    let state = ParchisState { playing: if colours == 2 { PAIRS } else { playing }, ..state };
    if !state.plays(state.mover.into()) {
        let message = format!("{} has no pieces", state.mover());
        return Err(Invalid::new("to_move", message, "write a colour that plays"));
    }
    if state.die != 0 && state.bonus != 0 {
        let message = "a bonus is used before the next throw";
        return Err(Invalid::new("dice", message, "write null, or no bonus"));
    }
    if state.die != 0 && (state.die == 6) != (state.sixes != 0) {
        let message = format!("there are {} sixes in a row with a {}", state.sixes, state.die);
        return Err(Invalid::new(
            "sixes",
            message,
            "write 1 or 2 with a 6, and 0 with another die",
        ));
    }
    Ok(state)
}

/// Refuses a state that cannot occur in a game.
fn check(state: &ParchisState) -> Result<(), Invalid> {
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
    if !state.is_thrown() {
        within("moves", state.moves.into(), 0..=MAX_MOVES.into())?;
    }
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
    pieces: BTreeMap<Colour, [Notation<Square>; 4]>,
    #[serde(default, deserialize_with = "dice")]
    dice: Option<Dice>,
    bonus: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sixes: Option<Whole<u8, 0, 2>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<Whole<u8, 0, 3>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rem6: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounces: Option<ByColour<u8>>,
    #[serde(default)]
    moves: u16,
}

/// The dice of a position.
#[derive(Serialize)]
#[serde(untagged)]
enum Dice {
    /// The die that was thrown.
    Thrown(u8),
    /// The unused dice of each colour.
    Unused(ByColour<Unused>),
}

/// Reads dice. An error names the place within them, which an untagged enum does not.
fn dice<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Dice>, D::Error> {
    struct Read;

    impl<'de> Visitor<'de> for Read {
        type Value = Option<Dice>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the unused dice of each colour, the die that was thrown, or null")
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_u64<E: serde::de::Error>(self, die: u64) -> Result<Self::Value, E> {
            let die = (1..=6).find(|&face| u64::from(face) == die);
            let die = die.ok_or_else(|| E::custom("is out of range, expected a die from 1 to 6"));
            die.map(|die| Some(Dice::Thrown(die)))
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
            ByColour::deserialize(MapAccessDeserializer::new(map))
                .map(|all| Some(Dice::Unused(all)))
        }
    }

    from.deserialize_any(Read)
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
struct Unused(u8);

#[derive(Serialize, Deserialize)]
struct Faces(#[serde(deserialize_with = "distinct")] Vec<Whole<u8, 1, 6>>);

impl Default for Unused {
    fn default() -> Self {
        Self(ALL_DICE)
    }
}

impl TryFrom<Faces> for Unused {
    type Error = Invalid;

    fn try_from(Faces(faces): Faces) -> Result<Self, Invalid> {
        length("", faces.len(), 1..=6)?;
        Ok(Self(faces.into_iter().fold(0, |set, Whole(face)| set | 1 << face)))
    }
}

impl From<Unused> for Faces {
    fn from(Unused(set): Unused) -> Self {
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
        let mut state = Self::beginning([HOME; 16]);
        let mut playing = 0;
        for (colour, squares) in position.pieces {
            playing |= 1 << colour as u8;
            let pieces = state.pieces[4 * colour as usize..].iter_mut();
            pieces.zip(squares).for_each(|(piece, Notation(Square(code)))| *piece = code);
        }
        let is_chosen = matches!(position.dice, Some(Dice::Unused(_)))
            || position.rem6.is_some()
            || position.bounces.is_some();
        let is_thrown = matches!(position.dice, Some(Dice::Thrown(_)))
            || position.sixes.is_some()
            || position.last.is_some();
        if is_chosen && let Some(absent) = (0..4).find(|colour| playing >> colour & 1 == 0) {
            return Err(no_pieces(absent));
        }
        if is_chosen && is_thrown {
            let message = "unused dice, rem6 and bounces are of games in which dice are chosen";
            return Err(Invalid::new("", message, "leave them out, or leave out sixes and last"));
        }
        match position.dice {
            Some(Dice::Unused(dice)) => state.dice = dice.values().map(|Unused(set)| set),
            Some(Dice::Thrown(die)) => state.die = die,
            None => {}
        }
        let is_thrown = is_thrown || playing != SINGLES[2];
        let six = u8::from(state.die == 6 || position.rem6 == Some(true));
        Ok(Self {
            bounces: position.bounces.unwrap_or_default().values(),
            mover: position.to_move as u8,
            bonus: position.bonus.unwrap_or(0),
            sixes: position.sixes.map_or(six, |Whole(sixes)| sixes),
            last: position.last.map_or(ParchisMove::SKIP, |Whole(piece)| piece),
            playing: if is_thrown { playing } else { 0 },
            moves: position.moves,
            ..state
        })
    }
}

impl From<ParchisState> for Position {
    fn from(state: ParchisState) -> Self {
        let squares = |colour: Colour| state.of(colour as usize).map(|on| Notation(Square(on)));
        let (is_thrown, is_chosen) = (state.is_thrown(), !state.is_thrown());
        Self {
            to_move: state.mover(),
            pieces: state.colours().map(|colour| (colour, squares(colour))).collect(),
            dice: if is_thrown {
                (state.die != 0).then_some(Dice::Thrown(state.die))
            } else {
                Some(Dice::Unused(ByColour::new(state.dice.map(Unused))))
            },
            bonus: Some(state.bonus).filter(|&bonus| bonus != 0),
            sixes: is_thrown.then_some(Whole(state.sixes)),
            last: (is_thrown && state.last < 4).then_some(Whole(state.last)),
            rem6: is_chosen.then_some(state.rem6()),
            bounces: is_chosen.then(|| ByColour::new(state.bounces)),
            moves: state.moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::parchis::{Parchis, Setup};
    use rivals_core::engine::{Engine, EngineOf, position as read_position};
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
