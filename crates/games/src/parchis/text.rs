//! The board as text for a terminal.

use std::fmt;

use super::board::{Colour, GOAL, HOME, RING, SAFE, Square};
use super::picture::{SIDE, cell};
use super::rules::Parchis;
use super::state::{MAX_BOUNCES, ParchisState};
use rivals_core::play::show::{self, Board, Place};

/// The columns of the numbers left of the ring, and those of a cell.
const LEFT: usize = 4;
const COLUMNS: usize = 4;

/// The place of a square of a colour, with room for one piece.
pub fn place(colour: Colour, code: u8, piece: usize) -> Place {
    let (x, y) = cell(colour, code, piece);
    Place { row: y + 1, column: LEFT + COLUMNS * x, width: 2 }
}

/// The place of a piece: the second one on a square of the ring or of a corridor stands on the
/// right.
pub fn piece_place(state: &ParchisState, colour: Colour, piece: usize) -> Place {
    let Square(code) = state.piece(colour, piece);
    let mut place = place(colour, code, piece);
    let before = &state.pieces[..4 * colour as usize + piece];
    let shared = |(other, &square): (usize, &u8)| {
        square == code && (code <= RING || other / 4 == colour as usize)
    };
    if code != HOME && code != GOAL && before.iter().enumerate().any(shared) {
        place.column += 2;
    }
    place
}

/// What stands on a place of the text, without the spaces behind it.
pub fn covered(text: &str, place: Place) -> Place {
    let line = text.lines().nth(place.row).unwrap_or_default();
    let there = line.chars().skip(place.column);
    let width = there.take_while(|c| *c != ' ').count().clamp(1, COLUMNS);
    Place { width, ..place }
}

/// The first letter of a colour.
fn letter(colour: Colour) -> &'static str {
    &colour.name()[..1]
}

/// The number of a square of the ring, with `*` if it is safe, or with the letter of the colour
/// that starts there.
fn label(code: u8) -> String {
    let start = Colour::ALL.into_iter().find(|other| other.start() == code);
    let mark = match start {
        Some(colour) => letter(colour),
        None if SAFE.contains(&code) => "*",
        None => "",
    };
    format!("{code}{mark}")
}

/// Rows of characters, and what is coloured on them.
struct Canvas {
    rows: Vec<Vec<char>>,
    inks: Vec<(Place, show::Colour)>,
}

impl Canvas {
    fn put(&mut self, place: Place, text: &str, colour: Option<Colour>) {
        let cells = self.rows[place.row][place.column..].iter_mut();
        for (cell, c) in cells.zip(text.chars()) {
            *cell = c;
        }
        let ink = |colour: Colour| {
            (Place { width: text.len(), ..place }, show::Colour::of(colour.name()))
        };
        self.inks.extend(colour.map(ink));
    }

    /// The squares of the ring, with their numbers outside.
    fn ring(&mut self) {
        for code in 1..=RING {
            let at = place(Colour::Yellow, code, 0);
            let start = Colour::ALL.into_iter().find(|other| other.start() == code);
            self.put(at, if SAFE.contains(&code) { "*" } else { "." }, start);
            let label = label(code);
            let right = LEFT + COLUMNS * SIDE + 1;
            let (row, column) = match at.row {
                1 => (0, at.column),
                row if row == SIDE => (SIDE + 1, at.column),
                row if at.column == LEFT => (row, LEFT - 1 - label.len()),
                row => (row, right),
            };
            self.put(Place { row, column, width: 3 }, &label, start);
        }
    }

    /// The corridor, the goal and the home of a colour.
    fn own_squares(&mut self, state: &ParchisState, colour: Colour) {
        for code in RING + 1..=GOAL {
            let square = match code {
                GOAL => format!("{}G{}", letter(colour), state.count(colour as usize, GOAL)),
                _ => format!("{}{}", letter(colour), Square(code)),
            };
            self.put(place(colour, code, 0), &square, Some(colour));
        }
        let home = place(colour, HOME, 0);
        let row = match colour {
            Colour::Yellow | Colour::Blue => home.row - 1,
            Colour::Red | Colour::Green => home.row + 2,
        };
        self.put(Place { row, ..home }, &format!("{colour} home"), Some(colour));
    }

    fn piece(&mut self, state: &ParchisState, colour: Colour, piece: usize) {
        let Square(code) = state.piece(colour, piece);
        let place = piece_place(state, colour, piece);
        // A letter of an empty square would be left behind the piece.
        let behind = code > RING && place.column.is_multiple_of(COLUMNS);
        let text = format!("{}{piece}{}", letter(colour), if behind { " " } else { "" });
        if code != GOAL {
            self.put(place, &text, Some(colour));
        }
    }

    /// A line between the homes.
    fn middle(&mut self, y: usize, text: &str) {
        let text: String = text.chars().take(COLUMNS * 14 - 3).collect();
        let (row, column, width) = (y + 1, LEFT + 2 * COLUMNS + 1, 0);
        self.put(Place { row, column, width }, &text, None);
    }
}

