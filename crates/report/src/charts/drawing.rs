//! Drawings as SVG.

use maud::{Markup, html};
use rivals_core::drawing::{Drawing, Shape};

use super::Draw;
use super::svg::{LETTER, Size, area, at, line, sized};

impl Draw for Drawing {
    fn draw(&self, width: f64) -> (Size, Markup) {
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
