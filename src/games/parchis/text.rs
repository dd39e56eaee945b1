//! The board as text for a terminal.

use std::fmt;

use super::board::{Colour, GOAL, RING, SAFE, Square};
use super::picture::{SIDE, cell};
use super::state::{MAX_BOUNCES, ParchisState};

/// The columns of a cell.
const COLUMNS: usize = 4;

/// The board in 72 columns: pieces as the first letters of their colours with their numbers,
/// safe squares as `*`, other squares of the ring as `.` and of corridors as `-`, goals as `G`
/// with the number of pieces in them. Below stand the colour to move, the unused
/// dice and the bounces.
impl fmt::Display for ParchisState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cells = vec![vec![String::new(); SIDE]; SIDE];
        for code in 1..=RING {
            let (x, y) = cell(Colour::Yellow, code, 0);
            cells[y][x].push(if SAFE.contains(&code) { '*' } else { '.' });
        }
        for colour in Colour::ALL {
            for code in RING + 1..GOAL {
                let (x, y) = cell(colour, code, 0);
                cells[y][x].push('-');
            }
            let (x, y) = cell(colour, GOAL, 0);
            cells[y][x] = format!("G{}", self.count(colour as usize, GOAL));
        }
        for colour in Colour::ALL {
            for piece in 0..4 {
                let Square(code) = self.piece(colour, piece);
                let (x, y) = cell(colour, code, piece);
                if code != GOAL {
                    let cell = &mut cells[y][x];
                    *cell = cell.trim_matches(['*', '.', '-']).to_owned();
                    cell.push_str(&format!("{}{piece}", &colour.name()[..1]));
                }
            }
        }
        for row in cells {
            let row: String = row.iter().map(|cell| format!("{cell:<COLUMNS$}")).collect();
            writeln!(f, "{}", row.trim_end())?;
        }
        write!(f, "{} to move", self.mover())?;
        match self.bonus {
            0 => {}
            bonus => write!(f, " with a bonus of {bonus}")?,
        }
        write!(f, "\nunused dice:")?;
        for colour in Colour::ALL {
            let dice = (1..=6).filter(|die| self.dice[colour as usize] >> die & 1 != 0);
            let dice: String = dice.map(|die: u8| die.to_string()).collect();
            let comma = if colour == Colour::Yellow { "" } else { "," };
            write!(f, "{comma} {colour} {dice}")?;
        }
        let bounced = Colour::ALL.map(|colour| (colour, self.bounces[colour as usize]));
        for (place, (colour, bounces)) in (bounced.iter().filter(|(_, many)| *many > 0)).enumerate()
        {
            let before = ["\nbounces: ", ", "][place.min(1)];
            write!(f, "{before}{colour} {bounces} of {MAX_BOUNCES}")?;
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::Setup;
    use super::*;

    #[test]
    fn the_board_fits_a_terminal() {
        let text = Setup::Grouped.state().to_string();
        assert_eq!(text.lines().count(), SIDE + 2);
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        for piece in ["y0", "y3", "b1", "r2", "g3"] {
            assert!(text.contains(piece), "{text}");
        }
        let mut wall = Setup::Grouped.state();
        wall.pieces[1] = 7;
        wall.pieces[2] = 7;
        assert!(wall.to_string().contains("y1y2"));
        let end =
            "yellow to move\nunused dice: yellow 123456, blue 123456, red 123456, green 123456\n";
        assert!(text.ends_with(end), "{text}");
    }

    #[test]
    fn bounces_are_told() {
        let mut state = Setup::Debug.state();
        (state.bounces, state.bonus) = ([2, 0, 30, 0], 20);
        let text = state.to_string();
        assert!(
            text.contains("yellow to move with a bonus of 20\n"),
            "{text}"
        );
        assert!(
            text.ends_with("\nbounces: yellow 2 of 31, red 30 of 31\n"),
            "{text}"
        );
    }
}
