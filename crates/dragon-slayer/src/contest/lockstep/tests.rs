//! Compares the records of games played in lockstep with those of the same games played
//! alone, and the numbers of wins with the exact win probabilities. Some of the rules make
//! games stall, and turns reach the cap.

use crate::contest::lockstep::*;
use crate::contest::policies_of;
use crate::policies::named;
use crate::solver::{Play, Solution, SolvedGame};
use crate::tests::built_in_roster;
use crate::{DragonDie, Rules, WarriorDie};
use rivals_core::contest::{Contest, QUIETLY, Solved};
use rivals_core::personalities::Roster;
use rivals_core::play::Seat;
use rivals_statistics::Agreement;

/// Compares the records of every ordered pair of these players, including each player
/// against itself.
fn same_records(ids: &[&str], rules: &Rules, games: u64) {
    let ids: Vec<String> = ids.iter().map(|&id| id.to_owned()).collect();
    let roster = built_in_roster().select(&ids).unwrap();
    let contest = DragonSlayerContest::new(rules, &roster).unwrap();
    same_records_in(&contest, games);
}

/// Compares the records of every ordered pair of a contest's players.
fn same_records_in(contest: &DragonSlayerContest, games: u64) {
    let ids: Vec<&str> = (contest.roster().iter()).map(|player| player.id.as_str()).collect();
    contest.prepare(None, QUIETLY);
    let metrics = contest.metrics().len();
    let mut alone = GameRecord::new(2, metrics);
    // The previous contents of a record do not matter.
    alone.numerators.fill(-1);
    alone.denominators.fill(-1);
    for pair in 0..ids.len() * ids.len() {
        let line_up = [pair / ids.len(), pair % ids.len()];
        let dice: Vec<Dice> = (0..games).map(|game| Dice::new(5, pair as u64, game)).collect();
        let mut records = vec![alone.clone(); dice.len()];
        contest.play_many(&line_up, &dice, &mut records);
        for (dice, record) in dice.iter().zip(&records) {
            contest.play(&line_up, dice, &mut alone);
            assert_eq!(*record, alone, "{line_up:?} of {ids:?}, {dice:?}");
        }
        // The records do not depend on the number of games played together.
        let mut few = vec![alone.clone(); 3];
        contest.play_many(&line_up, &dice[7..10], &mut few);
        assert_eq!(few, records[7..10]);
    }
}

/// Games of more rounds than can be counted are played alone, with the same records.
#[test]
fn long_games_are_played_alone() {
    let ids = ["carla".to_owned(), "hold-40".to_owned()];
    let roster = built_in_roster().select(&ids).unwrap();
    let contest = DragonSlayerContest::new(&Rules::built_in(), &roster).unwrap();
    contest.prepare(None, QUIETLY);
    let metrics = contest.metrics().len();
    let dice: Vec<Dice> = (0..50).map(|game| Dice::new(5, 6, game)).collect();
    let mut records = vec![GameRecord::new(2, metrics); dice.len()];
    contest.play_many(&[0, 1], &dice, &mut records);
    for rounds in [0, 1, 7] {
        let mut again = records.clone();
        again.iter_mut().for_each(GameRecord::clear);
        Lockstep::new(&contest, &dice).play([0, 1], rounds, &mut again);
        assert_eq!(again, records);
    }
}

/// Players of all kinds: personalities whose decisions depend on a big turn before, and ones
/// whose decisions do not; a tree with fixed plays; a player that chooses at random.
const IDS: [&str; 7] =
    ["abel", "carla", "daniel", "killer-impulsive", "random", "tree-2", "hold-12"];

#[test]
fn records_agree_under_the_built_in_rules() {
    same_records(&IDS, &Rules::built_in(), 2 * LANES as u64 + 3);
}

#[test]
fn records_agree_with_other_targets() {
    for target in [1, 17] {
        let rules = Rules { target, ..Rules::built_in() };
        same_records(&IDS[1..6], &rules, 200);
    }
}

#[test]
fn records_agree_with_other_tokens() {
    for tokens in [0, 2] {
        let mut rules = Rules::built_in();
        rules.target = 17;
        rules.challenge.tokens = tokens;
        same_records(&IDS[..5], &rules, 200);
    }
}

#[test]
fn records_agree_with_other_dice_and_bonus() {
    let mut rules = Rules::built_in();
    rules.target = 20;
    rules.dragons.pop();
    rules.warrior.dice = 2;
    rules.challenge.bonus = 9;
    same_records(&["carla", "random", "hold-6"], &rules, 300);
}

fn roster(ids: &[&str]) -> Roster {
    let ids: Vec<String> = ids.iter().map(|&id| id.to_owned()).collect();
    built_in_roster().select(&ids).unwrap()
}

/// Rules of one dragon and one warrior die, under which a fight is won with probability
/// 1/36. Games of players that do not stop after one dragon stall.
fn hard() -> Rules {
    let mut rules = Rules::built_in();
    rules.target = 4;
    rules.dragons.truncate(1);
    rules.dragons[0].dice = 1;
    rules.dragons[0].die = DragonDie::new(1, 0, 5).unwrap();
    rules.warrior.dice = 1;
    rules.warrior.die = WarriorDie::new(1, 0, 5).unwrap();
    rules.challenge.bonus = 1;
    rules
}

/// Rules under which fights are almost never lost.
fn easy() -> Rules {
    let mut rules = Rules::built_in();
    rules.target = 10;
    rules.dragons.truncate(2);
    rules.warrior.dice = 2;
    rules.warrior.die = WarriorDie::new(4, 1, 1).unwrap();
    for dragon in &mut rules.dragons {
        dragon.dice = 1;
        dragon.die = DragonDie::new(5, 1, 0).unwrap();
    }
    rules
}

