//! Pig: roll or hold, the simplest game of pushing one's luck.
//!
//! A turn is a sequence of rolls of one die. A roll of 2 to 6 adds to the
//! turn's points, a 1 ends the turn with nothing; holding scores the turn's
//! points. Whoever first has the target or more has won, at once.
//!
//! | parameter | default |
//! |---|---|
//! | target | 100 points |
//!
//! Source: Neller and Presser 2004, "Optimal Play of the Dice Game Pig", The
//! UMAP Journal 25(1), 25-47. It is here because its solution is published.

mod any_game;
mod contest;
mod die;
pub mod solver;

use std::fmt;

use crate::play::{BySeat, Chances, Game, Illegal, Node, Outcome, Seat};

pub(crate) use any_game::PigGame;
pub use contest::{HoldAt, PigContest};

/// Pig for two seats.
#[derive(Clone, Debug)]
pub struct Pig {
    target: u32,
    die: Chances<Face>,
}

/// A face of the die, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face(pub u8);

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A decision.
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

/// A state of Pig.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PigState {
    /// Points scored.
    pub scores: BySeat<u32>,
    /// Points of the turn.
    pub at_stake: u32,
    /// Whose turn it is.
    pub mover: Seat,
    /// The die is about to be rolled.
    pub rolling: bool,
}

impl Pig {
    /// Pig up to some points.
    #[must_use]
    pub fn new(target: u32) -> Self {
        Self {
            target,
            die: Chances {
                weights: (1..=6).map(|face| (Face(face), 1)).collect(),
                total: 6,
            },
        }
    }

    /// The points that win.
    #[must_use]
    pub fn target(&self) -> u32 {
        self.target
    }

    fn winner(&self, state: &PigState) -> Option<Seat> {
        let mut scores = state.scores.iter();
        let winner = scores.find(|&(_, score)| score >= self.target);
        winner.map(|(seat, _)| seat)
    }
}

impl Game for Pig {
    type State = PigState;
    type Action = PigAction;
    type Event = Face;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> PigState {
        PigState {
            scores: BySeat::new(0, 2),
            at_stake: 0,
            mover: Seat::FIRST,
            rolling: false,
        }
    }

    fn node(&self, state: &PigState) -> Node<'_, PigAction, Face> {
        if let Some(winner) = self.winner(state) {
            return Node::Over(Outcome {
                winners: vec![winner],
                scores: state.scores,
            });
        }
        if state.rolling {
            return Node::Chance(&self.die);
        }
        Node::Decision(state.mover, vec![PigAction::Roll, PigAction::Hold])
    }

    fn act(&self, state: &PigState, action: PigAction) -> Result<PigState, Illegal> {
        if state.rolling || self.winner(state).is_some() {
            return Err(Illegal {
                what: action.to_string(),
                reason: "nobody has to decide".to_owned(),
            });
        }
        let mut next = *state;
        match action {
            PigAction::Roll => next.rolling = true,
            PigAction::Hold => {
                next.scores[state.mover] += state.at_stake;
                next.at_stake = 0;
                next.mover = state.mover.next(2);
            }
        }
        Ok(next)
    }

    fn happen(&self, state: &PigState, face: Face) -> Result<PigState, Illegal> {
        if !state.rolling || !(1..=6).contains(&face.0) {
            return Err(Illegal {
                what: face.to_string(),
                reason: "the die is not rolled, or has no such face".to_owned(),
            });
        }
        let mut next = *state;
        next.rolling = false;
        if face.0 == 1 {
            next.at_stake = 0;
            next.mover = state.mover.next(2);
        } else {
            next.at_stake += u32::from(face.0);
        }
        Ok(next)
    }
}
