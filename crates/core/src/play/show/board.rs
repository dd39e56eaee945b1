//! Boards and tables of cards as lines, with places on which choices are made.

use std::ops::Range;

use super::Colour;
use crate::drawing::Drawing;
use crate::text::words::filled;

/// A board, or a table of cards, on which choices are made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// Its lines, of at most 80 columns.
    pub text: String,
    /// The same in words; empty where the lines are words.
    pub words: String,
    /// The places that have a colour.
    pub inks: Vec<(Place, Colour)>,
    /// How each legal action is chosen on it, in canonical order.
    pub aims: Vec<Aim>,
    /// The same in shapes, for those who have more than a terminal.
    pub drawing: Option<Drawing>,
    /// Where places of the text are in the drawing: left, top, width and height in its cells.
    pub spots: Vec<(Place, [f64; 4])>,
    /// The places that are marked, with the first character of the mark.
    pub marked: Vec<(Place, char)>,
    /// The words beside it; its own lines have none then.
    pub beside: Option<Beside>,
}

/// Paragraphs beside the lines of a board and below them, each broken into lines of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// The lines of the board that have room beside them. The board ends with the last one.
    pub rows: Range<usize>,
    /// The column in which they begin.
    pub column: usize,
    /// The most columns of a line.
    pub width: usize,
    /// What they say.
    pub paragraphs: Vec<String>,
}

impl Board {
    /// Writes these characters before and behind the places of an aim, where there is room.
    pub fn mark(&mut self, aim: usize, marks: [char; 2]) {
        let Some(aim) = self.aims.get(aim) else { return };
        let marked = aim.from.iter().chain(aim.to.first()).map(|place| (*place, marks[0]));
        self.marked.extend(marked);
        let mut rows: Vec<Vec<char>> =
            self.text.lines().map(|line| line.chars().collect()).collect();
        for place in aim.from.iter().chain(&aim.to) {
            let Some(row) = rows.get_mut(place.row) else { continue };
            let end = place.column + place.width;
            row.resize(row.len().max(end + 1), ' ');
            for (side, mark) in [place.column.checked_sub(1), Some(end)].into_iter().zip(marks) {
                let free = |cell: &&mut char| [' ', '<', '>'].contains(*cell);
                if let Some(cell) = side.map(|side| &mut row[side]).filter(free) {
                    *cell = mark;
                }
            }
        }
        let rows = rows.into_iter().map(|row| row.into_iter().collect::<String>());
        self.text = rows.map(|row| row.trim_end().to_owned() + "\n").collect();
    }

    /// Writes paragraphs beside the board, in place of those that stand there.
    pub fn set_beside(&mut self, beside: Beside) {
        let Beside { rows, column, width, paragraphs } = &beside;
        let mut lines: Vec<String> = self.text.lines().take(rows.end).map(str::to_owned).collect();
        for line in lines.iter_mut().skip(rows.start) {
            *line = line.chars().take(*column).collect();
        }
        let words: Vec<String> = paragraphs.iter().map(|words| filled(words, *width)).collect();
        for (row, words) in (rows.start..).zip(words.iter().flat_map(|words| words.split('\n'))) {
            lines.resize(lines.len().max(row + 1), String::new());
            lines[row] = format!("{:column$}{words}", lines[row]);
        }
        self.text = lines.join("\n") + "\n";
        self.beside = Some(beside);
    }

    /// Adds a text of this colour to the end of the last line.
    pub fn ink(&mut self, text: &str, colour: Colour) -> Place {
        let last = self.text.rsplit('\n').next().unwrap_or_default();
        let place = Place {
            row: self.text.matches('\n').count(),
            column: last.chars().count(),
            width: text.chars().count(),
        };
        self.text += text;
        self.inks.push((place, colour));
        place
    }
}

/// Neighbouring characters in a line of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 0.
    pub row: usize,
    /// The first column, from 0.
    pub column: usize,
    /// The number of characters.
    pub width: usize,
}

/// How an action is chosen on a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aim {
    /// The column and the row between which arrows move. These are not places of the text.
    pub at: (usize, usize),
    /// Which of the actions at the same column and row it is; 0 is the usual one.
    pub tool: usize,
    /// What is moved, played or filled.
    pub from: Option<Place>,
    /// What else changes, such as the destination.
    pub to: Vec<Place>,
}