/// Compares the wins of every ordered pair with the exact win probability.
fn wins_as_exact(contest: &DragonSlayerContest, games: u64) {
    let players = contest.roster().len();
    for pair in 0..players * players {
        let line_up = [pair / players, pair % players];
        let dice: Vec<Dice> = (0..games).map(|game| Dice::new(11, pair as u64, game)).collect();
        let mut records = vec![GameRecord::new(2, contest.metrics().len()); dice.len()];
        contest.play_many(&line_up, &dice, &mut records);
        let wins =
            records.iter().filter(|record| record.winners.contains(Seat::FIRST)).count() as u64;
        let (chance, error) = contest.exact(line_up[0], line_up[1]).unwrap();
        assert!(error < 1e-4, "{line_up:?}: {error}");
        let agreement = Agreement::new(wins, games, chance);
        assert!(!agreement.refuted(1), "{line_up:?}: {wins}, {chance}");
        assert!(agreement.z().is_none_or(|z| z.abs() < 4.5), "{line_up:?}");
    }
}

/// Compares the exact win probabilities with those of the solver for the two policies.
fn exact_as_solved(contest: &DragonSlayerContest, rules: &Rules, names: &[&str]) {
    assert!(contest.roster().iter().zip(names).all(|(player, name)| player.id == *name));
    let policies: Vec<_> = names.iter().map(|name| named(name, rules).unwrap()).collect();
    for pair in 0..names.len() * names.len() {
        let [first, second] = [pair / names.len(), pair % names.len()];
        let plays = [&*policies[first], &*policies[second]].map(Play::As);
        let solution = Solution::solve(rules, plays).unwrap();
        let (chance, error) = contest.exact(first, second).unwrap();
        let off = (chance - solution.first_wins()).abs();
        assert!(
            off <= error + solution.error(),
            "{} against {}: {off:e}, {error:e}, {:e}",
            names[first],
            names[second],
            solution.error()
        );
    }
}

#[test]
fn games_that_stall_are_won_as_computed() {
    let names = ["hold-2", "hold-6", "hold-18", "random"];
    for tokens in [0, 1] {
        let mut rules = hard();
        rules.challenge.tokens = tokens;
        let contest = DragonSlayerContest::new(&rules, &roster(&names)).unwrap();
        same_records_in(&contest, 10);
        wins_as_exact(&contest, 1_000);
        exact_as_solved(&contest, &rules, &names);
    }
}

#[test]
fn policies_may_need_a_larger_cap_than_the_solution() {
    // The solver refuses matches of `random` here: no cap is large enough for its bound.
    let names = ["hold-200", "greedy", "random"];
    let contest = DragonSlayerContest::new(&easy(), &roster(&names)).unwrap();
    let alone = SolvedGame::new(&easy()).unwrap();
    assert!(contest.game.solution.cap() > alone.solution.cap());
    same_records_in(&contest, 300);
    wins_as_exact(&contest, 2_000);
    exact_as_solved(&contest, &easy(), &names[..2]);
}

/// The exact results, the solver and both ways of playing games stop a turn at the cap,
/// where a challenge that is accepted demands one more fight.
#[test]
fn turns_stop_at_the_cap() {
    let names = ["hold-200", "random", "tree-2", "carla"];
    let (rules, roster) = (easy(), roster(&names));
    let policies = policies_of(&rules, &roster).unwrap();
    let cap = 12;
    let game = SolvedGame::with_cap(&rules, cap).unwrap();
    let contest = DragonSlayerContest::at(game, &roster, policies);
    same_records_in(&contest, 300);
    let policies = [named(names[0], &rules), named(names[1], &rules)].map(Result::unwrap);
    for pair in 0..4 {
        let [first, second] = [pair / 2, pair % 2];
        let dice: Vec<Dice> = (0..4_000).map(|game| Dice::new(3, pair as u64, game)).collect();
        let mut records = vec![GameRecord::new(2, contest.metrics().len()); dice.len()];
        contest.play_many(&[first, second], &dice, &mut records);
        let wins = records.iter().filter(|record| record.winners.contains(Seat::FIRST)).count();
        let plays = [&*policies[first], &*policies[second]].map(Play::As);
        let solution = Solution::with_cap(&rules, plays, cap).unwrap();
        let (chance, error) = contest.exact(first, second).unwrap();
        assert!((chance - solution.first_wins()).abs() < 1e-11);
        assert!(error > 1e-3, "the effect of the cap is a part of the error");
        let agreement = Agreement::new(wins as u64, 4_000, chance);
        assert!(agreement.z().is_some_and(|z| z.abs() < 4.5), "{first} {second}");
    }
}

/// With more than two seats, the seats with the highest score win a stalled game with equal
/// probability.
#[test]
fn leaders_of_a_stalled_game_of_three_win_equally_often() {
    let contest = DragonSlayerContest::new(&hard(), &roster(&["hold-18"])).unwrap();
    let mut record = GameRecord::new(3, contest.metrics().len());
    let mut wins = [0_u32; 3];
    for game in 0..200 {
        contest.play(&[0; 3], &Dice::new(1, 0, game), &mut record);
        wins[usize::from(record.winners.iter().next().unwrap().0)] += 1;
        for seat in 0..3 {
            let sums = |name: &str| {
                let metric = contest.metrics().iter().position(|metric| metric.name == name);
                record.sums(seat * contest.metrics().len() + metric.unwrap())
            };
            let rounds = i64::from(STALLED_ROUNDS);
            assert_eq!(sums("turns_per_game"), [rounds, 1]);
            assert_eq!(sums("winning_margin")[1], 0);
        }
    }
    assert!(wins.into_iter().all(|wins| (40..=94).contains(&wins)), "{wins:?}");
}
