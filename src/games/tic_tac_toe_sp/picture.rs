//! The board as text for a terminal and as drawings.

use std::fmt;

use super::board::{cell, each};
use super::priorities::{Act, Priorities};
use super::rules::{content, piece};
use super::state::{NOBODY, POWERS, TicTacToeState};
use crate::report::charts::{Chart, Drawing, Shape};

/// The board with the numbers of its rows and columns, then the player to move or the end, and the
/// stocks of both players.
impl fmt::Display for TicTacToeState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " ")?;
        for column in 0..self.shape.columns {
            write!(f, " {column}")?;
        }
        writeln!(f)?;
        for row in 0..self.shape.rows {
            write!(f, "{row}")?;
            for column in 0..self.shape.columns {
                write!(f, " {}", content(self, cell(row, column)))?;
            }
            writeln!(f)?;
        }
        match self.winner {
            NOBODY if self.empty() == 0 => writeln!(f, "drawn: the board is full")?,
            NOBODY => writeln!(
                f,
                "{} to move, {} in a row win",
                piece(self.mover),
                self.shape.win
            )?,
            winner => writeln!(f, "{} has won", piece(winner))?,
        }
        for player in [0, 1] {
            let units = POWERS.iter().zip(self.stocks[usize::from(player)]);
            let units: Vec<String> = units
                .map(|(power, many)| format!("{power} {many}"))
                .collect();
            writeln!(f, "{}: {}", piece(player), units.join(", "))?;
        }
        Ok(())
    }
}

/// A drawing of the board.
pub(super) fn drawing(state: &TicTacToeState) -> Chart {
    drawn(state, |cell| match content(state, cell) {
        'i' => Some("ice".to_owned()),
        'p' => Some("plant".to_owned()),
        '.' => None,
        piece => Some(piece.to_string()),
    })
}

/// A drawing of the priority board: the priority of each cell and the first letter of its action.
pub(super) fn priority_board(state: &TicTacToeState, priorities: &Priorities) -> Chart {
    let board = priorities.board(state);
    drawn(state, |cell| {
        let (priority, act) = board[usize::from(cell)];
        let letter = act.name()[..1].to_uppercase();
        (act != Act::None).then(|| format!("{priority} {letter}"))
    })
}

/// The cells of the board with words in them.
fn drawn(state: &TicTacToeState, word: impl Fn(u8) -> Option<String>) -> Chart {
    let mut shapes = Vec::new();
    for at in each(state.shape.cells()) {
        let (row, column) = super::board::place(at);
        let (x, y) = (f64::from(column), f64::from(row));
        let class = match content(state, at) {
            'X' => "q2",
            'O' => "s1",
            'i' | 'p' => "h5",
            _ => "s0",
        };
        shapes.push(Shape::Cell { x, y, class });
        if let Some(word) = word(at) {
            let (x, y) = (x + 0.5, y + 0.5);
            shapes.push(Shape::Word { x, y, word });
        }
    }
    Chart::Drawing(Drawing {
        across: u32::from(state.shape.columns),
        down: u32::from(state.shape.rows),
        shapes,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::at;
    use crate::games::tic_tac_toe_sp::TicTacToe;
    use crate::play::Game;

    #[test]
    fn the_board_fits_a_terminal() {
        let mut state = at(
            ["OOiO.", "..p..", ".X...", ".X...", "....."],
            "X",
            [[2, 2, 1, 1]; 2],
        );
        let expected = "  0 1 2 3 4\n0 O O i O .\n1 . . p . .\n2 . X . . .\n3 . X . . .\n4 . . . . .\n\
                        X to move, 4 in a row win\nX: ice 2, plant 2, torch 1, bomb 1\n\
                        O: ice 2, plant 2, torch 1, bomb 1\n";
        assert_eq!(state.to_string(), expected);
        TicTacToe::STUDIO.act(&mut state, "basic:4,4".parse().unwrap());
        assert!(state.to_string().contains("O to move"));
    }
}
