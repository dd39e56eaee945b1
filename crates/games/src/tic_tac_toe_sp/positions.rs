//! Positions of Tic Tac Toe SP as the engine reads and writes them, and the question `priorities`.
//!
//! ```text
//! position  {"rows":["XX.X.",".....",...],"win":4,"to_move":"X",
//!            "stocks":{"X":{"ice":2,"plant":2,"torch":1,"bomb":1},"O":{...}}}
//! actions   KIND:ROW,COLUMN, such as basic:0,3 and torch:2,2; swap
//! ```

#![expect(clippy::cast_possible_truncation, reason = "rows and columns are at most `MAX_SIDE`")]

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::board::{Cells, MAX_SIDE, Shape, cell};
use super::priorities::Priorities;
use super::rules::{TicTacToe, content, is_over};
use super::state::{MAX_STOCK, NOBODY, Stock, Swap, TicTacToeState};
use rivals_core::contest::Players;
use rivals_core::engine::{dice, position};
use rivals_core::json;
use rivals_core::play::{AgentSpec, Seat, Stream};
use rivals_core::values::{Invalid, Whole, length};

/// The fields of the question `priorities`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedPriorities {
    position: Value,
    agent: String,
    seed: Option<u64>,
}

impl TicTacToe {
    /// The priority board of a position, as an agent sees it, and the move that it chooses.
    pub(super) fn priorities(&self, fields: &Value) -> Result<Value, Invalid> {
        let asked: AskedPriorities = json::read(fields)?;
        let state = position(self, &asked.position)?;
        let spec = AgentSpec::parse(&asked.agent, Self::KINDS);
        let spec = spec.map_err(|error| Invalid::from(error).under("agent"))?;
        let agent = self.agent(&spec);
        let Some(priorities) = agent.downcast::<Priorities>() else {
            let message = format!("{spec} has no priority board");
            let help = "name priority, priority-fixed or priority-learned";
            return Err(Invalid::new("agent", message, help));
        };
        if is_over(&state) {
            let help = "give a position for which `legal` answers with a seat";
            return Err(Invalid::new("position", "no seat decides: the game is over", help));
        }
        let board = priorities.board(&state);
        let table = |entry: &dyn Fn(u8) -> Value| -> Value {
            let row =
                |row| (0..state.shape.columns).map(|column| entry(cell(row, column))).collect();
            (0..state.shape.rows).map(row).collect::<Vec<Vec<Value>>>().into()
        };
        // The same dice as those of `decide`.
        let mut dice = dice(asked.seed).stream(Stream::Agent(Seat(state.mover)), 0);
        Ok(json!({
            "priority": table(&|cell| json!(board[usize::from(cell)].0)),
            "action": table(&|cell| json!(board[usize::from(cell)].1.name())),
            "chosen": priorities.choose(&state, &mut dice).to_string(),
        }))
    }
}

/// A state in the notation of the protocol.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    rows: Vec<String>,
    win: Whole<u8, 2, { MAX_SIDE as i64 }>,
    to_move: Player,
    stocks: ByPlayer<Powers>,
    /// How far the pie rule is, in games with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    swap: Option<Swap>,
}

#[derive(Serialize, Deserialize)]
enum Player {
    X,
    O,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ByPlayer<T> {
    #[serde(rename = "X")]
    x: T,
    #[serde(rename = "O")]
    o: T,
}

/// The stock of a player.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Powers {
    ice: Units,
    plant: Units,
    torch: Units,
    bomb: Units,
}

type Units = Whole<u8, 0, { MAX_STOCK as i64 }>;

impl Powers {
    fn new(stock: Stock) -> Self {
        let [ice, plant, torch, bomb] = stock.map(Whole);
        Self { ice, plant, torch, bomb }
    }

    fn stock(&self) -> Stock {
        [self.ice.0, self.plant.0, self.torch.0, self.bomb.0]
    }
}

/// The sets of X, O, ice, plants and obstacles, and the number of columns.
fn read_rows(rows: &[String]) -> Result<([Cells; 5], u8), Invalid> {
    let most = usize::from(MAX_SIDE);
    length("rows", rows.len(), 1..=most)?;
    let (mut sets, columns) = ([0; 5], rows[0].chars().count());
    for (row, text) in rows.iter().enumerate() {
        let wrong = |message, help| Err(Invalid::new(format!("rows[{row}]"), message, help));
        let cells = text.chars().count();
        if row == 0 && !(1..=most).contains(&columns) {
            let help = format!("write 1 to {MAX_SIDE} cells");
            return wrong(format!("the row has {cells} cells"), help);
        }
        if cells != columns {
            let message = format!("the row has {cells} cells, and the first row has {columns}");
            return wrong(message, "give all rows the same number of cells".to_owned());
        }
        for (column, found) in text.chars().enumerate() {
            let bit = 1 << cell(row as u8, column as u8);
            match ['X', 'O', 'i', 'p', '#'].iter().position(|&known| known == found) {
                Some(what) => sets[what] |= bit,
                None if found == '.' => {}
                None => {
                    let help = "write X, O, i for ice, p for a plant, # for an obstacle, and . for \
                                an empty cell";
                    return wrong(format!("a cell cannot hold {found:?}"), help.to_owned());
                }
            }
        }
    }
    Ok((sets, columns as u8))
}

