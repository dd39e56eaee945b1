//! The SVG elements of all charts: text, lines, boxes, marks and legends.

use maud::{Markup, html};
use serde::Serialize;

/// The width of every chart, except of matrices with many players.
pub(super) const WIDTH: f64 = 360.0;

/// The largest width in pixels at which two charts stand side by side.
const TWO_BESIDE: f64 = 544.0;

/// The height of a line of text; letters are 11 units high.
pub(super) const LINE: f64 = 15.0;

/// Width and height.
pub(super) type Size = (f64, f64);

/// A coordinate as text, rounded to a tenth of a unit, which is finer than a screen shows.
pub(super) fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    match text.strip_suffix(".0") {
        Some("-0") => "0".to_owned(),
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

/// The whole SVG element, with a title and a text alternative.
pub(super) fn picture(
    (width, height): Size,
    id: &str,
    title: &str,
    alternative: &str,
    content: &Markup,
) -> Markup {
    let (title_id, text_id) = (format!("{id}-title"), format!("{id}-text"));
    html! {
        @let narrowest = (width > WIDTH).then(|| format!("min-width:{}px", at(width.min(TWO_BESIDE))));
        svg viewBox=(format!("0 0 {} {}", at(width), at(height))) role="group" style=[narrowest]
            aria-labelledby=(format!("{title_id} {text_id}")) xmlns="http://www.w3.org/2000/svg" {
            title id=(title_id) { (title) }
            desc id=(text_id) { (alternative) }
            (content)
        }
    }
}

/// A text whose middle line is at `y`; nothing for an empty text. `x` is its `"start"`, `"middle"` or `"end"`.
pub(super) fn text(x: f64, y: f64, anchor: &str, class: &str, words: &str) -> Markup {
    let anchor = (anchor != "start").then_some(anchor);
    let class = (!class.is_empty()).then_some(class);
    if words.is_empty() {
        return html! {};
    }
    // The text is moved down by a third of a letter's height, as not every browser knows
    // baselines.
    html! { text x=(at(x)) y=(at(y + 3.8)) text-anchor=[anchor] class=[class] { (words) } }
}

/// A group of elements that tells its values to readers who point at it. `name` is that of a
/// player or of another thing that occurs in several charts and tables.
pub(super) fn told(name: &str, words: &str, content: &Markup) -> Markup {
    let name = (!name.is_empty()).then_some(name);
    html! { g class="told" data-name=[name] { title { (words) } (content) } }
}

/// A straight line.
pub(super) fn line((x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) -> Markup {
    html! { line x1=(at(x1)) y1=(at(y1)) x2=(at(x2)) y2=(at(y2)) class=(class) {} }
}

/// A filled box; a negative size counts as 0.
pub(super) fn area(x: f64, y: f64, width: f64, height: f64, class: &str) -> Markup {
    html! {
        rect x=(at(x)) y=(at(y)) width=(at(width.max(0.0))) height=(at(height.max(0.0))) class=(class) {}
    }
}

/// The mark of a value, with its middle at a point.
pub(super) fn mark(mark: Mark, (x, y): (f64, f64), class: &str) -> Markup {
    match mark {
        Mark::Bar => area(x - 5.5, y - 4.0, 11.0, 8.0, class),
        Mark::Line | Mark::Curve => line((x - 5.5, y), (x + 6.5, y), class),
        Mark::Point => html! { circle cx=(at(x)) cy=(at(y)) r="3" class=(class) {} },
        // A square on its corner differs from a point without its colour.
        Mark::Diamond => {
            let path = format!("M{} {}l4 4l-4 4l-4 -4z", at(x), at(y - 4.0));
            html! { path d=(path) class=(class) {} }
        }
    }
}

/// The approximate width of a text of 11 units, in a wide font such as DejaVu Sans.
pub(super) fn text_width(words: &str) -> f64 {
    words.chars().map(letter_width).sum()
}

fn letter_width(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'I' | ' ' | '.' | ',' | ':' | ';' | '\'' | '-' | '(' | ')' => 4.2,
        'f' | 'r' | 't' => 4.8,
        'm' | 'w' | 'M' | 'W' | '+' | '%' | '…' => 10.5,
        'A'..='Z' => 8.0,
        letter => 7.0 * unicode_width::UnicodeWidthChar::width(letter).unwrap_or(0) as f64,
    }
}

/// The text, cut with an ellipsis if it would be wider than `width`.
pub(super) fn fitting(words: &str, width: f64) -> String {
    if text_width(words) <= width {
        return words.to_owned();
    }
    let mut kept = String::new();
    for letter in words.chars() {
        if text_width(&kept) + letter_width(letter) + letter_width('…') > width {
            break;
        }
        kept.push(letter);
    }
    kept.trim_end().to_owned() + "…"
}

/// The height and the drawing of a legend: marks with words, in as many lines as they need.
pub(super) fn legend(
    left: f64,
    top: f64,
    right: f64,
    entries: &[(Mark, &str, String)],
) -> (f64, Markup) {
    let (mut x, mut y) = (left, top);
    let mut drawn = Vec::new();
    for (mark, class, words) in entries {
        let width = 16.0 + text_width(words) + 10.0;
        if x > left && x + width > right {
            (x, y) = (left, y + LINE);
        }
        let middle = y + LINE / 2.0;
        let sign = self::mark(*mark, (x + 5.5, middle), class);
        drawn.push(html! { (sign) (text(x + 16.0, middle, "start", "", words)) });
        x += width;
    }
    let height = match entries {
        [] => 0.0,
        _ => y + LINE - top + 4.0,
    };
    (height, html! { @for entry in &drawn { (entry) } })
}

/// How a value is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mark {
    /// A bar from 0.
    Bar,
    /// A point.
    Point,
    /// A diamond.
    Diamond,
    /// A line from value to value, with a dot at each.
    Line,
    /// A smooth curve.
    Curve,
}

impl Mark {
    /// The class of the mark's colour.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Bar => "s0",
            Self::Point => "s1",
            Self::Diamond => "s2",
            Self::Line | Self::Curve => "curve s2",
        }
    }
}
