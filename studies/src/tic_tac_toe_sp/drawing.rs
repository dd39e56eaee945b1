//! The board as drawings, with moves or priorities.

use rivals_core::drawing::{Drawing, Shape};
use rivals_games::tic_tac_toe_sp::board::{each, place};
use rivals_games::tic_tac_toe_sp::priorities::{Act, Priorities};
use rivals_games::tic_tac_toe_sp::rules::{content, piece};
use rivals_games::tic_tac_toe_sp::state::{Kind, TicTacToeMove, TicTacToeState};

/// A move that is drawn on a board: its word, and the class of its colour.
pub(super) type DrawnMove<'a> = (TicTacToeMove, &'a str, &'static str);

/// A drawing of the board, as boards are printed, with moves of the player to move.
pub(super) fn drawing(state: &TicTacToeState, moves: &[DrawnMove<'_>]) -> Drawing {
    let mut shapes = board(state, |cell| !moves.iter().any(|one| one.0.cell == cell));
    for (at, (one, label, class)) in moves.iter().enumerate() {
        let (left, top) = corner(one.cell);
        let shared = moves.iter().any(|other| other != &moves[at] && other.0.cell == one.cell);
        // Two moves in one cell share it.
        let (gap, share) = if shared { (0.5 * at as f64, 0.5) } else { (0.0, 1.0) };
        shapes.push(Shape::Area {
            x: left + 0.02,
            y: top + 0.02 + gap,
            width: 0.96,
            height: share - 0.04,
            class,
        });
        let x = left + 0.5;
        let middle = top + gap + share / 2.0;
        let (sign, word) =
            if shared { (middle - 0.1, middle + 0.1) } else { (middle + 0.06, middle + 0.3) };
        let there = content(state, one.cell);
        if one.kind == Kind::Basic && !shared {
            let sign = if state.mover == 0 { 'X' } else { 'O' };
            shapes.extend(glyph(sign, x, middle - 0.14, 0.2));
        } else {
            shapes.extend(glyph(there, x, middle - 0.27, 0.13));
            let sign_word = match one.kind {
                Kind::Basic => piece(state.mover).to_string(),
                kind => kind.name().to_owned(),
            };
            shapes.push(small(x, sign, &sign_word));
        }
        shapes.push(small(x, word, label));
    }
    whole(state, shapes)
}

/// A drawing of the priority board: the priority of each cell and the first letter of its action.
pub(super) fn priority_board(state: &TicTacToeState, priorities: &Priorities) -> Drawing {
    let mut shapes = board(state, |_| true);
    for (cell, (priority, act)) in (0..).zip(priorities.board(state)) {
        if act != Act::None {
            let letter = act.name()[..1].to_uppercase();
            let (x, y) = corner(cell);
            shapes.push(Shape::Word {
                x: x + 0.5,
                y: y + 0.5,
                size: 0.22,
                class: "",
                word: format!("{priority} {letter}"),
            });
        }
    }
    whole(state, shapes)
}

/// The room for the numbers of rows and columns, in cells.
const EDGE: f64 = 0.4;

/// The top left corner of a cell.
fn corner(cell: u8) -> (f64, f64) {
    let (row, column) = place(cell);
    (f64::from(column) + EDGE, f64::from(row) + EDGE)
}

/// The cells with the numbers of their rows and columns, and what is in those that are `shown`.
fn board(state: &TicTacToeState, shown: impl Fn(u8) -> bool) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let number = |x: f64, y: f64, number: u8| Shape::Word {
        x,
        y,
        size: 0.22,
        class: "title",
        word: number.to_string(),
    };
    for column in 0..state.shape.columns {
        shapes.push(number(f64::from(column) + EDGE + 0.5, EDGE / 2.0, column));
    }
    for row in 0..state.shape.rows {
        shapes.push(number(EDGE / 2.0, f64::from(row) + EDGE + 0.5, row));
    }
    for cell in each(state.shape.cells() | state.shape.obstacles) {
        let (x, y) = corner(cell);
        let there = content(state, cell);
        let class = match there {
            'i' => "square blue",
            'p' => "square green",
            '#' => "square red",
            _ => "square",
        };
        shapes.push(Shape::cell(x, y, class));
        if shown(cell) {
            shapes.extend(glyph(there, x + 0.5, y + 0.5, 0.28));
        }
    }
    shapes
}

/// A word that fits a cell.
fn small(x: f64, y: f64, word: &str) -> Shape {
    let (size, class, word) = (0.175, "", word.to_owned());
    Shape::Word { x, y, size, class, word }
}

/// What is in a cell, around a point: the sign of a piece, or the word of a block.
fn glyph(there: char, x: f64, y: f64, radius: f64) -> Vec<Shape> {
    let stroke =
        |from: (f64, f64), to: (f64, f64)| Shape::Line { points: vec![from, to], class: "stroke" };
    let (left, right, top, bottom) = (x - radius, x + radius, y - radius, y + radius);
    match there {
        'X' => vec![stroke((left, top), (right, bottom)), stroke((left, bottom), (right, top))],
        'O' => vec![Shape::Disc { x, y, radius, class: "stroke" }],
        'i' => vec![small(x, y, "ice")],
        'p' => vec![small(x, y, "plant")],
        _ => Vec::new(),
    }
}

fn whole(state: &TicTacToeState, shapes: Vec<Shape>) -> Drawing {
    Drawing {
        across: f64::from(state.shape.columns) + EDGE,
        down: f64::from(state.shape.rows) + EDGE,
        shapes,
    }
}
