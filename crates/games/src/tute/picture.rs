//! The cards as a drawing: the trick, what the others hold from behind, and the own hand by suit.

use super::cards::{Card, Suit};
use super::public::{SEATS, seat_of};
use super::state::TuteView;
use rivals_core::drawing::{Drawing, Shape};
use rivals_core::play::Seat;
use rivals_core::play::show::Names;

/// The width and the height of a card, and the room that it takes.
const CARD: (f64, f64) = (0.9, 1.3);
const ROOM: (f64, f64) = (1.0, 1.45);

/// Where the own hand begins, below the trick.
const HAND: f64 = 3.2;

/// The least cards that a row has room for: those of a trick, and the muestra.
const LEAST: f64 = 7.6;

/// The box of a card of the own hand, by its place in its suit and the row of the suit: left, top,
/// width and height.
pub(super) fn spot(column: usize, row: usize) -> [f64; 4] {
    [0.2 + ROOM.0 * column as f64, HAND + ROOM.1 * row as f64, CARD.0, CARD.1]
}

/// A drawing of what a seat sees: the trick on the table, or the last one, of these cards, the hands
/// of all seats, those of the others as numbers of cards, and the own one face up.
pub(super) fn drawing(view: &TuteView, trick: &[(Seat, Card)], names: &Names) -> Drawing {
    let public = &view.public;
    let mut shapes = Vec::new();
    let suits = Suit::ALL.into_iter().filter(|suit| !view.hand.of(*suit).is_empty());
    let suits: Vec<Suit> = suits.collect();
    let longest = suits.iter().map(|suit| view.hand.of(*suit).iter().count()).max();
    let most = LEAST.max(longest.unwrap_or(0) as f64);
    for (place, &(seat, card)) in trick.iter().enumerate() {
        // A name below a card is wider than the card.
        let left = 0.6 + 2.0 * place as f64;
        shapes.extend(face(card, [left, 0.3, CARD.0, CARD.1]));
        shapes.push(word(left + CARD.0 / 2.0, 1.95, 0.26, "", short(names.who(seat))));
    }
    if let Some(card) = public.muestra {
        let left = most - 1.0;
        shapes.extend(face(card, [left, 0.3, CARD.0, CARD.1]));
        shapes.push(word(left + CARD.0 / 2.0, 1.95, 0.26, "", "muestra".to_owned()));
    }
    let held =
        (0..SEATS).map(|seat| format!("{}: {}", names.who(seat_of(seat)), public.sizes[seat]));
    let held = format!("Cards in hand: {}", held.collect::<Vec<_>>().join(", "));
    // Its letters are hardly wider than half their height.
    let size = (most / (0.56 * held.chars().count() as f64)).min(0.28);
    shapes.push(word(most / 2.0 + 0.2, 2.6, size, "", held));
    for (row, suit) in suits.iter().enumerate() {
        let cards: Vec<Card> = view.hand.of(*suit).iter().collect();
        for (column, card) in cards.into_iter().rev().enumerate() {
            shapes.extend(face(card, spot(column, row)));
        }
    }
    Drawing { across: most + 0.4, down: HAND + ROOM.1 * suits.len() as f64, shapes }
}

/// A name that has room under a card.
fn short(name: &str) -> String {
    match name.chars().count() {
        0..=LETTERS => name.to_owned(),
        _ => name.chars().take(LETTERS - 1).chain(['…']).collect(),
    }
}

/// The letters that have room under a card.
const LETTERS: usize = 14;

/// The face of a card in a box: its ground in the colour of the suit, its name, and its points.
fn face(card: Card, [x, y, width, height]: [f64; 4]) -> [Shape; 3] {
    let suits = ["square yellow", "square red", "square blue", "square green"];
    let class = suits[usize::from(card.suit().0)];
    let middle = x + width / 2.0;
    let suit = card.suit().name();
    [
        Shape::Area { x, y, width, height, class },
        word(middle, y + 0.5, 0.5, "", card.to_string()),
        word(middle, y + 1.0, 0.2, "", suit.to_owned()),
    ]
}

fn word(x: f64, y: f64, size: f64, class: &'static str, word: String) -> Shape {
    Shape::Word { x, y, size, class, word }
}
