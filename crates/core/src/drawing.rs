//! Drawings: boxes, discs, lines and words on a grid of equal cells, such as the board of a game.

use serde::Serialize;

/// A grid of cells with shapes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Drawing {
    /// The number of cells from left to right.
    pub across: f64,
    /// The number of cells from top to bottom.
    pub down: f64,
    /// What is drawn, from the lowest to the topmost.
    pub shapes: Vec<Shape>,
}

/// One shape; all lengths are in cells, from the top left corner. Colours are classes of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "shape", rename_all = "snake_case")]
pub enum Shape {
    /// A box.
    Area {
        /// Its left side.
        x: f64,
        /// Its top.
        y: f64,
        /// Its width.
        width: f64,
        /// Its height.
        height: f64,
        /// The class.
        class: &'static str,
    },
    /// A disc.
    Disc {
        /// Its middle, to the left.
        x: f64,
        /// Its middle, from above.
        y: f64,
        /// Its radius.
        radius: f64,
        /// The class.
        class: &'static str,
    },
    /// A straight line, or the outline of an area if there are more than two points.
    Line {
        /// The points.
        points: Vec<(f64, f64)>,
        /// The class.
        class: &'static str,
    },
    /// A word around a point.
    Word {
        /// To the left.
        x: f64,
        /// From above.
        y: f64,
        /// The height of its letters, which are never smaller than those of other charts.
        size: f64,
        /// The class; it may be empty.
        class: &'static str,
        /// The word.
        word: String,
    },
}

impl Shape {
    /// A box of one cell.
    pub fn cell(x: f64, y: f64, class: &'static str) -> Self {
        let (width, height) = (1.0, 1.0);
        Self::Area { x, y, width, height, class }
    }
}
