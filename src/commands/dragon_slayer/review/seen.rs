//! What was seen of a player's challenges: how often it challenged a stop, by what the challenge
//! would have gained.

use crate::document::{Block, Cell, Column, Columns, Section, Table};
use crate::dragon_slayer::Action;
use crate::dragon_slayer::policies::{ChallengeRates, GAINS};
use crate::dragon_slayer::review::Review;
use crate::play::Seat;
use crate::report::person::SOURCE;
use crate::statistics::Interval;
use crate::text::number::{percent, signed};

/// Decisions whether to challenge whose gains lie in one range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Challenges {
    /// The least gain of a challenge, in win probability.
    low: f64,
    /// The greatest gain.
    high: f64,
    /// The number of decisions.
    asked: u64,
    /// How often the person challenged.
    challenged: u64,
    /// The win probability that these decisions cost, in all.
    lost: f64,
}

/// By the range of the gain: the decisions of a player whether to challenge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    rows: [Challenges; GAINS.len() + 1],
    /// The same counts, with older games weighing less.
    rates: ChallengeRates,
}

impl Seen {
    /// Adds the player's decisions in a game of two seats. Those for which `hints` says, by step,
    /// that a hint was shown do not count. Games are added in their order. Returns whether there
    /// were any.
    pub(crate) fn add(&mut self, review: &Review, hints: &[bool], seat: Seat) -> bool {
        if !review.is_exact() {
            return false;
        }
        let mut any = false;
        self.rates.next_game();
        for (step, gain, asked) in review.challenges(seat) {
            if hints.get(step) == Some(&true) {
                continue;
            }
            let challenged = asked.action == Some(Action::Challenge);
            self.rates.see(gain, challenged);
            let row = &mut self.rows[ChallengeRates::range(gain)];
            row.asked += 1;
            row.challenged += u64::from(challenged);
            row.lost += asked.cost;
            any = true;
        }
        any
    }

    /// The section of the report on the player.
    pub(crate) fn section(&self) -> Section {
        Section::new("challenges", "Challenges", vec![table(&self.rows())])
    }

    /// The counts by range, with the ends of the ranges.
    fn rows(&self) -> Vec<Challenges> {
        let end = |place: usize| GAINS.get(place).copied();
        let rows = self.rows.iter().enumerate().map(|(place, row)| Challenges {
            low: place.checked_sub(1).and_then(end).unwrap_or(f64::NEG_INFINITY),
            high: end(place).unwrap_or(f64::INFINITY),
            ..*row
        });
        rows.collect()
    }

    /// The rates that an opponent learns from this.
    pub(crate) fn rates(&self) -> &ChallengeRates {
        &self.rates
    }
}

/// The table of these rows.
fn table(rows: &[Challenges]) -> Block {
    let rows: Vec<&Challenges> = rows.iter().filter(|row| row.asked > 0).collect();
    if rows.is_empty() {
        return Block::text("The person was never asked whether to challenge.");
    }
    let range = |row: &Challenges| match [row.low, row.high].map(|end| signed(100.0 * end, 1)) {
        [_, high] if !row.low.is_finite() => format!("below {high}"),
        [low, _] if !row.high.is_finite() => format!("above {low}"),
        [low, high] => format!("{low} to {high}"),
    };
    let interval = |row: &Challenges| {
        let interval = Interval::wilson(row.challenged, row.asked);
        Cell::percents(Some(interval.low), Some(interval.high))
    };
    let columns: &Columns<'_, Challenges> = &[
        (Column::words("a challenge gains, pp"), &|row| Cell::words(range(row))),
        (Column::figures("asked"), &|row| Cell::whole(row.asked)),
        (Column::figures("challenged"), &|row| Cell::whole(row.challenged)),
        (Column::figures("challenged %"), &|row| {
            Cell::percent(row.challenged as f64 / row.asked as f64)
        }),
        (Column::figures("interval"), &interval),
        (Column::figures("lost, pp"), &|row| Cell::figure(row.lost, percent(row.lost, 2))),
    ];
    let caption = "How often the person challenged a stop, by what the challenge would have gained. \
                   Optimal play challenges if the gain is positive, and never otherwise.";
    Block::Table(Table::of(SOURCE, caption, rows, columns))
}
