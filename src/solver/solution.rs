//! The value of every position of Dragon Slayer for two seats.
//!
//! Positions are solved from the end backwards: first those past the target,
//! then scores from high totals to low, at each total few tokens before many.
//! What a position depends on is solved before it, except for its cycle:
//!
//! * at one pair of scores and tokens, two turns that score nothing come round:
//!   the anchor is the first seat's turn;
//! * past the target, a tie comes round from any lead: the anchor is overtime.

use std::cell::Cell;
use std::ops::RangeInclusive;
use std::sync::Mutex;

use rayon::prelude::*;
use thiserror::Error;

use super::fixed_point::{Linear, NoFixedPoint, alternating, fixed_point};
use super::policy::Policy;
use super::position::{Position, Stage};
use super::turn::{ActionValue, After, TurnPlay, TurnTree, Turns, Workspace};
use crate::games::Seat;
use crate::games::dragon_slayer::{Action, Phase, Rules, Turn};

/// How large rules may be to be solved.
const MAX_POSITIONS: u64 = 2_000_000;

/// How often the cap is doubled before giving up.
const MAX_DOUBLINGS: u32 = 4;

/// A doubled cap that moves no value by more has changed nothing: rounding alone
/// does as much.
const NOTHING_MOVED: f64 = 1e-13;

/// How a seat plays.
#[derive(Clone, Copy)]
pub enum Play<'a> {
    /// For the best chance of winning against the other seat's play.
    Best,
    /// As a policy says.
    As(&'a dyn Policy),
}

/// Rules that cannot be solved.
#[derive(Clone, Debug, Error, miette::Diagnostic, PartialEq)]
pub enum SolveError {
    /// Too large.
    #[error(
        "a target of {target} with {tokens} tokens each makes {positions} positions, and at most {MAX_POSITIONS} are solved"
    )]
    #[diagnostic(help("lower the target or the tokens"))]
    TooLarge {
        /// The target.
        target: u32,
        /// Tokens of each seat.
        tokens: u32,
        /// How many positions that makes.
        positions: u64,
    },
    /// Turns that go on and on.
    #[error(
        "turns of more than {points} points at stake still matter: they carry too little risk to be solved"
    )]
    #[diagnostic(help(
        "give the dragons or the warrior more flames, or a policy that stops sooner"
    ))]
    Endless {
        /// Points at stake at which turns were stopped.
        points: u32,
    },
    /// No risk.
    #[error("a turn that may go on for ever: with all dice no dragon can defeat the warrior")]
    #[diagnostic(help("give a die a flame that shields do not always stop"))]
    NoRisk,
    /// No convergence.
    #[error(transparent)]
    NoFixedPoint(#[from] NoFixedPoint),
}

/// The first seat's chance of winning in every position.
#[derive(Debug)]
pub struct Solution {
    turns: Turns,
    tokens: u32,
    /// The first seat's leads that are told apart before the second's last turn.
    leads: RangeInclusive<i32>,
    /// By tokens, first score, second score, mover.
    running: Vec<f64>,
    /// By tokens, lead.
    chase: Vec<f64>,
    /// By tokens.
    overtime: Vec<f64>,
    /// Chases whose value the cap may have changed, by tokens and lead.
    capped_chase: Vec<bool>,
    /// The same of overtime, by tokens.
    capped_overtime: Vec<bool>,
    /// Whether the cap may have changed the value of any position below the
    /// target.
    capped: bool,
    error: f64,
    pool: Pool,
}

/// Workspaces for two turns, lent to whoever solves something.
#[derive(Debug, Default)]
struct Pool {
    free: Mutex<Vec<Workspace>>,
}

impl Pool {
    fn take(&self, turns: &Turns) -> Workspace {
        let free = self
            .free
            .lock()
            .expect("nobody panics with the pool in hand")
            .pop();
        free.unwrap_or_else(|| Workspace::new(turns))
    }

