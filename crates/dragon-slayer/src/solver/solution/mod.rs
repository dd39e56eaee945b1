//! Computes and holds the values of all positions of Dragon Slayer for two seats.
//!
//! [`Solution`] holds them by the numbers of `numbering`. `order` solves the positions from the end of the game
//! backwards, `cycle` solves positions that depend on each other, `continuation` gives the
//! values after a turn, and [`SolvedTurn`] the optimal decisions in a turn.

mod bound;
mod continuation;
mod cycle;
mod numbering;
mod order;
mod progress;
pub(crate) mod size;
mod solved_turn;

use crate::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

pub use bound::Bound;
pub use numbering::Numbering;
pub(super) use order::{doubled_caps, largest_cap};
pub use solved_turn::SolvedTurn;

use super::advantage::Advantage;
use super::policy::Policy;
use super::position::{Position, Stage};
use super::turn::{ActionValue, After, TurnGraph, TurnValue, Workspace};
use crate::{Rules, Turn};
use rivals_core::play::Seat;

use continuation::{Anchor, Continuation};

/// How a seat plays.
#[derive(Clone, Copy)]
pub enum Play<'a> {
    /// Optimally: it maximises the win probability against the other seat's play.
    Optimal,
    /// By a policy.
    As(&'a dyn Policy),
}

/// Points that a turn reaches with a smaller probability count as out of reach.
const OUT_OF_REACH: f64 = 1e-17;

/// The largest product of leads and states of a turn for which the fast method is tried
/// first in overtime.
const FEW_CHASE_STATES: usize = 4_000_000;

/// The first seat's win probability in every position.
#[derive(Debug)]
pub struct Solution {
    graph: TurnGraph,
    numbering: Numbering,
    /// Whether both seats play optimally.
    best: bool,
    /// Whether the first seat plays optimally.
    first_is_best: bool,
    /// 2 if positions after a big turn have values of their own, else 1.
    variants: usize,
    /// The values, by [`Self::index`].
    values: Vec<f64>,
    /// Whether the cap may have changed the value of a position past the target, by
    /// [`Self::index`].
    capped_values: Vec<bool>,
    /// Whether the cap may have changed the value of any position below the target.
    capped: bool,
    /// More than the rounding error of the value of a turn.
    rounding: f64,
    bound: Bound,
    /// The solution under optimal play, if games of fixed policies are adjudicated at its
    /// values.
    optimal: Option<Arc<Solution>>,
    /// The largest probability, over all positions, that a game of fixed policies which
    /// reaches the position is adjudicated there.
    adjudicated: f64,
    /// Upper bounds of the probability that a turn without a challenge reaches a number of
    /// points, by points; empty if the cap is a rule of the game.
    reach: Vec<f64>,
    /// The number of fights that were evaluated.
    fights: AtomicU64,
    workspaces: Pool<Workspace>,
    bounding: Pool<Workspace<Advantage>>,
}

/// Free memory, which threads take and return.
type Pool<T> = Mutex<Vec<T>>;

impl Solution {
    /// Checks whether these rules can be solved, without solving them.
    ///
    /// # Errors
    /// [`Error`].
    pub fn supports(rules: &Rules) -> Result<(), Error> {
        order::caps(rules, true).map(|_| ())
    }

    /// The points at stake at which every turn is stopped.
    #[must_use]
    pub fn cap(&self) -> u32 {
        self.graph.cap()
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.graph.rules()
    }

    /// The states of a turn, up to the cap.
    #[must_use]
    pub fn graph(&self) -> &TurnGraph {
        &self.graph
    }

