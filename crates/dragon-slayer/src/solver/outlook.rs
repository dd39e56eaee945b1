//! An outlook holds the solved values of one turn: the win probability at each of its ends
//! and in each of its states, and the stops that an optimal opponent challenges.
//! Personalities decide from these values.

use crate::Error;
use std::sync::Arc;

use rivals_core::contest::OnSolving;

use crate::Rules;
use crate::solver::{
    Ends, Foresight, FullBackwardPass, Horizon, Numbering, Place, Play, Policy, Position, Solution,
    Stage, TIE, TurnGraph, cap_for_policies,
};

/// A solved game with the states of its turns.
#[derive(Debug)]
pub struct SolvedGame {
    /// The solution under optimal play by both seats.
    pub solution: Solution,
    /// The numbering of positions with the smallest cap. Judgement errors depend on these
    /// numbers, so they do not change if other players need a larger cap.
    numbering: Numbering,
}

impl SolvedGame {
    /// Solves the game of these rules.
    ///
    /// # Errors
    /// [`Error`].
    pub fn new(rules: &Rules) -> Result<Self, Error> {
        Self::for_policies(rules, std::iter::empty(), &|_, _| {})
    }

    /// Solves the game with a cap on the points at stake that turns of these policies
    /// hardly ever reach. `progress` is told how many positions are solved.
    ///
    /// # Errors
    /// [`Error`].
    pub fn for_policies<'a>(
        rules: &Rules,
        policies: impl Iterator<Item = &'a Arc<dyn Policy>> + Clone,
        progress: OnSolving<'_>,
    ) -> Result<Self, Error> {
        let mut solution = Solution::solve_with_progress(rules, [Play::Optimal; 2], progress)?;
        let numbering = solution.numbering();
        let cap = cap_for_policies(rules, policies)?;
        if cap > solution.cap() {
            solution = Solution::with_cap(rules, [Play::Optimal; 2], cap)?;
        }
        Ok(Self { solution, numbering })
    }

    /// Solves the game with turns that are stopped at `cap` points at stake.
    #[cfg(test)]
    pub fn with_cap(rules: &Rules, cap: u32) -> Result<Self, Error> {
        let solution = Solution::with_cap(rules, [Play::Optimal; 2], cap)?;
        let numbering = solution.numbering();
        Ok(Self { solution, numbering })
    }

    /// The states of a turn, up to the solution's cap.
    #[must_use]
    pub fn graph(&self) -> &TurnGraph {
        self.solution.graph()
    }

    /// The number of a position from which judgement errors are drawn; it does not depend
    /// on the players that take part.
    pub fn place(&self, position: &Position) -> usize {
        let scores = position.scores(self.rules().target);
        let mover = usize::from(position.mover().0);
        self.numbering.of(scores, position.tokens, mover)
    }

    /// The points at stake at which every player stops, however risk-seeking: the target or
    /// the opponent's lead, whichever is larger, and twice the sum of all dragons' points.
    #[must_use]
    pub fn enough(&self, position: &Position) -> u32 {
        let all: u32 = self.rules().dragons.iter().map(|dragon| dragon.points).sum();
        let target = self.rules().target;
        let needed = match position.stage {
            Stage::Chase { lead } => target.max(lead.max(0).unsigned_abs()),
            Stage::Running { .. } | Stage::Overtime => target,
        };
        needed + 2 * all
    }

    /// The size in memory, in bytes.
    pub fn bytes(&self) -> u64 {
        // The solution keeps a value and two marks of every position.
        let positions = self.solution.positions() * (size_of::<f64>() + 2);
        (self.graph().states() * size_of::<Place>() + positions) as u64
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.solution.rules()
    }
}

/// The solved values of the turn that begins in a position; empty until [`Self::look`] fills
/// them in. All win probabilities are the mover's.
#[derive(Clone, Debug, Default)]
pub struct Outlook {
    /// The position in which the turn begins.
    pub position: Position,
    /// Whether the other seat has a token.
    pub may_be_challenged: bool,
    /// The states that are evaluated.
    pub horizon: Horizon,
    /// The value of a stop that is not challenged, by points at stake, before and after
    /// accepting a challenge.
    pub stands: [Vec<f64>; 2],
    /// The value of declining a challenge, by points at stake.
    pub declined: Vec<f64>,
    /// The values of the ends, by the states of the graph.
    pub ends: Ends,
    /// The values under optimal play.
    pub best: FullBackwardPass,
    /// Whether an optimal opponent challenges a stop, by the states of the graph.
    pub challenges: Vec<bool>,
}

