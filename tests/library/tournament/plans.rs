//! Plans of the number of games: the difference that was planned for is found as often as was
//! promised, over 200 seeds.

use crate::standings::claims::Claims;
use crate::standings::{Analysis, Goal};

use super::*;

/// The win rate of the first of two players, with its interval and the sets that the goal needs.
fn rated(goal: Goal, groups: u64, seed: u64) -> ([f64; 3], u64) {
    let contest = pig(&[20, 12]);
    let played = finished(&contest, Settings { seed, ..settings(2, groups) }, 1);
    let results = Analysis::new(&contest, &played, &Claims::none(contest.name()));
    let row = results.standings.iter().find(|row| row.player == 0).unwrap();
    let ends = [row.win_rate, row.low.unwrap(), row.high.unwrap()];
    (ends, goal.needs(&results)[0].groups)
}

#[test]
fn a_planned_difference_is_found_as_often_as_promised() {
    let contest = pig(&[20, 12]);
    let solved = contest.solved().unwrap();
    let exact = f64::midpoint(solved.exact(0, 1).unwrap().0, 1.0 - solved.exact(1, 0).unwrap().0);
    let goal = Goal::Difference { difference: (exact - 0.5).abs(), power: 0.9 };
    let (_, groups) = rated(goal, 300, 1_000);
    assert!((30..2_000).contains(&groups), "{groups}");
    let found = |seed: &u64| {
        let ([_, low, high], _) = rated(goal, groups, *seed);
        0.5 < low || high < 0.5
    };
    let found = (0..200).filter(found).count();
    // 90 %, with three standard errors and a pilot that is off by a tenth.
    assert!((160..=196).contains(&found), "{found} of 200 with {groups} sets");
}

#[test]
fn the_planned_width_is_reached() {
    let goal = Goal::Width(0.05);
    let (_, groups) = rated(goal, 300, 1_000);
    let widths = (0..20).map(|seed| {
        let ([_, low, high], _) = rated(goal, groups, seed);
        high - low
    });
    let mean = widths.sum::<f64>() / 20.0;
    assert!((0.045..0.055).contains(&mean), "{mean} with {groups} sets");
}
