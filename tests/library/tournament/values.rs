//! Small results of all computations, pinned together with the number that journals and
//! manifests carry: see [`VALUES`].

use std::fmt::Write;
use std::sync::Arc;

use crate::built_in_roster;
use crate::dragon_slayer::Rules;
use crate::dragon_slayer::odds::simulation::simulate;
use crate::dragon_slayer::odds::{Published, exact, infer};
use crate::dragon_slayer::policies::PersonalityPolicy;
use crate::dragon_slayer::policy_tables::{PlayerPolicy, PolicyTables};
use crate::dragon_slayer::solver::{Play, Solution, SolvedGame};
use crate::personalities::Member;
use crate::tournament::{QUIETLY, Solved, Tally, VALUES};
use rivals_core::sha256::sha256;

use super::dragon_slayer::contest;
use super::*;

/// [`VALUES`] and the digest of the values that builds with this number compute. When
/// this test fails: raise `VALUES` in crates/league/src/tournament/header.rs by one if values were
/// meant to change, and copy the two lines that it prints. Never copy the digest alone.
const PINNED: (u32, &str) = (2, "c3b90c138d558e4e08c7642769c23e5d8b3bf1b3dd222257964cd48e72e1b750");

/// A float with nine digits, because the last ones may differ between platforms.
fn rounded(value: f64) -> String {
    format!("{value:.9}")
}

/// The values, one per line.
fn values() -> String {
    let mut text = String::new();
    let rules = Rules { target: 12, ..Rules::built_in() };
    for tally in simulate(&rules, 2_000, 7, &|_| {}) {
        writeln!(text, "odds {:?}", tally.dice_left).unwrap();
    }
    for cell in exact::all(&rules) {
        writeln!(text, "exact {cell:?}").unwrap();
    }
    let frequencies = Published::thesis().frequencies();
    let observations = infer::Observations::new(&rules, &frequencies);
    let inference = infer::infer(&observations.unwrap(), &|| {});
    writeln!(
        text,
        "infer {}",
        crate::text::csv(crate::commands::dragon_slayer::results::inference::rows(&inference))
    )
    .unwrap();
    let solution = Solution::solve(&rules, [Play::Optimal; 2]).unwrap();
    let solved = crate::commands::dragon_slayer::results::solve::values(&solution);
    for line in solved.lines().skip(1) {
        let (start, value) = line.rsplit_once(',').unwrap();
        writeln!(text, "solve {start} {}", rounded(value.parse().unwrap())).unwrap();
    }
    writeln!(
        text,
        "stops {}",
        sha256(crate::commands::dragon_slayer::results::solve::stops(&solution).as_bytes())
    )
    .unwrap();

    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    let players = built_in_roster().members.into_iter().filter_map(|member| match member {
        Member::Personality(who) if ["carla", "daniel"].contains(&who.id.as_str()) => {
            Some(PlayerPolicy::from(PersonalityPolicy::new(who, Arc::clone(&game))))
        }
        _ => None,
    });
    let tables = PolicyTables::write(&game, players.collect(), None, &|_, _| {});
    assert_eq!(tables.player_policies().len(), 2);
    for player in 0..2 {
        let (mut table, states) = (Vec::new(), game.graph().places(false).len());
        for position in 0..game.solution.positions() {
            let row = tables.row(player, position, false);
            table.extend((0..states.min(40)).map(|state| row.byte(state)));
        }
        writeln!(text, "policy {}", sha256(&table)).unwrap();
    }
    // Exact chances and tallies.
    let ids = ["abel", "daniel", "random", "hold-6"];
    let contest = contest(&ids, 12);
    contest.prepare(None, QUIETLY);
    for first in 0..ids.len() {
        for second in (0..ids.len()).filter(|&second| second != first) {
            let (chance, _) = contest.exact(first, second).unwrap();
            writeln!(text, "chance {first} {second} {}", rounded(chance)).unwrap();
        }
    }
    for seats in [2, 3] {
        let finished = finished(&contest, settings(seats, 40), 2);
        for pairing in finished.pairings {
            let Tally { groups, wins, shares, metrics, .. } = pairing.totals;
            // The digest was pinned when the sums of a metric had these names.
            let sums = metrics.iter().map(|[x, n, xx, xn, nn]| {
                format!(
                    "RatioSums {{ groups: {groups}, x: {x}, n: {n}, xx: {xx}, xn: {xn}, nn: {nn} }}"
                )
            });
            let metrics = sums.collect::<Vec<_>>().join(", ");
            writeln!(
                text,
                "games {:?} Totals {{ groups: {groups}, wins: {wins:?}, shares: {shares:?}, \
                 metrics: [{metrics}] }}",
                pairing.players
            )
            .unwrap();
        }
    }
    text
}

#[test]
fn values_change_with_their_number_only() {
    let digest = sha256(values().as_bytes());
    assert!(
        PINNED == (VALUES, digest.as_str()),
        "the program computes other values than those pinned for VALUES = {}. If that is \
         meant, raise VALUES in crates/league/src/tournament/header.rs by one, unless this commit has done \
         so, and write in tests/tournament/values.rs:\n    {},\n    \"{digest}\",",
        PINNED.0,
        if VALUES == PINNED.0 { VALUES + 1 } else { VALUES },
    );
}
