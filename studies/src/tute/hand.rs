//! The section on the game, with a hand drawn.

use std::sync::Arc;

use rivals_core::contest::Players;
use rivals_core::document::{Block, Chart, Panel, Section};
use rivals_core::drawing::{Drawing, Shape};
use rivals_core::play::{Agent, Dice, Logged, Playthrough, Seat};
use rivals_games::tute::public::SEATS;
use rivals_games::tute::{Card, Cards, History, Public, Tute, TuteMove, TuteState};
use rivals_league::results::Tournament;

/// The hands of the drawn example, and its muestra.
const EXAMPLE: [&str; SEATS] = [
    "AO RO 4O RC SC 6C 5C RB CB 7B 6B 5B 4B",
    "3O 2O CC 4C 2C 3E RE CE SE 6E 2E 3B SB",
    "SO 7O 6O 5O AC 3C 7C AE 7E 5E 4E AB 2B",
];
const EXAMPLE_MUESTRA: &str = "CO";

/// The classes of the suits in drawings.
const CLASSES: [&str; 4] = ["square yellow", "square red", "square blue", "square green"];

/// The section on the game by the rules with which the configuration begins, line by line, with a
/// hand drawn.
pub(super) fn game(played: &Tournament) -> Section {
    let rules = played.settings.rules().join(", ").replace([' ', '"'], "").replace(',', ", ");
    let (tricks, scores) = example();
    let alternative = "A hand of 13 tricks: for each trick the cards of the three seats; a frame marks \
                       the card that wins.";
    let caption = format!(
        "A hand of three mediums with trumps oros and the muestra {EXAMPLE_MUESTRA}: a column for \
         each trick, a row for each seat, and a frame around the card that wins the trick. Seat 2 \
         declares 20 in espadas after the first trick and seat 1 20 in bastos after the second. The \
         scores are {}, {} and {}, so that seat 3 loses.",
        scores[0], scores[1], scores[2]
    );
    let blocks = vec![
        Block::text(
            "Three players hold 13 cards each and play 13 tricks. The player with the most points \
             and the one with the fewest are safe: the player in the middle loses the hand and gets \
             a poroto, and so do players with the same score. Players know their own hand and what \
             was played.",
        ),
        Block::text(format!(
            "The games have the rules {rules}. The muestra out of play, the 10 points of the last trick, \
             the safety of a player without a trick and the weight of 9 points for a trump are \
             assumptions where the source is silent; the section on switches says what each of them \
             changes."
        )),
        Block::figure(
            "tute-hand",
            "A hand",
            "../tute/manifest.json",
            caption,
            [Panel::new("", alternative, drawing(&tricks))],
        ),
    ];
    Section::new("tute-game", "Tute Cabrero: a hand", blocks)
}

/// The tricks of the example, each with the cards by seat and the winner, and the scores.
fn example() -> (Vec<([Card; SEATS], usize)>, [i32; SEATS]) {
    let cards = |text: &str| -> Cards {
        text.split(' ').filter_map(|card| card.parse::<Card>().ok()).collect()
    };
    let rules = Tute::HAND;
    let mut public = Public::new(2, [0; SEATS]);
    public.sizes = [13; SEATS];
    public.open(&rules, EXAMPLE_MUESTRA.parse().expect("it is a card"));
    let state = TuteState { hands: EXAMPLE.map(cards), public, history: History::EMPTY };
    let mut agents: Vec<Box<dyn Agent<Tute>>> =
        (0..SEATS).map(|_| Tute::HAND.player("medium").expect("it is an agent")).collect();
    let mut playthrough =
        Playthrough::from_state(Arc::new(rules), state, SEATS, Dice::new(0, 0, 0));
    let outcome = playthrough.run(&mut agents);
    let played = playthrough.steps().filter_map(|step| match step {
        Logged::Act(seat, TuteMove::Play(card)) => Some((usize::from(seat.0), card)),
        _ => None,
    });
    let played: Vec<(usize, Card)> = played.collect();
    let leaders = played.chunks(SEATS).map(|trick| trick[0].0);
    // The winner of a trick leads the next one.
    let last = usize::from(playthrough.state().public.leader);
    let winners = leaders.skip(1).chain([last]);
    let tricks = played.chunks(SEATS).zip(winners).map(|(trick, winner)| {
        let mut by_seat = [trick[0].1; SEATS];
        for &(seat, card) in trick {
            by_seat[seat] = card;
        }
        (by_seat, winner)
    });
    let scores = [0, 1, 2].map(|seat| outcome.scores[Seat(seat)]);
    (tricks.collect(), scores)
}

/// A drawing of tricks: a column for each, a row for each seat.
fn drawing(tricks: &[([Card; SEATS], usize)]) -> Chart {
    let mut shapes = Vec::new();
    // The first column has the names of the seats.
    let (head, tall) = (2.0, 0.9);
    let word =
        |x: f64, y: f64, size: f64, class, word: String| Shape::Word { x, y, size, class, word };
    shapes.push(word(head / 2.0, 0.6, 0.0, "title", "trick".to_owned()));
    for seat in 0..SEATS {
        let y = (seat as f64 + 1.5) * tall;
        let name = format!("seat {}", seat + 1);
        shapes.push(word(head / 2.0, y, 0.0, "title", name));
    }
    let mut frames = Vec::new();
    for (trick, (cards, winner)) in tricks.iter().enumerate() {
        let x = trick as f64 + head;
        let number = (trick + 1).to_string();
        shapes.push(word(x + 0.5, 0.6, 0.0, "title", number));
        for (seat, card) in cards.iter().enumerate() {
            let (x, y) = (x + 0.04, (seat as f64 + 1.0) * tall + 0.04);
            let (width, height) = (0.92, tall - 0.08);
            let area = |class| Shape::Area { x, y, width, height, class };
            shapes.push(area(CLASSES[usize::from(card.suit().0)]));
            if seat == *winner {
                frames.push(area("frame"));
            }
            let (x, y) = (x + width / 2.0, y + height / 2.0);
            shapes.push(word(x, y, 0.28, "", card.to_string()));
        }
    }
    shapes.extend(frames);
    Chart::Drawing(Drawing { across: 13.0 + head, down: 4.0 * tall + 0.05, shapes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_that_of_the_caption() {
        let (tricks, scores) = example();
        assert_eq!((tricks.len(), scores), (13, [81, 30, 56]));
        assert_eq!(tricks.iter().filter(|(_, winner)| *winner == 0).count(), 7);
        assert_eq!(tricks.iter().filter(|(_, winner)| *winner == 2).count(), 5);
    }
}
