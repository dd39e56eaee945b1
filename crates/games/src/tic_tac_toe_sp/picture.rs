//! The board as text for a terminal, and as a drawing.

use std::fmt;

use super::board::{cell, place};
use super::rules::{content, piece};
use super::state::{NOBODY, POWERS, Swap, TicTacToeState};
use rivals_core::drawing::{Drawing, Shape};

/// The box of a cell in the drawing: left, top, width and height. Beside the cells stand the numbers
/// of the rows and above them those of the columns.
pub fn spot(cell: u8) -> [f64; 4] {
    let (row, column) = place(cell);
    [f64::from(column) + 0.5, f64::from(row) + 0.5, 1.0, 1.0]
}

/// A drawing of the cells with what they hold, and the stocks of both players below them.
pub fn drawing(state: &TicTacToeState) -> Drawing {
    let (rows, columns) = (state.shape.rows, state.shape.columns);
    let word =
        |x: f64, y: f64, size: f64, class, word: String| Shape::Word { x, y, size, class, word };
    let mut shapes = Vec::new();
    for column in 0..columns {
        shapes.push(word(f64::from(column) + 1.0, 0.25, 0.3, "", column.to_string()));
    }
    for row in 0..rows {
        shapes.push(word(0.25, f64::from(row) + 1.0, 0.3, "", row.to_string()));
        for column in 0..columns {
            let [left, top, ..] = spot(cell(row, column));
            let (x, y) = (left + 0.5, top + 0.5);
            let held = content(state, cell(row, column));
            let (ground, letter) = match held {
                'X' => ("square red", "X"),
                'O' => ("square blue", "O"),
                'i' => ("square yellow", "ice"),
                'p' => ("square green", "plant"),
                '#' => ("square safe", "#"),
                _ => ("square", ""),
            };
            shapes.push(Shape::cell(left, top, ground));
            let size = if letter.len() > 1 { 0.28 } else { 0.6 };
            shapes.extend((!letter.is_empty()).then(|| word(x, y, size, "", letter.to_owned())));
        }
    }
    let across = f64::from(columns) + 1.0;
    for player in [0, 1] {
        let units = POWERS.iter().zip(state.stocks[usize::from(player)]);
        let units: Vec<String> = units.map(|(power, many)| format!("{power} {many}")).collect();
        let stock = format!("{}: {}", piece(player), units.join(", "));
        let y = f64::from(rows) + 0.85 + 0.4 * f64::from(player);
        shapes.push(word(across / 2.0, y, 0.26, "", stock));
    }
    Drawing { across, down: f64::from(rows) + 1.6, shapes }
}

/// The board with the numbers of its rows and columns, then the player to move or the end, and the
/// stocks of both players.
impl fmt::Display for TicTacToeState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " ")?;
        for column in 0..self.shape.columns {
            write!(f, "  {column}")?;
        }
        writeln!(f)?;
        for row in 0..self.shape.rows {
            write!(f, "{row}")?;
            for column in 0..self.shape.columns {
                write!(f, "  {}", content(self, cell(row, column)))?;
            }
            writeln!(f)?;
        }
        match self.winner {
            NOBODY if self.empty() == 0 => writeln!(f, "drawn: the board is full")?,
            NOBODY => {
                let swap = if self.swap == Some(Swap::Now) { ", or swap sides" } else { "" };
                let mover = piece(self.mover);
                writeln!(f, "{mover} to move, {} in a row win{swap}", self.shape.win)?
            }
            winner => writeln!(f, "{} has won", piece(winner))?,
        }
        for player in [0, 1] {
            let units = POWERS.iter().zip(self.stocks[usize::from(player)]);
            let units: Vec<String> = units.map(|(power, many)| format!("{power} {many}")).collect();
            writeln!(f, "{}: {}", piece(player), units.join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::at;
    use crate::tic_tac_toe_sp::TicTacToe;
    use rivals_core::play::{Game, Step};

    #[test]
    fn the_board_fits_a_terminal() {
        let mut state = at(["OOiO.", "..p..", ".X...", ".X...", "....."], "X", [[2, 2, 1, 1]; 2]);
        let expected = "   0  1  2  3  4\n0  O  O  i  O  .\n1  .  .  p  .  .\n2  .  X  .  .  .\n\
                        3  .  X  .  .  .\n4  .  .  .  .  .\nX to move, 4 in a row win\nX: ice 2, plant 2, torch 1, bomb 1\n\
                        O: ice 2, plant 2, torch 1, bomb 1\n";
        assert_eq!(state.to_string(), expected);
        TicTacToe::STUDIO.play(&mut state, Step::Act("basic:4,4".parse().unwrap()));
        assert!(state.to_string().contains("O to move"));
    }
}
