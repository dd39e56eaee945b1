//! The order of solving: first positions past the target, then scores from high
//! totals to low, at each total few tokens before many. What a position depends
//! on is then solved before it, its cycle aside.

use std::sync::Arc;

use rayon::prelude::*;

use super::{Bound, Play, Pool, Solution, SolveError, size};
use crate::games::Seat;
use crate::games::dragon_slayer::Rules;
use crate::solver::fixed_point::rounding;
use crate::solver::position::{Position, Stage};
use crate::solver::turn::Turns;

/// Caps that are tried, each twice the one before.
pub(in crate::solver) const MAX_CAPS: u32 = 4;

/// A doubled cap that moves no value by more has changed nothing: rounding alone
/// does as much.
const NOTHING_MOVED: f64 = 1e-13;

/// What all larger caps together may still move values, where one moved nothing.
const LARGER_CAPS: f64 = 1e-12;

/// A chance of adjudication that changes no float: every value comes with a rounding
/// that is larger by far, and covers it.
const NEVER: f64 = 1e-20;

/// The cap that is tried first.
pub(in crate::solver) fn first_cap(rules: &Rules) -> u32 {
    let all: u32 = rules.dragons.iter().map(|dragon| dragon.points).sum();
    2 * (rules.target + rules.challenge.bonus) + 4 * all
}

/// The cap that is tried last.
pub(super) fn largest_cap(rules: &Rules) -> u32 {
    first_cap(rules) << (MAX_CAPS - 1)
}

