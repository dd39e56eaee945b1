//! The story of a finished game between two: how the win probability of a seat went, what was luck
//! and what was play, and the moments at which most of it changed.
//!
//! With V the win probability of the seat under optimal play, the sum is exact, as each step goes
//! on from the value that the step before it led to:
//!
//! ```text
//! V(end) - V(start) = luck - what the seat's decisions cost + what the other's decisions cost
//! ```

use std::fmt::Write;

use crate::play::Seat;
use crate::play::record::{Entry, Record};
use crate::session::{Next, Session};
use crate::sort;
use crate::text::number::{percent, signed};

/// The most moments that a story names.
const MOMENTS: usize = 3;

/// The least change of the win probability that is worth a moment.
const LEAST: f64 = 0.005;

/// The story of a game for a seat.
#[derive(Clone, Debug, Default)]
pub struct Story {
    /// The seat's win probability before each decision, and at the end.
    pub curve: Vec<f64>,
    /// What chance brought the seat.
    pub luck: f64,
    /// What the seat's own decisions cost it.
    pub cost: f64,
    /// What the decisions of the other seat cost the other.
    pub gift: f64,
    /// What changed most, in the order of the game.
    pub moments: Vec<Moment>,
}

/// A decision, and what chance made of it.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The number of the decision in the game, from 1.
    pub decision: usize,
    /// The number of steps of the game before it.
    pub step: usize,
    /// By how much it changed the seat's win probability.
    pub change: f64,
    /// What happened, as a sentence.
    pub what: String,
    /// The game before it, and what was told then: whole lines.
    pub shown: String,
}

/// A decision whose consequences are not known yet.
struct Open {
    decision: usize,
    step: usize,
    scene: String,
    told: String,
    /// What it cost the seat; negative if it cost the other seat.
    cost: f64,
    /// Who decided what, and what was better, if anything was.
    chosen: String,
    better: Option<String>,
    /// The value after the decision, before chance.
    after: f64,
}

impl Story {
    /// The story of a record for a seat, as it is replayed in a game that begins; `None` where the
    /// game is not over, not of two seats, or not solved.
    #[must_use]
    pub fn of(mut session: Box<dyn Session>, record: &Record, seat: Seat) -> Option<Self> {
        let steps: Vec<Entry> =
            record.standing().iter().map(|&at| record.entries[at].clone()).collect();
        let (mut story, mut moments) = (Self::default(), Vec::new());
        let mut open: Option<Open> = None;
        for (place, step) in steps.iter().enumerate() {
            let decided = match step {
                Entry::Act { act, .. } => Some(Some(act.as_str())),
                Entry::Forfeit { .. } => Some(None),
                _ => None,
            };
            if let Some(act) = decided {
                let asked = story.decision(&*session, act, seat, place)?;
                let now = *story.curve.last()?;
                moments.extend(open.replace(asked).map(|open| story.close(open, now)));
            }
            session.replay_at(&steps, place).ok()?;
            if let Some(open) = &mut open {
                for told in session.told(seat) {
                    let _ = writeln!(open.told, "{}", told.text);
                }
            }
        }
        let Next::Over(outcome) = session.next() else { return None };
        let end = outcome.returns[seat].value();
        story.curve.push(end);
        moments.extend(open.map(|open| story.close(open, end)));
        moments.retain(|moment| moment.change.abs() >= LEAST);
        sort::by(&mut moments, |a, b| b.change.abs().total_cmp(&a.change.abs()));
        moments.truncate(MOMENTS);
        sort::by_key(&mut moments, |moment| moment.decision);
        story.moments = moments;
        (outcome.scores.seats() == 2).then_some(story)
    }

    /// Takes in a decision that is about to be made; no action gives the game up.
    fn decision(
        &mut self,
        session: &dyn Session,
        act: Option<&str>,
        seat: Seat,
        step: usize,
    ) -> Option<Open> {
        let (Next::Person(decider) | Next::Agent(decider)) = session.next() else { return None };
        let (wins, choices) = (session.wins()?, session.choices());
        let taken = match act {
            Some(act) => Some(session.find(&act.to_lowercase())?),
            None => None,
        };
        let kept = taken.map_or(0.0, |taken| wins[taken]);
        let best = (0..wins.len()).max_by(|&a, &b| wins[a].total_cmp(&wins[b]))?;
        let of_seat = |wins: f64| if decider == seat { wins } else { 1.0 - wins };
        let lost = wins[best] - kept;
        self.curve.push(of_seat(wins[best]));
        *(if decider == seat { &mut self.cost } else { &mut self.gift }) += lost;
        Some(Open {
            decision: self.curve.len(),
            step,
            scene: session.scene(seat).to_string(),
            told: String::new(),
            cost: if decider == seat { lost } else { -lost },
            chosen: match taken {
                Some(taken) => {
                    format!("{} \"{}\"", session.names().does(decider, "choose"), choices[taken])
                }
                None => format!("{} up the game", session.names().does(decider, "give")),
            },
            better: (lost > 0.0).then(|| choices[best].clone()),
            after: of_seat(kept),
        })
    }

    /// Closes a decision after which the value is known again.
    fn close(&mut self, open: Open, now: f64) -> Moment {
        let luck = now - open.after;
        self.luck += luck;
        let points = |value: f64| format!("{} percentage points", signed(100.0 * value, 1));
        // A moment is about the larger of both.
        let (change, what) = match open.better {
            Some(better) if open.cost.abs() >= luck.abs() => {
                (-open.cost, format!("{}; \"{better}\" was better", points(-open.cost)))
            }
            _ => (luck, format!("then chance brought {}", points(luck))),
        };
        let what = format!("Decision {}: {}, {what}.", open.decision, open.chosen);
        let Open { decision, step, .. } = open;
        Moment { decision, step, change, what, shown: open.scene + &open.told }
    }

    /// The curve as a line of at most `width` of these letters, the lowest first.
    #[must_use]
    pub fn sparkline(&self, width: usize, letters: &[char]) -> String {
        let every = self.curve.len().div_ceil(width.max(1)).max(1);
        let shares = self.curve.rchunks(every).rev().filter_map(|part| part.last());
        let most = letters.len() as f64 - 1.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in 0..=most")]
        let letter = |share: &f64| letters[(share.clamp(0.0, 1.0) * most).round() as usize];
        shares.map(letter).collect()
    }

    /// The curve in words.
    #[must_use]
    pub fn curve_in_words(&self) -> String {
        let of = |share: Option<&f64>| percent(share.copied().unwrap_or_default(), 0);
        let least = self.curve.iter().min_by(|a, b| a.total_cmp(b));
        let most = self.curve.iter().max_by(|a, b| a.total_cmp(b));
        format!(
            "{} % at the start, at least {} %, at most {} %, {} % at the end",
            of(self.curve.first()),
            of(least),
            of(most),
            of(self.curve.last())
        )
    }

    /// Luck against play in a line, and the moments by number below it: whole lines.
    #[must_use]
    pub fn lines(&self) -> String {
        let points = |value: f64| signed(100.0 * value, 1);
        let mut text = format!(
            "Luck against play, in percentage points: chance {}, your decisions {}, the other's {}.\n",
            points(self.luck),
            points(-self.cost),
            points(self.gift)
        );
        for (number, moment) in (1..).zip(&self.moments) {
            let _ = writeln!(text, "{number} {}", moment.what);
        }
        text
    }
}
