//! How many points are enough to stop.

use std::cell::RefCell;
use std::collections::HashSet;

use super::position::Position;
use super::solution::Solution;
use super::turn::Workspace;
use crate::games::dragon_slayer::{Action, DragonSet, Phase, Rules, Turn};

/// When the optimum stops in a turn that begins in some position.
pub struct Stops<'a> {
    solution: &'a Solution,
    position: Position,
    workspace: RefCell<Option<Workspace>>,
}

impl<'a> Stops<'a> {
    /// For a turn that begins in `position`.
    #[must_use]
    pub fn new(solution: &'a Solution, position: &Position) -> Self {
        Self {
            solution,
            position: *position,
            workspace: RefCell::new(None),
        }
    }

    /// The least points at stake, with these dragons alive and so many dice
    /// left, from which the optimum stops; none below twice the target.
    #[must_use]
    pub fn enough(&self, alive: DragonSet, dice: u8) -> Option<u32> {
        let rules = self.solution.rules();
        let mut enough = None;
        let reached = slain_points(rules, alive);
        for at_stake in reached
            .into_iter()
            .rev()
            .filter(|&points| points < 2 * rules.target)
        {
            let turn = Turn {
                at_stake,
                alive,
                dice,
                challenger: None,
                phase: Phase::MayStop,
            };
            let workspace = &mut *self.workspace.borrow_mut();
            if self.solution.decide(&self.position, &turn, workspace) != Action::Stop {
                break;
            }
            enough = Some(at_stake);
        }
        enough
    }
}

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        if let Some(workspace) = self.workspace.get_mut().take() {
            self.solution.give_back(workspace);
        }
    }
}

/// The points that can be at stake with these dragons alive and no challenge
/// accepted, upwards to twice the target.
#[must_use]
pub fn slain_points(rules: &Rules, alive: DragonSet) -> Vec<u32> {
    let points = |dragons: DragonSet| -> u32 {
        dragons
            .iter()
            .map(|dragon| rules.dragons[dragon].points)
            .sum()
    };
    let all = points(DragonSet::all(rules.dragons.len()));
    let first = match all - points(alive) {
        0 => all,
        slain => slain,
    };
    (first..=2 * rules.target + all)
        .step_by(all as usize)
        .collect()
}

/// The points that can be at stake with these dragons alive after a challenge
/// was accepted: `true` where a dragon was slain since.
#[must_use]
pub fn points_after_challenge(rules: &Rules, alive: DragonSet) -> HashSet<(u32, bool)> {
    let dragons = rules.dragons.len();
    let mut reached = HashSet::new();
    let mut open: Vec<(u32, DragonSet, bool)> = (1..1 << dragons)
        .map(DragonSet::from_index)
        .flat_map(|set| {
            slain_points(rules, set)
                .into_iter()
                .map(move |p| (p, set, false))
        })
        .collect();
    let mut seen: HashSet<_> = open.iter().copied().collect();
    while let Some((points, set, since)) = open.pop() {
        if set == alive {
            reached.insert((points, since));
        }
        for dragon in set.iter() {
            let points = points + rules.challenge.accepted_factor * rules.dragons[dragon].points;
            let next = (points, set.after_slaying(dragon, dragons), true);
            if points <= 2 * rules.target && seen.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}
