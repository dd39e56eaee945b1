//! Maps: points on a plane where a unit is equally long in both directions. Each has its name beside
//! it; on a narrow map it has a number, with a list of the names below.

use maud::{Markup, html};
use rivals_core::document::{Point, Scatter, Spot};

use super::Draw;
use super::axis::{self, ABOVE, BELOW};
use super::svg::{LINE, SPACING, Size, WIDTHS, broken, line, lines, mark, text, text_width, told};

/// The number of columns of the list of names.
const COLUMNS: usize = 2;

/// A box on the picture: left, top, right, bottom.
type Area = [f64; 4];

impl Draw for Scatter {
    fn draw(&self, width: f64) -> (Size, Markup) {
        let (left, right) = (axis::labels_width(&self.up) + 10.0, width - 12.0);
        let numbered = width < WIDTHS[1];
        let label = |(at, point): (usize, &Point)| {
            if numbered { (at + 1).to_string() } else { point.name.clone() }
        };
        let labels: Vec<String> = self.points.iter().enumerate().map(label).collect();
        let top = ABOVE;
        let unit = (right - left) / (self.across.high - self.across.low);
        let bottom = top + unit * (self.up.high - self.up.low);
        let place = |point: &Point| {
            let x = self.across.place(point.x, left, right);
            (x, self.up.place(point.y, bottom, top))
        };
        let places: Vec<(f64, f64)> = self.points.iter().map(place).collect();
        let room = [left, top, width - 2.0, bottom];
        let placed = place_labels(&places, &labels, room);
        let (names_top, column) = (bottom + BELOW, width / COLUMNS as f64);
        let mut height = names_top;
        let mut list = Vec::new();
        if numbered {
            let each = self.points.len().div_ceil(COLUMNS).max(1);
            for (at, points) in self.points.chunks(each).enumerate() {
                let (x, mut y) = (at as f64 * column, names_top + LINE / 2.0);
                for (index, one) in points.iter().enumerate() {
                    let name = broken(&one.name, column - 42.0);
                    let more = SPACING * (name.len() - 1) as f64;
                    list.push(html! {
                        (text(x + 20.0, y, "end", "", &labels[at * each + index]))
                        (mark(one.mark, (x + 30.0, y), one.mark.class()))
                        (lines(x + 38.0, y + more / 2.0, "start", "", &name))
                    });
                    y += LINE + more;
                }
                height = height.max(y - LINE / 2.0);
            }
        }
        let drawn = html! {
            (axis::left(&self.up, (left, right), (top, bottom)))
            (axis::below(&self.across, (left, right), (top, bottom), width))
            @for (&(x, y), &[left, top, right, bottom]) in places.iter().zip(&placed) {
                (line((x, y), (x.clamp(left, right), y.clamp(top, bottom)), "axis"))
            }
            @for (one, &place) in self.points.iter().zip(&places) {
                @let [x, y] = [self.across.words(Spot::exact(one.x)), self.up.words(Spot::exact(one.y))];
                (told(&one.name, &format!("{}: {x} across, {y} up", one.name), &mark(one.mark, place, one.mark.class())))
            }
            @for (label, [left, top, right, bottom]) in labels.iter().zip(&placed) {
                (text((left + right) / 2.0, (top + bottom) / 2.0, "middle", "halo", label))
            }
            @for one in &list { (one) }
        };
        ((width, height + 2.0), drawn)
    }
}

/// A box for the label of each point, near its point and apart from other boxes and points.
fn place_labels(places: &[(f64, f64)], labels: &[String], room: Area) -> Vec<Area> {
    let point = |&(x, y): &(f64, f64)| around(x, y, 8.0, 8.0);
    let mut taken: Vec<Area> = places.iter().map(point).collect();
    for (&(x, y), label) in places.iter().zip(labels) {
        // The margin keeps two labels from being read as one.
        let (width, height) = (text_width(label) + 5.0, LINE - 2.0);
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
        let labels: Vec<String> = (1..=12).map(|number| number.to_string()).collect();
        let numbers = place_labels(&[(180.0, 150.0); 12], &labels, [0.0, 0.0, 360.0, 300.0]);
        assert_eq!(numbers.len(), 12);
        for (index, number) in numbers.iter().enumerate() {
            let others = &numbers[..index];
            assert!(others.iter().all(|other| apart(number, other)), "{numbers:?}");
        }
    }
}
