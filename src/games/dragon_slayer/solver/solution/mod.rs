//! The value of every position of Dragon Slayer for two seats.
//!
//! [`Solution`] answers questions; `order` solves positions from the end
//! backwards, `cycle` those that depend on each other, `continuation` says what
//! comes after a turn, and [`SolvedTurn`] what is best in it.

mod bound;
mod continuation;
mod cycle;
mod error;
mod numbering;
mod order;
mod pool;
mod report;
mod size;
mod solved_turn;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use bound::Bound;
pub use error::SolveError;
pub use numbering::Numbering;
pub(super) use order::{doubled_caps, largest_cap};
use pool::Pool;
pub use report::Report;
pub use solved_turn::SolvedTurn;

use super::advantage::Advantage;
use super::policy::Policy;
use super::position::{Position, Stage};
use super::turn::{ActionValue, After, Turns, Walk, Workspace};
use crate::games::dragon_slayer::{Rules, Turn};
use crate::play::Seat;

use continuation::{Anchor, Continuation};

/// How a seat plays.
#[derive(Clone, Copy)]
pub enum Play<'a> {
    /// For the best chance of winning against the other seat's play.
    Best,
    /// As a policy says.
    As(&'a dyn Policy),
}

/// What was solved by bounds with some tokens, so that the next such positions are not
/// tried in the fast way first.
#[derive(Clone, Copy, Debug, Default)]
struct ByBounds {
    /// Overtime.
    overtime: bool,
    /// Every pair of scores with the total that was solved last.
    pairs: bool,
}

/// Points that a turn reaches with a smaller chance count as out of reach.
const OUT_OF_REACH: f64 = 1e-17;

/// Leads times states of a turn up to which overtime is first tried in the fast way.
const FEW_CHASE_STATES: usize = 4_000_000;

/// The first seat's chance of winning in every position.
#[derive(Debug)]
pub struct Solution {
    turns: Turns,
    tokens: u32,
    /// Whether both seats play their best.
    best: bool,
    /// Whether the first seat does.
    first_is_best: bool,
    /// The first seat's leads that are told apart before the second's last turn.
    leads: RangeInclusive<i32>,
    /// Whether positions after a big turn are told apart: 1, or 2 if so.
    moods: usize,
    /// By tokens, first score, second score, mover, mood.
    running: Vec<f64>,
    /// By tokens, lead, mood.
    chase: Vec<f64>,
    /// By tokens.
    overtime: Vec<f64>,
    /// Chases whose value the cap may have changed, as `chase`.
    capped_chase: Vec<bool>,
    /// The same of overtime, by tokens.
    capped_overtime: Vec<bool>,
    /// Whether the cap may have changed the value of any position below the
    /// target.
    capped: bool,
    /// By tokens: whether overtime was solved by bounds, and whether every pair of
    /// scores with the total that was solved last was.
    by_bounds: Vec<ByBounds>,
    /// More than rounding can do to the value of a turn.
    rounding: f64,
    bound: Bound,
    /// Under optimal play, where games of fixed policies are adjudicated at it.
    optimal: Option<Arc<Solution>>,
    /// The largest chance that a game of fixed policies which comes to some position
    /// is adjudicated there.
    adjudicated: f64,
    /// How likely a turn is at most to reach so many points unchallenged, by points;
    /// known for a solution whose cap is no rule.
    reach: Vec<f64>,
    /// How many fights were evaluated.
    fights: AtomicU64,
    workspaces: Pool<Workspace>,
    bounding: Pool<Workspace<Advantage>>,
    walks: Pool<Walk>,
}

