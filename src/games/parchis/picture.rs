//! The board as a drawing, and where its squares are.
//!
//! The ring is the edge of a square of 18 cells, clockwise from its top left corner. The corridors
//! lead inwards from the last squares of their colours, and the homes are in the middle.

use super::board::{Colour, GOAL, HOME, RING, SAFE, Square};
use super::state::ParchisState;
use crate::report::charts::{Chart, Drawing, Shape};

/// The cells of a side.
pub(super) const SIDE: usize = 18;

/// The classes of the colours in drawings.
const CLASSES: [&str; 4] = ["q2", "s1", "s2", "q6"];

/// The cell of a square of a colour, as column and row. The pieces at home have cells of their
/// own.
pub(super) fn cell(colour: Colour, code: u8, piece: usize) -> (usize, usize) {
    let last = SIDE - 1;
    let ring = |code: u8| {
        let (side, far) = (usize::from(code - 1) / last, usize::from(code - 1) % last);
        match side {
            0 => (far, 0),
            1 => (last, far),
            2 => (last - far, last),
            _ => (0, last - far),
        }
    };
    match code {
        HOME => {
            let (x, y) = [(4, 4), (10, 4), (10, 10), (4, 10)][colour as usize];
            (x + piece % 2 + 1, y + piece / 2 + 1)
        }
        1..=RING => ring(code),
        _ => {
            let inwards = usize::from(code - RING);
            let (x, y) = ring(colour.last());
            match colour {
                Colour::Yellow => (x + inwards, y),
                Colour::Blue => (x, y + inwards),
                Colour::Red => (x - inwards, y),
                Colour::Green => (x, y - inwards),
            }
        }
    }
}

/// A drawing of the board with the pieces of a state.
pub(super) fn drawing(state: &ParchisState) -> Chart {
    let mut shapes = Vec::new();
    let mut square = |(x, y): (usize, usize), class| {
        let (x, y) = (x as f64, y as f64);
        shapes.push(Shape::Cell { x, y, class });
    };
    for code in 1..=RING {
        let start = Colour::ALL
            .into_iter()
            .find(|colour| colour.start() == code);
        let class = match start {
            Some(colour) => CLASSES[colour as usize],
            None if SAFE.contains(&code) => "s0",
            None => "h5",
        };
        square(cell(Colour::Yellow, code, 0), class);
    }
    for colour in Colour::ALL {
        for code in RING + 1..=GOAL {
            square(cell(colour, code, 0), CLASSES[colour as usize]);
        }
    }
    for code in (1..=RING).filter(|code| SAFE.contains(code)) {
        let (x, y) = cell(Colour::Yellow, code, 0);
        let (x, y, word) = (x as f64 + 0.5, y as f64 + 0.5, code.to_string());
        shapes.push(Shape::Word { x, y, word });
    }
    for colour in Colour::ALL {
        for piece in 0..4 {
            let Square(code) = state.piece(colour, piece);
            let before = (0..4 * colour as usize + piece)
                .filter(|&other| state.pieces[other] == code && (1..=RING).contains(&code));
            let (x, y) = cell(colour, code, piece);
            let beside = if before.count() > 0 { 0.7 } else { 0.3 };
            let middle = if code == HOME { 0.5 } else { beside };
            let (x, y) = (x as f64 + middle, y as f64 + middle);
            shapes.push(Shape::Disc {
                x,
                y,
                class: CLASSES[colour as usize],
            });
        }
    }
    let (across, down) = (SIDE as u32, SIDE as u32);
    Chart::Drawing(Drawing {
        across,
        down,
        shapes,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_squares_share_a_cell() {
        let mut cells: Vec<(usize, usize)> = (1..=RING)
            .map(|code| cell(Colour::Yellow, code, 0))
            .collect();
        for colour in Colour::ALL {
            cells.extend((RING + 1..=GOAL).map(|code| cell(colour, code, 0)));
            cells.extend((0..4).map(|piece| cell(colour, HOME, piece)));
        }
        let different: HashSet<_> = cells.iter().collect();
        assert_eq!(different.len(), 68 + 4 * 8 + 16);
        // Neighbours on the ring are neighbours on the board.
        for code in 1..=RING {
            let (x, y) = cell(Colour::Yellow, code, 0);
            let (to_x, to_y) = cell(Colour::Yellow, code % RING + 1, 0);
            assert_eq!(x.abs_diff(to_x) + y.abs_diff(to_y), 1, "{code}");
        }
    }
}
