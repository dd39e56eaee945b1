//! The report of a tournament of Tute Cabrero: the sections of every tournament, one on the game
//! with a hand drawn, and one on how players lose.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use super::switches::{self, BUILT_IN, Row};
use crate::document::{Block, Cell, Chart, Column, Document, Panel, Section};
use crate::games::tute::agents::named;
use crate::games::tute::cards::{Card, Cards};
use crate::games::tute::hand_points::HandPoints;
use crate::games::tute::public::{Public, SEATS};
use crate::games::tute::rules::Tute;
use crate::games::tute::state::{History, TuteMove, TuteState};
use crate::play::{Agent, Dice, Logged, Seat, Sitting};
use crate::report::tournament::{self, Fingerprints};
use crate::results::tournament::{CopiesRow, LineUpRow};
use crate::results::{FolderReader, Tournament};
use crate::text::number::{count, fixed, percent, signed};
use rivals_core::drawing::{Drawing, Shape};

/// The files of the metrics, of line-ups, and of players with copies of others.
const FINGERPRINTS: &str = "tournament/fingerprints.csv";
const LINE_UPS: &str = "tournament/line_ups.csv";
const COPIES: &str = "tournament/copies.csv";

/// The players of the document, the strongest first by its word.
const DOCUMENT: [&str; 3] = ["expert", "medium", "novice"];

/// The simplest player, whom the document's players also meet twice.
const RANDOM: &str = "random";

/// The hands of the drawn example, and its muestra.
const EXAMPLE: [&str; SEATS] = [
    "AO RO 4O RC SC 6C 5C RB CB 7B 6B 5B 4B",
    "3O 2O CC 4C 2C 3E RE CE SE 6E 2E 3B SB",
    "SO 7O 6O 5O AC 3C 7C AE 7E 5E 4E AB 2B",
];
const EXAMPLE_MUESTRA: &str = "CO";

/// The classes of the suits in drawings.
const CLASSES: [&str; 4] = ["square yellow", "square red", "square blue", "square green"];

/// The report of a tournament.
pub(super) fn document(folder: &Path, played: &Tournament) -> miette::Result<Document> {
    let mut sections = tournament::sections(played);
    let mut own = vec![game(played), losses(played)];
    own.extend(tables(played));
    own.extend(faults(played));
    own.push(points());
    own.extend(switched(folder)?);
    // The headline figures are the first section.
    sections.splice(1..1, own);
    let title = "Rivals: a tournament of Tute Cabrero";
    Ok(Document::new(title, &LEAD, sections))
}

