//! Drawings: boxes, discs and words on a grid of equal cells, such as the board of a game.

use maud::{Markup, html};
use serde::Serialize;

use super::svg::{Size, WIDTH, area, at, text};

/// A grid of cells with boxes, discs and words.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Drawing {
    /// The number of cells from left to right.
    pub across: u32,
    /// The number of cells from top to bottom.
    pub down: u32,
    /// What is drawn, from the lowest to the topmost.
    pub shapes: Vec<Shape>,
}

/// One shape; its cell is counted from the top left corner.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "shape", rename_all = "snake_case")]
pub(crate) enum Shape {
    /// A cell filled with a colour of the page's classes.
    Cell {
        /// Cells to the left.
        x: f64,
        /// Cells above.
        y: f64,
        /// The class.
        class: &'static str,
    },
    /// A disc; the coordinates are those of its middle.
    Disc {
        /// Cells to the left.
        x: f64,
        /// Cells above.
        y: f64,
        /// The class.
        class: &'static str,
    },
    /// A word around a point.
    Word {
        /// Cells to the left.
        x: f64,
        /// Cells above.
        y: f64,
        /// The word.
        word: String,
    },
}

impl Drawing {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let unit = WIDTH / f64::from(self.across);
        let drawn = html! {
            @for shape in &self.shapes {
                @match shape {
                    Shape::Cell { x, y, class } => {
                        (area(x * unit + 0.5, y * unit + 0.5, unit - 1.0, unit - 1.0, class))
                    }
                    Shape::Disc { x, y, class } => {
                        circle cx=(at(x * unit)) cy=(at(y * unit)) r=(at(unit * 0.24)) class=(class)
                            stroke="var(--paper)" {}
                    }
                    Shape::Word { x, y, word } => {
                        (text(x * unit, y * unit, "middle", "", word))
                    }
                }
            }
        };
        ((WIDTH, unit * f64::from(self.down)), drawn)
    }
}
