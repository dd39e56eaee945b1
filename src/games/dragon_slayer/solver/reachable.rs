//! Which points can be at stake beside which living dragons.

use std::collections::HashSet;

use crate::games::dragon_slayer::{DragonSet, Rules};

/// Turns are looked at up to these points at stake: twice the target, or twice
/// what all dragons are worth together, if that is more.
#[must_use]
pub fn horizon(rules: &Rules) -> u32 {
    let all = points(rules, DragonSet::all(rules.dragons.len()));
    2 * rules.target.max(all)
}

/// The points that can be at stake with these dragons alive and no challenge
/// accepted, upwards to the [`horizon`] and once all dragons beyond.
#[must_use]
pub fn slain_points(rules: &Rules, alive: DragonSet) -> Vec<u32> {
    let all = points(rules, DragonSet::all(rules.dragons.len()));
    let first = match all - points(rules, alive) {
        0 => all,
        slain => slain,
    };
    (first..=horizon(rules) + all)
        .step_by(all as usize)
        .collect()
}

/// The points that can be at stake with these dragons alive after a challenge
/// was accepted, up to the [`horizon`]: `true` where a dragon was slain since.
#[must_use]
pub fn points_after_challenge(rules: &Rules, alive: DragonSet) -> HashSet<(u32, bool)> {
    let dragons = rules.dragons.len();
    let most = horizon(rules);
    let mut reached = HashSet::new();
    let mut open: Vec<(u32, DragonSet, bool)> = (1..1 << dragons)
        .map(DragonSet::from_index)
        .flat_map(|set| slain_points(rules, set).into_iter().map(move |p| (p, set)))
        .filter(|&(points, _)| points <= most)
        .map(|(points, set)| (points, set, false))
        .collect();
    let mut seen: HashSet<_> = open.iter().copied().collect();
    while let Some((points, set, since)) = open.pop() {
        if set == alive {
            reached.insert((points, since));
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

fn points(rules: &Rules, dragons: DragonSet) -> u32 {
    let points = dragons.iter().map(|dragon| rules.dragons[dragon].points);
    points.sum()
}
