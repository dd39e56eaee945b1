//! Pig's positions as `rivals engine` reads and writes them.
//!
//! ```text
//! position  {"scores":[20,31],"mover":1,"at_stake":8,"rolling":false}
//! actions   roll, hold
//! events    1 to 6
//! ```

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::INFO;
use super::agents::{ADVISER, KINDS, against_the_leader};
use super::solver::MAX_TARGET;
use super::{Pig, PigState, TARGET};
use rivals_core::contest::Players;
use rivals_core::play::engine::{Field, Positions, Refusal, Sampler};
use rivals_core::play::{Agent, BySeat, Game, GameInfo, Seat};
use rivals_core::values::{Whole, canonical};

/// The most points at stake or on the score sheet of a position.
const MAX_POINTS: u32 = 100_000;

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

    fn read(&self, position: &Field<'_>) -> Result<PigState, Refusal> {
        let fields = position.object(&["scores", "mover", "at_stake", "rolling"])?;
        let score_fields = fields.required("scores")?;
        let list = score_fields.list_of(self.game.seats())?;
        let seats = list.len();
        let mut scores = BySeat::new(0, seats);
        let sum = |field: &Field<'_>| match field.integer(0..=MAX_POINTS)? {
            1 => Err(field.refuse("no rolls of 2 to 6 add up to 1", "write 0, or 2 or more")),
            points => Ok(points),
        };
        for (place, field) in list.iter().enumerate() {
            scores[Seat(place as u8)] = sum(field)?;
        }
        let state = PigState {
            scores,
            at_stake: sum(&fields.required("at_stake")?)?,
            mover: fields.required("mover")?.seat(seats)?,
            rolling: (fields.optional("rolling")).map_or(Ok(false), |field| field.boolean())?,
        };
        let target = self.game.target();
        let mut done = scores.iter().filter(|&(_, score)| score >= target);
        match (done.next(), done.next()) {
            (None, _) => Ok(state),
            (Some((winner, _)), None) => {
                let next = state.mover == winner.next(seats);
                if next && state.at_stake == 0 && !state.rolling {
                    Ok(state)
                } else {
                    Err(position.refuse(
                        format!("{winner} has the target, so that the game is over"),
                        "write the next seat as mover, at_stake 0 and rolling false, or scores \
                         below the target",
                    ))
                }
            }
            (Some(_), Some(_)) => Err(score_fields.refuse(
                "only one seat can have the target, because it wins at once",
                format!("write one score of {target} or more at most"),
            )),
        }
    }

    fn write(&self, state: &PigState) -> Value {
        let scores: Vec<u32> = state.scores.iter().map(|(_, score)| score).collect();
        json!({
            "scores": scores,
            "mover": state.mover.0 + 1,
            "at_stake": state.at_stake,
            "rolling": state.rolling,
        })
    }

    fn write_view(&self, view: &PigState) -> Value {
        self.write(view)
    }

    fn seats_of(&self, state: &PigState) -> usize {
        state.scores.seats()
    }

    fn agent(&self, spec: &Field<'_>) -> Result<Box<dyn Agent<Pig>>, Refusal> {
        Ok(self.game.agent(&spec.agent(KINDS)?))
    }

    fn prepare(&self) -> Option<Box<dyn FnOnce() + Send>> {
        let game = Arc::clone(&self.game);
        Some(Box::new(move || {
            game.solution();
        }))
    }

    fn solved(&self, state: &PigState) -> Result<Option<Vec<f64>>, Refusal> {
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
