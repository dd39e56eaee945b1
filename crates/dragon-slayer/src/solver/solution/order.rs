//! The order in which positions are solved: first those past the target, then pairs of
//! scores from high totals to low, and at each total from few tokens to many. So all
//! positions that a position depends on are solved before it, except those of its own
//! cycle.

use crate::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::cycle::{Cycle, CycleSolver, SolvedCycle};
use super::progress::Counter;
use super::{Bound, Numbering, OUT_OF_REACH, Play, Pool, Solution, size};
use crate::Rules;
use crate::solver::position::{Position, Stage, lead};
use crate::solver::turn::{TurnGraph, Turns};
use rivals_core::contest::OnSolving;
use rivals_core::play::Seat;
use rivals_core::search::rounding;
use rivals_statistics::parallel;

/// The most caps that are tried.
const MAX_CAPS: usize = 4;

/// A doubled cap that changes no value by more than this counts as no change: rounding can
/// cause as much.
const UNCHANGED: f64 = 1e-13;

/// An estimate of the most that all larger caps together change values, after a doubled cap
/// changed nothing.
const LARGER_CAPS: f64 = 1e-12;

/// A probability of adjudication that is far smaller than the rounding error of every
/// value, which covers it.
const NEVER: f64 = 1e-20;

/// The work is estimated once one in this many pairs of scores is solved.
const EARLY: u64 = 64;

/// The widest error bound that is accepted.
const WIDEST_BOUND: f64 = 1e-6;

/// Points that a turn reaches with a larger probability matter for optimal play.
const WITHIN_REACH: f64 = 1e-7;

/// The caps to be tried, in ascending order. Between optimal players the first is where
/// points are out of reach, if turns are that short, and the last is the largest that can
/// be solved.
///
/// # Errors
/// [`Error::Endless`] if even turns that are too long to be solved matter, and other
/// errors if the rules are too large or without risk.
pub(super) fn caps(rules: &Rules, optimal: bool) -> Result<Vec<u32>, Error> {
    let first = doubled_caps(rules)[0];
    let turns = Turns::new(rules);
    turns.most_fights().ok_or(Error::NoRisk)?;
    if !optimal {
        // The same rules are refused, however deep the evaluation may recurse.
        size::check(&turns, first << (MAX_CAPS - 1))?;
        return Ok(doubled_caps(rules));
    }
    let largest = size::largest_cap(&turns, first);
    let reach = turns.reach(largest);
    let reached = |chance: f64| (0..).zip(&reach).find(|&(_, &reach)| reach <= chance);
    let points = |chance: f64| reached(chance).map(|(points, _): (u32, _)| points.max(1));
    if points(WITHIN_REACH).is_none() {
        return Err(Error::Endless { points: largest });
    }
    let factor = rules.challenge.accepted_factor;
    let short = points(OUT_OF_REACH).map_or(first, |points| first.min(factor * points));
    let mut caps = vec![short, first, 2 * first, points(1e-13).unwrap_or(largest), largest];
    caps.retain(|&cap| (short..=largest.max(short)).contains(&cap));
    caps.sort_unstable();
    caps.dedup();
    caps.truncate(MAX_CAPS);
    size::check(&turns, caps[0])?;
    Ok(caps)
}

/// The caps that are tried with policies: each is twice the one before, but for the last, which
/// is limited by the fights in a row that can be evaluated.
pub(in crate::solver) fn doubled_caps(rules: &Rules) -> Vec<u32> {
    let all: u32 = rules.dragons.iter().map(|dragon| dragon.points).sum();
    let first = 2 * (rules.target + rules.challenge.bonus) + 4 * all;
    let deepest = size::deepest_cap(rules).max(first);
    let doubled = (0..MAX_CAPS).map(|doublings| first << doublings);
    let mut caps: Vec<u32> = doubled.map(|cap| cap.min(deepest)).collect();
    caps.dedup();
    caps
}

/// The last of [`doubled_caps`].
pub(in crate::solver) fn largest_cap(rules: &Rules) -> u32 {
    doubled_caps(rules)[doubled_caps(rules).len() - 1]
}