/// The section on the document's players at tables of their own: all three, and each with copies
/// of another one, of these or of the random player.
fn tables(played: &Tournament) -> Option<Section> {
    let is_of = |ids: &[&str], id: &str| ids.contains(&id);
    let three = |row: &&LineUpRow| row.players.split('+').all(|id| is_of(&DOCUMENT, id));
    let three: Vec<_> = played.line_ups.iter().filter(three).collect();
    let all: Vec<&str> = DOCUMENT.into_iter().chain([RANDOM]).collect();
    let with_copies = |row: &&CopiesRow| is_of(&all, &row.id) && is_of(&all, &row.copies);
    let with_copies: Vec<_> = played.copies.iter().filter(with_copies).collect();
    if three.is_empty() || with_copies.is_empty() {
        return None;
    }
    let ends = |low: Option<f64>, high: Option<f64>| {
        Cell::interval(low.zip(high), |value| percent(value, 2))
    };
    let share = |value: Option<f64>| Cell::maybe(value, |value| percent(value, 2));
    let of_three = three.iter().map(|row| {
        let seats = row.by_seat().map(|rate| share(Some(rate)));
        let first = [
            Cell::words(&row.id),
            share(row.ranked_value),
            Cell::interval(row.ranked_ends(), |value| percent(value, 2)),
        ];
        first.into_iter().chain(seats).collect()
    });
    let columns = vec![
        Column::words("player"),
        Column::figures("porotos %"),
        Column::figures("95 %"),
        Column::figures("win %, 1st"),
        Column::figures("2nd"),
        Column::figures("3rd seat"),
    ];
    let caption = "Novice, medium and expert at one table, every deal in all six seatings: porotos per \
                   hand in percent with 95 % intervals over deals, and the shares of wins from each \
                   seat, the first of which leads.";
    let mut blocks =
        vec![Block::list(orders(played)), Block::table(LINE_UPS, caption, columns, of_three)];
    let columns = vec![
        Column::words("player"),
        Column::words("and two of"),
        Column::figures("porotos %"),
        Column::figures("95 %"),
        Column::figures("each of two %"),
        Column::figures("95 %"),
    ];
    let of_copies = with_copies.iter().map(|row| {
        vec![
            Cell::words(&row.id),
            Cell::words(&row.copies),
            share(row.ranked_value),
            ends(row.ranked_low, row.ranked_high),
            share(row.copies_value),
            ends(row.copies_low, row.copies_high),
        ]
    });
    let caption = "A player with two copies of another one: porotos per hand in percent of the player \
                   and of each copy, with 95 % intervals over deals. The table (A, B, B) is the row of \
                   A and two of B, and (A, A, B) that of B and two of A.";
    blocks.push(Block::table(COPIES, caption, columns, of_copies));
    Some(Section::new("tables", "The document's players at tables of their own", blocks))
}

/// Whether two intervals have no point in common.
fn apart(one: Option<(f64, f64)>, other: Option<(f64, f64)>) -> bool {
    one.zip(other).is_some_and(|(a, b)| a.1 < b.0 || b.1 < a.0)
}

/// For each neighbours of the document's order: at how many tables the one loses fewer hands than the
/// other.
fn orders(played: &Tournament) -> Vec<String> {
    let order = |pair: &[&str]| {
        let (better, worse) = (pair[0], pair[1]);
        let mut of = HashMap::<(&str, &str), &LineUpRow>::new();
        for row in &played.line_ups {
            of.insert((&row.players, &row.id), row);
        }
        // The values at a table, and whether their intervals have no point in common.
        let mut tables: Vec<(f64, f64, bool)> = Vec::new();
        for row in played.line_ups.iter().filter(|row| row.id == better) {
            let Some(other) = of.get(&(&*row.players, worse)) else {
                continue;
            };
            let clear = apart(row.ranked_ends(), other.ranked_ends());
            tables.extend(
                (row.ranked_value.zip(other.ranked_value)).map(|(one, two)| (one, two, clear)),
            );
        }
        let line_ups = tables.len();
        for row in &played.copies {
            let (alone, copies) = (row.ranked_value, row.copies_value);
            let clear =
                apart(row.ranked_low.zip(row.ranked_high), row.copies_low.zip(row.copies_high));
            let both = alone.zip(copies);
            tables.extend(match (&*row.id, &*row.copies) {
                (id, other) if (id, other) == (better, worse) => both.map(|(a, b)| (a, b, clear)),
                (id, other) if (id, other) == (worse, better) => both.map(|(a, b)| (b, a, clear)),
                _ => None,
            });
        }
        let fewer = tables.iter().filter(|(one, two, _)| one < two).count();
        let against = (tables.iter()).filter(|(one, two, clear)| *clear && one > two);
        let clear = (tables.iter()).filter(|(one, two, clear)| *clear && one < two);
        format!(
            "Does {better} beat {worse} at every table? It loses fewer hands at {fewer} of {} tables with \
             both, of which {line_ups} have a third player and the others two of one \
             of them. Where the 95 % intervals of the two do not overlap, it loses fewer hands at {} \
             tables and more hands at {}.",
            tables.len(),
            clear.count(),
            against.count(),
        )
    };
    DOCUMENT.windows(2).map(order).collect()
}

