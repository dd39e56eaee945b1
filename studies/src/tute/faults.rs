//! The sections on how players lose, what the document's faults cost, and the points of a hand.

use rivals_core::document::{Block, Cell, Column, Section};
use rivals_core::text::number::{count, fixed, percent, signed};
use rivals_league::results::Tournament;
use rivals_report::tournament::Fingerprints;

use super::hand_points::HandPoints;

/// The file of the metrics.
const FINGERPRINTS: &str = "../tute/tournament/fingerprints.csv";

/// The section on how the players lose: porotos per hand, and what they go for.
pub(super) fn losses(played: &Tournament) -> Section {
    let prints = Fingerprints::new(played);
    let columns = vec![
        Column::words("name"),
        Column::figures("porotos %"),
        Column::figures("95 %"),
        Column::figures("points").priority(4),
        Column::figures("tricks"),
        Column::figures("declared"),
        Column::figures("no trick %").priority(3),
        Column::figures("más %"),
        Column::figures("menos %").priority(2),
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
    Section::new("tute-porotos", "Tute Cabrero: who loses the hands", blocks)
}

/// The faults of the document by the claims that measure them.
const FAULTS: [(&str, &str); 7] = [
    ("1 threshold", "threshold-35-is-better-than-39"),
    ("2 own hand only", "the-comparison-costs-novice"),
    ("2 own hand only", "the-comparison-costs-medium"),
    ("2 own hand only", "the-comparison-costs"),
    ("3 no weight", "the-weight-of-trumps-matters"),
    ("3 no weight", "another-weight-of-trumps"),
    ("4 no look", "looking-at-the-others-helps"),
];

/// The section on what the faults of the document cost; none without its claims.
pub(super) fn faults(played: &Tournament) -> Option<Section> {
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
        Column::figures("porotos %").priority(1),
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
    let blocks = vec![
        Block::text(text),
        Block::table("../tute/tournament/claims.csv", caption, columns, rows),
    ];
    Some(Section::new("tute-faults", "Tute Cabrero: what the document's faults cost", blocks))
}

/// The section on the threshold of 35 points, from the exact distribution of a hand's points.
pub(super) fn points() -> Section {
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
    Section::new("tute-points", "Tute Cabrero: the points of a hand", vec![Block::text(text)])
}
