//! Maps: numbered points on a plane where a unit is equally long in both directions, with a
//! list of their names below.

use maud::{Markup, html};
use serde::Serialize;

use super::axis::{ABOVE, Axis, BELOW};
use super::svg::{Anchor, LINE, Mark, Size, WIDTH, fitting, line, mark, text, text_width};

/// The number of columns of the list of names.
const COLUMNS: usize = 2;

/// Points with names.
#[derive(Clone, Debug, Serialize)]
pub struct Scatter {
    /// The axis from left to right.
    pub across: Axis,
    /// The vertical axis.
    pub up: Axis,
    /// The points, in the order of their numbers, from 1.
    pub points: Vec<Point>,
}

/// One point.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// The name in the list.
    pub name: String,
    /// The coordinate from left to right.
    pub x: f64,
    /// The coordinate upwards.
    pub y: f64,
    /// How the point is drawn.
    pub mark: Mark,
}

/// A box that a number or a point occupies: left, top, right, bottom.
type Taken = [f64; 4];

impl Scatter {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let (left, right) = (self.up.words_width() + 10.0, WIDTH - 12.0);
        let top = ABOVE;
        let unit = (right - left) / (self.across.high - self.across.low);
        let bottom = top + unit * (self.up.high - self.up.low);
        let place = |point: &Point| {
            (
                self.across.place(point.x, left, right),
                self.up.place(point.y, bottom, top),
            )
        };
        let places: Vec<(f64, f64)> = self.points.iter().map(place).collect();
        let mut taken: Vec<Taken> = (places.iter())
            .map(|&(x, y)| [x - 4.0, y - 4.0, x + 4.0, y + 4.0])
            .collect();
        let room = [left, top, WIDTH - 2.0, bottom];
        let mut spots = Vec::new();
        for (index, &place) in places.iter().enumerate() {
            let spot = free_spot(&(index + 1).to_string(), place, room, &taken);
            taken.push(spot);
            spots.push(spot);
        }
        let lines = self.points.len().div_ceil(COLUMNS);
        let names_top = bottom + BELOW;
        let drawn = html! {
            (self.up.left((left, right), (top, bottom)))
            (self.across.below((left, right), (top, bottom)))
            @for (spot, &place) in spots.iter().zip(&places) {
                @if let Some(end) = leader(*spot, place, &places) { (line(place, end, "axis")) }
            }
            @for (one, &(x, y)) in self.points.iter().zip(&places) {
                (mark(one.mark, (x, y), one.mark.class()))
            }
            @for (index, spot) in spots.iter().enumerate() {
                (text((spot[0] + spot[2]) / 2.0, (spot[1] + spot[3]) / 2.0, Anchor::Middle, "halo", &(index + 1).to_string()))
            }
            @for (index, one) in self.points.iter().enumerate() {
                @let width = WIDTH / COLUMNS as f64;
                @let x = (index / lines) as f64 * width;
                @let y = names_top + LINE * ((index % lines) as f64 + 0.5);
                (text(x + 20.0, y, Anchor::End, "", &(index + 1).to_string()))
                (mark(one.mark, (x + 30.0, y), one.mark.class()))
                (text(x + 38.0, y, Anchor::Start, "", &fitting(&one.name, width - 42.0)))
            }
        };
        ((WIDTH, names_top + LINE * lines as f64 + 2.0), drawn)
    }
}

/// The end of the line from a point to its number, if the number is not beside the point or
/// another point is about as near.
fn leader(spot: Taken, (x, y): (f64, f64), places: &[(f64, f64)]) -> Option<(f64, f64)> {
    let [left, top, right, bottom] = spot;
    let end = (x.clamp(left, right), y.clamp(top, bottom));
    let from_middle = |(x, y): (f64, f64)| {
        libm::hypot(
            x - f64::midpoint(left, right),
            y - f64::midpoint(top, bottom),
        )
    };
    let own = from_middle((x, y));
    let others = places.iter().filter(|&&place| place != (x, y));
    // A point up to a third further away is easily mistaken for it.
    let ambiguous = others
        .into_iter()
        .any(|&place| from_middle(place) < 1.3 * own);
    (libm::hypot(end.0 - x, end.1 - y) > 9.0 || ambiguous).then_some(end)
}

/// A free box for a number, near its point.
fn free_spot(name: &str, (x, y): (f64, f64), room: Taken, taken: &[Taken]) -> Taken {
    // The margin keeps two numbers from being read as one.
    let (width, height) = (text_width(name) + 5.0, LINE - 2.0);
    let spot = |middle_x: f64, middle_y: f64| {
        [
            middle_x - width / 2.0,
            middle_y - height / 2.0,
            middle_x + width / 2.0,
            middle_y + height / 2.0,
        ]
    };
    let free = |spot: &Taken| {
        let inside =
            spot[0] >= room[0] && spot[1] >= room[1] && spot[2] <= room[2] && spot[3] <= room[3];
        let apart = |other: &Taken| {
            spot[2] <= other[0] || other[2] <= spot[0] || spot[3] <= other[1] || other[3] <= spot[1]
        };
        inside && taken.iter().all(apart)
    };
    // First beside, above and below the point, then in wider and wider rings.
    for ring in 0..40 {
        let away = 5.0 + 3.0 * f64::from(ring);
        for step in 0..16 {
            let angle = std::f64::consts::TAU * f64::from(step) / 16.0;
            let (sine, cosine) = libm::sincos(angle);
            let candidate = spot(
                x + cosine * (away + width / 2.0),
                y + sine * (away + height / 2.0),
            );
            if free(&candidate) {
                return candidate;
            }
        }
    }
    spot(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_points_in_one_place_are_apart() {
        let mut taken: Vec<Taken> = Vec::new();
        for _ in 0..12 {
            let spot = free_spot("12", (180.0, 150.0), [0.0, 0.0, 360.0, 300.0], &taken);
            for other in &taken {
                let apart = spot[2] <= other[0]
                    || other[2] <= spot[0]
                    || spot[3] <= other[1]
                    || other[3] <= spot[1];
                assert!(apart, "{spot:?} and {other:?}");
            }
            taken.push(spot);
        }
    }
}
