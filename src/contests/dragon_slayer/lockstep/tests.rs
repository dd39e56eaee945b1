//! Game for game, the records are those of games played alone.

use super::*;
use crate::games::dragon_slayer::Rules;
use crate::personalities::Roster;
use crate::tournament::Contest;

/// Every ordered pair of these, themselves included.
fn same_records(ids: &[&str], rules: &Rules, games: u64) {
    let ids: Vec<String> = ids.iter().map(|&id| id.to_owned()).collect();
    let roster = Roster::built_in().select(&ids).unwrap();
    let contest = DragonSlayerContest::new(rules, &roster).unwrap();
    contest.prepare();
    let metrics = contest.metrics().len();
    let mut alone = GameRecord::new(2, metrics);
    // What was in a record does not matter.
    alone.numerators.fill(-1);
    alone.denominators.fill(-1);
    for pair in 0..ids.len() * ids.len() {
        let line_up = [pair / ids.len(), pair % ids.len()];
        let dice: Vec<Dice> = (0..games)
            .map(|game| Dice::new(5, pair as u64, game))
            .collect();
        let mut records = vec![alone.clone(); dice.len()];
        contest.play_many(&line_up, &dice, &mut records);
        for (dice, record) in dice.iter().zip(&records) {
            contest.play(&line_up, dice, &mut alone);
            assert_eq!(*record, alone, "{line_up:?} of {ids:?}, {dice:?}");
        }
        // However many are played together.
        let mut few = vec![alone.clone(); 3];
        contest.play_many(&line_up, &dice[7..10], &mut few);
        assert_eq!(few, records[7..10]);
    }
}

/// Games with more rounds than their fights can be counted in are played alone.
#[test]
fn long_games_are_played_alone() {
    let ids = ["carla".to_owned(), "hold-40".to_owned()];
    let roster = Roster::built_in().select(&ids).unwrap();
    let mut contest = DragonSlayerContest::new(&Rules::built_in(), &roster).unwrap();
    contest.prepare();
    let metrics = contest.metrics().len();
    let dice: Vec<Dice> = (0..50).map(|game| Dice::new(5, 6, game)).collect();
    let mut records = vec![GameRecord::new(2, metrics); dice.len()];
    contest.play_many(&[0, 1], &dice, &mut records);
    for rounds in [0, 1, 7] {
        contest.fights.limit_rounds(rounds);
        let mut again = records.clone();
        again.iter_mut().for_each(GameRecord::clear);
        contest.play_many(&[0, 1], &dice, &mut again);
        assert_eq!(again, records);
    }
}

/// All kinds of players: with and without moods, fixed plays, one that draws.
const IDS: [&str; 7] = [
    "abel",
    "carla",
    "daniel",
    "killer-impulsive",
    "random",
    "tree-2",
    "hold-12",
];

#[test]
fn of_the_built_in_rules() {
    same_records(&IDS, &Rules::built_in(), 2 * LANES as u64 + 3);
}

#[test]
fn of_other_targets() {
    for target in [1, 17] {
        let rules = Rules {
            target,
            ..Rules::built_in()
        };
        same_records(&IDS[1..6], &rules, 200);
    }
}

#[test]
fn of_any_number_of_tokens() {
    for tokens in [0, 2] {
        let mut rules = Rules::built_in();
        rules.target = 25;
        rules.challenge.tokens = tokens;
        same_records(&IDS[..5], &rules, 200);
    }
}

#[test]
fn of_other_dice_and_shares() {
    let mut rules = Rules::built_in();
    rules.target = 20;
    rules.dragons.pop();
    rules.warrior.dice = 2;
    rules.challenge.bonus = 9;
    same_records(&["carla", "random", "hold-6"], &rules, 300);
}
