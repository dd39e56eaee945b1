//! The report of a tournament of Tute Cabrero: the sections of every tournament, one on the game
//! with a hand drawn, and one on how players lose.

use std::sync::Arc;

use super::agents::{AGENTS, agent};
use super::cards::{Card, Cards};
use super::public::{Public, SEATS};
use super::rules::Tute;
use super::state::{History, TuteMove, TuteState};
use crate::play::{Agent, AgentSpec, Dice, Seat, Sitting, Step};
use crate::report::charts::{Chart, Drawing, Shape};
use crate::report::tournament::{self, Fingerprints};
use crate::report::{self, Block, Cell, Column, Document, Panel, Section};
use crate::results::Tournament;
use crate::text::number::percent;

/// The file of the metrics.
const FINGERPRINTS: &str = "tournament/fingerprints.csv";

/// The hands of the drawn example, and its muestra.
const EXAMPLE: [&str; SEATS] = [
    "AO RO 4O RC SC 6C 5C RB CB 7B 6B 5B 4B",
    "3O 2O CC 4C 2C 3E RE CE SE 6E 2E 3B SB",
    "SO 7O 6O 5O AC 3C 7C AE 7E 5E 4E AB 2B",
];
const EXAMPLE_MUESTRA: &str = "CO";

/// The classes of the suits in drawings.
const CLASSES: [&str; 4] = ["q2", "s1", "s2", "q6"];

/// The report of a tournament.
pub(super) fn document(played: &Tournament) -> Document {
    let mut sections = tournament::sections(played);
    // The headline figures are the first section.
    sections.insert(1, game(&played.settings.config));
    sections.insert(2, losses(played));
    report::document("Rivals: a tournament of Tute Cabrero", &LEAD, sections)
}

/// The section on the game by the rules with which the configuration begins, line by line, with a
/// hand drawn.
fn game(config: &[String]) -> Section {
    let rules = &config[..config.len().min(Tute::HAND.switches().len())];
    let (tricks, scores) = example();
    let alternative = "A hand of 13 tricks: for each trick the cards of the three seats; a disc marks \
                       the card that wins.";
    let caption = format!(
        "A hand of three mediums with trumps oros and the muestra {EXAMPLE_MUESTRA}: a column for \
         each trick, a row for each seat, and a disc under the card that wins the trick. Seat 2 \
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
            "The games have the rules {}. The muestra out of play, the 10 points of the last trick, \
             the safety of a player without a trick and the weight of 9 points for a trump are \
             assumptions where the source is silent, and change the results most.",
            rules.join(", ")
        )),
        Block::figure(
            "hand",
            "manifest.json",
            caption,
            [Panel::new("A hand", alternative, drawing(&tricks))],
        ),
    ];
    Section::new("game", "The game", blocks)
}

/// The section on how the players lose: porotos per hand, and what they go for.
fn losses(played: &Tournament) -> Section {
    let prints = Fingerprints::new(played);
    let columns = vec![
        Column::words("name"),
        Column::figures("porotos %"),
        Column::figures("95 %").worth(1),
        Column::figures("points"),
        Column::figures("tricks"),
        Column::figures("declared"),
        Column::figures("más %"),
        Column::figures("menos %"),
    ];
    let rows = played.standings.iter().map(|standing| {
        let spot = |metric: &str| prints.spot(&standing.id, metric);
        let value = |metric: &str| {
            Cell::maybe(spot(metric).map(|spot| spot.value), |value| {
                format!("{value:.2}")
            })
        };
        let share = |metric: &str| {
            Cell::maybe(spot(metric).map(|spot| spot.value), |value| {
                percent(value, 2)
            })
        };
        let interval = spot("porotos").and_then(|spot| spot.interval);
        vec![
            Cell::words(&standing.name),
            share("porotos"),
            Cell::interval(interval, |value| percent(value, 2)),
            value("points"),
            value("tricks"),
            value("declarations"),
            share("mas"),
            share("menos"),
        ]
    });
    let caption = "Porotos per hand in percent, which rank the players, the fewest first; with 95 % \
                   intervals over deals. Points, tricks and declarations are per hand. Más and menos \
                   are the shares of cards with which a player goes for the most or the fewest \
                   points; players that do neither have none.";
    let text = "Every three players play each deal three times, so that each of them holds each of \
                the three hands once; the two orders around the table take turns from deal to deal. \
                A hand has one to three losers.";
    let blocks = vec![
        Block::text(text),
        Block::table(FINGERPRINTS, caption, columns, rows),
    ];
    Section::new("porotos", "Who loses the hands", blocks)
}

/// The tricks of the example, each with the cards by seat and the winner, and the scores.
fn example() -> (Vec<([Card; SEATS], usize)>, [i32; SEATS]) {
    let cards = |text: &str| -> Cards {
        text.split(' ')
            .filter_map(|card| card.parse::<Card>().ok())
            .collect()
    };
    let rules = Tute::HAND;
    let mut public = Public::new(2, [0; SEATS]);
    public.sizes = [13; SEATS];
    public.open(&rules, EXAMPLE_MUESTRA.parse().expect("it is a card"));
    let state = TuteState {
        hands: EXAMPLE.map(cards),
        public,
        history: History::EMPTY,
    };
    let spec = AgentSpec::parse("medium", AGENTS).expect("it is an agent");
    let mut agents: Vec<Box<dyn Agent<Tute>>> = (0..SEATS).map(|_| agent(&spec)).collect();
    let mut sitting = Sitting::from_state(Arc::new(rules), state, SEATS, Dice::new(0, 0, 0));
    let outcome = sitting.run(&mut agents);
    let played = sitting.steps().filter_map(|step| match step {
        Step::Act(seat, TuteMove::Play(card)) => Some((usize::from(seat.0), card)),
        _ => None,
    });
    let played: Vec<(usize, Card)> = played.collect();
    let leaders = played.chunks(SEATS).map(|trick| trick[0].0);
    // The winner of a trick leads the next one.
    let last = usize::from(sitting.state().public.leader);
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
    let word = |x: usize, y: usize, word: String| {
        let (x, y) = (x as f64 + 0.5, y as f64 + 0.5);
        Shape::Word { x, y, word }
    };
    for seat in 0..SEATS {
        shapes.push(word(0, seat + 1, (seat + 1).to_string()));
    }
    for (trick, (cards, winner)) in tricks.iter().enumerate() {
        shapes.push(word(trick + 1, 0, (trick + 1).to_string()));
        for (seat, card) in cards.iter().enumerate() {
            let class = CLASSES[usize::from(card.suit().0)];
            let (x, y) = (trick as f64 + 1.0, seat as f64 + 1.0);
            shapes.push(Shape::Cell { x, y, class });
            if seat == *winner {
                let (x, y) = (x + 0.5, y + 0.5);
                shapes.push(Shape::Disc { x, y, class: "h5" });
            }
            shapes.push(word(trick + 1, seat + 1, card.to_string()));
        }
    }
    Chart::Drawing(Drawing {
        across: 14,
        down: 4,
        shapes,
    })
}

/// The paragraphs that explain the report.
const LEAD: [&str; 2] = [
    "This report shows the results of a tournament of Tute Cabrero, a card game for three players \
     with hidden hands, in which the player in the middle loses. Figures are counts over games; \
     their intervals are 95 % confidence intervals over deals.",
    "Novice, medium and expert are the players of a paper of 2012, which decide at every card \
     whether to go for the most points (más) or for the fewest (menos). The others are baselines, \
     and the same players with a better comparison of the scores.",
];

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
