//! Drawings: boxes, discs, lines and words on a grid of equal cells, such as the board of a game.

use maud::{Markup, html};
use serde::Serialize;

use super::svg::{LETTER, Size, area, at, line, sized};

/// A grid of cells with shapes.
#[derive(Clone, Debug, Serialize)]
pub struct Drawing {
    /// The number of cells from left to right.
    pub across: f64,
    /// The number of cells from top to bottom.
    pub down: f64,
    /// What is drawn, from the lowest to the topmost.
    pub shapes: Vec<Shape>,
}

/// One shape; all lengths are in cells, from the top left corner. Colours are classes of the page.
#[derive(Clone, Debug, Serialize)]
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

impl Drawing {
    pub(super) fn draw(&self, width: f64) -> (Size, Markup) {
        let unit = (width - 2.0) / self.across;
        let on = |length: f64| length * unit + 1.0;
        let drawn = html! {
            @for shape in &self.shapes {
                @match shape {
                    Shape::Area { x, y, width, height, class } => {
                        (area(on(*x), on(*y), width * unit, height * unit, class))
                    }
                    Shape::Disc { x, y, radius, class } => {
                        circle cx=(at(on(*x))) cy=(at(on(*y))) r=(at(radius * unit)) class=(class) {}
                    }
                    Shape::Line { points, class } => {
                        @if let [(x1, y1), (x2, y2)] = points[..] {
                            (line((on(x1), on(y1)), (on(x2), on(y2)), class))
                        } @else {
                            @let points: Vec<_> = points.iter().map(|(x, y)| format!("{},{}", at(on(*x)), at(on(*y)))).collect();
                            polygon points=(points.join(" ")) class=(class) {}
                        }
                    }
                    Shape::Word { x, y, size, class, word } => {
                        (sized((size * unit).max(LETTER), on(*x), on(*y), "middle", class, word))
                    }
                }
            }
        };
        ((width, unit * self.down + 2.0), drawn)
    }
}
