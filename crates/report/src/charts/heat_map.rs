//! Heat maps: a matrix of values as colours, from a scale of eleven.

use std::fmt::Write;

use maud::{Markup, html};
use rivals_core::document::{HeatMap, Scale};

use super::Draw;
use super::axis::middles;
use super::svg::{LINE, SPACING, Size, area, at, broken, lines, text, text_width, widest};

/// The number of colours of a scale: the classes `h0` to `h10` or `q0` to `q10`.
const COLOURS: usize = 11;

/// The smallest width of a cell that shows its value.
const CELL: f64 = 26.0;

/// The width from which a cell of a map of numbers shows its value as well, and its largest height.
const LARGE: f64 = 40.0;

impl Draw for HeatMap {
    fn draw(&self, all: f64) -> (Size, Markup) {
        let name = |name: &String| broken(name, (all * 0.36).max(130.0));
        let names = self.rows.iter().map(|row| widest(&name(row)));
        let names = names.fold(0.0, f64::max);
        let row_lines = self.rows.iter().map(|row| name(row).len()).max();
        let any_missing = any_missing(self);
        // Two scales stand side by side where there is room, with one missing label.
        let beside = self.below.as_deref().is_some_and(|below| {
            let widths = [&self.scale, below].map(|scale| text_width(&scale.title));
            widths[0].max(widths[1]) < all / 2.0 - 16.0
        });
        let end = if beside { all / 2.0 - 12.0 } else { all - 2.0 };
        let (mut above, legend) = draw_legend(&self.scale, 2.0, 0.0, end, any_missing && !beside);
        let below = self.below.as_deref().map(|scale| {
            let (left, top) = if beside { (all / 2.0, 0.0) } else { (2.0, above) };
            let (height, drawn) = draw_legend(scale, left, top, all - 2.0, any_missing && beside);
            above = top + height;
            drawn
        });
        let left = names + 8.0;
        let columns = self.values.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let whole =
            if self.players.is_empty() { all } else { all.max(left + CELL * columns as f64 + 2.0) };
        let width = (whole - 2.0 - left) / columns as f64;
        // If every row has a name, rows are at least as high as letters.
        let all_named = !self.rows.is_empty() && self.rows.iter().all(|name| !name.is_empty());
        let cell = match (self.players.is_empty(), all_named) {
            (false, _) => {
                let lines = row_lines.unwrap_or(1).max(1) as f64;
                (width, (LINE + SPACING * (lines - 1.0) + 2.0).max(20.0))
            }
            (true, true) => (width, width.clamp(13.0, LARGE)),
            (true, false) => (width, width.min(LARGE)),
        };
        // The titles, in one line or two, then the names of the columns.
        let titles = text_width(&self.rows_title) + text_width(&self.columns_title);
        let second = if titles + 16.0 < whole { above } else { above + LINE };
        let top = second + 2.0 * LINE + 2.0;
        let bottom = top + cell.1 * self.values.len() as f64;
        let drawn = html! {
            (legend)
            @if let Some(below) = below { (below) }
            (text(2.0, above + LINE / 2.0, "start", "title", &self.rows_title))
            (text(whole - 2.0, second + LINE / 2.0, "end", "title", &self.columns_title))
            @for (name, middle) in self.columns.iter().zip(middles()) {
                (text(left + width * middle, top - LINE / 2.0, "middle", "", name))
            }
            @for (row, middle) in self.rows.iter().zip(middles()) {
                (lines(names + 4.0, top + cell.1 * middle, "end", "", &name(row)))
            }
            @if self.players.is_empty() { (numbers(self, (left, top), cell)) } @else { (matrix(self, (left, top), cell)) }
        };
        ((whole, bottom + 4.0), drawn)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is clamped")]
fn colour_of(scale: &Scale, value: Option<f64>) -> usize {
    let Some(value) = value else { return COLOURS };
    let share = (value - scale.low) / (scale.high - scale.low);
    ((share * COLOURS as f64).floor().max(0.0) as usize).min(COLOURS - 1)
}

fn class(scale: &Scale, colour: usize) -> String {
    match (colour, scale.diverging) {
        (COLOURS, _) => "missing".to_owned(),
        (_, true) => format!("h{colour}"),
        (_, false) => format!("q{colour}"),
    }
}

/// The height and the drawing of the legend: the colours side by side, with labels below.
fn draw_legend(scale: &Scale, left: f64, top: f64, right: f64, any_missing: bool) -> (f64, Markup) {
    let missing = if any_missing { text_width(&scale.missing) + 34.0 } else { 0.0 };
    let end = right - missing;
    let width = (end - left) / COLOURS as f64;
    let place = |value: f64| left + (value - scale.low) / (scale.high - scale.low) * (end - left);
    let y = top + LINE;
    let drawn = html! {
        (text(left, top + LINE / 2.0, "start", "title", &scale.title))
        g class="cells" {
            @for colour in 0..COLOURS {
                (area(left + width * colour as f64, y, width + 0.1, 9.0, &class(scale, colour)))
            }
        }
        @for (value, words) in &scale.ticks {
            @let x = place(*value).clamp(left + text_width(words) / 2.0, end - text_width(words) / 2.0);
            (text(x, y + 18.0, "middle", "", words))
        }
        @if any_missing {
            (area(end + 14.0, y, 12.0, 9.0, "missing"))
            (text(end + 30.0, y + 4.5, "start", "", &scale.missing))
        }
    };
    (LINE + 30.0, drawn)
}

/// The scale of a cell.
fn scale_of(map: &HeatMap, row: usize, column: usize) -> &Scale {
    let below = map.below.as_deref().filter(|_| row > column);
    below.unwrap_or(&map.scale)
}

/// Whether a cell has no value; nobody plays against itmap.
fn any_missing(map: &HeatMap) -> bool {
    let rows = map.values.iter().enumerate();
    let mut cells = rows.flat_map(|(row, values)| {
        let cells = values.iter().enumerate();
        cells.map(move |(column, value)| (row != column, value))
    });
    cells.any(|(apart, value)| value.is_none() && (apart || map.players.is_empty()))
}

/// The cells of a map of numbers, with what a reader who points at one is told.
fn numbers(map: &HeatMap, (left, top): (f64, f64), cell: (f64, f64)) -> Markup {
    let columns = map.values.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let (width, height) = (cell.0 * columns as f64, cell.1 * map.values.len() as f64);
    let place = [left, top, width, height].map(at).join(" ");
    html! {
        g class="cells map" data-box=(place)
            data-titles=(format!("{}|{}", map.rows_title, map.columns_title))
            data-rows=(map.numbers[0].join("|")) data-columns=(map.numbers[1].join("|")) data-values=(texts(map)) {
            @if cell.0 >= LARGE { (large(map, (left, top), cell)) } @else {
                @for colour in 0..=COLOURS {
                    @let path = cells(map, colour, (left, top), cell);
                    @if !path.is_empty() { path d=(path) class=(class(&map.scale, colour)) {} }
                }
            }
        }
    }
}

/// The cells of a map of few numbers, each with its value.
fn large(map: &HeatMap, (left, top): (f64, f64), (width, height): (f64, f64)) -> Markup {
    let rows = map.values.iter().zip(middles());
    html! {
        @for (values, y) in rows {
            @for (value, x) in values.iter().zip(middles()) {
                g class="cell" {
                    (area(left + width * (x - 0.5), top + height * (y - 0.5), width, height, &class(&map.scale, colour_of(&map.scale, *value))))
                    // Only the colours of a scale that diverges have a colour of letters.
                    @if let Some(value) = value.filter(|_| map.scale.diverging) {
                        (text(left + width * x, top + height * y, "middle", "", &map.scale.short(value)))
                    }
                }
            }
        }
    }
}

/// The cells of players, each with its value.
fn matrix(map: &HeatMap, (left, top): (f64, f64), (width, height): (f64, f64)) -> Markup {
    let rows = map.values.iter().zip(&map.players).zip(middles());
    html! {
        @for (at, ((values, row), y)) in rows.enumerate() {
            g data-name=(row) {
                @for (to, ((value, column), x)) in values.iter().zip(&map.players).zip(middles()).enumerate() {
                    @let scale = scale_of(map, at, to);
                    @let class = class(scale, colour_of(scale, *value));
                    g class="told cell" data-with=(column) {
                        @if let Some(value) = value {
                            title { (row) ", " (column) ": " (scale.words(*value)) }
                        }
                        (area(left + width * (x - 0.5), top + height * (y - 0.5), width + 0.1, height + 0.1, &class))
                        @if let Some(value) = value {
                            (text(left + width * x, top + height * y, "middle", "", &scale.short(*value)))
                        }
                    }
                }
            }
        }
    }
}

/// The values as text, by row, for readers who point at a cell.
fn texts(map: &HeatMap) -> String {
    let text = |value: &Option<f64>| match value {
        Some(value) => map.scale.words(*value).replace(' ', "\u{a0}"),
        None => map.scale.missing.replace(' ', "\u{a0}"),
    };
    let row = |row: &Vec<Option<f64>>| row.iter().map(text).collect::<Vec<_>>().join(" ");
    map.values.iter().map(row).collect::<Vec<_>>().join("|")
}

/// All cells of one colour as one path; neighbours in a row are one box.
fn cells(map: &HeatMap, colour: usize, (left, top): (f64, f64), cell: (f64, f64)) -> String {
    let mut path = String::new();
    for (row, values) in map.values.iter().enumerate() {
        let mut column = 0;
        for run in values.chunk_by(|a, b| colour_of(&map.scale, *a) == colour_of(&map.scale, *b)) {
            if colour_of(&map.scale, run[0]) == colour {
                let (x, y) = (left + cell.0 * column as f64, top + cell.1 * row as f64);
                let (width, height) = (at(cell.0 * run.len() as f64), at(cell.1));
                write!(path, "M{} {}h{width}v{height}h-{width}z", at(x), at(y))
                    .expect("strings take all");
            }
            column += run.len();
        }
    }
    path
}