impl Solution {
    /// Solves the game under these plays of the first and the second seat, on
    /// the current rayon pool. Turns are stopped at so many points at stake that
    /// it cannot matter: at a cap that no turn from below the target ran into,
    /// neither itself nor by way of a chase that did. Where some turn always
    /// does (who declines a challenge keeps nothing, say), the cap is doubled
    /// until that moves no value by 1e-13; that larger caps move none by 1e-12
    /// either is an estimate, and [`Bound`] says so.
    ///
    /// # Errors
    /// [`SolveError`].
    ///
    /// # Panics
    /// If a policy chooses what the rules do not allow.
    pub fn solve(rules: &Rules, plays: [Play<'_>; 2]) -> Result<Self, SolveError> {
        Self::supports(rules)?;
        let mut before: Option<Self> = None;
        let mut optimal = None;
        for doublings in 0..MAX_CAPS {
            let cap = first_cap(rules) << doublings;
            let mut solution = Self::adjudicating(rules, plays, cap, &mut optimal)?;
            if !solution.capped {
                return Ok(solution);
            }
            if let Some(before) = before
                && solution.settled_since(&before)
            {
                return Ok(solution);
            }
            before = Some(solution);
        }
        Err(SolveError::Endless {
            points: largest_cap(rules),
        })
    }

    /// Solves the game where every turn is stopped at `cap` points at stake. The
    /// bound is of that game: it says nothing of what the cap changes.
    ///
    /// # Errors
    /// [`SolveError`].
    ///
    /// # Panics
    /// If a policy chooses what the rules do not allow.
    pub fn with_cap(rules: &Rules, plays: [Play<'_>; 2], cap: u32) -> Result<Self, SolveError> {
        Self::adjudicating(rules, plays, cap, &mut None)
    }

    /// The same. Optimal play, at whose value games that stall are adjudicated, is
    /// solved if that matters and it is not known yet.
    fn adjudicating(
        rules: &Rules,
        plays: [Play<'_>; 2],
        cap: u32,
        optimal: &mut Option<Arc<Self>>,
    ) -> Result<Self, SolveError> {
        let solution = Self::at_cap(rules, plays, cap, optimal.clone())?;
        if optimal.is_some() || solution.adjudicated <= NEVER {
            return Ok(solution);
        }
        *optimal = Some(Arc::new(Self::solve(rules, [Play::Best; 2])?));
        Self::at_cap(rules, plays, cap, optimal.clone())
    }

    /// The same, where optimal play is known or no game is adjudicated.
    fn at_cap(
        rules: &Rules,
        plays: [Play<'_>; 2],
        cap: u32,
        optimal: Option<Arc<Self>>,
    ) -> Result<Self, SolveError> {
        let turns = Turns::new(rules, cap);
        size::check(rules, &turns)?;
        let fights = turns.most_fights().ok_or(SolveError::NoRisk)?;
        let tokens = rules.challenge.tokens;
        let holdings = (tokens as usize + 1).pow(2);
        let minds = |play: &Play<'_>| matches!(play, Play::As(policy) if policy.minds_big_turns());
        let moods = 1 + usize::from(plays.iter().any(minds));
        let running = 2 * (rules.target as usize).pow(2) * holdings * moods;
        // A larger deficit the bonus cannot make up, a larger lead no turn under
        // the cap.
        let leads = -(rules.challenge.bonus as i32)..=turns.most_points() as i32;
        let chases = holdings * leads.clone().count() * moods;
        let mut solution = Self {
            turns,
            tokens,
            best: plays.iter().all(|play| matches!(play, Play::Best)),
            leads,
            moods,
            running: vec![f64::NAN; running],
            chase: vec![f64::NAN; chases],
            overtime: vec![f64::NAN; holdings],
            capped_chase: vec![false; chases],
            capped_overtime: vec![false; holdings],
            capped: false,
            rounding: rounding(2.0 * fights),
            bound: Bound::Proven(0.0),
            optimal,
            adjudicated: 0.0,
            workspaces: Pool::default(),
            walks: Pool::default(),
        };
        for holdings in solution.holdings() {
            solution.solve_past_target(&holdings, plays)?;
        }
        for total in (0..=2 * (rules.target - 1)).rev() {
            solution.solve_total(total, plays)?;
        }
        Ok(solution)
    }

    /// Whether every value below the target is that of half the cap; if so, the
    /// bound is an estimate from now on, and only what moved past the target counts
    /// as capped.
    fn settled_since(&mut self, half: &Self) -> bool {
        // What is no number has moved.
        let within = |value: f64, before: f64, most: f64| (value - before).abs() <= most;
        let mut running = self.running.iter().zip(&half.running);
        if !running.all(|(&value, &before)| within(value, before, NOTHING_MOVED)) {
            return false;
        }
        let same = |value: f64, before: f64| within(value, before, LARGER_CAPS);
        let (chases, before) = (self.chases(), half.chases());
        for (index, capped) in self.capped_chase.iter_mut().enumerate() {
            // Both begin with the same lead.
            let (holding, place) = (index / chases, index % chases);
            *capped &=
                place >= before || !same(self.chase[index], half.chase[holding * before + place]);
        }
        for (index, capped) in self.capped_overtime.iter_mut().enumerate() {
            *capped &= !same(self.overtime[index], half.overtime[index]);
        }
        self.bound = Bound::Estimated(self.error() + LARGER_CAPS);
        true
    }

    /// What was solved after all else so far depends on it, and adds its error.
    fn add_error(&mut self, error: f64) {
        self.bound = Bound::Proven(self.error() + error);
    }

    /// All token holdings, by how many tokens are left: a spent token leads to
    /// fewer.
    fn holdings(&self) -> Vec<Vec<[u32; 2]>> {
        let with = |left: u32| {
            let first = left.saturating_sub(self.tokens)..=left.min(self.tokens);
            first.map(|first| [first, left - first]).collect()
        };
        (0..=2 * self.tokens).map(with).collect()
    }

    /// Overtime and every chase with these tokens, none of which leads to others.
    fn solve_past_target(
        &mut self,
        holdings: &[[u32; 2]],
        plays: [Play<'_>; 2],
    ) -> Result<(), SolveError> {
        let solved: Vec<_> = (holdings.par_iter())
            .map(|&tokens| self.overtime_cycle(tokens, plays))
            .collect::<Result<_, _>>()?;
        let mut worst: f64 = 0.0;
        for (&tokens, solved) in holdings.iter().zip(solved) {
            worst = worst.max(solved.overtime.error);
            self.adjudicated = self.adjudicated.max(solved.adjudicated);
            let holding = self.holding(tokens);
            self.overtime[holding] = solved.overtime.value;
            self.capped_overtime[holding] = solved.capped;
            let start = holding * self.chases();
            for (index, (value, capped)) in (start..).zip(solved.chases) {
                self.chase[index] = value;
                self.capped_chase[index] = capped;
            }
        }
        self.add_error(worst);
        Ok(())
    }

    /// Every pair of scores with this total.
    fn solve_total(&mut self, total: u32, plays: [Play<'_>; 2]) -> Result<(), SolveError> {
        let target = self.turns.rules.target;
        let firsts = total.saturating_sub(target - 1)..=total.min(target - 1);
        for holdings in self.holdings() {
            let pairs: Vec<_> = (holdings.into_iter())
                .flat_map(|tokens| {
                    (firsts.clone()).map(move |first| (tokens, [first, total - first]))
                })
                .collect();
            let solved: Vec<_> = (pairs.par_iter())
                .map(|&(tokens, scores)| self.pair_cycle(tokens, scores, plays))
                .collect::<Result<_, _>>()?;
            let mut worst: f64 = 0.0;
            for ((tokens, scores), pair) in pairs.into_iter().zip(solved) {
                self.capped |= pair.capped;
                self.adjudicated = self.adjudicated.max(pair.adjudicated);
                worst = worst.max(pair.error);
                for (mover, moods) in [Seat::FIRST, Seat::SECOND].into_iter().zip(pair.values) {
                    let stage = Stage::Running { scores, mover };
                    let index = self.running_index(&Position::new(stage, tokens));
                    self.running[index..index + self.moods].copy_from_slice(&moods[..self.moods]);
                }
            }
            self.add_error(worst);
        }
        Ok(())
    }
}