impl Outlook {
    /// The memory in bytes that one thread needs to decide in turns of this graph: an
    /// outlook, and the working memory of a personality.
    pub fn bytes(graph: &TurnGraph) -> usize {
        let states = graph.states();
        // Ends and backward passes of the outlook and of a personality's two views of it, and the
        // decisions of a turn.
        3 * states * (2 * size_of::<f64>() + 2 * size_of::<f64>()) + 4 * states
    }

    /// Evaluates the turn that begins in `position`; memory is reused.
    pub fn look(&mut self, game: &SolvedGame, position: &Position) {
        let (solution, graph) = (&game.solution, game.graph());
        let challenge = game.rules().challenge;
        self.position = *position;
        self.horizon = graph.horizon(game.enough(position).min(graph.cap()));
        let seen = [false, true].into_iter().zip(self.horizon.seen);
        let seen = seen.flat_map(|(accepted, seen)| &graph.places(accepted)[..seen]);
        let points = 0..=seen.map(|place| place.at_stake).max().unwrap_or(0);
        self.may_be_challenged = position.may_be_challenged();
        let after = |points, bonus, accepted| solution.after(position, points, bonus, accepted);
        self.ends.lost = [after(0, 0, false); 2];
        let stands = points.clone().map(|points| after(points, 0, false));
        refill(&mut self.stands[0], stands);
        if self.may_be_challenged {
            self.ends.lost[1] = after(0, challenge.bonus, true);
            let stands = points.clone().map(|points| after(points, 0, true));
            refill(&mut self.stands[1], stands);
            let kept = points.map(|points| challenge.declined_share.of(points));
            let declined = kept.map(|kept| after(kept, challenge.bonus, true));
            refill(&mut self.declined, declined);
        }
        spread(graph, self.horizon, self.may_be_challenged, &mut self.ends, |end, points, _| {
            match end {
                End::Stands => self.stands[0][points],
                End::StandsAccepted => self.stands[1][points],
                End::Declined => self.declined[points],
            }
        });
        let foresight = if self.may_be_challenged { Foresight::Worst } else { Foresight::NoToken };
        self.best.run(graph, self.horizon, &self.ends, foresight);
        self.challenges.clear();
        if self.may_be_challenged {
            let states = 0..self.horizon.seen[0];
            self.challenges.extend(states.map(|state| {
                self.best.challenged(graph, &self.ends, state) <= self.ends.stands[0][state] + TIE
            }));
        }
    }
}

/// Replaces a list's values and keeps its memory.
fn refill<T>(list: &mut Vec<T>, values: impl Iterator<Item = T>) {
    list.clear();
    list.extend(values);
}

/// The ways in which a turn ends without a defeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A stop that was not challenged.
    Stands,
    /// A stop after a challenge was accepted.
    StandsAccepted,
    /// A challenge was declined.
    Declined,
}

/// Fills in the values of the ends, by the states of the graph. `worth` computes a value
/// from the end, the points at stake, and the number of different dragons that were slain
/// since all were last alive.
pub fn spread(
    graph: &TurnGraph,
    horizon: Horizon,
    may_be_challenged: bool,
    ends: &mut Ends,
    worth: impl Fn(End, usize, usize) -> f64,
) {
    let dragons = graph.rules().dragons.len();
    let fill = |list: &mut Vec<f64>, accepted: bool, end: End| {
        let seen = &graph.places(accepted)[..horizon.seen[usize::from(accepted)]];
        let worths = seen.iter().map(|place| {
            // All alive means that all were slain: there is no stop before the first fight.
            let kinds = match dragons - place.alive.len() {
                0 => dragons,
                slain => slain,
            };
            worth(end, place.at_stake as usize, kinds)
        });
        refill(list, worths);
    };
    fill(&mut ends.stands[0], false, End::Stands);
    if may_be_challenged {
        fill(&mut ends.stands[1], true, End::StandsAccepted);
        fill(&mut ends.declined, false, End::Declined);
    }
}
