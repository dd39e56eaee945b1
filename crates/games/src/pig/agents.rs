//! The agents of Pig.

use rand::Rng;

use super::{Pig, PigAction, PigState};
use rivals_core::contest::{Build, Solve};
use rivals_core::play::{
    Agent, AgentRow, Decision, Dice, Forfeit, Parameter, RandomAgent, Seat, Thought,
};
use rivals_core::values::Invalid;

/// The agents.
pub const AGENTS: &[AgentRow<Build<Pig>>] = &[
    AgentRow::new(
        "optimum",
        "Maximises the win probability, as in a two-player game against the current leader.",
        &[],
        |_, _| Box::new(Fixed::Optimum),
    ),
    AgentRow {
        title: "Hold at {n}",
        ..AgentRow::new(
            "hold",
            "Holds at {n points}, or when holding wins.",
            &[Parameter::whole("n", "points at stake at which it holds", 1..=100)],
            |_, spec| Box::new(Fixed::HoldAt(spec.whole("n"))),
        )
    },
    AgentRow::new("random", "Rolls or holds, each with probability 1/2.", &[], |_, _| {
        Box::new(RandomAgent)
    }),
];

impl Solve for Pig {
    const ADVISER: Option<&'static str> = Some("optimum");

    fn prepare(&self) -> Option<Box<dyn FnOnce() + Send>> {
        let game = self.clone();
        Some(Box::new(move || {
            game.solution();
        }))
    }

    fn error(&self) -> f64 {
        self.solution().error
    }

    fn solved(&self, state: &PigState) -> Result<Option<Vec<f64>>, Invalid> {
        let two = state.scores.seats() == 2;
        Ok(self.estimated(state, state.mover).filter(|_| two))
    }

    fn estimated(&self, state: &PigState, _: Seat) -> Option<Vec<f64>> {
        let (mover, scores) = against_the_leader(state);
        Some(self.solution().actions(mover, scores, state.at_stake).to_vec())
    }
}

/// An agent that decides without dice.
#[derive(Clone, Copy, Debug)]
pub enum Fixed {
    /// By the solution of optimal play.
    Optimum,
    /// Holds at this number of points at stake, or when holding wins.
    HoldAt(u32),
}

impl Agent<Pig> for Fixed {
    fn decide(
        &mut self,
        at: &Decision<'_, Pig>,
        _: &mut dyn Rng,
    ) -> Result<Thought<PigAction>, Forfeit> {
        let state = at.view;
        let holds = match *self {
            Self::HoldAt(points) => {
                state.at_stake >= points.min(at.game.target() - state.scores[state.mover])
            }
            Self::Optimum => {
                let (mover, scores) = against_the_leader(state);
                at.game.solution().holds(mover, scores, state.at_stake)
            }
        };
        Ok(if holds { PigAction::Hold } else { PigAction::Roll }.into())
    }

    /// It never draws.
    fn chances(&mut self, at: &Decision<'_, Pig>) -> Option<Vec<f64>> {
        Some(at.certain(self.decide(at, &mut Dice::new(0, 0, 0).turn(0, 0)).ok()?.action))
    }
}

/// The mover as a seat of a two-player game against the leader of the others, with both scores.
pub(super) fn against_the_leader(state: &PigState) -> (usize, [u32; 2]) {
    let mover = usize::from(state.mover != Seat::FIRST);
    let others = state.scores.iter().filter(|&(seat, _)| seat != state.mover);
    let mut scores = [others.map(|(_, score)| score).max().unwrap_or(0); 2];
    scores[mover] = state.scores[state.mover];
    (mover, scores)
}