impl Solution {
    /// Whether these rules can be solved, without solving them.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn supports(rules: &Rules) -> Result<(), SolveError> {
        order::caps(rules, true).map(|_| ())
    }

    /// Points at stake at which every turn is stopped.
    #[must_use]
    pub fn cap(&self) -> u32 {
        self.turns.cap
    }

    /// The rules that were solved.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.turns.rules
    }

    /// How many positions were solved.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.running.len() + self.chase.len() + self.overtime.len()
    }

    /// No value is off by more than this, but for chases that [`Self::is_capped`]
    /// says; [`Self::bound`] says whether that is proven.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.bound.error()
    }

    /// The same with how it is known.
    #[must_use]
    pub fn bound(&self) -> Bound {
        self.bound
    }

    /// Whether the cap may have changed the value of a position by more than
    /// [`Self::error`]: of a lead past the target that is nearly as large as the cap,
    /// or larger. Below the target it has not.
    ///
    /// # Panics
    /// As [`Self::value`].
    #[must_use]
    pub fn is_capped(&self, position: &Position) -> bool {
        self.assert_has(position);
        self.known(position).1
    }

    /// The first seat's chance at the start of the game.
    #[must_use]
    pub fn first_wins(&self) -> f64 {
        let stage = Stage::Running {
            scores: [0, 0],
            mover: Seat::FIRST,
        };
        self.value(&Position::new(stage, [self.tokens; 2]))
    }

    /// The first seat's chance in a position. Leads that no turn is followed to
    /// count as won; see [`Self::is_capped`].
    ///
    /// # Panics
    /// If the rules have no such position: scores below the target, tokens that a
    /// seat can hold.
    #[must_use]
    pub fn value(&self, position: &Position) -> f64 {
        self.assert_has(position);
        self.known(position).0
    }

    /// The value, and whether the cap may have changed it.
    fn known(&self, position: &Position) -> (f64, bool) {
        match position.stage {
            Stage::Running { .. } => (self.running[self.running_index(position)], false),
            Stage::Chase { lead } if lead > *self.leads.end() => {
                let decided = self.first_is_best && self.reach_of(lead) < OUT_OF_REACH;
                (1.0, !decided)
            }
            Stage::Chase { lead } if lead < *self.leads.start() => (0.0, false),
            Stage::Chase { .. } => {
                let index = self.chase_index(position);
                (self.chase[index], self.capped_chase[index])
            }
            Stage::Overtime => {
                let index = self.holding(position.tokens);
                (self.overtime[index], self.capped_overtime[index])
            }
        }
    }

    /// Bounds of the first seat's chance in a stage that the cap may have changed.
    fn capped_bounds(&self, stage: Stage) -> [f64; 2] {
        match stage {
            // Without a challenge the second seat has to reach the lead in one turn.
            Stage::Chase { lead } if self.first_is_best => [1.0 - self.reach_of(lead), 1.0],
            _ => [0.0, 1.0],
        }
    }

    /// Bounds of the first seat's chance in a chase between two optimal players,
    /// where its lead alone decides it.
    fn decided_chase(&self, position: &Position) -> Option<[f64; 2]> {
        let Stage::Chase { lead } = position.stage else {
            return None;
        };
        if !(self.best && self.turns.open) {
            return None;
        }
        // The second seat leads, and fights until it is defeated.
        if lead < 0 {
            return Some([0.0; 2]);
        }
        let reach = self.reach_of(lead);
        (reach < OUT_OF_REACH).then(|| [1.0 - reach.max(f64::EPSILON / 2.0), 1.0])
    }

    /// The largest chance with which a turn reaches a lead, or is said to.
    fn reach_of(&self, lead: i32) -> f64 {
        let place = usize::try_from(lead).unwrap_or(0);
        let last = self.reach.last().copied().unwrap_or(1.0);
        self.reach.get(place).copied().unwrap_or(last)
    }

    /// A number below [`Self::positions`] for a position; none for leads that are
    /// not told apart.
    ///
    /// # Panics
    /// As [`Self::value`].
    #[must_use]
    pub fn index(&self, position: &Position) -> Option<usize> {
        self.assert_has(position);
        match position.stage {
            Stage::Running { .. } => Some(self.running_index(position)),
            Stage::Chase { lead } if !self.leads.contains(&lead) => None,
            Stage::Chase { .. } => Some(self.running.len() + self.chase_index(position)),
            Stage::Overtime => {
                let before = self.running.len() + self.chase.len();
                Some(before + self.holding(position.tokens))
            }
        }
    }

    /// The mover's chance of winning after a turn that began in `position`,
    /// brought it `points` and the other seat `bonus`, and cost that seat a
    /// token if it was `challenged`.
    ///
    /// # Panics
    /// As [`Self::value`], and if that seat had no token.
    #[must_use]
    pub fn after(&self, position: &Position, points: u32, bonus: u32, challenged: bool) -> f64 {
        self.assert_has(position);
        assert!(
            !challenged || position.may_be_challenged(),
            "a challenge without a token"
        );
        self.continuation(position, None::<Anchor<'_>>, 0.0)
            .value(points, bonus, challenged)
            .value
    }

    /// The turn that begins in `position`, of a solution of best play by both.
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

    /// Refuses solutions under policies, where best play by both is asked for.
    ///
    /// # Panics
    /// If a seat follows a policy.
    pub fn assert_best(&self) {
        assert!(self.best, "a solution under policies knows no best play");
    }

    /// Refuses positions that the rules do not have.
    fn assert_has(&self, position: &Position) {
        let target = self.turns.rules.target;
        let below = |scores: [u32; 2]| scores.iter().all(|&score| score < target);
        let scores = match position.stage {
            Stage::Running { scores, .. } => below(scores),
            Stage::Chase { .. } | Stage::Overtime => true,
        };
        let tokens = position.tokens.iter().all(|&held| held <= self.tokens);
        assert!(scores && tokens, "the rules have no {position:?}");
    }

    /// A clear workspace.
    fn workspace(&self) -> Workspace {
        let workspace = self.workspaces.take(|| Workspace::new(&self.turns));
        workspace.clear();
        workspace
    }

    /// Takes back a workspace.
    fn give_back(&self, workspace: Workspace) {
        self.count(&workspace);
        self.workspaces.put(workspace);
    }

    /// Adds up the fights that were evaluated with a workspace, where they count as
    /// [`size::MAX_FIGHTS`] says.
    fn count<V: Copy + Default>(&self, workspace: &Workspace<V>) {
        (self.fights).fetch_add(workspace.take_fights(), Ordering::Relaxed);
    }

    /// Whether more fights were evaluated than are: the rules are refused then, and
    /// what is left needs no values.
    fn gives_up(&self) -> bool {
        self.fights.load(Ordering::Relaxed) > size::MAX_FIGHTS
    }

    fn holding(&self, tokens: [u32; 2]) -> usize {
        (tokens[0] * (self.tokens + 1) + tokens[1]) as usize
    }

    fn mood(&self, after_big_turn: bool) -> usize {
        usize::from(after_big_turn) % self.moods
    }

    /// The index of a position below the target.
    fn running_index(&self, position: &Position) -> usize {
        let Stage::Running { scores, mover } = position.stage else {
            unreachable!("asked for positions below the target only")
        };
        let target = self.turns.rules.target as usize;
        let pair = (self.holding(position.tokens) * target + scores[0] as usize) * target;
        let turn = 2 * (pair + scores[1] as usize) + usize::from(mover.0);
        turn * self.moods + self.mood(position.after_big_turn)
    }

    /// The index of a chase whose lead is told apart.
    fn chase_index(&self, position: &Position) -> usize {
        let Stage::Chase { lead } = position.stage else {
            unreachable!("asked for chases only")
        };
        self.holding(position.tokens) * self.chases()
            + self.chase_place(lead, position.after_big_turn)
    }

    /// The place of a chase among those with the same tokens.
    fn chase_place(&self, lead: i32, after_big_turn: bool) -> usize {
        (lead - self.leads.start()) as usize * self.moods + self.mood(after_big_turn)
    }

    /// How many chases with the same tokens are told apart.
    fn chases(&self) -> usize {
        self.leads.clone().count() * self.moods
    }
}
