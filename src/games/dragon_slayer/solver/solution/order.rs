//! The order of solving: first positions past the target, then scores from high
//! totals to low, at each total few tokens before many. What a position depends
//! on is then solved before it, its cycle aside.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::report::{Counter, Report};
use super::{Bound, ByBounds, OUT_OF_REACH, Play, Pool, Solution, SolveError, size};
use crate::games::dragon_slayer::Rules;
use crate::games::dragon_slayer::solver::position::{Position, Stage};
use crate::games::dragon_slayer::solver::turn::Turns;
use crate::play::Seat;
use crate::search::rounding;

/// Caps that are tried, each twice the one before.
pub(in crate::games::dragon_slayer::solver) const MAX_CAPS: u32 = 4;

/// A doubled cap that moves no value by more has changed nothing: rounding alone
/// does as much.
const NOTHING_MOVED: f64 = 1e-13;

/// What all larger caps together may still move values, where one moved nothing.
const LARGER_CAPS: f64 = 1e-12;

/// A chance of adjudication that changes no float: every value comes with a rounding
/// that is larger by far, and covers it.
const NEVER: f64 = 1e-20;

/// The part of all pairs of scores, as a divisor, after which the work is estimated.
const EARLY: u64 = 64;

/// A bound that is wider is no answer.
const WIDEST_BOUND: f64 = 1e-6;

/// Points that a turn of optimal play reaches with a larger chance do matter.
const WITHIN_REACH: f64 = 1e-7;

/// The caps to be tried in turn. Between optimal players turns end where points are
/// out of reach, and the last cap is where they are nearly so.
///
/// # Errors
/// [`SolveError::Endless`] where no turn that is short enough to be solved is, and
/// where the rules are too large or without risk.
pub(super) fn caps(rules: &Rules, optimal: bool) -> Result<Vec<u32>, SolveError> {
    let first = first_cap(rules);
    let turns = Turns::new(rules, first);
    turns.most_fights().ok_or(SolveError::NoRisk)?;
    if !optimal {
        size::check(rules, &Turns::new(rules, largest_cap(rules)))?;
        return Ok((0..MAX_CAPS).map(|doublings| first << doublings).collect());
    }
    let largest = size::largest_cap(rules, first);
    let reach = turns.reach(largest);
    let reached = |chance: f64| (0..).zip(&reach).find(|&(_, &reach)| reach <= chance);
    let points = |chance: f64| reached(chance).map(|(points, _): (u32, _)| points.max(1));
    if points(WITHIN_REACH).is_none() {
        return Err(SolveError::Endless { points: largest });
    }
    let factor = rules.challenge.accepted_factor;
    let short = points(OUT_OF_REACH).map_or(first, |points| first.min(factor * points));
    let mut caps = vec![
        short,
        first,
        2 * first,
        points(1e-13).unwrap_or(largest),
        largest,
    ];
    caps.retain(|&cap| (short..=largest.max(short)).contains(&cap));
    caps.sort_unstable();
    caps.dedup();
    caps.truncate(MAX_CAPS as usize);
    size::check(rules, &Turns::new(rules, caps[0]))?;
    Ok(caps)
}

/// The cap that is tried first.
pub(in crate::games::dragon_slayer::solver) fn first_cap(rules: &Rules) -> u32 {
    let all: u32 = rules.dragons.iter().map(|dragon| dragon.points).sum();
    2 * (rules.target + rules.challenge.bonus) + 4 * all
}

/// The cap that is tried last.
fn largest_cap(rules: &Rules) -> u32 {
    first_cap(rules) << (MAX_CAPS - 1)
}

