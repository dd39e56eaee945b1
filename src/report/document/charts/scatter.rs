//! Named points on a plane where a unit is as long in both directions: a map.

use maud::{Markup, html};

use super::axis::{ABOVE, Axis, BELOW};
use super::svg::{Anchor, LINE, Size, WIDTH, diamond, line, point, text, text_width};

/// Points with names.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// From left to right.
    pub across: Axis,
    /// Upwards.
    pub up: Axis,
    /// In any order; the first keep the best places for their names.
    pub points: Vec<Point>,
}

/// One point.
#[derive(Clone, Debug)]
pub struct Point {
    /// Beside it.
    pub name: String,
    /// Where it is.
    pub x: f64,
    /// Where it is.
    pub y: f64,
    /// Whether it is drawn as a diamond instead of a point.
    pub other: bool,
}

/// A box that is taken: left, top, right, bottom.
type Taken = [f64; 4];

impl Scatter {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let (left, right) = (self.up.words_width() + 10.0, WIDTH - 12.0);
        let top = ABOVE;
        let unit = (right - left) / (self.across.high - self.across.low);
        let bottom = top + unit * (self.up.high - self.up.low);
        let places: Vec<(f64, f64)> = (self.points.iter())
            .map(|point| {
                (
                    self.across.place(point.x, left, right),
                    self.up.place(point.y, bottom, top),
                )
            })
            .collect();
        let mut taken: Vec<Taken> = (places.iter())
            .map(|&(x, y)| [x - 4.0, y - 4.0, x + 4.0, y + 4.0])
            .collect();
        let room = [left, top, WIDTH - 2.0, bottom];
        let names: Vec<_> = (self.points.iter().zip(&places))
            .map(|(point, &place)| {
                let (spot, leader) = free_spot(&point.name, place, room, &taken);
                taken.push(spot);
                (spot, leader)
            })
            .collect();
        let drawn = html! {
            (self.up.left((left, right), (top, bottom)))
            (self.across.below((left, right), (top, bottom)))
            @for ((spot, leader), &(x, y)) in names.iter().zip(&places) {
                @if *leader { (line((x, y), ((spot[0] + spot[2]) / 2.0, (spot[1] + spot[3]) / 2.0), "grid")) }
            }
            @for ((one, &(x, y)), (spot, _)) in self.points.iter().zip(&places).zip(&names) {
                @if one.other { (diamond(x, y, 4.0, "s2")) } @else { (point(x, y, 3.0, "s1")) }
                (text(spot[0], (spot[1] + spot[3]) / 2.0, Anchor::Start, "halo", &one.name))
            }
        };
        ((WIDTH, bottom + BELOW), drawn)
    }
}

/// A place for a name near its point that nothing else has taken, and whether it
/// is so far away that a line must lead there.
fn free_spot(name: &str, (x, y): (f64, f64), room: Taken, taken: &[Taken]) -> (Taken, bool) {
    let (width, height) = (text_width(name), LINE - 2.0);
    let spot = |middle_x: f64, middle_y: f64| {
        [
            middle_x - width / 2.0,
            middle_y - height / 2.0,
            middle_x + width / 2.0,
            middle_y + height / 2.0,
        ]
    };
    let free = |spot: &Taken| {
        let inside = spot[0] >= room[0]
            && spot[1] >= room[1]
            && spot[2] <= room[2]
            && spot[3] <= room[3];
        let apart = |other: &Taken| {
            spot[2] <= other[0] || other[2] <= spot[0] || spot[3] <= other[1] || other[3] <= spot[1]
        };
        inside && taken.iter().all(apart)
    };
    // Beside, above, below; then in wider and wider rings.
    for ring in 0..40 {
        let away = 5.0 + 5.0 * f64::from(ring);
        for step in 0..16 {
            let angle = std::f64::consts::TAU * f64::from(step) / 16.0;
            let (sine, cosine) = angle.sin_cos();
            let candidate = spot(
                x + cosine * (away + width / 2.0),
                y + sine * (away + height / 2.0),
            );
            if free(&candidate) {
                return (candidate, ring > 2);
            }
        }
    }
    (spot(x, y), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_points_in_one_place_are_apart() {
        let mut taken: Vec<Taken> = Vec::new();
        for _ in 0..12 {
            let (spot, _) = free_spot("Somebody", (180.0, 150.0), [0.0, 0.0, 360.0, 300.0], &taken);
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
