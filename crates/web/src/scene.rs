//! Scenes as HTML: tracks with cubes, dice, pieces, and boards whose places can be pressed.

use std::collections::BTreeMap;

use maud::{Markup, html};
use rivals_core::drawing::{Drawing, Shape};
use rivals_core::play::show::{Aim, Board, Colour, Die, Fate, Part, Piece, Place, Scene, Track};
use rivals_core::sort;

/// The fewest shapes of a drawing whose ground is sent once.
const MANY: usize = 20;

/// The shapes of a board that were drawn first, which the page keeps: later drawings say which of
/// them are gone, and what is new.
#[derive(Debug, Default)]
pub(crate) struct Ground {
    shapes: Vec<Shape>,
    html: String,
}

impl Ground {
    /// It, as a region of the page.
    pub(crate) fn html(&self) -> &str {
        &self.html
    }

    /// The places of the shapes that are gone, and those that are new.
    fn split<'a>(&mut self, drawing: &'a Drawing) -> (Vec<usize>, Vec<&'a Shape>) {
        if drawing.shapes.len() < MANY {
            return (Vec::new(), drawing.shapes.iter().collect());
        }
        let (mut gone, mut new, mut next) = (Vec::new(), Vec::new(), 0);
        for shape in &drawing.shapes {
            match self.shapes[next..].iter().position(|own| own == shape) {
                Some(further) => {
                    gone.extend(next..next + further);
                    next += further + 1;
                }
                None => new.push(shape),
            }
        }
        gone.extend(next..self.shapes.len());
        if 2 * gone.len() < self.shapes.len() {
            return (gone, new);
        }
        self.shapes.clone_from(&drawing.shapes);
        self.html = ground(&self.shapes).into_string();
        (Vec::new(), Vec::new())
    }
}

/// The size of most words on a ground.
const USUAL: f64 = 0.2;

/// The shapes of a ground, each an element of its own when the page has unpacked it. Lines of one form
/// are drawn once and used where they are: a map of hexes is a fourth as long so.
fn ground(all: &[Shape]) -> Markup {
    let form = |shape: &Shape| match shape {
        Shape::Line { points, class } => {
            let (x, y) = *points.first()?;
            let points =
                points.iter().map(|point| format!("{},{}", at(point.0 - x), at(point.1 - y)));
            Some((*class, points.collect::<Vec<_>>().join(" "), (x, y)))
        }
        _ => None,
    };
    let mut forms: Vec<(_, String)> = Vec::new();
    let mut number = |class, points| {
        let of = (class, points);
        forms.iter().position(|form| *form == of).unwrap_or_else(|| {
            forms.push(of);
            forms.len() - 1
        })
    };
    let used: Vec<_> = all
        .iter()
        .map(|shape| form(shape).map(|(class, points, place)| (number(class, points), place)))
        .collect();
    // Most shapes are forms and numbers, of which the page needs place and kind alone.
    let packed = |(shape, used): (&Shape, &Option<_>)| match (shape, used) {
        (_, Some((form, (x, y)))) => format!("{form},{},{}", at(*x), at(*y)),
        (Shape::Word { x, y, size, class, word }, None)
            if class.is_empty()
                && *size == USUAL
                && word.chars().all(|sign| sign.is_ascii_digit()) =>
        {
            format!(",{},{},{word}", at(*x), at(*y))
        }
        _ => String::new(),
    };
    let packed: Vec<String> = all.iter().zip(&used).map(packed).collect();
    let whole = all.iter().zip(&packed).filter(|(_, packed)| packed.is_empty());
    let whole: Vec<&Shape> = whole.map(|(shape, _)| shape).collect();
    html! {
        svg.drawing.ground aria-hidden="true" {
            defs { @for (place, (class, points)) in forms.iter().enumerate() { g.drawing id=(format!("f{place}")) { polygon class=(class) points=(points) {} } } }
            g.drawing #ground-shapes font-size=(USUAL) data-packed=(packed.join("|")) { (shapes(&whole)) }
        }
    }
}