impl TryFrom<Position> for TicTacToeState {
    type Error = Invalid;

    fn try_from(position: Position) -> Result<Self, Invalid> {
        let ([x, o, ice, plants, obstacles], columns) = read_rows(&position.rows)?;
        let rows = position.rows.len() as u8;
        let shape = Shape { obstacles, ..Shape::new(rows, columns, position.win.0) };
        let winner = match [x, o].map(|pieces| shape.has_line(pieces)) {
            [false, false] => NOBODY,
            [true, false] => 0,
            [false, true] => 1,
            [true, true] => {
                let help = "the game ends with the first line: change a cell of one of them";
                return Err(Invalid::new("rows", "X and O both have a line", help));
            }
        };
        let stocks = [position.stocks.x.stock(), position.stocks.o.stock()];
        let mover = position.to_move as u8;
        let swap = position.swap;
        Ok(Self { pieces: [x, o], ice, plants, stocks, shape, mover, winner, swap })
    }
}

impl From<TicTacToeState> for Position {
    fn from(state: TicTacToeState) -> Self {
        let row = |row| -> String {
            let columns = 0..state.shape.columns;
            columns.map(|column| content(&state, cell(row, column))).collect()
        };
        Self {
            rows: (0..state.shape.rows).map(row).collect(),
            win: Whole(state.shape.win),
            to_move: if state.mover == 0 { Player::X } else { Player::O },
            stocks: ByPlayer { x: Powers::new(state.stocks[0]), o: Powers::new(state.stocks[1]) },
            swap: state.swap,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::tests::at;
    use super::*;
    use crate::tic_tac_toe_sp::solve;
    use crate::tic_tac_toe_sp::state::Setup;
    use rivals_core::engine::{Engine, EngineOf};
    use rivals_core::play::Game;
    use rivals_core::play::Step;

    fn ask(question: &Value) -> Value {
        let mut engine = EngineOf::new(Arc::new(TicTacToe::STUDIO));
        serde_json::from_str(&engine.answer(question.to_string().as_bytes())).unwrap()
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        for (path, value, refusal) in [
            ("/rows", json!([]), "rows: the length of the list is 0 and not 1 to 6"),
            ("/rows/1", json!("...."), "rows[1]: the row has 4 cells, and the first row has 5"),
            ("/rows/0", json!("......."), "rows[0]: the row has 7 cells; write 1 to 6"),
            ("/rows/0", json!("..x.."), "rows[0]: a cell cannot hold 'x'; write X, O"),
            ("/win", json!(7), "win: 7 is not a whole number from 2 to 6"),
            ("/to_move", json!("x"), "to_move: there is no \"x\""),
            ("/stocks/X/ice", json!(100), "stocks.X.ice: 100 is not a whole number from 0 to 99"),
            ("/stocks/O", json!({}), "stocks.O.ice: the field \"ice\" is missing"),
            (
                "/rows",
                json!(["XXXX.", "OOOO.", ".....", ".....", "....."]),
                "rows: X and O both have a line",
            ),
        ] {
            let mut position = json!(Setup::STUDIO.state());
            *position.pointer_mut(path).unwrap() = value;
            let found = super::position(&TicTacToe::STUDIO, &position).unwrap_err();
            let found = format!("{found:#}");
            assert!(found.starts_with(&format!("position.{refusal}")), "{found}");
        }
    }

    #[test]
    fn the_engine_answers() {
        let start = ask(&json!({"ask": "start"}))["position"].clone();
        assert_eq!(start, json!(Setup::STUDIO.state()));
        let other = ask(&json!({"ask": "start", "setup": "4x3:k=3:stocks=0,1,2,3"}));
        assert_eq!(other["position"]["rows"], json!(["...", "...", "...", "..."]));
        let wrong = ask(&json!({"ask": "start", "setup": "4x4"}));
        assert_eq!(wrong["error"]["field"], "setup");
        let setup = "3x4:k=3:stocks=0,1,2,3/1,1,1,1:blocked=0,3;1,0";
        let other = ask(&json!({"ask": "start", "setup": setup}));
        assert_eq!(other["position"]["rows"], json!(["...#", "#...", "...."]));
        assert_eq!(other["position"]["stocks"]["O"]["bomb"], 1);
        let legal = ask(&json!({"ask": "perft", "position": other["position"], "depth": 1}));
        assert_eq!(legal["sequences"], 20);
        for (setup, counts) in [("3x3", &[9, 72, 504, 3_024, 15_120][..]), ("5x5", &[75, 5_525])] {
            let position = ask(&json!({"ask": "start", "setup": setup}))["position"].clone();
            for (depth, count) in (1..).zip(counts) {
                let asked = json!({"ask": "perft", "position": position, "depth": depth});
                assert_eq!(ask(&asked)["sequences"], *count, "{setup} {depth}");
            }
        }
        let over = at(["XXXX", "O.O.", ".O..", "...."], "O", [[0; 4]; 2]);
        let answer = ask(&json!({"ask": "legal", "position": over}));
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
        let position = json!(state);
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
