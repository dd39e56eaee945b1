//! The value of every position of Dragon Slayer for two seats.
//!
//! [`Solution`] answers questions; `order` solves positions from the end
//! backwards, `cycle` those that depend on each other, and `continuation` says
//! what comes after a turn.

mod continuation;
mod cycle;
mod error;
mod numbering;
mod order;
mod pool;

use std::ops::RangeInclusive;

use error::MAX_POSITIONS;
pub use error::SolveError;
use pool::Pool;

use super::policy::Policy;
use super::position::{Position, Stage};
use super::turn::{ActionValue, After, TIE, Turns, Walk, Workspace};
use crate::games::Seat;
use crate::games::dragon_slayer::{Action, Phase, Rules, Turn};

use continuation::Continuation;

/// How a seat plays.
#[derive(Clone, Copy)]
pub enum Play<'a> {
    /// For the best chance of winning against the other seat's play.
    Best,
    /// As a policy says.
    As(&'a dyn Policy),
}

/// The first seat's chance of winning in every position.
#[derive(Debug)]
pub struct Solution {
    turns: Turns,
    tokens: u32,
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
    /// More than rounding can do to the value of a turn.
    rounding: f64,
    error: f64,
    workspaces: Pool<Workspace>,
    walks: Pool<Walk>,
}

impl Solution {
    /// Whether these rules can be solved, without solving them.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn supports(rules: &Rules) -> Result<(), SolveError> {
        supported(rules, &Turns::new(rules, rules.target)).map(|_| ())
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

    /// No value is off by more than this.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error
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

    /// The first seat's chance in a position.
    #[must_use]
    pub fn value(&self, position: &Position) -> f64 {
        match position.stage {
            Stage::Running { .. } => self.running[self.running_index(position)],
            Stage::Chase { lead } if lead > *self.leads.end() => 1.0,
            Stage::Chase { lead } if lead < *self.leads.start() => 0.0,
            Stage::Chase { .. } => self.chase[self.chase_index(position)],
            Stage::Overtime => self.overtime[self.holding(position.tokens)],
        }
    }

    /// A number below [`Self::positions`] for a position; none for leads that are
    /// not told apart.
    #[must_use]
    pub fn index(&self, position: &Position) -> Option<usize> {
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
    #[must_use]
    pub fn after(&self, position: &Position, points: u32, bonus: u32, challenged: bool) -> f64 {
        self.continuation(position, None)
            .value(points, bonus, challenged)
            .value
    }

    /// Every action in a state of a turn that began in `position`, in the rules'
    /// order, with the mover's chance of winning under best play from there on.
    #[must_use]
    pub fn actions(&self, position: &Position, turn: &Turn) -> Vec<ActionValue> {
        let workspace = self.workspace();
        let tree = self.tree(position, [Play::Best; 2], None, &workspace);
        let actions = tree.actions(turn);
        drop(tree);
        self.give_back(workspace);
        actions
    }

    /// The best action in a state of a turn that began in `position`; of those
    /// that are equal but for [`TIE`], to stop, to challenge, to accept, or the
    /// last dragon. `workspace` belongs to the
    /// turn: what one decision works out helps the next. See
    /// [`Self::give_back`].
    #[must_use]
    pub fn decide(
        &self,
        position: &Position,
        turn: &Turn,
        workspace: &mut Option<Workspace>,
    ) -> Action {
        let workspace = workspace.get_or_insert_with(|| self.workspace());
        let tree = self.tree(position, [Play::Best; 2], None, workspace);
        let actions = tree.actions(turn);
        // The other seat decides about a challenge, for the mover's worst.
        let sign = if matches!(turn.phase, Phase::Asked(_)) {
            -1.0
        } else {
            1.0
        };
        let worth = |action: &ActionValue| sign * action.mover_wins;
        let most = actions.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
        let is_best = |action: &&ActionValue| worth(action) >= most - TIE;
        let best = match turn.phase {
            Phase::Asked(_) | Phase::Challenged => actions.iter().find(is_best),
            _ => actions.iter().rfind(is_best),
        };
        best.map_or(Action::Stop, |best| best.action)
    }

    /// A clear workspace.
    fn workspace(&self) -> Workspace {
        let workspace = self.workspaces.take(|| Workspace::new(&self.turns));
        workspace.clear();
        workspace
    }

    /// Takes back a workspace that [`Self::decide`] lent.
    pub fn give_back(&self, workspace: Workspace) {
        self.workspaces.put(workspace);
    }

    /// Whether the cap may have changed the value of a chase.
    fn is_capped(&self, position: &Position) -> bool {
        match position.stage {
            Stage::Chase { lead } if lead > *self.leads.end() => true,
            Stage::Chase { lead } if lead < *self.leads.start() => false,
            Stage::Chase { .. } => self.capped_chase[self.chase_index(position)],
            Stage::Overtime => self.capped_overtime[self.holding(position.tokens)],
            Stage::Running { .. } => false,
        }
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

/// How many positions below the target the rules make, if they can be solved.
fn supported(rules: &Rules, turns: &Turns) -> Result<u64, SolveError> {
    let (target, tokens) = (rules.target, rules.challenge.tokens);
    let positions = 2 * u64::from(target).pow(2) * u64::from(tokens + 1).pow(2);
    if positions > MAX_POSITIONS {
        return Err(SolveError::TooLarge {
            target,
            tokens,
            positions,
        });
    }
    if !turns.can_be_lost() {
        return Err(SolveError::NoRisk);
    }
    Ok(positions)
}
