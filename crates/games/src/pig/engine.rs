//! Pig's positions as `rivals engine` reads and writes them.
//!
//! ```text
//! position  {"scores":[20,31],"mover":1,"at_stake":8,"rolling":false}
//! actions   roll, hold
//! events    1 to 6
//! ```

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::INFO;
use super::agents::{ADVISER, KINDS, against_the_leader};
use super::solver::MAX_TARGET;
use super::{Pig, PigState, TARGET};
use rivals_core::contest::Players;
use rivals_core::play::engine::{Positions, Sampler};
use rivals_core::play::{Agent, AgentSpec, Game, GameInfo, Seat};
use rivals_core::values::{Invalid, Whole, canonical, length, within};

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

/// The rule file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    target: Whole<u32, 1, { MAX_TARGET as i64 }>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { target: Whole(TARGET) }
    }
}

/// Pig with its positions.
#[derive(Clone)]
pub struct PigEngine {
    game: Arc<Pig>,
}

impl PigEngine {
    /// Pig with a target from 1 to [`MAX_TARGET`].
    pub fn new(target: u32) -> Self {
        Self { game: Arc::new(Pig::new(target)) }
    }

    /// Pig by these rules.
    pub fn by(rules: Rules) -> Self {
        Self::new(rules.target.0)
    }
}

impl Positions for PigEngine {
    type Game = Pig;

    const INFO: &'static GameInfo = &INFO;

    fn game(&self) -> &Arc<Pig> {
        &self.game
    }

    fn rules_text(&self) -> String {
        canonical(&Rules { target: Whole(self.game.target()) })
    }

    fn validate(&self, state: PigState) -> Result<PigState, Invalid> {
        let seats = state.scores.seats();
        length("scores", seats, self.game.seats())?;
        for (seat, score) in state.scores.iter() {
            check_sum(&format!("scores[{}]", seat.0), score)?;
        }
        check_sum("at_stake", state.at_stake)?;
        state.mover.check("mover", seats)?;
        let target = self.game.target();
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

    fn seats_of(&self, state: &PigState) -> usize {
        state.scores.seats()
    }

    fn agent(&self, spec: &str) -> Result<Box<dyn Agent<Pig>>, Invalid> {
        Ok(self.game.agent(&AgentSpec::parse(spec, KINDS)?))
    }

    fn prepare(&self) -> Option<Box<dyn FnOnce() + Send>> {
        let game = Arc::clone(&self.game);
        Some(Box::new(move || {
            game.solution();
        }))
    }

    fn solved(&self, state: &PigState) -> Result<Option<Vec<f64>>, Invalid> {
        let two = state.scores.seats() == 2;
        Ok(self.estimated(state, state.mover).filter(|_| two))
    }

    fn estimated(&self, state: &PigState, _: Seat) -> Option<Vec<f64>> {
        let (mover, scores) = against_the_leader(state);
        Some(self.game.solution().actions(mover, scores, state.at_stake).to_vec())
    }

    fn sampler(&self) -> Sampler {
        Sampler::fast(ADVISER)
    }
}
