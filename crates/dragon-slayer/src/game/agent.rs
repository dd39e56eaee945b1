//! Policies and personalities as agents in games of 2 to 6 seats.
//!
//! With two seats an agent decides in the position itself. With more it decides as in a
//! two-player game against the current leader, and an agent that may challenge as in one
//! against the mover (`contest::scoreboard`).
//!
//! `tests/library/tournament/dragon_slayer.rs` compares games of these agents with the same games
//! on the contest's fast path.

use std::sync::Arc;

use rand::Rng;

use crate::contest::scoreboard::Scoreboard;
use crate::solver::{Choice, Decision as Kind, Policy, Position, SolvedGame, Stage, TurnPolicy};
use crate::{Action, DragonSlayer, Phase, State, Turn};
use rivals_core::play::{Agent, Decision, Forfeit, Game, MAX_SEATS, Seat, Thought, draw};

/// A policy or personality as an agent.
pub struct PolicyAgent {
    policy: Arc<dyn Policy>,
    /// The solved game to whose positions the state is clamped; `None` for policies that take
    /// any position.
    solved: Option<Arc<SolvedGame>>,
    /// The last position, and the policy within its turn.
    turn: Option<(Position, Arc<dyn TurnPolicy>)>,
}

impl PolicyAgent {
    /// An agent that decides as a policy does. A policy that looks values up needs the game
    /// that it was solved for.
    #[must_use]
    pub fn new(policy: Arc<dyn Policy>, solved: Option<Arc<SolvedGame>>) -> Self {
        let turn = None;
        Self { policy, solved, turn }
    }
}

impl Agent<DragonSlayer> for PolicyAgent {
    fn decide(
        &mut self,
        at: &Decision<'_, DragonSlayer>,
        rng: &mut dyn Rng,
    ) -> Result<Thought<Action>, Forfeit> {
        Ok(match self.choice(at) {
            Choice::Take(action) => action,
            Choice::Uniform => at.actions[draw(rng, at.actions.len())],
        }
        .into())
    }

    fn chances(&mut self, at: &Decision<'_, DragonSlayer>) -> Option<Vec<f64>> {
        Some(match self.choice(at) {
            Choice::Take(action) => at.certain(action),
            Choice::Uniform => vec![1.0 / at.actions.len() as f64; at.actions.len()],
        })
    }
}

impl PolicyAgent {
    /// What the policy chooses.
    fn choice(&mut self, at: &Decision<'_, DragonSlayer>) -> Choice {
        let state = at.view;
        let mut position = position(state, at.seat, at.game.rules().target);
        if let Some(solved) = &self.solved {
            position = solved.solution.clamped(&position);
        }
        let known = self.turn.take().filter(|(known, _)| *known == position);
        let (_, policy) =
            self.turn.insert(known.unwrap_or_else(|| (position, self.policy.turn(&position))));
        let kind = match state.turn.phase {
            Phase::Asked(_) => Kind::Challenge,
            Phase::Challenged => Kind::Answer,
            _ => Kind::Move,
        };
        policy.decide(kind, &turn_of_two(&state.turn, &position))
    }
}

/// The scores and tokens of all seats.
pub(crate) fn scoreboard(state: &State) -> Scoreboard {
    let mut table =
        Scoreboard { scores: [0; MAX_SEATS], tokens: [0; MAX_SEATS], seats: state.scores.seats() };
    for (seat, score) in state.scores.iter() {
        table.scores[usize::from(seat.0)] = score;
        table.tokens[usize::from(seat.0)] = state.tokens[seat];
    }
    table
}

/// The two-seat position in which a seat decides: the mover and one other seat at the beginning
/// of the turn.
pub fn position(state: &State, decider: Seat, target: u32) -> Position {
    let mut table = scoreboard(state);
    if let Some(challenger) = state.turn.challenger {
        table.tokens[usize::from(challenger.0)] += 1;
    }
    let mover = usize::from(state.mover.0);
    let rival = table.rival(mover);
    let rival_tokens = if table.may_be_challenged(mover) { table.tokens[rival].max(1) } else { 0 };
    let of = |rival: usize, rival_tokens: u32| {
        let scores = [table.scores[mover], table.scores[rival]];
        let tokens = [table.tokens[mover], rival_tokens];
        let past = scores[0].max(scores[1]) >= target && scores[0] != scores[1];
        let (scores, tokens, mover) = if mover < rival && !past {
            (scores, tokens, Seat::FIRST)
        } else {
            ([scores[1], scores[0]], [tokens[1], tokens[0]], Seat::SECOND)
        };
        let stage = Stage::of(scores, mover, target).expect("the game goes on");
        Position::new(stage, tokens)
    };
    let mut position = of(rival, rival_tokens);
    let after_big_turn = state.after_big_turn && position.stage != Stage::Overtime;
    let asked = usize::from(decider.0);
    if asked != mover && table.seats > 2 {
        position = of(asked, table.tokens[asked]);
    }
    position.after_big_turn = after_big_turn;
    position
}

/// The turn with the challenger and the asked seat as seats of the two-seat position.
pub fn turn_of_two(turn: &Turn, position: &Position) -> Turn {
    let other = position.other();
    Turn {
        challenger: turn.challenger.map(|_| other),
        phase: match turn.phase {
            Phase::Asked(_) => Phase::Asked(other),
            phase => phase,
        },
        ..*turn
    }
}
