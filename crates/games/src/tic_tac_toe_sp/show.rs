//! How Tic Tac Toe SP is shown: the board, and its moves in words.

use std::fmt::Write;
use std::sync::Arc;

use rand::Rng;
use serde_json::Value;

use super::board::{Cells, cell, each, place};
use super::forced::winning_cells;
use super::picture::{drawing, spot};
use super::priorities::{Act, Priorities};
use super::rules::{TicTacToe, cleared, content, piece};
use super::state::{Kind, NOBODY, TicTacToeMove, TicTacToeState};
use rivals_core::contest::Present;
use rivals_core::play::show::{Aim, Board, Colour, LogLine, Names, Part, Place, Scene};
use rivals_core::play::{Game, Logged, LoggedOf, Seat, Step};
use rivals_core::values::Invalid;

impl Present for TicTacToe {
    fn own_asks(&self) -> &'static [&'static str] {
        &["priorities"]
    }

    fn answer_own(self: &Arc<Self>, _: &str, fields: &Value) -> Result<Value, Invalid> {
        self.priorities(fields)
    }

    fn scene(&self, state: &TicTacToeState, names: &Names) -> Scene {
        let plays = |seat: Seat| format!("{} {}.\n", names.does(seat, "play"), piece(seat.0));
        let players = [Seat::FIRST, Seat::SECOND].map(plays).concat();
        // Two lines of players and one of columns stand above the cells.
        let on_board = |cell: u8| {
            let (row, column) = place(cell);
            Place { row: usize::from(row) + 3, column: 3 * usize::from(column) + 3, width: 1 }
        };
        let colour = |cell: u8| match content(state, cell) {
            'X' => Colour::Red,
            'O' => Colour::Blue,
            'p' => Colour::Green,
            'i' => Colour::Yellow,
            _ => Colour::Plain,
        };
        let aim = |action: TicTacToeMove| {
            let (row, column) = place(action.cell);
            let others = cleared(state, action) & state.occupied() & !(1 << action.cell);
            Aim {
                at: (column.into(), row.into()),
                tool: action.kind as usize % 5,
                from: (action.kind != Kind::Swap).then(|| on_board(action.cell)),
                to: each(others).map(on_board).collect(),
            }
        };
        let occupied = each(state.occupied());
        let cells = || {
            let rows = (0..state.shape.rows).flat_map(|row| {
                (0..state.shape.columns).map(move |column| super::board::cell(row, column))
            });
            rows.collect::<Vec<u8>>().into_iter()
        };
        let board = Board {
            text: format!("{players}{state}"),
            words: words(state),
            inks: occupied.map(|cell| (on_board(cell), colour(cell))).collect(),
            aims: self.actions(state).into_iter().map(aim).collect(),
            drawing: Some(drawing(state)),
            spots: cells().map(|cell| (on_board(cell), spot(cell))).collect(),
            ..Board::default()
        };
        Scene { parts: vec![Part::Board(board)] }
    }

    fn reason(&self, state: &TicTacToeState, names: &Names) -> String {
        match state.winner {
            NOBODY => "No cell is empty, and nobody has a line.".to_owned(),
            winner => {
                format!("{} {} in a row.", names.does(Seat(winner & 1), "have"), state.shape.win)
            }
        }
    }

    fn name(&self, _: &TicTacToeState, TicTacToeMove { kind, cell }: TicTacToeMove) -> String {
        if kind == Kind::Swap {
            return "swap sides".to_owned();
        }
        format!("{} {}", word(kind), written(cell))
    }

    fn question(&self, state: &TicTacToeState, _: &Names) -> String {
        let own = piece(state.mover);
        if state.stock().iter().any(|&many| many > 0) {
            format!("On which cell do you play {own} or use a power?")
        } else {
            format!("On which cell do you play {own}?")
        }
    }

    fn tell(
        &self,
        before: &TicTacToeState,
        step: &LoggedOf<Self>,
        _: &TicTacToeState,
        names: &Names,
        _: &mut dyn Rng,
    ) -> Vec<LogLine> {
        let Logged::Act(seat, action) = *step else {
            return Vec::new();
        };
        let cell = written(action.cell);
        let text = match action.kind {
            Kind::Basic => format!("{} {} on {cell}", names.does(seat, "play"), piece(seat.0)),
            Kind::Ice => format!("{} ice on {cell}", names.does(seat, "put")),
            Kind::Plant => format!("{} a plant on {cell}", names.does(seat, "put")),
            Kind::Torch | Kind::Bomb => format!(
                "{} a {} on {cell}, which clears {}",
                names.does(seat, "use"),
                action.kind.name(),
                things(before, action)
            ),
            Kind::Swap => {
                format!("{} sides: X and O change on the board", names.does(seat, "swap"))
            }
        };
        vec![LogLine::line(text + ".")]
    }

    fn explain(&self, state: &TicTacToeState, action: TicTacToeMove) -> String {
        let (own, other) = (piece(state.mover), piece(state.mover ^ 1));
        let cell = written(action.cell);
        let mut text = match action.kind {
            Kind::Basic => format!("puts {own} on {cell}"),
            Kind::Ice => format!("blocks {cell} with ice, which a torch or a bomb clears"),
            Kind::Plant => format!("blocks {cell} with a plant, which only a torch clears"),
            Kind::Torch | Kind::Bomb => format!("clears {}", things(state, action)),
            Kind::Swap => "exchanges pieces and stocks, so that X has yours".to_owned(),
        };
        let after = self.after(state, Step::Act(action));
        if after.winner != NOBODY {
            return text + ", which completes a line and wins";
        }
        if after.empty() == 0 {
            return text + ", which fills the board and draws the game";
        }
        let [of_other, of_own] = winning_cells(&after);
        if of_other != 0 {
            text += &format!("; {other} can then win on {}", list(of_other));
        } else if of_own != 0 {
            text += &format!("; {own} then threatens to win on {}", list(of_own));
        }
        text
    }

    /// The priority board of the document's AI: what stands on each cell, its priority and its action.
    fn sketch(&self, state: &TicTacToeState) -> String {
        let board = Priorities::as_documented().board(state);
        let mut text = format!(
            "The priority board of the document for {}: B basic, P prevent, D destroy, - none.\n ",
            piece(state.mover)
        );
        for column in 0..state.shape.columns {
            write!(text, "  {column:<6}").expect("a text grows");
        }
        for row in 0..state.shape.rows {
            write!(text, "\n{row}").expect("a text grows");
            for column in 0..state.shape.columns {
                let (priority, act) = board[usize::from(cell(row, column))];
                let entry = match act {
                    Act::None => "-".to_owned(),
                    act => format!("{priority}{}", act.name()[..1].to_uppercase()),
                };
                let there = content(state, cell(row, column));
                write!(text, "  {there} {entry:<4}").expect("a text grows");
            }
        }
        text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    fn guide(&self) -> String {
        let win = self.setup().shape.win;
        format!(
            "Aim: the first player with a line of {win} own pieces wins, in a row, a column or a \
             diagonal. A full board is a draw.\n\
             \n\
             Board: rows and columns have numbers from 0, and 0,3 is a cell of the first row. X \
             and O are pieces, i is ice, p is a plant, # is an obstacle, which stays, and a point is \
             an empty cell.\n\
             \n\
             Turn: play your piece on an empty cell, or use one of your powers, whose numbers stand \
             below the board. Ice and plants block an empty cell. A torch clears an occupied cell. \
             A bomb clears an occupied cell and its neighbours in the row and the column, but no \
             plants, and it cannot be used on a plant.{}",
            if self.swaps() { PIE } else { "" }
        )
    }
}

