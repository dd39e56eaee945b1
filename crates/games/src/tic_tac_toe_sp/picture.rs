//! The board as text for a terminal.

use std::fmt;

use super::board::cell;
use super::rules::{content, piece};
use super::state::{NOBODY, POWERS, Swap, TicTacToeState};

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