impl Solution {
    /// Solves the game under these plays of the first and the second seat, on
    /// the current rayon pool. Turns are stopped at a cap on the points at stake. Between
    /// optimal players, a position whose turns run into the cap is solved by bounds that
    /// allow for every way to go on beyond it, so that [`Bound`] is proven. Against a
    /// policy that runs into the cap, the cap is doubled until that moves no value by
    /// 1e-13; that larger caps move none by 1e-12 either is an estimate, and [`Bound`]
    /// says so. A game that never ends counts half for each seat. The work is estimated
    /// from the positions that are solved first, and refused where it is too much.
    ///
    /// # Errors
    /// [`SolveError`].
    ///
    /// # Panics
    /// If a policy chooses what the rules do not allow.
    pub fn solve(rules: &Rules, plays: [Play<'_>; 2]) -> Result<Self, SolveError> {
        Self::solve_and_report(rules, plays, &|_, _| {})
    }

    /// [`Self::solve`], which reports how far it is.
    ///
    /// # Errors
    /// [`SolveError`].
    ///
    /// # Panics
    /// As [`Self::solve`].
    pub fn solve_and_report(
        rules: &Rules,
        plays: [Play<'_>; 2],
        report: Report<'_>,
    ) -> Result<Self, SolveError> {
        let best = plays.iter().all(|play| matches!(play, Play::Best));
        let mut before: Option<Self> = None;
        let mut optimal = None;
        let mut refused = None;
        for cap in caps(rules, best)? {
            let mut turns = Turns::new(rules, cap);
            turns.open = true;
            let mut solution = match Self::adjudicating(turns, plays, &mut optimal, report) {
                Err(SolveError::NoFixedPoint(error)) => {
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
            _ => SolveError::Endless {
                points: largest_cap(rules),
            },
        })
    }

    /// Refuses values that may be anything.
    fn refuse_vague(self) -> Result<Self, SolveError> {
        let error = self.error();
        match error <= WIDEST_BOUND {
            true => Ok(self),
            false => Err(SolveError::Vague { error }),
        }
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
        Self::with_cap_and_report(rules, plays, cap, &|_, _| {})
    }

    /// [`Self::with_cap`], which reports how far it is.
    pub(in crate::games::dragon_slayer::solver) fn with_cap_and_report(
        rules: &Rules,
        plays: [Play<'_>; 2],
        cap: u32,
        report: Report<'_>,
    ) -> Result<Self, SolveError> {
        Self::adjudicating(Turns::new(rules, cap), plays, &mut None, report)
    }

    /// Solves the game in turns that are stopped at a cap. Optimal play, at whose value
    /// games that stall are adjudicated, is solved if that matters and it is not known yet.
    fn adjudicating(
        turns: Turns,
        plays: [Play<'_>; 2],
        optimal: &mut Option<Arc<Self>>,
        report: Report<'_>,
    ) -> Result<Self, SolveError> {
        let solution = Self::within(turns, plays, optimal.clone(), report)?;
        if optimal.is_some() || solution.adjudicated <= NEVER {
            return Ok(solution);
        }
        let turns = solution.turns;
        let best = Self::solve_and_report(&turns.rules, [Play::Best; 2], report)?;
        *optimal = Some(Arc::new(best));
        Self::within(turns, plays, optimal.clone(), report)
    }

    /// Solves the game in turns that are stopped at a cap. Without `optimal`, games are
    /// adjudicated at 1/2, with an error of 1/2.
    fn within(
        turns: Turns,
        plays: [Play<'_>; 2],
        optimal: Option<Arc<Self>>,
        report: Report<'_>,
    ) -> Result<Self, SolveError> {
        let rules = &turns.rules.clone();
        size::check(rules, &turns)?;
        let fights = turns.most_fights().ok_or(SolveError::NoRisk)?;
        let tokens = rules.challenge.tokens;
        let holdings = (tokens as usize + 1).pow(2);
        let minds =
            |play: &Play<'_>| matches!(play, Play::As(policy) if policy.depends_on_big_turns());
        let moods = 1 + usize::from(plays.iter().any(minds));
        let running = 2 * (rules.target as usize).pow(2) * holdings * moods;
        // A larger deficit the bonus cannot make up, a larger lead no turn under
        // the cap.
        let leads = -(rules.challenge.bonus as i32)..=turns.most_points() as i32;
        let chases = holdings * leads.clone().count() * moods;
        let reach = match turns.open {
            true => turns.reach(*leads.end() as u32),
            false => Vec::new(),
        };
        let mut solution = Self {
            turns,
            reach,
            first_is_best: matches!(plays[0], Play::Best),
            bounding: Pool::default(),
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
            by_bounds: vec![ByBounds::default(); holdings],
            rounding: rounding(2.0 * fights),
            bound: Bound::Proven(0.0),
            optimal,
            adjudicated: 0.0,
            fights: AtomicU64::new(0),
            workspaces: Pool::default(),
            walks: Pool::default(),
        };
        let counter = &Counter::new(solution.positions(), report);
        let mut done = 0;
        for group in solution.holdings() {
            solution.solve_past_target(&group, plays, counter)?;
            done += group.len();
            // The first two groups have fewer challenges than all others.
            if done > 3 || done == holdings {
                solution.check_work(0, done as f64 / holdings as f64)?;
            }
        }
        let before = solution.fights.load(Ordering::Relaxed);
        let mut done = 0;
        let pairs = u64::from(rules.target).pow(2);
        for total in (0..=2 * (rules.target - 1)).rev() {
            solution.solve_total(total, plays, counter)?;
            done += u64::from((total + 1).min(2 * rules.target - 1 - total));
            if EARLY * done >= pairs {
                solution.check_work(before, done as f64 / pairs as f64)?;
            }
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

    /// Refuses what takes too many fights, if the part of the positions that is done,
    /// which began after `before` of them, is any measure of the others.
    fn check_work(&self, before: u64, done: f64) -> Result<(), SolveError> {
        let since = self.fights.load(Ordering::Relaxed) - before;
        let fights = before + (since as f64 / done) as u64;
        match fights <= size::MAX_FIGHTS {
            true => Ok(()),
            false => Err(SolveError::TooLong {
                target: self.turns.rules.target,
                tokens: self.tokens,
                fights,
            }),
        }
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
        counter: &Counter<'_>,
    ) -> Result<(), SolveError> {
        let solved: Vec<_> = (holdings.par_iter())
            .map(|&tokens| {
                let solved = self.overtime_cycle(tokens, plays, counter);
                counter.add(self.chases() + 1);
                solved
            })
            .collect();
        // Values that were given up are not used.
        self.check_work(0, 1.0)?;
        let solved = solved.into_iter().collect::<Result<Vec<_>, _>>()?;
        let mut worst: f64 = 0.0;
        for (&tokens, solved) in holdings.iter().zip(solved) {
            worst = worst.max(solved.overtime.error);
            self.adjudicated = self.adjudicated.max(solved.adjudicated);
            let holding = self.holding(tokens);
            self.overtime[holding] = solved.overtime.value;
            self.by_bounds[holding].overtime = solved.by_bounds;
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
    fn solve_total(
        &mut self,
        total: u32,
        plays: [Play<'_>; 2],
        counter: &Counter<'_>,
    ) -> Result<(), SolveError> {
        let target = self.turns.rules.target;
        let firsts = total.saturating_sub(target - 1)..=total.min(target - 1);
        for holdings in self.holdings() {
            let pairs: Vec<_> = (holdings.into_iter())
                .flat_map(|tokens| {
                    (firsts.clone()).map(move |first| (tokens, [first, total - first]))
                })
                .collect();
            let solved: Vec<_> = (pairs.par_iter())
                .map(|&(tokens, scores)| {
                    let solved = self.pair_cycle(tokens, scores, plays);
                    counter.add(2 * self.moods);
                    solved
                })
                .collect();
            // Values that were given up are not used.
            self.check_work(0, 1.0)?;
            let solved = solved.into_iter().collect::<Result<Vec<_>, _>>()?;
            let mut worst: f64 = 0.0;
            for (tokens, _) in &pairs {
                let holding = self.holding(*tokens);
                self.by_bounds[holding].pairs = true;
            }
            for ((tokens, scores), pair) in pairs.into_iter().zip(solved) {
                let holding = self.holding(tokens);
                self.by_bounds[holding].pairs &= pair.by_bounds;
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