    fn put(&self, workspace: Workspace) {
        let mut free = self
            .free
            .lock()
            .expect("nobody panics with the pool in hand");
        free.push(workspace);
    }
}

impl Solution {
    /// Solves the game under these plays of the first and the second seat, on
    /// the current rayon pool. Turns are stopped at so many points at stake that
    /// it cannot matter: at a cap that no turn from below the target ran into,
    /// neither itself nor by way of a chase that did. Where some turn always
    /// does (who declines a challenge keeps nothing, say), the cap is doubled
    /// until that moves no value by 1e-13, and the error allows for ten times as
    /// much.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn solve(rules: &Rules, plays: [Play<'_>; 2]) -> Result<Self, SolveError> {
        let all: u32 = rules.dragons.iter().map(|dragon| dragon.points).sum();
        let mut cap = 2 * (rules.target + rules.challenge.bonus) + 4 * all;
        let mut before: Option<Self> = None;
        for _ in 0..MAX_DOUBLINGS {
            let mut solution = Self::with_cap(rules, plays, cap)?;
            if !solution.capped {
                return Ok(solution);
            }
            if let Some(before) = before
                && solution.moved_from(&before) < NOTHING_MOVED
            {
                solution.error += 10.0 * NOTHING_MOVED;
                return Ok(solution);
            }
            before = Some(solution);
            cap *= 2;
        }
        Err(SolveError::Endless { points: cap / 2 })
    }

    /// Solves the game where every turn is stopped at `cap` points at stake. A
    /// lead of more than that cannot be made up.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn with_cap(rules: &Rules, plays: [Play<'_>; 2], cap: u32) -> Result<Self, SolveError> {
        let turns = Turns::new(rules, cap);
        let positions = supported(rules, &turns)?;
        let (target, tokens) = (rules.target, rules.challenge.tokens);
        let holdings = u64::from(tokens + 1).pow(2);
        // A larger deficit the bonus cannot make up, a larger lead no turn.
        let leads = -(rules.challenge.bonus as i32)..=turns.most_points() as i32;
        let chases = holdings as usize * leads.clone().count();
        let mut solution = Self {
            turns,
            tokens,
            leads,
            running: vec![f64::NAN; positions as usize],
            chase: vec![f64::NAN; chases],
            overtime: vec![f64::NAN; holdings as usize],
            capped_chase: vec![false; chases],
            capped_overtime: vec![false; holdings as usize],
            capped: false,
            error: 0.0,
            pool: Pool::default(),
        };
        for held in solution.holdings() {
            solution.solve_overtime(held, plays)?;
        }
        for total in (0..=2 * (target - 1)).rev() {
            solution.solve_total(total, plays)?;
        }
        Ok(solution)
    }

    /// The largest difference of any value below the target.
    fn moved_from(&self, other: &Self) -> f64 {
        let values = self.running.iter().zip(&other.running);
        values.fold(0.0, |most: f64, (value, other)| {
            most.max((value - other).abs())
        })
    }

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
        self.value(&Position {
            stage: Stage::Running {
                scores: [0, 0],
                mover: Seat::FIRST,
            },
            tokens: [self.tokens; 2],
        })
    }

    /// The first seat's chance in a position.
    #[must_use]
    pub fn value(&self, position: &Position) -> f64 {
        match position.stage {
            Stage::Running { scores, mover } => {
                self.running[self.running_index(position.tokens, scores, mover)]
            }
            Stage::Chase { lead } if lead > *self.leads.end() => 1.0,
            Stage::Chase { lead } if lead < *self.leads.start() => 0.0,
            Stage::Chase { lead } => self.chase[self.chase_index(position.tokens, lead)],
            Stage::Overtime => self.overtime[self.holding(position.tokens)],
        }
    }

    /// Whether the cap may have changed the value of a chase.
    fn is_capped(&self, position: &Position) -> bool {
        match position.stage {
            Stage::Chase { lead } if lead > *self.leads.end() => true,
            Stage::Chase { lead } if lead < *self.leads.start() => false,
            Stage::Chase { lead } => self.capped_chase[self.chase_index(position.tokens, lead)],
            Stage::Overtime => self.capped_overtime[self.holding(position.tokens)],
            Stage::Running { .. } => false,
        }
    }

    /// Every action in a state of a turn that began in `position`, in the rules'
    /// order, with the mover's chance of winning under best play from there on.
    #[must_use]
    pub fn actions(&self, position: &Position, turn: &Turn) -> Vec<ActionValue> {
        let workspace = self.pool.take(&self.turns);
        workspace.clear();
        let tree = self.tree(position, [Play::Best; 2], None, &workspace);
        let actions = tree.actions(turn);
        drop(tree);
        self.pool.put(workspace);
        actions
    }

    /// The best action in a state of a turn that began in `position`; of equal
    /// ones, the last in the rules' order. `workspace` belongs to the
    /// turn: what one decision works out helps the next. See
    /// [`Self::give_back`].
    #[must_use]
    pub fn decide(
        &self,
        position: &Position,
        turn: &Turn,
        workspace: &mut Option<Workspace>,
    ) -> Action {
        let fresh = workspace.is_none();
        let workspace = workspace.get_or_insert_with(|| self.pool.take(&self.turns));
        if fresh {
            workspace.clear();
        }
        let tree = self.tree(position, [Play::Best; 2], None, workspace);
        let actions = tree.actions(turn);
        // The other seat decides about a challenge, for the mover's worst.
        let sign = if matches!(turn.phase, Phase::Asked(_)) {
            -1.0
        } else {
            1.0
        };
        let best = actions.iter().rev().reduce(|best, other| {
            if sign * other.mover_wins > sign * best.mover_wins {
                other
            } else {
                best
            }
        });
        best.map_or(Action::Stop, |best| best.action)
    }

    /// Takes back a workspace that [`Self::decide`] lent.
    pub fn give_back(&self, workspace: Workspace) {
        self.pool.put(workspace);
    }

    fn tree<'a>(
        &'a self,
        position: &Position,
        plays: [Play<'_>; 2],
        anchor: Option<Anchor<'a>>,
        workspace: &'a Workspace,
    ) -> TurnTree<'a, Continuation<'a>> {
        let mover = usize::from(position.mover().0);
        let play = |seat: usize| match plays[seat] {
            Play::Best => TurnPlay::Best,
            Play::As(policy) => TurnPlay::As(policy.turn(position)),
        };
        let after = Continuation {
            solution: self,
            position: *position,
            anchor,
            capped: Cell::new(false),
        };
        let may_be_challenged = position.tokens[1 - mover] > 0;
        let plays = [play(mover), play(1 - mover)];
        TurnTree::new(
            &self.turns,
            position.mover(),
            may_be_challenged,
            plays,
            after,
            workspace,
        )
    }

    /// All token holdings, those that others lead to first.
    fn holdings(&self) -> Vec<[u32; 2]> {
        let mut holdings: Vec<_> = (0..=self.tokens)
            .flat_map(|first| (0..=self.tokens).map(move |second| [first, second]))
            .collect();
        holdings.sort_by_key(|[first, second]| first + second);
        holdings
    }

    fn holding(&self, tokens: [u32; 2]) -> usize {
        (tokens[0] * (self.tokens + 1) + tokens[1]) as usize
    }

    fn running_index(&self, tokens: [u32; 2], scores: [u32; 2], mover: Seat) -> usize {
        let target = self.turns.rules.target as usize;
        let pair = (self.holding(tokens) * target + scores[0] as usize) * target;
        2 * (pair + scores[1] as usize) + usize::from(mover.0)
    }

    fn chase_index(&self, tokens: [u32; 2], lead: i32) -> usize {
        let leads = self.leads.clone().count();
        self.holding(tokens) * leads + (lead - self.leads.start()) as usize
    }

    /// Overtime and every chase with these tokens.
    fn solve_overtime(&mut self, tokens: [u32; 2], plays: [Play<'_>; 2]) -> Result<(), SolveError> {
        let leads: Vec<i32> = self.leads.clone().collect();
        let chases = |first: Linear| -> Vec<(Linear, bool)> {
            let anchor = Some(Anchor::Overtime(first));
            (leads.par_iter())
                .map(|&lead| {
                    let workspace = self.pool.take(&self.turns);
                    workspace.clear();
                    let stage = Stage::Chase { lead };
                    let position = Position { stage, tokens };
                    let tree = self.tree(&position, plays, anchor, &workspace);
                    let value = tree.value().complement();
                    let capped = workspace.capped() || tree.after.capped.get();
                    drop(tree);
                    self.pool.put(workspace);
                    (value, capped)
                })
                .collect()
        };
        let workspace = Workspace::new(&self.turns);
        let stage = Stage::Overtime;
        let solved = fixed_point(0.5, |first| {
            let chases: Vec<Linear> = chases(first).into_iter().map(|(value, _)| value).collect();
            let anchor = Some(Anchor::Chases(&chases));
            workspace.clear();
            let position = Position { stage, tokens };
            self.tree(&position, plays, anchor, &workspace).value()
        })?;
        let chases = chases(Linear::known(solved.value));
        let holding = self.holding(tokens);
        self.overtime[holding] = solved.value;
        let start = self.chase_index(tokens, *self.leads.start());
        for (index, (value, capped)) in (start..).zip(chases) {
            self.chase[index] = value.value;
            self.capped_chase[index] = capped;
        }
        // Once more with every chase known, to see whether the cap was met.
        workspace.clear();
        let position = Position { stage, tokens };
        let tree = self.tree(&position, plays, None, &workspace);
        let _ = tree.value();
        let capped = workspace.capped() || tree.after.capped.get();
        drop(tree);
        self.capped_overtime[holding] = capped;
        self.error += solved.error;
        Ok(())
    }

    /// Every pair of scores with this total.
    fn solve_total(&mut self, total: u32, plays: [Play<'_>; 2]) -> Result<(), SolveError> {
        let target = self.turns.rules.target;
        let pairs = total.saturating_sub(target - 1)..=total.min(target - 1);
        let mut worst = 0.0;
        // A level of tokens after the other: a spent token leads to fewer.
        for level in 0..=2 * self.tokens {
            let holdings = self.holdings().into_iter();
            let level: Vec<_> = (holdings.filter(|[first, second]| first + second == level))
                .flat_map(|tokens| {
                    pairs
                        .clone()
                        .map(move |first| (tokens, [first, total - first]))
                })
                .collect();
            let solved: Vec<_> = (level.par_iter())
                .map(|&(tokens, scores)| {
                    let workspaces = [(); 2].map(|()| self.pool.take(&self.turns));
                    let solved = self.solve_pair(tokens, scores, plays, &workspaces);
                    for workspace in workspaces {
                        self.pool.put(workspace);
                    }
                    solved
                })
                .collect::<Result<_, _>>()?;
            let mut worst_of_level: f64 = 0.0;
            for ((tokens, scores), (([first, second], error), capped)) in
                level.into_iter().zip(solved)
            {
                self.capped |= capped;
                for (mover, value) in [(Seat::FIRST, first), (Seat::SECOND, second)] {
                    let index = self.running_index(tokens, scores, mover);
                    self.running[index] = value;
                }
                worst_of_level = worst_of_level.max(error);
            }
            worst += worst_of_level;
        }
        self.error += worst;
        Ok(())
    }

    /// The first seat's chances when it moves and when the other moves.
    fn solve_pair(
        &self,
        tokens: [u32; 2],
        scores: [u32; 2],
        plays: [Play<'_>; 2],
        workspaces: &[Workspace; 2],
    ) -> Result<(([f64; 2], f64), bool), NoFixedPoint> {
        let position = |mover| Position {
            stage: Stage::Running { scores, mover },
            tokens,
        };
        let mut trees = [Seat::FIRST, Seat::SECOND].map(|mover| {
            let anchor = Some(Anchor::NothingScored(Linear::known(0.5)));
            let workspace = &workspaces[usize::from(mover.0)];
            workspace.clear();
            self.tree(&position(mover), plays, anchor, workspace)
        });
        let [first_turn, second_turn] = &mut trees;
        // The mover's chance, in each seat's own turn; a turn that scores
        // nothing hands over to the other.
        let scored_nothing = |value| Some(Anchor::NothingScored(value));
        let first = |other| {
            first_turn.reconsider(|after| after.anchor = scored_nothing(other));
            first_turn.value()
        };
        let second = |other| {
            second_turn.reconsider(|after| after.anchor = scored_nothing(other));
            second_turn.value().complement()
        };
        // A guess from nearby saves a step of Newton's.
        let target = self.turns.rules.target;
        let near = scores.map(|score| (score + 1).min(target - 1));
        let guess = self.running[self.running_index(tokens, near, Seat::FIRST)];
        let guess = if guess.is_nan() { 0.5 } else { guess };
        let lines = plays.iter().all(|play| matches!(play, Play::As(_)));
        let (solved, second) = alternating(guess, lines, first, second)?;
        let capped = (trees.iter().zip(workspaces))
            .any(|(tree, workspace)| workspace.capped() || tree.after.capped.get());
        Ok((([solved.value, second], solved.error), capped))
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

/// What comes after a turn within a solution.
struct Continuation<'a> {
    solution: &'a Solution,
    position: Position,
    anchor: Option<Anchor<'a>>,
    /// Whether a value was asked for that the cap may have changed.
    capped: Cell<bool>,
}

/// The values of a cycle that is being solved, as the first seat's chance.
#[derive(Clone, Copy)]
enum Anchor<'a> {
    /// After a turn that scored nothing and spent no token.
    NothingScored(Linear),
    /// Of overtime with the same tokens.
    Overtime(Linear),
    /// Of every chase with the same tokens.
    Chases(&'a [Linear]),
}

impl After for Continuation<'_> {
    fn value(&self, points: u32, bonus: u32, challenged: bool) -> Linear {
        let first_moves = self.position.mover() == Seat::FIRST;
        let first = self.first_wins(points, bonus, challenged);
        if first_moves {
            first
        } else {
            first.complement()
        }
    }
}

impl Continuation<'_> {
    fn first_wins(&self, points: u32, bonus: u32, challenged: bool) -> Linear {
        let solution = self.solution;
        let mut tokens = self.position.tokens;
        if challenged {
            tokens[1 - usize::from(self.position.mover().0)] -= 1;
        }
        let target = solution.turns.rules.target;
        let stage = match self.position.stage.after(points, bonus, target) {
            Err(winner) => return Linear::known(if winner == Seat::FIRST { 1.0 } else { 0.0 }),
            Ok(stage) => stage,
        };
        match (self.anchor, stage) {
            (Some(Anchor::NothingScored(value)), _) if points + bonus == 0 && !challenged => value,
            (Some(Anchor::Overtime(value)), Stage::Overtime) if !challenged => value,
            (Some(Anchor::Chases(values)), Stage::Chase { lead })
                if !challenged && solution.leads.contains(&lead) =>
            {
                values[(lead - solution.leads.start()) as usize]
            }
            _ => {
                let position = Position { stage, tokens };
                if solution.is_capped(&position) {
                    self.capped.set(true);
                }
                Linear::known(solution.value(&position))
            }
        }
    }
}
