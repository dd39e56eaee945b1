//! The order of solving: first positions past the target, then scores from high
//! totals to low, at each total few tokens before many. What a position depends
//! on is then solved before it, its cycle aside.

use rayon::prelude::*;

use super::{Play, Pool, Solution, SolveError, supported};
use crate::games::Seat;
use crate::games::dragon_slayer::Rules;
use crate::solver::fixed_point::rounding;
use crate::solver::position::{Position, Stage};
use crate::solver::turn::Turns;

/// How often the cap is doubled before giving up.
const MAX_DOUBLINGS: u32 = 4;

/// A doubled cap that moves no value by more has changed nothing: rounding alone
/// does as much.
const NOTHING_MOVED: f64 = 1e-13;

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
        let tokens = rules.challenge.tokens;
        let holdings = (tokens as usize + 1).pow(2);
        let minds = |play: &Play<'_>| matches!(play, Play::As(policy) if policy.minds_big_turns());
        let moods = 1 + usize::from(plays.iter().any(minds));
        // A larger deficit the bonus cannot make up, a larger lead no turn.
        let leads = -(rules.challenge.bonus as i32)..=turns.most_points() as i32;
        let chases = holdings * leads.clone().count() * moods;
        let rounding = rounding(2.0 * turns.most_fights());
        let mut solution = Self {
            turns,
            tokens,
            leads,
            moods,
            running: vec![f64::NAN; positions as usize * moods],
            chase: vec![f64::NAN; chases],
            overtime: vec![f64::NAN; holdings],
            capped_chase: vec![false; chases],
            capped_overtime: vec![false; holdings],
            capped: false,
            rounding,
            error: 0.0,
            workspaces: Pool::default(),
            walks: Pool::default(),
        };
        for held in solution.holdings() {
            solution.solve_past_target(held, plays)?;
        }
        for total in (0..=2 * (rules.target - 1)).rev() {
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

    /// All token holdings, those that others lead to first.
    fn holdings(&self) -> Vec<[u32; 2]> {
        let mut holdings: Vec<_> = (0..=self.tokens)
            .flat_map(|first| (0..=self.tokens).map(move |second| [first, second]))
            .collect();
        holdings.sort_by_key(|[first, second]| first + second);
        holdings
    }

    /// Overtime and every chase with these tokens.
    fn solve_past_target(
        &mut self,
        tokens: [u32; 2],
        plays: [Play<'_>; 2],
    ) -> Result<(), SolveError> {
        let solved = self.overtime_cycle(tokens, plays)?;
        let holding = self.holding(tokens);
        self.overtime[holding] = solved.overtime.value;
        self.capped_overtime[holding] = solved.capped;
        self.error += solved.overtime.error;
        let start = holding * self.chases();
        for (index, (value, capped)) in (start..).zip(solved.chases) {
            self.chase[index] = value;
            self.capped_chase[index] = capped;
        }
        Ok(())
    }

    /// Every pair of scores with this total.
    fn solve_total(&mut self, total: u32, plays: [Play<'_>; 2]) -> Result<(), SolveError> {
        let target = self.turns.rules.target;
        let pairs = total.saturating_sub(target - 1)..=total.min(target - 1);
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
                .map(|&(tokens, scores)| self.pair_cycle(tokens, scores, plays))
                .collect::<Result<_, _>>()?;
            let mut worst: f64 = 0.0;
            for ((tokens, scores), pair) in level.into_iter().zip(solved) {
                self.capped |= pair.capped;
                worst = worst.max(pair.error);
                for (mover, moods) in [Seat::FIRST, Seat::SECOND].into_iter().zip(pair.values) {
                    let stage = Stage::Running { scores, mover };
                    let index = self.running_index(&Position::new(stage, tokens));
                    self.running[index..index + self.moods].copy_from_slice(&moods[..self.moods]);
                }
            }
            self.error += worst;
        }
        Ok(())
    }
}