/// The faults of the document by the claims that measure them.
pub(super) const FAULTS: [(&str, &str); 7] = [
    ("1 threshold", "threshold-35-is-better-than-39"),
    ("2 own hand only", "the-comparison-costs-novice"),
    ("2 own hand only", "the-comparison-costs-medium"),
    ("2 own hand only", "the-comparison-costs"),
    ("3 no weight", "the-weight-of-trumps-matters"),
    ("3 no weight", "another-weight-of-trumps"),
    ("4 no look", "looking-at-the-others-helps"),
];

/// The section on what the faults of the document cost; none without its claims.
fn faults(played: &Tournament) -> Option<Section> {
    let rows: Vec<_> = (FAULTS.iter())
        .filter_map(|(fault, id)| Some((fault, played.claims.iter().find(|row| row.id == *id)?)))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let points = |value: f64| signed(100.0 * value, 2);
    let rows = rows.iter().map(|(fault, row)| {
        let [value, _, difference] = row.compared();
        vec![
            Cell::words(**fault),
            Cell::words(&row.personality),
            Cell::words(&row.against),
            Cell::maybe(value, |value| percent(value, 2)),
            Cell::maybe(difference, points),
            Cell::interval(row.interval(), points),
        ]
    });
    let columns = vec![
        Column::words("fault"),
        Column::words("player"),
        Column::words("less"),
        Column::figures("porotos %").worth(1),
        Column::figures("difference"),
        Column::figures("interval"),
    ];
    let caption = "What the faults of the document cost: the porotos of a player per 100 hands, less those \
                   of another one that differs in the fault alone, over all line-ups of each. The \
                   intervals of all claims hold together at 95 %.";
    let text = "The document's gaps are four. Its novice has a threshold of 35 points, which is no average. \
                Its comparison adds the points of a player's own hand to its score and leaves out those \
                of the other hands; the calibrated players repair it. It gives no weight of a trump: 9 is \
                an assumption, beside which 0 and 5 are played. And it never looks at porotos, at capote, \
                or at who is pushed to the middle: medium-looking gives its points to players who are \
                not last, and takes a trick from a player who has all. The value of porotos is that of \
                a match and is not in these hands.";
    let blocks =
        vec![Block::text(text), Block::table("tournament/claims.csv", caption, columns, rows)];
    Some(Section::new("faults", "What the document's faults cost", blocks))
}

/// The section on the threshold of 35 points, from the exact distribution of a hand's points.
fn points() -> Section {
    let hand = HandPoints::of_all_hands();
    let text = format!(
        "The document takes 35 points for the average of a hand and calls it that of 120 points. A third \
         of 120 points is 40, the average of a hand with the muestra in play; with the muestra out, 13 \
         of 40 cards have {:.1} points on average, with a standard deviation of {:.1}. Counted over \
         all {} hands, not sampled, a hand has more than 35 points with probability {:.4}, more than 39 \
         with {:.4}, and more than 40 with {:.4}. So novice goes for the most points in the first \
         trick of {} of its hands.",
        hand.mean,
        hand.deviation,
        count(hand.hands),
        hand.above(35),
        hand.above(39),
        hand.above(40),
        percent(hand.above(35), 1) + " %",
    );
    Section::new("points", "The points of a hand", vec![Block::text(text)])
}

