//! Positions of Tic Tac Toe SP as the engine reads and writes them, and the question `priorities`.
//!
//! ```text
//! position  {"rows":["XX.X.",".....",...],"win":4,"to_move":"X",
//!            "stocks":{"X":{"ice":2,"plant":2,"torch":1,"bomb":1},"O":{...}}}
//! actions   KIND:ROW,COLUMN, such as basic:0,3 and torch:2,2
//! ```

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::INFO;
use super::agents::KINDS;
use super::board::{Cells, MAX_SIDE, Shape, cell};
use super::engine::TicTacToeEngine;
use super::priorities::Priorities;
use super::rules::{TicTacToe, content, is_over};
use super::solve;
use super::state::{MAX_STOCK, NOBODY, POWERS, Setup, Stock, TicTacToeState};
use rivals_core::contest::Players;
use rivals_core::play::engine::{Field, Object, Positions, Refusal, Sampler, dice};
use rivals_core::play::{Agent, GameInfo, NotationError, Seat, Stream};
use rivals_core::values::canonical;

const PLAYERS: [&str; 2] = ["X", "O"];

impl Positions for TicTacToeEngine {
    type Game = TicTacToe;

    const INFO: &'static GameInfo = &INFO;

    fn game(&self) -> &Arc<TicTacToe> {
        &self.game
    }

    fn rules_text(&self) -> String {
        canonical(&self.rules)
    }

    fn setups(&self) -> Vec<String> {
        let mut setups = vec![self.game.setup];
        for usual in [Setup::STUDIO, Setup::CLASSICAL] {
            if !setups.contains(&usual) {
                setups.push(usual);
            }
        }
        setups.iter().map(Setup::to_string).collect()
    }

    fn set_up(&self, setup: &Field<'_>, _: usize) -> Result<TicTacToeState, Refusal> {
        let setup: Setup = (setup.text()?.parse()).map_err(|error: NotationError| {
            setup.refuse(format!("there is no setup \"{}\"", error.text), error.help)
        })?;
        Ok(setup.state())
    }

    fn read(&self, position: &Field<'_>) -> Result<TicTacToeState, Refusal> {
        read(position)
    }

    fn write(&self, state: &TicTacToeState) -> Value {
        write(state)
    }

    fn write_view(&self, view: &TicTacToeState) -> Value {
        write(view)
    }

    fn seats_of(&self, _: &TicTacToeState) -> usize {
        2
    }

    fn agent(&self, spec: &Field<'_>) -> Result<Box<dyn Agent<TicTacToe>>, Refusal> {
        Ok(self.game.agent(&spec.agent(KINDS)?))
    }

    fn solved(&self, state: &TicTacToeState) -> Result<Option<Vec<f64>>, Refusal> {
        Ok(solve::shares(state))
    }

    fn proven(&self, state: &TicTacToeState, seat: Seat) -> Option<f64> {
        solve::proven(&self.game, state, seat)
    }

    fn sampler(&self) -> Sampler {
        Sampler { agent: "priority-fixed", games: 200, most: u64::MAX, slips: 10 }
    }

    fn own_asks(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &[("priorities", &["position", "agent", "seed"])]
    }

    fn answer_own(&self, _: &str, question: &Object<'_>) -> Result<Value, Refusal> {
        self.priorities(question)
    }
}

impl TicTacToeEngine {
    /// The priority board of a position, as an agent sees it, and the move that it chooses.
    fn priorities(&self, question: &Object<'_>) -> Result<Value, Refusal> {
        let position = question.required("position")?;
        let state = read(&position)?;
        let field = question.required("agent")?;
        let spec = field.agent(KINDS)?;
        let agent = self.game.agent(&spec);
        let Some(priorities) = agent.downcast::<Priorities>() else {
            let message = format!("{spec} has no priority board");
            let help = "name priority, priority-fixed or priority-learned";
            return Err(field.refuse(message, help));
        };
        if is_over(&state) {
            let help = "give a position for which `legal` answers with a seat";
            return Err(position.refuse("no seat decides: the game is over", help));
        }
        let board = priorities.board(&state);
        let table = |entry: &dyn Fn(u8) -> Value| -> Value {
            let row =
                |row| (0..state.shape.columns).map(|column| entry(cell(row, column))).collect();
            (0..state.shape.rows).map(row).collect::<Vec<Vec<Value>>>().into()
        };
        // The same dice as those of `decide`.
        let mut dice = dice(question)?.stream(Stream::Agent(Seat(state.mover)), 0);
        Ok(json!({
            "priority": table(&|cell| json!(board[usize::from(cell)].0)),
            "action": table(&|cell| json!(board[usize::from(cell)].1.name())),
            "chosen": priorities.choose(&state, &mut dice).to_string(),
        }))
    }
}