    /// The number of positions that were solved.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    /// The error bound of all values, except of chases for which [`Self::is_capped`] holds;
    /// [`Self::bound`] says whether it is proven.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.bound.error()
    }

    /// The error bound, proven or estimated.
    #[must_use]
    pub fn bound(&self) -> Bound {
        self.bound
    }

    /// Whether the cap may have changed the value of a position by more than
    /// [`Self::error`]. That is possible only for leads past the target that are nearly as
    /// large as the cap, or larger.
    ///
    /// # Panics
    /// As [`Self::value`].
    #[must_use]
    pub fn is_capped(&self, position: &Position) -> bool {
        self.assert_has(position);
        self.known(position).1
    }

    /// The first seat's win probability at the start of the game.
    #[must_use]
    pub fn first_wins(&self) -> f64 {
        let stage = Stage::Running { scores: [0, 0], mover: Seat::FIRST };
        self.value(&Position::new(stage, [self.rules().challenge.tokens; 2]))
    }

    /// The first seat's win probability in a position. Leads that are larger than the cap
    /// allows for count as won; see [`Self::is_capped`].
    ///
    /// # Panics
    /// If the rules have no such position: a score before overtime is not below the target,
    /// or a seat has more tokens than the rules give it.
    #[must_use]
    pub fn value(&self, position: &Position) -> f64 {
        self.assert_has(position);
        self.known(position).0
    }

    /// The value, and whether the cap may have changed it.
    fn known(&self, position: &Position) -> (f64, bool) {
        match position.stage {
            Stage::Chase { lead } if lead > *self.leads().end() => {
                let decided = self.first_is_best && self.reach_of(lead) < OUT_OF_REACH;
                (1.0, !decided)
            }
            Stage::Chase { lead } if lead < *self.leads().start() => (0.0, false),
            _ => {
                let index = self.nearest_index(position);
                (self.values[index], self.capped_values[index])
            }
        }
    }

    /// Bounds of the first seat's win probability in a stage that the cap may have changed.
    fn capped_bounds(&self, stage: Stage) -> [f64; 2] {
        match stage {
            // Without a challenge the second seat has to reach the lead in one turn.
            Stage::Chase { lead } if self.first_is_best => [1.0 - self.reach_of(lead), 1.0],
            _ => [0.0, 1.0],
        }
    }

    /// Bounds of the first seat's win probability in a chase between two optimal players; `None`
    /// unless the lead alone decides the game.
    fn decided_chase(&self, position: &Position) -> Option<[f64; 2]> {
        let Stage::Chase { lead } = position.stage else {
            return None;
        };
        if !(self.best && self.graph.open) {
            return None;
        }
        // The second seat leads, and fights until it is defeated.
        if lead < 0 {
            return Some([0.0; 2]);
        }
        let reach = self.reach_of(lead);
        (reach < OUT_OF_REACH).then(|| [1.0 - reach.max(f64::EPSILON / 2.0), 1.0])
    }

    /// An upper bound of the probability that a turn reaches a lead.
    fn reach_of(&self, lead: i32) -> f64 {
        let place = usize::try_from(lead).unwrap_or(0);
        let last = self.reach.last().copied().unwrap_or(1.0);
        self.reach.get(place).copied().unwrap_or(last)
    }

    /// The mover's win probability after a turn that began in `position` and brought the mover
    /// `points` and the other seat `bonus`. The other seat has spent a token if `challenged`.
    ///
    /// # Panics
    /// As [`Self::value`], and if the other seat had no token to spend.
    #[must_use]
    pub fn after(&self, position: &Position, points: u32, bonus: u32, challenged: bool) -> f64 {
        self.assert_has(position);
        assert!(!challenged || position.may_be_challenged(), "a challenge without a token");
        self.continuation(position, None::<Anchor<'_>>, 0.0).value(points, bonus, challenged).value
    }

    /// The turn that begins in `position`, of a solution of optimal play by both seats.
    ///
    /// # Panics
    /// As [`SolvedTurn::new`].
    #[must_use]
    pub fn turn(&self, position: &Position) -> SolvedTurn<&Self> {
        SolvedTurn::new(self, position)
    }

    /// [`SolvedTurn::actions`] in the turn that begins in `position`.
    ///
    /// # Panics
    /// As [`SolvedTurn`].
    #[must_use]
    pub fn actions(&self, position: &Position, turn: &Turn) -> Vec<ActionValue> {
        self.turn(position).actions(turn)
    }

    /// Checks that this is a solution of optimal play by both seats.
    ///
    /// # Panics
    /// If a seat follows a policy.
    pub fn assert_best(&self) {
        assert!(self.best, "not a solution of optimal play by both seats");
    }

    /// Checks that the rules have this position.
    fn assert_has(&self, position: &Position) {
        let target = self.rules().target;
        let below = |scores: [u32; 2]| scores.iter().all(|&score| score < target);
        let scores = match position.stage {
            Stage::Running { scores, .. } => below(scores),
            Stage::Chase { .. } | Stage::Overtime => true,
        };
        let held = self.rules().challenge.tokens;
        let tokens = position.tokens.iter().all(|&tokens| tokens <= held);
        assert!(scores && tokens, "the rules have no {position:?}");
    }

    /// An empty workspace of a pool.
    fn workspace<V: TurnValue>(&self, pool: &Pool<Workspace<V>>) -> Workspace<V> {
        let free = pool.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let workspace = free.unwrap_or_else(|| Workspace::new(&self.graph));
        workspace.clear();
        workspace
    }

    /// Returns a workspace to its pool. If `limited`, the fights that were evaluated with it
    /// count among those that [`size::MAX_FIGHTS`] limits.
    fn give_back<V: TurnValue>(
        &self,
        pool: &Pool<Workspace<V>>,
        workspace: Workspace<V>,
        limited: bool,
    ) {
        let fights = workspace.fights.take();
        if limited {
            self.fights.fetch_add(fights, Ordering::Relaxed);
        }
        let mut free = pool.lock().unwrap_or_else(PoisonError::into_inner);
        free.push(workspace);
    }

    /// Whether more fights were evaluated than allowed. Then the rules are refused, and the
    /// remaining positions need no values.
    fn gives_up(&self) -> bool {
        self.fights.load(Ordering::Relaxed) > size::MAX_FIGHTS
    }

    /// The place of a chase among those with the same tokens.
    fn chase_place(&self, lead: i32, after_big_turn: bool) -> usize {
        let place = lead.abs_diff(*self.leads().start()) as usize;
        place * self.variants + usize::from(after_big_turn) % self.variants
    }
}
