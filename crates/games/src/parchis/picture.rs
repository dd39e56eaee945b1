//! The board as a drawing, and where its squares are.
//!
//! In a terminal the ring is the edge of a square of 18 cells, clockwise from its top left corner. The corridors
//! lead inwards from the last squares of their colours, and the homes are in the middle. A drawing is the cross of
//! a printed board.

use super::board::{Colour, GOAL, HOME, RING, SAFE, Square};
use super::state::ParchisState;
use rivals_core::drawing::{Drawing, Shape};

/// The cells of a side.
pub const SIDE: usize = 18;

/// The classes of squares, pieces and letters on pieces of each colour in drawings.
const GROUNDS: [&str; 4] = ["square yellow", "square blue", "square red", "square green"];
const PIECES: [&str; 4] = ["piece p-yellow", "piece p-blue", "piece p-red", "piece p-green"];
const INKS: [&str; 4] = ["on-yellow", "on-blue", "on-red", "on-green"];

/// The cell of a square of a colour, as column and row. The pieces at home have cells of their
/// own.
pub fn cell(colour: Colour, code: u8, piece: usize) -> (usize, usize) {
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

/// The length of an arm of the drawn board and its width, in the short sides of its squares.
const ARM: f64 = 8.0;
const WIDE: f64 = 6.0;
/// The side of the drawing.
const SPAN: f64 = 2.0 * ARM + WIDE;

/// The box of a square of the ring or a corridor as boards are printed: left, top, width and height.
/// The board is a cross: each arm has three rows of squares, with a corridor in the middle. Yellow's
/// arm is at the top, the others follow clockwise.
fn printed(colour: Colour, code: u8) -> [f64; 4] {
    let last = Colour::ALL.map(Colour::last);
    let corridor = code > RING;
    // The arm, the square's row from 0 at the left of who looks from its end, and its distance
    // from the end.
    let (arm, row, far) = if corridor {
        (colour as usize, 1, code - RING)
    } else {
        let near = |arm: &usize| (code + RING - last[*arm] + 8) % RING <= 16;
        let arm = (0..4).find(near).expect("each square is on an arm");
        let along = (code + RING - last[arm] + 8) % RING;
        match along {
            0..=7 => (arm, 0, 7 - along),
            8 => (arm, 1, 0),
            _ => (arm, 2, along - 9),
        }
    };
    let (across, down) = (ARM + 2.0 * f64::from(row), f64::from(far));
    match arm {
        0 => [across, down, 2.0, 1.0],
        1 => [SPAN - 1.0 - down, across, 1.0, 2.0],
        2 => [SPAN - 2.0 - across, SPAN - 1.0 - down, 2.0, 1.0],
        _ => [down, SPAN - 2.0 - across, 1.0, 2.0],
    }
}

/// The box of a square where pieces of a colour go: left, top, width and height in the drawing.
pub fn square_box(colour: Colour, code: u8) -> [f64; 4] {
    match code {
        GOAL => {
            let (x, y) = turned(colour, 0.0, -WIDE / 3.0);
            [x - 1.0, y - 0.5, 2.0, 1.0]
        }
        _ => printed(colour, code),
    }
}

/// The box of a piece.
pub fn piece_box(state: &ParchisState, colour: Colour, piece: usize) -> [f64; 4] {
    let around = |(x, y): (f64, f64)| [x - 0.5, y - 0.5, 1.0, 1.0];
    let Square(code) = state.piece(colour, piece);
    // Corridors and ends hold pieces of one colour.
    let own = state.of(colour as usize).iter().take(piece).filter(|on| **on == code).count();
    match code {
        HOME => around(at_home(colour, own)),
        GOAL => around(turned(colour, 0.0, -WIDE / 3.0)),
        _ => {
            let square = printed(colour, code);
            let on_ring = 1..=RING;
            let before = &state.pieces[..4 * colour as usize];
            let others = before.iter().filter(|on| on_ring.contains(&code) && **on == code);
            let there = pieces_on(state, &Colour::ALL, code).len();
            let walled = if on_ring.contains(&code) { there } else { own + 1 };
            around(standing(square, walled, own + others.count()))
        }
    }
}

/// The middle of a piece on a square with so many, of which it is drawn in this place.
fn standing([x, y, width, height]: [f64; 4], there: usize, at: usize) -> (f64, f64) {
    // The number is in the first half of the square, a piece alone in the second one.
    let part = if there > 1 && at == 0 { 0.52 } else { 1.48 };
    if width > height { (x + part, y + 0.5) } else { (x + 0.5, y + part) }
}

/// A point right of the middle and below it, turned by quarters from yellow, whose home is at the top
/// right and whose goal is above the middle.
fn turned(colour: Colour, x: f64, y: f64) -> (f64, f64) {
    let middle = SPAN / 2.0;
    match colour {
        Colour::Yellow => (middle + x, middle + y),
        Colour::Blue => (middle - y, middle + x),
        Colour::Red => (middle - x, middle - y),
        Colour::Green => (middle + y, middle - x),
    }
}

/// The middle of the home of a colour.
fn home(colour: Colour) -> (f64, f64) {
    turned(colour, WIDE / 2.0 + ARM / 2.0, -WIDE / 2.0 - ARM / 2.0)
}

/// The middle of a piece at home.
fn at_home(colour: Colour, at: usize) -> (f64, f64) {
    let (x, y) = home(colour);
    (x - 0.8 + 1.6 * (at % 2) as f64, y - 0.3 + 1.6 * (at / 2) as f64)
}

/// A word of a drawing.
fn word(x: f64, y: f64, size: f64, class: &'static str, word: String) -> Shape {
    Shape::Word { x, y, size, class, word }
}

/// A piece: a disc with the letter of its colour and its number.
fn disc((colour, piece): (Colour, usize), x: f64, y: f64) -> [Shape; 2] {
    let class = PIECES[colour as usize];
    let letter = format!("{}{piece}", colour.name()[..1].to_uppercase());
    let letter = word(x, y, 0.52, INKS[colour as usize], letter);
    [Shape::Disc { x, y, radius: 0.46, class }, letter]
}

/// The pieces on a square, among those of these colours.
fn pieces_on(state: &ParchisState, colours: &[Colour], code: u8) -> Vec<(Colour, usize)> {
    let pieces = colours.iter().flat_map(|&colour| (0..4).map(move |piece| (colour, piece)));
    pieces.filter(|&(colour, piece)| state.piece(colour, piece) == Square(code)).collect()
}

/// A drawing of the board with the pieces of a state, as boards are printed.
pub fn drawing(state: &ParchisState) -> Drawing {
    let mut shapes = Vec::new();
    for code in 1..=RING {
        let start = Colour::ALL.into_iter().find(|colour| colour.start() == code);
        let class = match start {
            Some(colour) => GROUNDS[colour as usize],
            None if SAFE.contains(&code) => "square safe",
            None => "square",
        };
        draw_square(
            Colour::Yellow,
            code,
            class,
            &pieces_on(state, &Colour::ALL, code),
            &mut shapes,
        );
    }
    for colour in Colour::ALL {
        for code in RING + 1..GOAL {
            let there = pieces_on(state, &[colour], code);
            draw_square(colour, code, GROUNDS[colour as usize], &there, &mut shapes);
        }
    }
    for colour in Colour::ALL {
        draw_ends(state, colour, &mut shapes);
    }
    Drawing { across: SPAN, down: SPAN, shapes }
}

/// Draws a square of the ring or a corridor with the pieces on it.
fn draw_square(
    colour: Colour,
    code: u8,
    class: &'static str,
    there: &[(Colour, usize)],
    shapes: &mut Vec<Shape>,
) {
    let [x, y, width, height] = printed(colour, code);
    shapes.push(Shape::Area { x, y, width, height, class });
    let half = |part: f64| if width > height { (x + part, y + 0.5) } else { (x + 0.5, y + part) };
    if there.len() < 2 {
        let part = if there.is_empty() { 1.0 } else { 0.55 };
        let (x, y) = half(part);
        // Letters beside each other would touch.
        let size = if code > RING { 0.54 } else { 0.62 };
        shapes.push(word(x, y, size, "", Square(code).to_string()));
    }
    for (at, &piece) in there.iter().enumerate() {
        let (x, y) = standing([x, y, width, height], there.len(), at);
        shapes.extend(disc(piece, x, y));
    }
}

/// Draws the home and the goal of a colour with the pieces in them.
fn draw_ends(state: &ParchisState, colour: Colour, shapes: &mut Vec<Shape>) {
    let turned = |x: f64, y: f64| turned(colour, x, y);
    let class = GROUNDS[colour as usize];
    let (x, y) = home(colour);
    let (width, height) = (ARM - 1.0, ARM - 1.0);
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    shapes.push(Shape::Area { x: left, y: top, width, height, class });
    shapes.push(word(x, y - 2.3, 0.75, "", format!("{} home", colour.name())));
    for (at, &piece) in pieces_on(state, &[colour], HOME).iter().enumerate() {
        let (x, y) = at_home(colour, at);
        shapes.extend(disc(piece, x, y));
    }
    let corners = [(0.0, 0.0), (-WIDE / 2.0, -WIDE / 2.0), (WIDE / 2.0, -WIDE / 2.0)];
    let points = corners.map(|(x, y)| turned(x, y)).to_vec();
    shapes.push(Shape::Line { points, class });
    let there = pieces_on(state, &[colour], GOAL);
    if there.is_empty() {
        let (x, y) = turned(0.0, -WIDE / 3.0);
        shapes.push(word(x, y, 0.62, "", "G".to_owned()));
    }
    for (at, &piece) in there.iter().enumerate() {
        let (x, y) = turned(at as f64 - (there.len() as f64 - 1.0) / 2.0, -WIDE / 3.0);
        shapes.extend(disc(piece, x, y));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_squares_share_a_cell() {
        let mut cells: Vec<(usize, usize)> =
            (1..=RING).map(|code| cell(Colour::Yellow, code, 0)).collect();
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

    /// All squares of the printed board are beside each other and none is upon another one.
    #[test]
    fn the_printed_board_is_a_board() {
        let mut boxes: Vec<[f64; 4]> =
            (1..=RING).map(|code| printed(Colour::Yellow, code)).collect();
        for code in 1..=RING {
            let [one, next] = [code, code % RING + 1].map(|code| printed(Colour::Yellow, code));
            let gap = |at: usize| {
                let (a, b) = (one[at], next[at]);
                (a.max(b) - (a + one[at + 2]).min(b + next[at + 2])).max(0.0)
            };
            assert_eq!((gap(0), gap(1)), (0.0, 0.0), "{code}: {one:?} {next:?}");
        }
        for colour in Colour::ALL {
            boxes.extend((RING + 1..GOAL).map(|code| printed(colour, code)));
        }
        for (at, one) in boxes.iter().enumerate() {
            assert!(one[0] >= 0.0 && one[1] >= 0.0, "{one:?}");
            assert!(one[0] + one[2] <= 22.0 && one[1] + one[3] <= 22.0, "{one:?}");
            for other in &boxes[..at] {
                let apart = |at: usize| {
                    one[at] + one[at + 2] <= other[at] || other[at] + other[at + 2] <= one[at]
                };
                assert!(apart(0) || apart(1), "{one:?} {other:?}");
            }
        }
        // Yellow's home is beside its start, and its corridor leads from its last square.
        assert_eq!(printed(Colour::Yellow, 68), [10.0, 0.0, 2.0, 1.0]);
        assert_eq!(printed(Colour::Yellow, 4), [12.0, 3.0, 2.0, 1.0]);
        assert_eq!(printed(Colour::Yellow, RING + 1), [10.0, 1.0, 2.0, 1.0]);
        assert_eq!(printed(Colour::Blue, 17), [21.0, 10.0, 1.0, 2.0]);
    }
}
