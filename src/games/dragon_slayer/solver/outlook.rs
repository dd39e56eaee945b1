//! What the solved game says of one turn: the chance of winning at each of its
//! ends and in each of its states, and where a best-playing opponent challenges.
//! Every personality looks at this; what it makes of it is its own affair.

use std::sync::Arc;

use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::solver::{
    Ends, Foresight, Horizon, Numbering, Place, Play, Policy, Position, Solution, SolveError,
    Stage, Sweep, TIE, TurnGraph, patient_cap,
};

/// A game, solved, with the states of its turns.
#[derive(Debug)]
pub struct SolvedGame {
    /// Under best play by both.
    pub solution: Solution,
    /// The states of a turn, up to the solution's cap.
    pub graph: TurnGraph,
    /// Positions as they are numbered for players that need no larger cap: those
    /// that misjudgements depend on, whatever other players take part.
    numbering: Numbering,
}

impl SolvedGame {
    /// Solves it.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn new(rules: &Rules) -> Result<Self, SolveError> {
        Self::for_policies(rules, std::iter::empty())
    }

    /// Solves it, and follows turns to so many points at stake that these policies
    /// hardly ever come to the cap.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn for_policies<'a>(
        rules: &Rules,
        policies: impl Iterator<Item = &'a Arc<dyn Policy>> + Clone,
    ) -> Result<Self, SolveError> {
        let mut solution = Solution::solve(rules, [Play::Best; 2])?;
        let numbering = solution.numbering();
        let cap = patient_cap(rules, policies)?;
        if cap > solution.cap() {
            solution = Solution::with_cap(rules, [Play::Best; 2], cap)?;
        }
        Ok(Self::of(solution, numbering))
    }

    /// Turns are stopped at `cap` points at stake, for all players.
    #[cfg(test)]
    pub(crate) fn with_cap(rules: &Rules, cap: u32) -> Result<Self, SolveError> {
        let solution = Solution::with_cap(rules, [Play::Best; 2], cap)?;
        let numbering = solution.numbering();
        Ok(Self::of(solution, numbering))
    }

    fn of(solution: Solution, numbering: Numbering) -> Self {
        Self {
            graph: TurnGraph::new(solution.rules(), solution.cap()),
            solution,
            numbering,
        }
    }

    /// The number by which misjudgements know a position, whatever other players take part.
    pub(crate) fn place(&self, position: &Position) -> usize {
        let scores = position.scores(self.rules().target);
        let mover = usize::from(position.mover().0);
        self.numbering.of(scores, position.tokens, mover)
    }

    /// Points at stake from which nobody goes on, however much it likes risk: two
    /// rounds of dragons past the target, or past an opponent who has it.
    #[must_use]
    pub fn enough(&self, position: &Position) -> u32 {
        let all: u32 = self
            .rules()
            .dragons
            .iter()
            .map(|dragon| dragon.points)
            .sum();
        let target = self.rules().target;
        let needed = match position.stage {
            Stage::Chase { lead } => target.max(lead.max(0).unsigned_abs()),
            Stage::Running { .. } | Stage::Overtime => target,
        };
        needed + 2 * all
    }

    /// The memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let states = self.graph.places(false).len() + self.graph.places(true).len();
        // The solution keeps a value and two marks of every position.
        let positions = self.solution.positions() * (size_of::<f64>() + 2);
        (states * size_of::<Place>() + positions) as u64
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.solution.rules()
    }
}

/// The turn that begins in some position, for whoever moves there. All chances
/// are the mover's.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// Where it begins.
    pub position: Position,
    /// Whether the other seat has a token.
    pub may_be_challenged: bool,
    /// How far it is looked at.
    pub horizon: Horizon,
    /// After a stop that stands, by points, before and after accepting a
    /// challenge.
    pub stands: [Vec<f64>; 2],
    /// After declining a challenge, by points at stake.
    pub declined: Vec<f64>,
    /// The ends by the states of the graph.
    pub ends: Ends,
    /// Best play.
    pub best: Sweep,
    /// Where a best-playing opponent challenges a stop.
    pub challenges: Vec<bool>,
}

impl Outlook {
    /// On nothing yet.
    #[must_use]
    pub fn new() -> Self {
        let stage = Stage::Overtime;
        Self {
            position: Position::new(stage, [0, 0]),
            may_be_challenged: false,
            horizon: Horizon::default(),
            stands: [Vec::new(), Vec::new()],
            declined: Vec::new(),
            ends: Ends::default(),
            best: Sweep::default(),
            challenges: Vec::new(),
        }
    }

    /// The memory in bytes of one thread that decides in turns of this graph: this
    /// outlook, and what a personality thinks beside it.
    pub(crate) fn bytes(graph: &TurnGraph) -> usize {
        let states = graph.places(false).len() + graph.places(true).len();
        // Ends and sweeps of it and of two views of its own, and the tables of a turn.
        3 * states * (2 * size_of::<f64>() + 2 * size_of::<f64>()) + 4 * states
    }

    /// Looks at a turn; memory is used again.
    pub fn look(&mut self, game: &SolvedGame, position: &Position) {
        let (solution, graph) = (&game.solution, &game.graph);
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
        spread(
            graph,
            self.horizon,
            self.may_be_challenged,
            &mut self.ends,
            |end, points, _| match end {
                End::Stands => self.stands[0][points],
                End::StandsAccepted => self.stands[1][points],
                End::Declined => self.declined[points],
            },
        );
        let foresight = match self.may_be_challenged {
            true => Foresight::Worst,
            false => Foresight::NoToken,
        };
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

impl Default for Outlook {
    fn default() -> Self {
        Self::new()
    }
}

/// How a turn ends, other than by a defeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A stop that nobody challenged.
    Stands,
    /// A stop after a challenge was accepted.
    StandsAccepted,
    /// A challenge was declined.
    Declined,
}

/// Fills in the ends by the states of the graph: `worth` of the end, the points
/// at stake, and how many kinds of dragons were slain since all were last alive.
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
            // When all live again, all were slain; before the first fight nobody stops.
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