fn read(position: &Field<'_>) -> Result<TicTacToeState, Refusal> {
    let fields = position.object(&["rows", "win", "to_move", "stocks"])?;
    let field = fields.required("rows")?;
    let rows = field.list_of(1..=usize::from(MAX_SIDE))?;
    let mut sets: [Cells; 4] = [0; 4];
    let mut columns = 0;
    for (row, field) in rows.iter().enumerate() {
        let text = field.text()?;
        let length = text.chars().count();
        if row == 0 && (1..=usize::from(MAX_SIDE)).contains(&length) {
            columns = length;
        } else if length != columns {
            let (message, help) = match row {
                0 => {
                    (format!("the row has {length} cells"), format!("write 1 to {MAX_SIDE} cells"))
                }
                _ => (
                    format!("the row has {length} cells, and the first row has {columns}"),
                    "give all rows the same number of cells".to_owned(),
                ),
            };
            return Err(field.refuse(message, help));
        }
        for (column, found) in text.chars().enumerate() {
            let bit = 1 << cell(row as u8, column as u8);
            match ['X', 'O', 'i', 'p'].iter().position(|&known| known == found) {
                Some(what) => sets[what] |= bit,
                None if found == '.' => {}
                None => {
                    let message = format!("a cell cannot hold {found:?}");
                    let help = "write X, O, i for ice, p for a plant, and . for an empty cell";
                    return Err(field.refuse(message, help));
                }
            }
        }
    }
    let shape = Shape {
        rows: rows.len() as u8,
        columns: columns as u8,
        win: fields.required("win")?.integer(2..=MAX_SIDE)?,
    };
    let mover = fields.required("to_move")?.one_of(&PLAYERS)? as u8;
    let of_players = fields.required("stocks")?.object(&PLAYERS)?;
    let mut stocks = [Stock::default(); 2];
    for (stock, player) in stocks.iter_mut().zip(PLAYERS) {
        let of_player = of_players.required(player)?.object(&POWERS)?;
        for (many, power) in stock.iter_mut().zip(POWERS) {
            *many = of_player.required(power)?.integer(0..=MAX_STOCK)?;
        }
    }
    let [x, o, ice, plants] = sets;
    let winner = match [x, o].map(|pieces| shape.has_line(pieces)) {
        [false, false] => NOBODY,
        [true, false] => 0,
        [false, true] => 1,
        [true, true] => {
            let help = "the game ends with the first line: change a cell of one of them";
            return Err(field.refuse("X and O both have a line", help));
        }
    };
    Ok(TicTacToeState { pieces: [x, o], ice, plants, stocks, shape, mover, winner })
}