/// The section on what the switches of the rules change, and on matches, if the folder has it.
fn switched(folder: &Path) -> miette::Result<Option<Section>> {
    let file = folder.join(switches::FILE);
    if !file.is_file() {
        return Ok(None);
    }
    let help = "run `rivals switches --out` with this folder";
    let reader = FolderReader::open(folder, help)?;
    // `rivals reproduce` lists the file in its own entry as well.
    let rows: Vec<Row> = reader.entry(switches::COMMAND, help.to_owned())?.rows(switches::FILE)?;
    let of_rules =
        |switch: &str| -> Vec<&Row> { rows.iter().filter(|row| row.switch == switch).collect() };
    let built_in = of_rules(BUILT_IN);
    let mut switches: Vec<&str> = rows.iter().map(|row| &*row.switch).collect();
    switches.dedup();
    // Another weight is in the id of a player.
    let of_player = |switch: &str, id: &str| {
        let plain = |row: &&&Row| row.id.split(':').next() == Some(id);
        of_rules(switch).iter().find(plain).map(|row| (*row).clone())
    };
    // The players of the document stay where the table is narrow.
    let worth = |(place, row): (usize, &&Row)| {
        if DOCUMENT.contains(&&*row.id) {
            Column::figures(&row.id)
        } else {
            Column::figures(&row.id).worth(9 - place.min(8) as u8)
        }
    };
    let columns = [Column::words("switch")]
        .into_iter()
        .chain(built_in.iter().enumerate().map(worth))
        .collect();
    let mut widest: f64 = 0.0;
    let mut table = || -> Vec<Vec<Cell>> {
        let rows = switches.iter().map(|switch| {
            let cells = built_in.iter().map(|of| {
                let row = of_player(switch, &of.id);
                let ends = row.as_ref().and_then(|row| row.porotos_low.zip(row.porotos_high));
                widest = ends.map_or(widest, |(low, high)| widest.max((high - low) / 2.0));
                Cell::maybe(row.map(|row| row.porotos), |value| percent(value, 1))
            });
            [Cell::words(*switch)].into_iter().chain(cells).collect()
        });
        rows.collect()
    };
    let porotos = table();
    let games = built_in.first().map_or(0, |row| row.games);
    let caption = format!(
        "Porotos per hand in percent by the rules with one switch in another position, {} hands for each \
         figure and as many matches; w is another weight of a trump for medium and expert. 95 % \
         intervals reach at most {} percentage points to either side.",
        count(games),
        percent(widest, 2)
    );
    let changes = switches.iter().filter(|switch| **switch != BUILT_IN);
    let changes = changes.map(|switch| {
        let change = |of: &&Row| {
            let row = of_player(switch, &of.id)?;
            Some((row.porotos - of.porotos).abs())
        };
        (*switch, built_in.iter().filter_map(change).fold(0.0, f64::max))
    });
    let mut changes: Vec<(&str, f64)> = changes.collect();
    changes.sort_by(|one, other| other.1.total_cmp(&one.1));
    let changes: Vec<String> = (changes.iter())
        .map(|(switch, change)| format!("{switch} {}", percent(*change, 2)))
        .collect();
    let mut blocks = vec![
        Block::text(format!(
            "By how many percentage points the porotos per hand of the player that a switch changes \
             most differ from those by the built-in rules, the largest first: {}. All tournaments of \
             this table have the same players and the same seed.",
            changes.join(", ")
        )),
        Block::table(switches::FILE, caption, columns, porotos),
    ];
    let columns = vec![
        Column::words("player"),
        Column::figures("hands with one without %"),
        Column::figures("95 %"),
        Column::figures("its own hands without %"),
    ];
    let ends = |ends: Option<(f64, f64)>| Cell::interval(ends, |value| percent(value, 2));
    let without = built_in.iter().map(|row| {
        vec![
            Cell::words(&row.id),
            Cell::maybe(row.one_without, |value| percent(value, 2)),
            ends(row.one_without_low.zip(row.one_without_high)),
            Cell::figure(row.no_tricks, percent(row.no_tricks, 2)),
        ]
    });
    let caption = "Players without a trick by the built-in rules, where they are safe: the hands of three of \
                   the same player in which exactly one of them wins no trick, and the hands of the \
                   player among the others of this table in which it wins none, in percent. With \
                   sin_baza=pierde these players lose.";
    blocks.push(Block::table(switches::FILE, caption, columns, without));
    blocks.push(Block::heading("Matches"));
    let columns = vec![
        Column::words("player"),
        Column::figures("matches won %"),
        Column::figures("95 %"),
        Column::figures("porotos %"),
        Column::figures("95 %").worth(1),
        Column::figures("porotos % in hands"),
    ];
    let matches = of_rules("unit=match").into_iter().map(|row| {
        let hands = of_player(BUILT_IN, &row.id);
        vec![
            Cell::words(&row.id),
            Cell::figure(row.win_rate, percent(row.win_rate, 2)),
            ends(row.low.zip(row.high)),
            Cell::figure(row.porotos, percent(row.porotos, 2)),
            ends(row.porotos_low.zip(row.porotos_high)),
            Cell::maybe(hands.map(|row| row.porotos), |value| percent(value, 2)),
        ]
    });
    let caption = "Matches until a player has four porotos: the shares of matches won, where winners share \
                   a match, and porotos per hand in matches and in single hands. The order is that by \
                   porotos; no player of this table looks at the porotos of a match.";
    blocks.push(Block::table(switches::FILE, caption, columns, matches));
    Ok(Some(Section::new("switches", "Switches of the rules, and matches", blocks)))
}