/// A scene on the ground of its board.
pub(crate) fn scene(scene: &Scene, ground: &mut Ground) -> Markup {
    html! {
        @for part in &scene.parts {
            @match part {
                Part::Tracks { target, tracks } => {
                    ol.tracks { @for track in tracks { (self::track(track, *target)) } }
                }
                Part::Pieces { title, pieces } => {
                    section.pieces {
                        h3 { (title) }
                        ul { @for piece in pieces { (self::piece(piece)) } }
                    }
                }
                Part::Dice { title, dice } => {
                    section.dice {
                        h3 { (title) }
                        (self::dice(dice))
                    }
                }
                Part::Board(board) => { (self::board(board, ground)) }
                Part::Text(text) => { pre.text { (text.trim_end()) } }
            }
        }
    }
}

/// Dice in a row.
pub(crate) fn dice(dice: &[Die]) -> Markup {
    html! {
        ul.roll {
            @for die in dice {
                @let (fate, what) = match die.fate {
                    Fate::InPlay => ("play", "in play"),
                    Fate::Aside => ("aside", "set aside"),
                    Fate::Lost => ("lost", "lost"),
                };
                @let face = if die.face.is_empty() { "?" } else { &*die.face };
                li class=(format!("die {} {fate}", class(die.colour))) title=(format!("{face}, {what}")) {
                    (face)
                }
            }
        }
    }
}

fn track(track: &Track, target: u32) -> Markup {
    let ghost = track.ghost.filter(|&ghost| ghost != track.score);
    let share = |points: u32| 100.0 * f64::from(points.min(target)) / f64::from(target.max(1));
    let words = match ghost {
        Some(ghost) => format!("{} of {target} points, {ghost} after a stop now", track.score),
        None => format!("{} of {target} points", track.score),
    };
    html! {
        li.track.moves[track.moves] {
            span.name translate="no" { (track.name) }
            svg.cubes viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label=(words) {
                rect.rail width="100" height="6" {}
                @if let Some(ghost) = ghost {
                    @let (low, high) = (share(ghost.min(track.score)), share(ghost.max(track.score)));
                    rect.ghost x=(low) width=(high - low) height="6" {}
                }
                rect.score width=(share(ghost.map_or(track.score, |ghost| ghost.min(track.score)))) height="6" {}
            }
            span.points { (track.score) @if let Some(ghost) = ghost { span.after { " \u{2192} " (ghost) } } }
            @if let Some(supply) = track.supply.filter(|supply| supply.given > 0) {
                span.supply { (supply.held) " " (supply.name) @if supply.held != 1 { "s" } }
            }
        }
    }
}

fn piece(piece: &Piece) -> Markup {
    let there = if piece.there { "there" } else { "gone" };
    html! {
        li class=(format!("piece {} {there}", class(piece.colour))) {
            (piece.name)
            @if !piece.there { span.aside { " (gone)" } }
        }
    }
}

/// A board as a drawing, or as its lines. The places where choices are made, and those that have a
/// colour, are elements of their own.
fn board(board: &Board, ground: &mut Ground) -> Markup {
    if let Some(drawing) = &board.drawing {
        let words = if board.words.is_empty() { &board.text } else { &board.words };
        let aimed = |place: &Place| {
            let places = |aim: &Aim| aim.from.iter().chain(aim.to.first()).any(|at| at == place);
            board.aims.iter().any(places)
        };
        let mut spots: Vec<_> = board.spots.iter().filter(|(place, _)| aimed(place)).collect();
        sort::by_key(&mut spots, |(place, _)| (place.row, place.column));
        spots.dedup_by_key(|(place, _)| (place.row, place.column));
        return html! {
            (self::drawing(drawing, &spots, &board.marked, ground))
            p.words { (words) }
        };
    }
    let mut marks: BTreeMap<(usize, usize), (usize, Option<Colour>)> = BTreeMap::new();
    for aim in &board.aims {
        for place in aim.from.iter().chain(&aim.to) {
            marks.insert((place.row, place.column), (place.width, None));
        }
    }
    for &(place, colour) in &board.inks {
        let mark = marks.entry((place.row, place.column)).or_insert((place.width, None));
        mark.1 = Some(colour);
    }
    html! {
        pre.board aria-hidden="true" {
            @for (row, line) in board.text.trim_end().split('\n').enumerate() {
                (self::line(row, line, &marks)) "\n"
            }
        }
        @if !board.words.is_empty() { p.words { (board.words) } }
    }
}