fn write(state: &TicTacToeState) -> Value {
    let row = |row| -> String {
        let columns = 0..state.shape.columns;
        columns.map(|column| content(state, cell(row, column))).collect()
    };
    let stock = |stock: &Stock| -> Value {
        let units = POWERS.iter().zip(stock);
        units.map(|(power, many)| ((*power).to_owned(), json!(many))).collect::<Map<_, _>>().into()
    };
    json!({
        "rows": (0..state.shape.rows).map(row).collect::<Vec<_>>(),
        "win": state.shape.win,
        "to_move": PLAYERS[usize::from(state.mover)],
        "stocks": { "X": stock(&state.stocks[0]), "O": stock(&state.stocks[1]) },
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, random_states};
    use super::*;
    use rivals_core::play::Game;
    use rivals_core::play::Step;
    use rivals_core::play::engine::{Engine, EngineOf};

    #[test]
    fn positions_are_read_as_they_are_written() {
        for state in random_states(50) {
            let position = write(&state);
            assert_eq!(read(&Field::new("position", &position)), Ok(state));
        }
    }

    fn ask(question: &Value) -> Value {
        let mut engine = EngineOf::new(TicTacToeEngine::built_in());
        serde_json::from_str(&engine.answer(question.to_string().as_bytes())).unwrap()
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        for (path, value, field, message, help) in [
            ("/rows", json!([]), "rows", "0 elements", "1 to 6"),
            (
                "/rows/1",
                json!("...."),
                "rows[1]",
                "4 cells, and the first row has 5",
                "same number",
            ),
            ("/rows/0", json!("......."), "rows[0]", "7 cells", "1 to 6"),
            ("/rows/0", json!("..x.."), "rows[0]", "cannot hold 'x'", "write X, O"),
            ("/win", json!(7), "win", "7", "2 to 6"),
            ("/to_move", json!("x"), "to_move", "no \"x\"", "X, O"),
            ("/stocks/X/ice", json!(100), "stocks.X.ice", "100", "0 to 99"),
            ("/stocks/O", json!({}), "stocks.O.ice", "missing", "add"),
        ] {
            let mut position = write(&Setup::STUDIO.state());
            *position.pointer_mut(path).unwrap() = value;
            let refusal = read(&Field::new("position", &position)).unwrap_err();
            assert_eq!(refusal.field, format!("position.{field}"));
            assert!(refusal.message.contains(message), "{refusal:?}");
            assert!(refusal.help.contains(help), "{refusal:?}");
        }
        let mut position = write(&Setup::STUDIO.state());
        position["rows"] = json!(["XXXX.", "OOOO.", ".....", ".....", "....."]);
        let refusal = read(&Field::new("position", &position)).unwrap_err();
        assert_eq!(refusal.message, "X and O both have a line");
    }

    #[test]
    fn the_engine_answers() {
        let start = ask(&json!({"ask": "start"}))["position"].clone();
        assert_eq!(start, write(&Setup::STUDIO.state()));
        let other = ask(&json!({"ask": "start", "setup": "4x3:k=3:stocks=0,1,2,3"}));
        assert_eq!(other["position"]["rows"], json!(["...", "...", "...", "..."]));
        let wrong = ask(&json!({"ask": "start", "setup": "4x4"}));
        assert_eq!(wrong["error"]["field"], "setup");
        for (setup, counts) in [("3x3", &[9, 72, 504, 3_024, 15_120][..]), ("5x5", &[75, 5_525])] {
            let position = ask(&json!({"ask": "start", "setup": setup}))["position"].clone();
            for (depth, count) in (1..).zip(counts) {
                let asked = json!({"ask": "perft", "position": position, "depth": depth});
                assert_eq!(ask(&asked)["sequences"], *count, "{setup} {depth}");
            }
        }
        let over = at(["XXXX", "O.O.", ".O..", "...."], "O", [[0; 4]; 2]);
        let answer = ask(&json!({"ask": "legal", "position": write(&over)}));
        assert_eq!((&answer["over"], &answer["winners"]), (&json!(true), &json!([1])));
    }

    /// Early on the board is too large for the solver, and X wins at once, or loses.
    #[test]
    fn what_a_search_proves_is_exact() {
        let rows = [".....", ".XXX.", ".....", ".OOO.", "....."];
        let state = at(rows, "X", [[2, 2, 1, 1]; 2]);
        assert_eq!(solve::shares(&state), None);
        for action in TicTacToe::STUDIO.actions(&state) {
            let after = TicTacToe::STUDIO.after(&state, Step::Act(action));
            let proven = solve::proven(&TicTacToe::STUDIO, &after, Seat(0));
            match action.to_string().as_str() {
                "basic:1,0" | "basic:1,4" => assert_eq!(proven, Some(1.0)),
                // Both ends of O's line are open.
                "basic:0,0" | "ice:4,4" => assert_eq!(proven, Some(0.0)),
                _ => {}
            }
        }
    }

    #[test]
    fn priorities_are_answered() {
        let state = at(["OOiO.", ".....", ".X...", ".X...", "....."], "X", [[2, 2, 1, 1]; 2]);
        let position = write(&state);
        let answer = ask(&json!({"ask": "priorities", "position": position, "agent": "priority"}));
        assert_eq!(answer["priority"][0], json!([90, 90, 0, 90, 0]));
        let acts = json!(["destroy", "destroy", "none", "destroy", "basic"]);
        assert_eq!(answer["action"][0], acts);
        assert_eq!(answer["chosen"], "torch:0,0");
        for seed in 0..20 {
            let of = |ask_for: &str| json!({"ask": ask_for, "position": position, "agent": "priority:tie=random", "seed": seed});
            assert_eq!(ask(&of("priorities"))["chosen"], ask(&of("decide"))["action"]);
        }
        let wrong = ask(&json!({"ask": "priorities", "position": position, "agent": "random"}));
        assert_eq!(wrong["error"]["field"], "agent");
        let unknown = ask(&json!({"ask": "prioritys"}));
        assert!(unknown["error"]["help"].as_str().unwrap().contains("did you mean priorities?"));
    }
}
