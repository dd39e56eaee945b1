//! Maps: numbered points on a plane where a unit is equally long in both directions, with a
//! list of their names below.

use maud::{Markup, html};
use serde::Serialize;

use super::axis::{ABOVE, Axis, BELOW};
use super::svg::{LINE, Mark, Size, WIDTH, fitting, line, mark, text, text_width};

/// The number of columns of the list of names.
const COLUMNS: usize = 2;

/// Points with names.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Scatter {
    /// The axis from left to right.
    pub across: Axis,
    /// The vertical axis.
    pub up: Axis,
    /// The points, in the order of their numbers, from 1.
    pub points: Vec<Point>,
}

/// One point.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Point {
    /// The name in the list.
    pub name: String,
    /// The coordinate from left to right.
    pub x: f64,
    /// The coordinate upwards.
    pub y: f64,
    /// How the point is drawn.
    pub mark: Mark,
}

/// A box on the picture: left, top, right, bottom.
type Area = [f64; 4];

impl Scatter {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let (left, right) = (self.up.words_width() + 10.0, WIDTH - 12.0);
        let top = ABOVE;
        let unit = (right - left) / (self.across.high - self.across.low);
        let bottom = top + unit * (self.up.high - self.up.low);
        let place = |point: &Point| {
            let x = self.across.place(point.x, left, right);
            (x, self.up.place(point.y, bottom, top))
        };
        let places: Vec<(f64, f64)> = self.points.iter().map(place).collect();
        let room = [left, top, WIDTH - 2.0, bottom];
        let numbers = place_numbers(&places, room);
        let lines = self.points.len().div_ceil(COLUMNS);
        let (names_top, column) = (bottom + BELOW, WIDTH / COLUMNS as f64);
        let drawn = html! {
            (self.up.left((left, right), (top, bottom)))
            (self.across.below((left, right), (top, bottom)))
            @for (&(x, y), &[left, top, right, bottom]) in places.iter().zip(&numbers) {
                (line((x, y), (x.clamp(left, right), y.clamp(top, bottom)), "axis"))
            }
            @for (one, &place) in self.points.iter().zip(&places) {
                (mark(one.mark, place, one.mark.class()))
            }
            @for (index, (one, [left, top, right, bottom])) in self.points.iter().zip(&numbers).enumerate() {
                @let number = (index + 1).to_string();
                (text((left + right) / 2.0, (top + bottom) / 2.0, "middle", "halo", &number))
                @let x = (index / lines) as f64 * column;
                @let y = names_top + LINE * ((index % lines) as f64 + 0.5);
                (text(x + 20.0, y, "end", "", &number))
                (mark(one.mark, (x + 30.0, y), one.mark.class()))
                (text(x + 38.0, y, "start", "", &fitting(&one.name, column - 42.0)))
            }
        };
        ((WIDTH, names_top + LINE * lines as f64 + 2.0), drawn)
    }
}

/// A box for the number of each point, from 1, near its point and apart from other boxes and
/// points.
fn place_numbers(places: &[(f64, f64)], room: Area) -> Vec<Area> {
    let point = |&(x, y): &(f64, f64)| around(x, y, 8.0, 8.0);
    let mut taken: Vec<Area> = places.iter().map(point).collect();
    for (index, &(x, y)) in places.iter().enumerate() {
        // The margin keeps two numbers from being read as one.
        let (width, height) = (text_width(&(index + 1).to_string()) + 5.0, LINE - 2.0);
        let free = |area: &Area| {
            let inside = area[0] >= room[0] && area[1] >= room[1];
            let inside = inside && area[2] <= room[2] && area[3] <= room[3];
            inside && taken.iter().all(|other| apart(area, other))
        };
        // First beside, above and below the point, then in wider and wider rings.
        let places = (0..40 * 16).map(|step| {
            let away = 5.0 + 3.0 * f64::from(step / 16);
            let angle = std::f64::consts::TAU * f64::from(step % 16) / 16.0;
            let (sine, cosine) = libm::sincos(angle);
            let (right, down) = (away + width / 2.0, away + height / 2.0);
            around(x + cosine * right, y + sine * down, width, height)
        });
        let found = { places }.find(free);
        taken.push(found.unwrap_or_else(|| around(x, y, width, height)));
    }
    taken.split_off(places.len())
}

/// The box around a middle.
fn around(x: f64, y: f64, width: f64, height: f64) -> Area {
    let (half, up) = (width / 2.0, height / 2.0);
    [x - half, y - up, x + half, y + up]
}

fn apart(a: &Area, b: &Area) -> bool {
    a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_points_in_one_place_are_apart() {
        let numbers = place_numbers(&[(180.0, 150.0); 12], [0.0, 0.0, 360.0, 300.0]);
        assert_eq!(numbers.len(), 12);
        for (index, number) in numbers.iter().enumerate() {
            let others = &numbers[..index];
            assert!(
                others.iter().all(|other| apart(number, other)),
                "{numbers:?}"
            );
        }
    }
}
