//! Sweeps of rules: each set of rules has the games of a plain tournament, and the intervals that
//! only such sweeps have hold.

use crate::catalogue::{Playable, find};
use crate::config::Source;
use crate::personality_files::rule_variants;
use crate::results::rule_sweep::{Measure, RuleRow, RuleSweepResults};
use crate::standings::Analysis;
use crate::standings::claims::Claims;
use crate::tournament::config::TournamentConfig;
use crate::tournament::rule_sweep::RuleSweep;

use super::*;

/// These players of a game, by these rules.
pub(super) fn contest(game: &str, rules: &str, players: &[&str]) -> Box<dyn Contest> {
    let game = find(game).unwrap();
    let ids: Vec<String> = players.iter().map(|id| (*id).to_owned()).collect();
    let roster = TournamentConfig::built_in_roster(game.info()).select(&ids).unwrap();
    let loaded = game.load(Some(&Source::new("rules", rules))).unwrap();
    loaded.contest(&roster, &|_, _| {}).unwrap()
}

fn sweep(game: &str, rules: &[&str], players: &[&str]) -> RuleSweep {
    let by = |rules: &&str| ((*rules).to_owned(), contest(game, rules, players));
    RuleSweep::new(rules.iter().map(by).collect()).unwrap()
}

/// The finished tournament of each set of rules.
fn parts(sweep: &RuleSweep, settings: Settings, players: &[&str]) -> Vec<Finished> {
    let plan = Plan::repeated(sweep, settings, players).unwrap();
    let mut ledger = Ledger::new(&plan);
    crate::tournament::play_alone(sweep, &mut ledger).unwrap();
    sweep.split(ledger.finished(sweep))
}

#[test]
fn each_set_of_rules_has_the_games_of_a_tournament() {
    let rules = ["target = 15", "target = 30"];
    let players = ["hold-5", "hold-8", "hold-10", "random"];
    for seats in [2, 3, 4] {
        let sweep = sweep("pig", &rules, &players);
        let parts = parts(&sweep, settings(seats, 50), &players);
        for (part, rules) in parts.iter().zip(rules) {
            let plain = contest("pig", rules, &players);
            let played = finished(&*plain, settings(seats, 50), 1);
            assert_eq!(text(part), text(&played), "{rules} at {seats} seats");
        }
    }
}

/// One request to stop ends the searches by all rules.
#[test]
fn one_watch_stops_the_searches_by_all_rules() {
    let rules = ["target = 15", "target = 30"];
    let sweep = sweep("pig", &rules, &["hold-5", "hold-8"]);
    for stopped in [true, false] {
        sweep.watch().unwrap().set_stopped(stopped);
        let watches = sweep.contests().map(|(_, contest)| contest.watch().unwrap().stopped());
        assert_eq!(watches.collect::<Vec<_>>(), [stopped; 2]);
    }
}

/// A game whose tournaments have copies of players keeps them.
#[test]
fn copies_are_those_of_a_tournament() {
    let rules = ["ultima = 0", "ultima = 10"];
    let players = ["always-high", "random"];
    let sweep = sweep("tute", &rules, &players);
    let parts = parts(&sweep, settings(3, 20), &players);
    for (part, rules) in parts.iter().zip(rules) {
        let played = finished(&*contest("tute", rules, &players), settings(3, 20), 1);
        assert_eq!(text(part), text(&played), "{rules}");
    }
}

/// The measure of games by one set of rules.
fn measured(sweep: &RuleSweep, players: &[&str], settings: Settings, which: Measure) -> RuleRow {
    let finished = parts(sweep, settings, players);
    let (_, contest) = sweep.contests().next().unwrap();
    let results = [(Analysis::new(contest, &finished[0], &Claims::none(contest.name())), None)];
    let ranges = ["a=1..2".to_owned()];
    let mut variants = rule_variants("a = 1".parse().unwrap(), &ranges, |_| None).unwrap();
    variants.rules.truncate(1);
    let swept = RuleSweepResults::of(sweep, &variants, &results);
    swept.rows.into_iter().find(|row| row.measure == which).unwrap()
}

/// Of 200 intervals of each measure at least 181 hold the value of many games, which is 95 % less
/// three standard errors.
#[test]
fn intervals_hold_in_200_seeds() {
    let plain = "rows = 3\ncolumns = 3\nwin = 3\nopening_plies = 2\n\
                 stocks = { ice = 0, plant = 0, torch = 0, bomb = 0 }";
    for (game, rules, players, seats, measure) in [
        ("pig", "target = 15", &["hold-5", "hold-8", "hold-10"][..], 2, Measure::Length),
        ("pig", "target = 15", &["hold-5", "hold-8", "hold-10"], 3, Measure::Length),
        ("tic-tac-toe-sp", plain, &["random", "win-block"], 2, Measure::Draws),
        ("tic-tac-toe-sp", plain, &["random", "win-block"], 2, Measure::Length),
    ] {
        let sweep = sweep(game, &[rules], players);
        let many = Settings { seed: 1_000, ..settings(seats, 20_000) };
        let truth = measured(&sweep, players, many, measure).value;
        let holds = |seed: &u64| {
            let few = Settings { seed: *seed, ..settings(seats, 80) };
            let row = measured(&sweep, players, few, measure);
            row.low.is_some_and(|low| low <= truth) && row.high.is_some_and(|high| truth <= high)
        };
        let held = (0..200).filter(holds).count();
        assert!(held >= 181, "{held} of 200 {game} {measure:?} at {seats}");
    }
}
