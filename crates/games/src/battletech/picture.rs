//! The map with its mechs as a drawing: their feet, the front of their torsos, and who sees whom.

use super::board::{drawn, mark};
use super::hex::{Hex, Side};
use super::sight::sight;
use super::state::State;
use rivals_core::drawing::{Drawing, Shape};

/// The height of a hex, where columns are 1 apart, and half the width of its top.
const HEIGHT: f64 = 1.154_700_538_379_251_5;
const HALF: f64 = 1.0 / 3.0;

/// The columns right and the rows down from the middle of a hex to the middle of its sides.
const SIDES: [(f64, f64); 6] =
    [(0.0, -0.5), (0.5, -0.25), (0.5, 0.25), (0.0, 0.5), (-0.5, 0.25), (-0.5, -0.25)];

/// The classes of mechs and of the numbers on them, by seat.
const PIECES: [&str; 4] = ["piece p-red", "piece p-yellow", "piece p-blue", "piece p-green"];
const INKS: [&str; 4] = ["on-red", "on-yellow", "on-blue", "on-green"];

/// The middle of a hex.
fn middle(hex: Hex) -> (f64, f64) {
    let lower = if hex.column.is_multiple_of(2) { 1.0 } else { 0.5 };
    (f64::from(hex.column) - HALF, (f64::from(hex.row) - 1.0 + lower) * HEIGHT)
}

/// The box of a hex in the drawing: left, top, width and height.
pub fn spot(hex: Hex) -> [f64; 4] {
    let (x, y) = middle(hex);
    [x - HALF, y - HEIGHT / 2.0, 2.0 * HALF, HEIGHT]
}

/// The point so many hexes beyond the middle of a hex, across a side.
fn beyond((x, y): (f64, f64), side: Side, hexes: f64) -> (f64, f64) {
    let (across, down) = SIDES[side.index()];
    (x + 2.0 * hexes * across, y + 2.0 * hexes * down * HEIGHT)
}

/// A drawing of a position. The hexes have the letters and levels of the map in a terminal.
#[must_use]
pub fn drawing(state: &State) -> Drawing {
    let map = &state.map;
    let (columns, rows) = (map.columns, map.rows);
    let mut shapes = Vec::new();
    for hex in map.hexes() {
        let (x, y) = middle(hex);
        let corners: [(f64, f64); 6] =
            [(-1.0, -1.0), (1.0, -1.0), (2.0, 0.0), (1.0, 1.0), (-1.0, 1.0), (-2.0, 0.0)];
        let points = corners.map(|(right, down)| (x + right * HALF, y + down * HEIGHT / 2.0));
        let (text, _, class) = drawn(map.at(hex));
        shapes.push(Shape::Line { points: points.to_vec(), class });
        if state.seat_on(hex).is_none() {
            shapes.push(word((x, y - 0.32), 0.2, "", hex.to_string()));
        }
        let ground = if text == "." { "" } else { &text };
        let text = format!("{ground}{}", mark(state, hex));
        if text != " " {
            shapes.push(word((x, y + 0.3), 0.3, "", text.trim_end().to_owned()));
        }
    }
    let living: Vec<_> = state.living().collect();
    for (at, one) in living.iter().enumerate() {
        for other in &living[..at] {
            let (from, to) = (state.mechs[*one].stance(), state.mechs[*other].stance());
            if sight(map, from, to).is_some() {
                let points = vec![middle(from.hex), middle(to.hex)];
                shapes.push(Shape::Line { points, class: "curve s1" });
            }
        }
    }
    for &seat in &living {
        let mech = &state.mechs[seat];
        let at = middle(mech.hex);
        for edge in [1, 5] {
            let end = beyond(at, mech.torso_facing().turned(edge), 2.0);
            shapes.push(Shape::Line { points: vec![at, end], class: "curve s3" });
        }
        shapes
            .push(Shape::Line { points: vec![at, beyond(at, mech.facing, 0.5)], class: "stroke" });
        let ((x, y), seat) = (at, usize::from(seat.0));
        shapes.push(Shape::Disc { x, y, radius: 0.28, class: PIECES[seat] });
        shapes.push(word((x, y + 0.1), 0.32, INKS[seat], (seat + 1).to_string()));
    }
    let down = (f64::from(rows) + if columns > 1 { 0.5 } else { 0.0 }) * HEIGHT;
    Drawing { across: f64::from(columns) + HALF, down, shapes }
}

fn word((x, y): (f64, f64), size: f64, class: &'static str, word: String) -> Shape {
    Shape::Word { x, y, size, class, word }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battletech::map::Map;

    /// The middle of a neighbour is twice as far as the side between.
    #[test]
    fn neighbours_are_beside_each_other() {
        let map = Map::named("open").unwrap();
        for hex in map.hexes() {
            for side in Side::ALL.into_iter().filter(|&side| map.place(hex.beyond(side)).is_some())
            {
                let (x, y) = middle(hex.beyond(side));
                let (to_x, to_y) = beyond(middle(hex), side, 1.0);
                assert!((x - to_x).abs() < 1e-9 && (y - to_y).abs() < 1e-9, "{hex} {side}");
            }
        }
    }
}