impl Solution {
    /// Solves the game under these plays of the first and the second seat, on the current
    /// rayon pool.
    ///
    /// Turns are stopped at a cap on the points at stake. Between optimal players, a position
    /// whose turns reach the cap is solved by bounds that allow for every continuation beyond
    /// it, so [`Bound`] is proven. If a policy's turns reach the cap, the cap is doubled until
    /// that changes no value by more than 1e-13. That larger caps change none by more than
    /// 1e-12 is then an estimate, and [`Bound`] says so. A game that never ends counts one
    /// half for each seat. The work is estimated from the first solved positions, and rules
    /// that need too much of it are refused.
    ///
    /// # Errors
    /// [`Error`].
    ///
    /// # Panics
    /// If a policy chooses what the rules do not allow.
    pub fn solve(rules: &Rules, plays: [Play<'_>; 2]) -> Result<Self, Error> {
        Self::solve_with_progress(rules, plays, &|_, _| {})
    }

    /// [`Self::solve`] with progress reports.
    ///
    /// # Errors
    /// [`Error`].
    ///
    /// # Panics
    /// As [`Self::solve`].
    pub fn solve_with_progress(
        rules: &Rules,
        plays: [Play<'_>; 2],
        progress: OnSolving<'_>,
    ) -> Result<Self, Error> {
        let best = plays.iter().all(|play| matches!(play, Play::Optimal));
        let mut before: Option<Self> = None;
        let mut optimal = None;
        let mut refused = None;
        for cap in caps(rules, best)? {
            let mut graph = TurnGraph::new(rules, cap);
            graph.open = true;
            let mut solution = match Self::adjudicating(graph, plays, &mut optimal, progress) {
                Err(Error::NoFixedPoint(error)) => {
                    refused = Some(error);
                    continue;
                }
                solved => solved?,
            };
            if !solution.capped {
                return solution.refuse_vague();
            }
            if let Some(before) = before
                && solution.settled_since(&before)
            {
                return solution.refuse_vague();
            }
            before = Some(solution);
        }
        Err(match refused {
            Some(error) if before.is_none() => error.into(),
            _ => Error::Endless { points: largest_cap(rules) },
        })
    }

    /// The solution, unless its error bound is too wide.
    fn refuse_vague(self) -> Result<Self, Error> {
        let error = self.error();
        if error <= WIDEST_BOUND { Ok(self) } else { Err(Error::Vague { error }) }
    }

    /// Solves the game in which a rule stops every turn at `cap` points at stake. The error
    /// bound is for that game, and does not include the effect of the cap.
    ///
    /// # Errors
    /// [`Error`].
    ///
    /// # Panics
    /// If a policy chooses what the rules do not allow.
    pub fn with_cap(rules: &Rules, plays: [Play<'_>; 2], cap: u32) -> Result<Self, Error> {
        Self::adjudicating(TurnGraph::new(rules, cap), plays, &mut None, &|_, _| {})
    }

    /// Solves the game with these turns. If games are adjudicated, which happens at the values
    /// of optimal play, optimal play is solved as well, unless it is known already.
    pub(in crate::solver) fn adjudicating(
        graph: TurnGraph,
        plays: [Play<'_>; 2],
        optimal: &mut Option<Arc<Self>>,
        progress: OnSolving<'_>,
    ) -> Result<Self, Error> {
        let solution = Self::within(graph, plays, optimal.clone(), progress)?;
        if optimal.is_some() || solution.adjudicated <= NEVER {
            return Ok(solution);
        }
        let graph = solution.graph;
        let best = Self::solve_with_progress(graph.rules(), [Play::Optimal; 2], progress)?;
        *optimal = Some(Arc::new(best));
        Self::within(graph, plays, optimal.clone(), progress)
    }

    /// Solves the game with these turns. Without `optimal`, games are adjudicated at 1/2, with
    /// an error of 1/2.
    fn within(
        graph: TurnGraph,
        plays: [Play<'_>; 2],
        optimal: Option<Arc<Self>>,
        progress: OnSolving<'_>,
    ) -> Result<Self, Error> {
        let (rules, turns) = (graph.rules(), graph.turns());
        size::check(turns, graph.cap())?;
        let fights = turns.most_fights().ok_or(Error::NoRisk)?;
        let depends =
            |play: &Play<'_>| matches!(play, Play::As(policy) if policy.depends_on_big_turns());
        let variants = 1 + usize::from(plays.iter().any(depends));
        // The bonus cannot make up a larger deficit, and no turn under the cap a larger
        // lead.
        let most = turns.most_points(graph.cap());
        let leads = [lead(0, rules.challenge.bonus), lead(most, 0)];
        let reach = if graph.open { turns.reach(most) } else { Vec::new() };
        let numbering = Numbering::new(rules, leads);
        let overtimes = (rules.challenge.tokens as usize + 1).pow(2);
        let positions = numbering.first_overtime * variants + overtimes;
        let mut solution = Self {
            graph,
            numbering,
            best: plays.iter().all(|play| matches!(play, Play::Optimal)),
            first_is_best: matches!(plays[0], Play::Optimal),
            variants,
            values: vec![f64::NAN; positions],
            capped_values: vec![false; positions],
            capped: false,
            rounding: rounding(2.0 * fights),
            bound: Bound::Proven(0.0),
            optimal,
            adjudicated: 0.0,
            reach,
            fights: AtomicU64::new(0),
            workspaces: Pool::default(),
            bounding: Pool::default(),
        };
        let counter = &Counter::new(solution.positions(), progress);
        let mut done = 0;
        for group in solution.holdings() {
            done += group.len();
            let cycles = group.into_iter().map(|tokens| solution.past_target(tokens));
            solution.solve_cycles(&cycles.collect::<Vec<_>>(), plays, counter)?;
            // The first two groups have fewer challenges than all others.
            if done > 3 || done == overtimes {
                solution.check_work(0, done as f64 / overtimes as f64)?;
            }
        }
        solution.solve_below_target(plays, counter)?;
        Ok(solution)
    }

    /// Solves the positions below the target, those of higher scores first.
    fn solve_below_target(
        &mut self,
        plays: [Play<'_>; 2],
        counter: &Counter<'_>,
    ) -> Result<(), Error> {
        let target = self.rules().target;
        let before = self.fights.load(Ordering::Relaxed);
        let mut done = 0;
        let pairs = u64::from(target).pow(2);
        for total in (0..=2 * (target - 1)).rev() {
            let firsts = total.saturating_sub(target - 1)..=total.min(target - 1);
            for group in self.holdings() {
                let cycles: Vec<_> = (group.into_iter())
                    .flat_map(|tokens| firsts.clone().map(move |first| (tokens, first)))
                    .map(|(tokens, first)| below_target(tokens, [first, total - first]))
                    .collect();
                self.solve_cycles(&cycles, plays, counter)?;
            }
            done += u64::from((total + 1).min(2 * target - 1 - total));
            if EARLY * done >= pairs {
                self.check_work(before, done as f64 / pairs as f64)?;
            }
        }
        Ok(())
    }

    /// Whether every value below the target is the same as with half the cap. If so, the
    /// bound becomes an estimate, and past the target only values that changed still count as
    /// capped.
    fn settled_since(&mut self, half: &Self) -> bool {
        // NaN counts as changed.
        let within = |value: f64, before: f64, most: f64| (value - before).abs() <= most;
        let below_target = self.numbering.first_chase * self.variants;
        let mut running = self.values[..below_target].iter().zip(&half.values);
        if !running.all(|(&value, &before)| within(value, before, UNCHANGED)) {
            return false;
        }
        for index in below_target..self.positions() {
            let before = half.index(&self.position(index));
            let same = |before| within(self.values[index], half.values[before], LARGER_CAPS);
            self.capped_values[index] &= !before.is_some_and(same);
        }
        self.bound = Bound::Estimated(self.error() + LARGER_CAPS);
        true
    }

    /// Refuses rules that take too many fights. The estimate extrapolates from the solved
    /// proportion `done` of the positions, which were begun after `before` fights.
    fn check_work(&self, before: u64, done: f64) -> Result<(), Error> {
        let since = self.fights.load(Ordering::Relaxed) - before;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
        let fights = before + (since as f64 / done) as u64;
        if fights <= size::MAX_FIGHTS {
            Ok(())
        } else {
            Err(Error::TooLong {
                target: self.rules().target,
                tokens: self.rules().challenge.tokens,
                fights,
            })
        }
    }

    /// All token holdings in groups, by the number of tokens left in ascending order: spending
    /// a token leads to an earlier group.
    fn holdings(&self) -> Vec<Vec<[u32; 2]>> {
        let held = self.rules().challenge.tokens;
        let with = |left: u32| {
            let first = left.saturating_sub(held)..=left.min(held);
            first.map(|first| [first, left - first]).collect()
        };
        (0..=2 * held).map(with).collect()
    }

    /// Overtime and all chases with these tokens.
    fn past_target(&self, tokens: [u32; 2]) -> Cycle {
        let lead = *self.leads().start();
        let first = self.nearest_index(&Position::new(Stage::Chase { lead }, tokens));
        let chases = first..first + self.leads().count() * self.variants;
        Cycle {
            anchor: Position::new(Stage::Overtime, tokens),
            others: chases.map(|index| self.position(index)).collect(),
        }
    }

    /// Solves these cycles, none of which leads to another.
    fn solve_cycles(
        &mut self,
        cycles: &[Cycle],
        plays: [Play<'_>; 2],
        counter: &Counter<'_>,
    ) -> Result<(), Error> {
        let solved = parallel::map(cycles.len(), |at| {
            let solver = CycleSolver { solution: self, cycle: &cycles[at], plays, counter };
            let solved = solver.solve()?;
            counter.add(solved.values.len());
            Ok(solved)
        });
        // If the work was given up, the values are not used.
        self.check_work(0, 1.0)?;
        let mut worst: f64 = 0.0;
        for solved in solved {
            let solved: SolvedCycle = solved.map_err(Error::NoFixedPoint)?;
            worst = worst.max(solved.error);
            self.adjudicated = self.adjudicated.max(solved.adjudicated);
            for (position, value, capped) in solved.values {
                let index = self.nearest_index(&position);
                self.values[index] = value;
                match position.stage {
                    Stage::Running { .. } => self.capped |= capped,
                    _ => self.capped_values[index] = capped,
                }
            }
        }
        // Later positions depend on these, and these on earlier ones.
        self.bound = Bound::Proven(self.error() + worst);
        Ok(())
    }
}

/// Both seats' turns with these scores and tokens.
fn below_target(tokens: [u32; 2], scores: [u32; 2]) -> Cycle {
    let [anchor, other] = [Seat::FIRST, Seat::SECOND]
        .map(|mover| Position::new(Stage::Running { scores, mover }, tokens));
    Cycle { anchor, others: vec![other] }
}
