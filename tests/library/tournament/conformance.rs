//! The conformance suite of all contests. A contest adds one line that calls
//! [`conforms`].

use std::collections::BTreeSet;

use crate::built_in_roster;
use crate::catalogue::{Playable, find};
use crate::dragon_slayer::Rules;
use crate::dragon_slayer::contest::DragonSlayerContest;
use crate::personalities::{Member, Roster};
use crate::play::{AgentSpec, MAX_SEATS, Seats};

use super::*;

/// Plays `groups` groups of paired games with every number of seats, and checks:
///
/// * ids and names of metrics are unique and have the form of names in files;
/// * the winners have seats and can share the win, and values are in their range;
/// * the same dice give the same game, whatever the record contained before;
/// * games that are played together equal the games played one by one;
/// * the identity is not empty.
fn conforms(contest: &dyn Contest, groups: u64) {
    let unique = |names: Vec<&str>, extra: char| {
        let written = |name: &&&str| {
            // The spelling of an agent has `:` and `=` as well.
            let plain = |c: char| {
                c.is_ascii_lowercase() || c.is_ascii_digit() || c == extra || ":=".contains(c)
            };
            !name.is_empty() && name.chars().all(plain)
        };
        let different: BTreeSet<_> = names.iter().filter(written).collect();
        assert_eq!(different.len(), names.len(), "{names:?}");
    };
    let roster = contest.roster();
    let metrics = contest.metrics();
    unique(vec![contest.name()], '-');
    unique(roster.iter().map(|player| player.id.as_str()).collect(), '-');
    unique(metrics.iter().map(|metric| metric.name.as_str()).collect(), '_');
    assert!(metrics.iter().all(|metric| metric.scale > 0 && !metric.about.contains('\n')));
    assert!(!contest.identity().is_empty());

    for seats in contest.seats() {
        let size = seats * metrics.len();
        let mut record = GameRecord::new(seats, metrics.len());
        let mut again = GameRecord {
            winners: Seats::all(MAX_SEATS),
            scores: [i32::MIN; MAX_SEATS],
            numerators: vec![i32::MIN; size],
            denominators: vec![i32::MAX; size],
            wide: Some(vec![[i64::MIN; 2]; size]),
            outside: Vec::new(),
        };
        for group in 0..groups {
            let dice = Dice::new(11, 12, group);
            // Every combination of players, including games of a player against itself.
            let line_up: Vec<usize> = (0..seats)
                .map(|seat| (group as usize / (seat + 1) + seat) % roster.len())
                .collect();
            contest.play(&line_up, &dice, &mut record);
            contest.play(&line_up, &dice, &mut again);
            assert_eq!(record, again, "{line_up:?}");
            let all_dice = [dice, Dice::new(11, 13, group)];
            let mut many = vec![again.clone(); 2];
            contest.play_many(&line_up, &all_dice, &mut many);
            assert_eq!(many[0], record, "{line_up:?}");
            contest.play(&line_up, &all_dice[1], &mut again);
            assert_eq!(many[1], again, "{line_up:?}");
            let winners = record.winners;
            assert!(winners.iter().all(|seat| usize::from(seat.0) < seats), "{winners}");
            assert_eq!(contest.share_unit().checked_rem(winners.len() as u32), Some(0));
            assert_eq!([record.numerators.len(), record.denominators.len()], [size; 2]);
            let range = -(1 << 20) + 1..1 << 20;
            assert!(record.numerators.iter().all(|value| range.contains(value)));
            assert!(record.denominators.iter().all(|value| (0..1 << 20).contains(value)));
        }
    }
}

#[test]
fn pig_conforms() {
    conforms(&pig(&[1, 10, 20, 25, 100]), 300);
}

/// The contest of these agents of a game.
fn contest_of(game: &str, agents: &[&str]) -> Box<dyn Contest> {
    let game = find(game).unwrap();
    let agent = |spec: &&str| Member::Agent(AgentSpec::parse(spec, game.info().agents).unwrap());
    let roster = Roster::new(agents.iter().map(agent).collect(), game.info().agents);
    game.load(None).unwrap().contest(&roster, &|_, _| {}).unwrap()
}

#[test]
fn parchis_conforms() {
    let agents = ["greedy", "alphabeta:1:eval=gm2", "deepening:50:eval=rivals"];
    conforms(&*contest_of("parchis", &agents), 10);
}

#[test]
fn tic_tac_toe_sp_conforms() {
    let agents = ["priority", "priority-fixed", "deepening:50", "mcts:20:eval=rivals"];
    conforms(&*contest_of("tic-tac-toe-sp", &agents), 10);
}

#[test]
fn tute_conforms() {
    let agents = ["random", "medium", "expert", "pimc:3", "ismcts:5", "cabrero:2"];
    conforms(&*contest_of("tute", &agents), 30);
}

#[test]
fn battletech_conforms() {
    let agents = ["random", "charge", "seed", "knapsack"];
    conforms(&*contest_of("battletech", &agents), 4);
}

#[test]
fn shared_wins_conform() {
    conforms(&shared::contest(60), 100);
}

/// The names of dragons are free, and may even equal the name of a metric.
#[test]
fn dragon_slayer_conforms_by_odd_rules() {
    let mut rules = Rules::built_in();
    rules.target = 25;
    rules.dragons.push(rules.dragons[0].clone());
    let names = ["Big Red", "per_turn", "Ærø", "big-red"];
    for (dragon, name) in rules.dragons.iter_mut().zip(names) {
        dragon.name = name.to_owned();
    }
    let ids = ["carla", "random"].map(str::to_owned);
    let roster = built_in_roster().select(&ids).unwrap();
    conforms(&DragonSlayerContest::new(&rules, &roster).unwrap(), 100);
}

#[test]
fn dragon_slayer_conforms() {
    let ids = ["carla", "daniel", "random", "tree-2"];
    conforms(&dragon_slayer::contest(&ids, 17), 300);
}