/// The board in 80 columns: squares of the ring are points with their numbers outside. Pieces are
/// the first letters of their colours with their numbers; corridors are `Q1` to `Q7`, and goals
/// `G` with the number of pieces in them, both after the letter of their colour. In the middle
/// stand the names of the players, the homes, the colour to move, the unused dice and the bounces;
/// where dice are thrown, two of four names take the place of unused dice.
pub fn board(state: &ParchisState, players: &[String]) -> Board {
    let mut canvas = Canvas { rows: vec![vec![' '; 80]; SIDE + 2], inks: Vec::new() };
    canvas.ring();
    for colour in Colour::ALL {
        canvas.own_squares(state, colour);
    }
    for colour in state.colours() {
        (0..4).for_each(|piece| canvas.piece(state, colour, piece));
    }
    for (y, player) in [2, 3, 8, 9].into_iter().zip(players) {
        canvas.middle(y, player);
    }
    canvas.middle(7, &turn(state));
    if !state.is_thrown() {
        let dice = Colour::ALL.map(|colour| format!("{colour} {}", dice(state, colour)));
        canvas.middle(8, &format!("unused dice: {}, {},", dice[0], dice[1]));
        canvas.middle(9, &format!("             {}, {}", dice[2], dice[3]));
    }
    let bounces = bounces(state);
    if !bounces.is_empty() {
        canvas.middle(10, &format!("bounces of {MAX_BOUNCES}: {}", bounces.join(", ")));
    }
    canvas.middle(14, "13* is safe, 4y is safe and the start of yellow");
    canvas.middle(15, "Q is a corridor, G a goal with its pieces");
    let rows = canvas.rows.into_iter().map(String::from_iter);
    let rows: Vec<String> = rows.map(|row: String| row.trim_end().to_owned()).collect();
    Board { text: rows.join("\n"), inks: canvas.inks, ..Board::default() }
}

/// The unused dice of a colour.
pub fn dice(state: &ParchisState, colour: Colour) -> String {
    let dice = (1..=6).filter(|die| state.dice[colour as usize] >> die & 1 != 0);
    dice.map(|die: u8| die.to_string()).collect()
}

/// The colour to move, and its bonus or thrown die.
pub fn turn(state: &ParchisState) -> String {
    match state.bonus {
        // All rules end alike.
        _ if Parchis::UGR22.winners(state).is_some() => "the game is over".to_owned(),
        0 if state.throws() => format!("{} to throw", state.mover()),
        0 if state.sixes == 2 => format!("{} to move with a second 6", state.mover()),
        0 if state.is_thrown() => format!("{} to move with a {}", state.mover(), state.die),
        0 => format!("{} to move", state.mover()),
        bonus => format!("{} to move with a bonus of {bonus}", state.mover()),
    }
}

/// The bounces of the colours that have any.
pub fn bounces(state: &ParchisState) -> Vec<String> {
    let bounced = Colour::ALL.map(|colour| (colour, state.bounces[colour as usize]));
    let bounced = bounced.into_iter().filter(|(_, many)| *many > 0);
    bounced.map(|(colour, many)| format!("{colour} {many}")).collect()
}

/// The board, without the names of players.
impl fmt::Display for ParchisState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", board(self, &[]).text)
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
        for part in ["y0", "y3", "b1", "r2", "g3", "yellow to move", "rQ7", "gG0"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(text.contains("unused dice: yellow 123456, blue 123456,"), "{text}");
        let mut wall = Setup::Grouped.state();
        wall.pieces[1] = 7;
        wall.pieces[2] = 7;
        assert!(wall.to_string().contains("y1y2"));
    }

    /// Each square of the ring has its number outside, with `*` if it is safe, or with the letter
    /// of the colour that starts there; pieces on it do not hide that.
    #[test]
    fn squares_have_numbers() {
        let mut state = Setup::Grouped.state();
        state.pieces[2] = 4;
        let text = state.to_string();
        let words: Vec<&str> = text.split_whitespace().collect();
        for code in 1..=RING {
            let expected = match code {
                4 => "4y".to_owned(),
                21 => "21b".to_owned(),
                38 => "38r".to_owned(),
                55 => "55g".to_owned(),
                13 | 17 | 30 | 34 | 47 | 51 | 64 | 68 => format!("{code}*"),
                _ => code.to_string(),
            };
            let times = words.iter().filter(|word| **word == expected).count();
            // The legend explains two of them.
            let legend = usize::from([4, 13].contains(&code));
            assert_eq!(times, 1 + legend, "{expected} in {text}");
        }
        let wall = piece_place(&state, Colour::Yellow, 2);
        let line: Vec<char> = text.lines().nth(wall.row).unwrap().chars().collect();
        let shown: String = line[wall.column - 2..wall.column + 2].iter().collect();
        assert_eq!(shown, "y1y2");
    }

    #[test]
    fn bounces_are_told() {
        let mut state = Setup::Debug.state();
        (state.bounces, state.bonus) = ([2, 0, 30, 0], 20);
        let text = state.to_string();
        assert!(text.contains("yellow to move with a bonus of 20"), "{text}");
        assert!(text.contains("bounces of 31: yellow 2, red 30"), "{text}");
        state.bounces[2] = 31;
        let text = state.to_string();
        assert!(text.contains("the game is over") && !text.contains("to move"), "{text}");
    }
}
