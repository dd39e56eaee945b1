//! The SVG elements of all charts: text, lines, boxes, marks and legends.

use maud::{Markup, html};
use rivals_core::document::Mark;

/// The widths for which charts are drawn, in units: a page shows the widest that its place has room
/// for, so that a unit is at least a pixel. Matrices of many players are wider.
pub(crate) const WIDTHS: [f64; 3] = [340.0, 580.0, 1000.0];

/// The width of a separate picture.
pub(super) const PICTURE: f64 = 720.0;

/// The height of letters, in a page the least one in pixels.
pub(super) const LETTER: f64 = 11.0;

/// The height of a line of text.
pub(super) const LINE: f64 = 15.0;

/// The distance of two lines of the same text.
pub(super) const SPACING: f64 = 12.5;

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

/// The whole SVG element, with a title and a text alternative; `class` is that of its width in a
/// page, and a separate picture has none.
pub(super) fn picture(
    (width, height): Size,
    class: Option<&str>,
    id: &str,
    title: &str,
    alternative: &str,
    content: &Markup,
) -> Markup {
    let (title_id, text_id) = (format!("{id}-title"), format!("{id}-text"));
    // Letters are never smaller than they were drawn: a place that is too narrow scrolls.
    let narrowest = class.map(|_| format!("min-width:{}px", at(width)));
    let [own_width, own_height] = [width, height].map(|size| class.is_none().then(|| at(size)));
    html! {
        svg viewBox=(format!("0 0 {} {}", at(width), at(height))) role="group" style=[narrowest]
            class=[class] width=[own_width] height=[own_height]
            aria-labelledby=(format!("{title_id} {text_id}")) xmlns="http://www.w3.org/2000/svg" {
            title id=(title_id) { (title) }
            desc id=(text_id) { (alternative) }
            (content)
        }
    }
}

/// A text whose middle line is at `y`; nothing for an empty text. `x` is its `"start"`, `"middle"` or `"end"`.
pub(super) fn text(x: f64, y: f64, anchor: &str, class: &str, words: &str) -> Markup {
    sized(LETTER, x, y, anchor, class, words)
}

/// The same with letters of this height.
pub(super) fn sized(size: f64, x: f64, y: f64, anchor: &str, class: &str, words: &str) -> Markup {
    let anchor = (anchor != "start").then_some(anchor);
    let class = (!class.is_empty()).then_some(class);
    if words.is_empty() {
        return html! {};
    }
    // The text is moved down by a third of a letter's height, as not every browser knows
    // baselines.
    let style = (size > LETTER).then(|| format!("font-size:{}px", at(size)));
    html! { text x=(at(x)) y=(at(y + 0.345 * size)) text-anchor=[anchor] class=[class] style=[style] { (words) } }
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

/// The text in lines that are at most `width` wide. They end after a colon, a hyphen or a space, or
/// within a word that is wider than a line: nothing is cut off.
pub(super) fn broken(words: &str, width: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in words.split_inclusive([':', '-', ' ']) {
        let last = lines.len() - 1;
        let before = text_width(&lines[last]);
        if before > 0.0 && before + text_width(part.trim_end()) > width {
            lines.push(String::new());
        }
        for letter in part.chars() {
            let last = lines.len() - 1;
            let line = &mut lines[last];
            if line.is_empty() || text_width(line) + letter_width(letter) <= width + 0.1 {
                line.push(letter);
            } else if letter != ' ' {
                lines.push(letter.to_string());
            }
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The width of the widest of these lines.
pub(super) fn widest<'a>(lines: impl IntoIterator<Item = &'a String>) -> f64 {
    let widths = lines.into_iter().map(|line| text_width(line));
    widths.fold(0.0, f64::max)
}

/// Lines of text around a middle line.
pub(super) fn lines(x: f64, y: f64, anchor: &str, class: &str, lines: &[String]) -> Markup {
    let top = y - SPACING * (lines.len().max(1) - 1) as f64 / 2.0;
    html! {
        @for (at, line) in lines.iter().enumerate() {
            (text(x, top + SPACING * at as f64, anchor, class, line))
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_broken_and_never_cut() {
        let name = "alphabeta:4:eval=orts:order=desc";
        let other = "alphabeta:4:eval=gm2:order=desc";
        assert_eq!(broken(name, 110.0), ["alphabeta:4:", "eval=orts:", "order=desc"]);
        assert_ne!(broken(name, 110.0), broken(other, 110.0));
        assert_eq!(broken("Clever killer", 60.0), ["Clever", "killer"]);
        for width in [20.0, 50.0, 110.0, 400.0] {
            let lines = broken(name, width);
            assert_eq!(lines.concat(), name);
            assert!(widest(&lines) <= width + 0.1, "{lines:?}");
        }
        assert_eq!(broken("", 50.0), [""]);
    }
}
