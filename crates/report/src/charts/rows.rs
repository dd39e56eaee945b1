//! Charts of rows: each has a name, and beside it values on an axis that all rows share, parts
//! of a sum, or a position on the row's own scale.

use maud::{Markup, html};
use rivals_core::document::{Mark, Row, RowContent, Rows, Spot};
use rivals_core::sort;

use super::Draw;
use super::axis::{self, BELOW};
use super::svg::{
    LINE, SPACING, Size, area, broken, legend, line, lines, mark, text, text_width, told, widest,
};

/// The classes of the parts of a sum, in order.
const PARTS: [&str; 4] = ["s1", "s2", "s3", "s0"];

/// The gap between two parts.
const GAP: f64 = 1.0;

impl Draw for Rows {
    fn draw(&self, width: f64) -> (Size, Markup) {
        let rows = || self.groups.iter().flat_map(|(_, rows)| rows);
        let name = |row: &Row| broken(&row.name, width * 0.38);
        let names = rows().map(|row| widest(&name(row))).fold(0.0, f64::max);
        let values = rows().map(|row| text_width(&row.value));
        let values = values.fold(0.0, f64::max);
        let (left, right) = (names + 12.0, width - values - 13.0);
        let parts = rows().any(|row| matches!(row.content, RowContent::Parts(_)));
        let marks = (self.names.iter().enumerate()).map(|(at, name)| match (parts, at) {
            (true, at) => (Mark::Bar, PARTS[at % PARTS.len()], name.clone()),
            (false, 0) => (Mark::Point, Mark::Point.class(), name.clone()),
            (false, _) => (Mark::Diamond, Mark::Diamond.class(), name.clone()),
        });
        let marks: Vec<_> = marks.collect();
        let (above, legend) = match beside_first(self, &marks, (left, right), width) {
            Some(named) => (LINE, named),
            None => legend(2.0, 0.0, width, &marks),
        };
        let top = above + 2.0;
        let mut bottom = top + 2.0;
        let mut drawn = Vec::new();
        for (title, rows) in &self.groups {
            if !title.is_empty() {
                drawn.push(text(0.0, bottom + LINE / 2.0, "start", "title", title));
                bottom += LINE;
            }
            for row in rows {
                let name = name(row);
                let height = LINE + SPACING * (name.len() - 1) as f64;
                let y = bottom + height / 2.0;
                let content = html! {
                    (lines(names + 4.0, y, "end", "", &name))
                    (content(self, &row.content, (left, right), y))
                    (text(width - 2.0, y, "end", "", &row.value))
                };
                drawn.push(told(&row.name, &words(self, row), &content));
                bottom += height;
            }
            bottom += 2.0;
        }
        let below = if self.axis.is_some() { BELOW } else { 2.0 };
        let drawn = html! {
            (legend)
            @if let Some(axis) = &self.axis { (axis::below(axis, (left, right), (top, bottom), width)) }
            @for one in &drawn { (one) }
        };
        ((width, bottom + below), drawn)
    }
}

/// The names of both values of each row beside those of the first row, above it, if it has both
/// and there is room. The lower one's name ends there, the higher one's begins there.
fn beside_first(
    rows: &Rows,
    marks: &[(Mark, &str, String)],
    (left, right): (f64, f64),
    width: f64,
) -> Option<Markup> {
    let (title, first) = rows.groups.first()?;
    let RowContent::Values(values) = &first.first()?.content else {
        return None;
    };
    let (&[Some(one), Some(other)], [a, b]) = (&values[..], marks) else {
        return None;
    };
    let place = |spot: Spot| Some(rows.axis.as_ref()?.place(spot.value, left, right));
    let mut ends = [(place(one)?, a), (place(other)?, b)];
    sort::by(&mut ends, |a, b| a.0.total_cmp(&b.0));
    let [(low, first), (high, second)] = ends;
    let fits = low - 12.0 - text_width(&first.2) > 0.0
        && high + 12.0 + text_width(&second.2) < width
        && title.is_empty();
    let y = LINE / 2.0 + 1.0;
    fits.then(|| {
        html! {
            (mark(first.0, (low - 4.0, y), first.1))
            (text(low - 11.0, y, "end", "", &first.2))
            (mark(second.0, (high + 4.0, y), second.1))
            (text(high + 11.0, y, "start", "", &second.2))
        }
    })
}

/// What a row shows, in words.
fn words(rows: &Rows, row: &Row) -> String {
    let write = |spot: Spot| match &rows.axis {
        Some(axis) => axis.words(spot),
        None => row.value.clone(),
    };
    let values: Vec<Option<Spot>> = match &row.content {
        RowContent::Values(values) => values.clone(),
        RowContent::Parts(parts) => parts.iter().map(|&part| Some(Spot::exact(part))).collect(),
        RowContent::Position { .. } => return format!("{}: {}", row.name, row.value),
    };
    let values = values.iter().enumerate().filter_map(|(at, value)| {
        let value = write((*value)?);
        Some(match rows.names.get(at) {
            Some(name) => format!("{name} {value}"),
            None => value,
        })
    });
    format!("{}: {}", row.name, values.collect::<Vec<_>>().join("; "))
}

fn content(rows: &Rows, content: &RowContent, (left, right): (f64, f64), y: f64) -> Markup {
    let x = |value: f64| match &rows.axis {
        Some(axis) => axis.place(value, left, right),
        None => left + value.clamp(0.0, 1.0) * (right - left),
    };
    match content {
        RowContent::Values(values) => {
            let spots = values.iter().zip([Mark::Point, Mark::Diamond]);
            html! {
                // The point is drawn over the diamond.
                @for (spot, sign) in spots.rev().filter_map(|(spot, sign)| Some(((*spot)?, sign))) {
                    @if let Some((low, high)) = spot.interval {
                        (line((x(low), y), (x(high), y), &format!("interval {}", sign.class())))
                    }
                    (mark(sign, (x(spot.value), y), sign.class()))
                }
            }
        }
        RowContent::Parts(parts) => {
            let ends = parts.iter().scan(0.0, |sum, value| {
                let start = *sum;
                *sum += value;
                Some((x(start), x(*sum)))
            });
            html! {
                @for ((start, end), class) in ends.zip(PARTS) {
                    (area(start + GAP, y - 4.5, end - start - GAP, 9.0, class))
                }
            }
        }
        &RowContent::Position { at, neutral } => {
            let (start, end) = (x(at.min(neutral)), x(at.max(neutral)));
            html! {
                (line((left, y), (right, y), "grid"))
                (area(start, y - 2.0, end - start, 4.0, "s0"))
                (line((x(neutral), y - 5.0), (x(neutral), y + 5.0), "axis"))
                (mark(Mark::Point, (x(at), y), "s1"))
            }
        }
    }
}