/// The section on the game by the rules with which the configuration begins, line by line, with a
/// hand drawn.
fn game(played: &Tournament) -> Section {
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
            "hand",
            "A hand",
            "manifest.json",
            caption,
            [Panel::new("", alternative, drawing(&tricks))],
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
        Column::figures("95 %"),
        Column::figures("points").worth(4),
        Column::figures("tricks"),
        Column::figures("declared"),
        Column::figures("no trick %").worth(3),
        Column::figures("más %"),
        Column::figures("menos %").worth(2),
    ];
    let rows = played.standings.iter().map(|standing| {
        let spot = |metric: &str| prints.spot(&standing.id, metric);
        let value = |metric: &str| {
            Cell::maybe(spot(metric).map(|spot| spot.value), |value| fixed(value, 2))
        };
        let share = |metric: &str| {
            Cell::maybe(spot(metric).map(|spot| spot.value), |value| percent(value, 2))
        };
        let interval = spot("porotos").and_then(|spot| spot.interval);
        vec![
            Cell::words(&standing.name),
            share("porotos"),
            Cell::interval(interval, |value| percent(value, 2)),
            value("points"),
            value("tricks"),
            value("declarations"),
            share("no_tricks"),
            share("mas"),
            share("menos"),
        ]
    });
    let caption = "Porotos per hand in percent, which rank the players, the fewest first; with 95 % \
                   intervals over deals. Points, tricks and declarations are per hand; hands without a trick \
                   are in percent. Más and menos \
                   are the shares of cards with which a player goes for the most or the fewest \
                   points; players that do neither have none.";
    let text = "Every three players play each deal six times, in all seatings, so that each of them holds \
                each of the three hands against both orders of the others. A hand has one to three \
                losers.";
    let blocks = vec![Block::text(text), Block::table(FINGERPRINTS, caption, columns, rows)];
    Section::new("porotos", "Who loses the hands", blocks)
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
        (0..SEATS).filter_map(|_| named("medium")).collect();
    let mut sitting = Sitting::from_state(Arc::new(rules), state, SEATS, Dice::new(0, 0, 0));
    let outcome = sitting.run(&mut agents);
    let played = sitting.steps().filter_map(|step| match step {
        Logged::Act(seat, TuteMove::Play(card)) => Some((usize::from(seat.0), card)),
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

/// The paragraphs that explain the report.
const LEAD: [&str; 2] = [
    "This report shows the results of a tournament of Tute Cabrero, a card game for three players \
     with hidden hands, in which the player in the middle loses. Figures are counts over games; \
     their intervals are 95 % confidence intervals over deals.",
    "Novice, medium and expert are the players of a paper of 2012, which decide at every card \
     whether to go for the most points (más) or for the fewest (menos). The others are baselines, \
     and the same players with a better comparison of the scores, and one that also looks at who gets \
     its points.",
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
