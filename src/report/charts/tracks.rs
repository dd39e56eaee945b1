//! Positions on scales of their own, each with a neutral point: profiles.

use maud::{Markup, html};
use serde::Serialize;

use super::svg::{Anchor, LINE, Size, WIDTH, area, fitting, line, point, text, text_width};

/// Rows of scales, in groups.
#[derive(Clone, Debug, Serialize)]
pub struct Tracks {
    /// Titles with their rows, from top to bottom.
    pub groups: Vec<(String, Vec<Track>)>,
}

/// One scale.
#[derive(Clone, Debug, Serialize)]
pub struct Track {
    /// Left of it.
    pub name: String,
    /// Where it stands, 0..=1 from the low end to the high one.
    pub place: f64,
    /// The neutral point, likewise.
    pub neutral: f64,
    /// The figure, right of it.
    pub value: String,
}

impl Tracks {
    pub(super) fn draw(&self) -> (Size, Markup) {
        let rows = || self.groups.iter().flat_map(|(_, rows)| rows);
        let widest = |words: &dyn Fn(&Track) -> &str| {
            rows().map(|row| text_width(words(row))).fold(0.0, f64::max)
        };
        let names = widest(&|row| &row.name).min(WIDTH * 0.45);
        let values = widest(&|row| &row.value).min(WIDTH * 0.25);
        let (left, right) = (names + 12.0, WIDTH - values - 14.0);
        let mut y = 0.0;
        let mut drawn = Vec::new();
        for (title, rows) in &self.groups {
            y += LINE;
            drawn.push(text(0.0, y - LINE / 2.0, Anchor::Start, "title", title));
            for row in rows {
                let middle = y + LINE / 2.0;
                let x = |place: f64| left + place.clamp(0.0, 1.0) * (right - left);
                let (start, end) = (row.place.min(row.neutral), row.place.max(row.neutral));
                drawn.push(html! {
                    (text(names + 4.0, middle, Anchor::End, "", &fitting(&row.name, names)))
                    (line((left, middle), (right, middle), "grid"))
                    (area(x(start), middle - 2.0, x(end) - x(start), 4.0, "s0"))
                    (line((x(row.neutral), middle - 5.0), (x(row.neutral), middle + 5.0), "axis"))
                    (point(x(row.place), middle, 3.5, "s1"))
                    (text(WIDTH - 2.0, middle, Anchor::End, "", &row.value))
                });
                y += LINE;
            }
            y += 4.0;
        }
        ((WIDTH, y + 2.0), html! { @for one in &drawn { (one) } })
    }
}
