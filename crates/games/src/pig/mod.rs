//! Pig: roll or hold, the simplest game of pushing one's luck.
//!
//! A turn is a sequence of rolls of one die. A roll of 2 to 6 adds to the
//! turn's points, a 1 ends the turn with nothing; holding scores the turn's
//! points. The first player with the target or more wins, at once.
//!
//! | parameter | default |
//! |---|---|
//! | target | 100 points |
//!
//! Source: Neller and Presser 2004, "Optimal Play of the Dice Game Pig", The
//! UMAP Journal 25(1), 25-47. It is here because its solution is published.

pub mod agents;
pub mod conduct;
pub mod contest;
pub mod die;
pub mod exact;
mod observed;
pub mod show;
pub mod solver;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use rivals_core::play::{BySeat, Chances, Game, MAX_SEATS, Open, Outcome, Seat, Step, Turn};
use rivals_core::values::{Invalid, NotationError, Whole, length, within};

pub use contest::hold_contest;
use solver::{MAX_TARGET, PigPlay, PigSolution};

/// The points that win by the built-in rules.
pub const TARGET: u32 = 100;

/// The rule file.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    target: Whole<u32, 1, { MAX_TARGET as i64 }>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { target: Whole(TARGET) }
    }
}

/// Pig with a target.
#[derive(Clone, Debug)]
pub struct Pig {
    rules: Rules,
    die: Chances<Face>,
    /// The solution of optimal play by two seats, computed when it is first needed.
    solution: Arc<OnceLock<PigSolution>>,
}

/// A face of the die, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face(pub u8);

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Reads what `Display` writes.
impl FromStr for Face {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        NotationError::find(text, (1..=6).map(Self), "write a face of the die, 1 to 6")
    }
}

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PigAction {
    /// Roll the die.
    Roll,
    /// Score the turn's points.
    Hold,
}

impl fmt::Display for PigAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Roll => "roll",
            Self::Hold => "hold",
        })
    }
}

/// Reads what `Display` writes.
impl FromStr for PigAction {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        NotationError::find(text, [Self::Roll, Self::Hold], "write roll or hold")
    }
}

/// A state of Pig.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PigState {
    /// Points scored.
    pub scores: BySeat<u32>,
    /// Points of the current turn.
    pub at_stake: u32,
    /// The seat whose turn it is.
    pub mover: Seat,
    /// Whether the die is about to be rolled.
    #[serde(default)]
    pub rolling: bool,
}

impl PigState {
    /// Ends the turn; the next seat begins one.
    fn end_turn(&mut self) {
        self.at_stake = 0;
        self.mover = self.mover.next(self.scores.seats());
    }
}

impl Pig {
    /// Pig with a target from 1 to [`MAX_TARGET`].
    #[must_use]
    pub fn to(target: u32) -> Self {
        Self {
            rules: Rules { target: Whole(target) },
            die: Chances { weights: (1..=6).map(|face| (Face(face), 1)).collect(), total: 6 },
            solution: Arc::default(),
        }
    }

    /// The score that wins.
    #[must_use]
    pub fn target(&self) -> u32 {
        self.rules.target.0
    }

    /// The solution under optimal play by two seats.
    ///
    /// # Panics
    /// If the target is none that can be solved; a file of rules has no such target.
    fn solution(&self) -> &PigSolution {
        self.solution.get_or_init(|| {
            let solution = PigSolution::solve(self.target(), [PigPlay::Optimal; 2]);
            solution.expect("targets are checked when read")
        })
    }

    /// The seat that has the target or more, if any.
    fn winner(&self, state: &PigState) -> Option<Seat> {
        let mut scores = state.scores.iter();
        let winner = scores.find(|&(_, score)| score >= self.target());
        winner.map(|(seat, _)| seat)
    }
}

/// The most points at stake or on the score sheet of a position.
const MAX_POINTS: u32 = 100_000;

/// Checks points that rolls of 2 to 6 add up to.
fn check_sum(field: &str, points: u32) -> Result<(), Invalid> {
    if points == 1 {
        let message = "no rolls of 2 to 6 add up to 1";
        return Err(Invalid::new(field, message, "write 0, or 2 or more"));
    }
    within(field, points, 0..=MAX_POINTS)
}

impl Open for Pig {}

impl Game for Pig {
    const NAME: &'static str = "pig";
    const ABOUT: &'static str =
        "Roll a die repeatedly, then hold to score; a 1 loses the turn's points.";
    const SEATS: RangeInclusive<usize> = 2..=MAX_SEATS;

    type Rules = Rules;
    type State = PigState;
    type Action = PigAction;
    type Event = Face;

    fn new(rules: Rules) -> Result<Self, Invalid> {
        Ok(Self::to(rules.target.0))
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn start(&self, seats: usize) -> PigState {
        PigState { scores: BySeat::new(0, seats), at_stake: 0, mover: Seat::FIRST, rolling: false }
    }

    fn seats_of(&self, state: &PigState) -> usize {
        state.scores.seats()
    }

    fn validate(&self, state: PigState) -> Result<PigState, Invalid> {
        let seats = state.scores.seats();
        length("scores", seats, Self::SEATS)?;
        for (seat, score) in state.scores.iter() {
            check_sum(&format!("scores[{}]", seat.0), score)?;
        }
        check_sum("at_stake", state.at_stake)?;
        state.mover.check("mover", seats)?;
        let target = self.target();
        let mut done = state.scores.iter().filter(|&(_, score)| score >= target);
        let (Some((winner, _)), other) = (done.next(), done.next()) else {
            return Ok(state);
        };
        if other.is_some() {
            let message = "only one seat can have the target, because it wins at once";
            let help = format!("write one score of {target} or more at most");
            return Err(Invalid::new("scores", message, help));
        }
        if state.mover != winner.next(seats) || state.at_stake > 0 || state.rolling {
            let message = format!("{winner} has the target, so that the game is over");
            let help = "write the next seat as mover, at_stake 0 and rolling false, or scores \
                        below the target";
            return Err(Invalid::new("", message, help));
        }
        Ok(state)
    }

    #[inline]
    fn turn(&self, state: &PigState) -> Turn<'_, Face> {
        if let Some(winner) = self.winner(state) {
            return Turn::Over(Outcome::won_by(winner, state.scores));
        }
        if state.rolling {
            Turn::Chance(Cow::Borrowed(&self.die))
        } else {
            Turn::Decide(state.mover)
        }
    }

    fn legal(&self, state: &PigState, into: &mut Vec<PigAction>) {
        if !state.rolling && self.winner(state).is_none() {
            into.extend([PigAction::Roll, PigAction::Hold]);
        }
    }

    #[inline]
    fn play(&self, state: &mut PigState, step: Step<Self>) {
        match step {
            Step::Act(PigAction::Roll) => state.rolling = true,
            Step::Act(PigAction::Hold) => {
                state.scores[state.mover] += state.at_stake;
                state.end_turn();
            }
            Step::Event(Face(points)) => {
                state.rolling = false;
                if points == 1 {
                    state.end_turn();
                } else {
                    state.at_stake += u32::from(points);
                }
            }
        }
    }
}
