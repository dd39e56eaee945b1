//! The points that can be at stake in a turn.

use std::collections::{BTreeSet, HashSet};

use crate::{DragonSet, Rules};

/// The most points at stake up to which turns are described: twice the larger of the
/// target and the sum of all dragons' points.
#[must_use]
pub fn horizon(rules: &Rules) -> u32 {
    2 * rules.target.max(all_points(rules))
}

/// The points that can be at stake with these dragons alive and no challenge accepted, in
/// ascending order, up to the [`horizon`] plus the sum of all dragons' points.
#[must_use]
pub fn slain_points(rules: &Rules, alive: DragonSet) -> Vec<u32> {
    let all = all_points(rules);
    let first = match all - points(rules, alive) {
        0 => all,
        slain => slain,
    };
    (first..=horizon(rules) + all).step_by(all as usize).collect()
}

/// The points that can be at stake with these dragons alive once a dragon was slain after a challenge
/// was accepted, up to the [`horizon`].
pub(crate) fn points_after_challenge(rules: &Rules, alive: DragonSet) -> BTreeSet<u32> {
    let dragons = rules.dragons.len();
    let most = horizon(rules);
    let mut reached = BTreeSet::new();
    let mut open: Vec<(u32, DragonSet, bool)> = (1..1 << dragons)
        .map(DragonSet::from_index)
        .flat_map(|set| slain_points(rules, set).into_iter().map(move |p| (p, set)))
        .filter(|&(points, _)| points <= most)
        .map(|(points, set)| (points, set, false))
        .collect();
    let mut seen: HashSet<_> = open.iter().copied().collect();
    while let Some((points, set, since)) = open.pop() {
        if since && set == alive {
            reached.insert(points);
        }
        for dragon in set.iter() {
            let (points, set) = rules.slay(points, set, dragon, true);
            let next = (points, set, true);
            if points <= most && seen.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

/// The sum of all dragons' points.
pub(crate) fn all_points(rules: &Rules) -> u32 {
    points(rules, DragonSet::all(rules.dragons.len()))
}

/// The sum of these dragons' points.
fn points(rules: &Rules, dragons: DragonSet) -> u32 {
    let points = dragons.iter().map(|dragon| rules.dragons[dragon].points);
    points.sum()
}