/// The pie rule, in games with it.
const PIE: &str = "\n\nSwap: in place of its first own move, O may swap sides. The pieces and stocks of \
                   X and O are exchanged, and X moves next.";

/// The word that names a kind of move.
fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Basic => "play",
        power => power.name(),
    }
}

fn written(cell: u8) -> String {
    let (row, column) = place(cell);
    format!("{row},{column}")
}

/// What stands on the board, in words.
fn words(state: &TicTacToeState) -> String {
    let [x, o] = state.pieces;
    let things = [
        ("X", x),
        ("O", o),
        ("ice", state.ice),
        ("plants", state.plants),
        ("obstacles", state.shape.obstacles),
    ];
    let things = things.into_iter().filter(|(_, cells)| *cells != 0);
    let things: Vec<String> =
        things.map(|(thing, cells)| format!("{thing} on {}", list(cells))).collect();
    if things.is_empty() {
        "The board is empty.\n".to_owned()
    } else {
        textwrap::fill(&format!("{}.", things.join("; ")), 80) + "\n"
    }
}

/// `0,3 and 2,2`.
fn list(cells: Cells) -> String {
    each(cells).map(written).collect::<Vec<_>>().join(" and ")
}

/// What a torch or a bomb clears: `X on 0,3 and ice on 0,4`.
fn things(state: &TicTacToeState, action: TicTacToeMove) -> String {
    let things = each(cleared(state, action) & state.occupied()).map(|cell| {
        let thing = match content(state, cell) {
            'i' => "ice",
            'p' => "a plant",
            'X' => "X",
            _ => "O",
        };
        format!("{thing} on {}", written(cell))
    });
    things.collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_states;
    use super::*;

    #[test]
    fn moves_have_words_of_their_own() {
        let game = TicTacToe::STUDIO;
        for state in random_states(5) {
            let mut names: Vec<String> = Vec::new();
            for action in game.actions(&state) {
                let name = game.name(&state, action);
                assert!(!names.contains(&name), "{name}");
                assert!(!game.explain(&state, action).is_empty());
                names.push(name);
            }
        }
    }

    #[test]
    fn the_priority_board_is_drawn() {
        let rows = ["OOiO.", ".#...", ".X...", ".X...", "....."];
        let mut state = super::super::tests::at(rows, "X", [[2, 2, 1, 1]; 2]);
        let text = TicTacToe::STUDIO.sketch(&state);
        let expected = "   0       1       2       3       4\n\
                        0  O 90D   O 90D   i -     O 90D   . 0B\n\
                        1  . 50B   # -     . 50B   . 0B    . 0B\n\
                        2  . 50B   X -     . 50B   . 0B    . 0B\n\
                        3  . 50B   X -     . 50B   . 0B    . 0B\n\
                        4  . 50B   . 75B   . 50B   . 0B    . 0B\n";
        assert_eq!(text.split_once('\n').unwrap().1, expected);
        state.mover = 1;
        assert!(TicTacToe::STUDIO.sketch(&state).contains(" for O:"));
        for state in super::super::tests::undecided(20) {
            let text = TicTacToe::STUDIO.sketch(&state);
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        }
    }

    #[test]
    fn moves_are_told_and_explained() {
        let game = TicTacToe::STUDIO;
        let names = ["Ana", "Abel"].map(str::to_owned);
        let names = Names::new(names, Some(Seat::FIRST));
        let mut state = game.start(2);
        let mut told = Vec::new();
        let moves = ["basic:0,0", "ice:4,4", "basic:0,1", "plant:4,3", "basic:0,2", "bomb:0,1"];
        for text in moves {
            let action = text.parse().unwrap();
            let seat = Seat(state.mover);
            let before = state;
            game.play(&mut state, Step::Act(action));
            let mut dice = rivals_core::play::Dice::new(0, 0, 0).turn(0, 0);
            let step = Logged::Act(seat, action);
            let lines = game.tell(&before, &step, &state, &names, &mut dice);
            told.extend(lines.into_iter().map(|line| line.text));
            if text == "basic:0,2" {
                assert_eq!(
                    game.explain(&before, action),
                    "puts X on 0,2; X then threatens to win on 0,3"
                );
                let ice = game.explain(&state, "ice:2,2".parse().unwrap());
                assert!(ice.ends_with("; X can then win on 0,3"), "{ice}");
            }
        }
        assert_eq!(
            told,
            [
                "You play X on 0,0.",
                "Abel puts ice on 4,4.",
                "You play X on 0,1.",
                "Abel puts a plant on 4,3.",
                "You play X on 0,2.",
                "Abel uses a bomb on 0,1, which clears X on 0,0 and X on 0,1 and X on 0,2.",
            ]
        );
    }
}