/// A length in a drawing.
fn at(length: f64) -> f64 {
    (length * 1e2).round() / 1e2
}

/// A drawing, with the places that can be pressed above it.
fn drawing(
    drawing: &Drawing,
    spots: &[&(Place, [f64; 4])],
    marked: &[(Place, char)],
    ground: &mut Ground,
) -> Markup {
    let class = |place: &Place| match marked.iter().rev().find(|(at, _)| at == place) {
        None => None,
        Some((_, '<')) => Some("best"),
        Some(_) => Some("played"),
    };
    let (across, down) = (drawing.across, drawing.down);
    let (gone, new) = ground.split(drawing);
    let gone: Vec<String> = gone.iter().map(usize::to_string).collect();
    let grounded = drawing.shapes.len() >= MANY;
    html! {
        svg.drawing viewBox=(format!("-0.05 -0.05 {} {}", at(across + 0.1), at(down + 0.1))) data-gone=[grounded.then(|| gone.join(" "))] aria-hidden="true" {
            @if grounded { use href="#ground-shapes" {} }
            (shapes(&new))
            g.spots {
                @for &&(place, [x, y, width, height]) in spots {
                    rect class=[class(&place)] id=(id(place)) x=(at(x)) y=(at(y)) width=(at(width)) height=(at(height)) {}
                }
            }
        }
    }
}

/// Shapes, from the lowest to the topmost.
fn shapes(shapes: &[&Shape]) -> Markup {
    html! {
        @for shape in shapes {
            @match shape {
                Shape::Area { x, y, width, height, class } => {
                    rect class=(class) x=(at(*x)) y=(at(*y)) width=(at(*width)) height=(at(*height)) {}
                }
                Shape::Disc { x, y, radius, class } => {
                    circle class=(class) cx=(at(*x)) cy=(at(*y)) r=(at(*radius)) {}
                }
                Shape::Line { points, class } => {
                    @let points: Vec<String> = points.iter().map(|(x, y)| format!("{},{}", at(*x), at(*y))).collect();
                    polygon class=(class) points=(points.join(" ")) {}
                }
                Shape::Word { x, y, size, class, word } => {
                    text class=[(!class.is_empty()).then_some(class)] x=(at(*x)) y=(at(*y)) font-size=(at(*size)) { (word) }
                }
            }
        }
    }
}

fn line(
    row: usize,
    text: &str,
    marks: &BTreeMap<(usize, usize), (usize, Option<Colour>)>,
) -> Markup {
    let cells: Vec<char> = text.chars().collect();
    let mut parts = Vec::new();
    let mut column = 0;
    for (&(_, start), &(width, colour)) in marks.range((row, 0)..=(row, usize::MAX)) {
        let end = (start + width).min(cells.len());
        if start < column || start >= end {
            continue;
        }
        parts.push((cells[column..start].iter().collect::<String>(), None));
        let place = Place { row, column: start, width };
        parts.push((cells[start..end].iter().collect(), Some((place, colour))));
        column = end;
    }
    parts.push((cells[column..].iter().collect(), None));
    html! {
        @for (text, mark) in &parts {
            @match mark {
                None => { (text) }
                Some((place, colour)) => {
                    span id=(id(*place)) class=(colour.map_or("plain", class)) { (text) }
                }
            }
        }
    }
}

/// The name of a place of a board in the page.
pub(crate) fn id(place: Place) -> String {
    format!("at-{}-{}", place.row, place.column)
}

/// By choice, the places of the board that are pressed one after the other to make it; none in a
/// game without a board.
pub(crate) fn picks(scene: &Scene) -> Vec<Vec<String>> {
    let board = scene.parts.iter().find_map(|part| match part {
        Part::Board(board) => Some(board),
        _ => None,
    });
    let aims = board.into_iter().flat_map(|board| &board.aims);
    let path = aims.map(|aim| {
        let places = aim.from.iter().chain(aim.to.first());
        places.map(|&place| id(place)).collect()
    });
    path.collect()
}

fn class(colour: Colour) -> &'static str {
    match colour {
        Colour::Plain => "plain",
        Colour::Blue => "blue",
        Colour::Green => "green",
        Colour::Red => "red",
        Colour::Yellow => "yellow",
    }
}
