//! Sweeps of rules: each set of rules has the games of a plain tournament, and the intervals that
//! only such sweeps have hold.

use crate::catalogue::{Playable, find};
use crate::config::Source;
use crate::personality_files::rule_variants;
use crate::results::rule_sweep::{Measure, RuleRow, RuleSweepResults, length};
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

/// A sweep of these rules, of which the first ones are the unchanged ones.
fn sweep(game: &str, rules: &[&str], players: &[&str], seats: usize) -> RuleSweep {
    let by = |rules: &&str| ((*rules).to_owned(), contest(game, rules, players));
    RuleSweep::new(rules.iter().map(by).collect(), 0, seats).unwrap()
}

fn played(sweep: &RuleSweep, settings: Settings, players: &[&str]) -> Finished {
    let plan = Plan::repeated(sweep, settings, players).unwrap();
    let mut ledger = Ledger::new(&plan);
    crate::tournament::play_alone(sweep, &mut ledger).unwrap();
    ledger.finished(sweep)
}

/// The finished tournament of each set of rules.
fn parts(sweep: &RuleSweep, settings: Settings, players: &[&str]) -> Vec<Finished> {
    sweep.split(&played(sweep, settings, players))
}

#[test]
fn each_set_of_rules_has_the_games_of_a_tournament() {
    let rules = ["target = 15", "target = 30"];
    let players = ["hold-5", "hold-8", "hold-10", "random"];
    for seats in [2, 3, 4] {
        let sweep = sweep("pig", &rules, &players, seats);
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
    let sweep = sweep("pig", &rules, &["hold-5", "hold-8"], 2);
    for stopped in [true, false] {
        sweep.watch().unwrap().set_stopped(stopped);
        let watches = sweep.contests().map(|(_, contest)| contest.watch().unwrap().stopped());
        assert_eq!(watches.collect::<Vec<_>>(), [stopped; 2]);
    }
}

/// Two players at three seats meet among copies of each other, as in a tournament; three players do
/// not, as their copies would be in no measure.
#[test]
fn copies_are_those_of_a_tournament() {
    let rules = ["ultima = 0", "ultima = 10"];
    let players = ["always-high", "random"];
    let sweep = sweep("tute", &rules, &players, 3);
    let parts = parts(&sweep, settings(3, 20), &players);
    for (part, rules) in parts.iter().zip(rules) {
        let played = finished(&*contest("tute", rules, &players), settings(3, 20), 1);
        assert_eq!(text(part), text(&played), "{rules}");
    }
    let three = ["always-high", "random", "always-low"];
    let of_three = self::parts(&self::sweep("tute", &rules, &three, 3), settings(3, 20), &three);
    for (part, rules) in of_three.iter().zip(rules) {
        let contest = contest("tute", rules, &three);
        let mut played = finished(&*contest, settings(3, 20), 1);
        let rates = |of: &Finished| {
            let analysis = Analysis::new(&*contest, of, &Claims::none("tute"));
            analysis.standings.iter().map(|row| (row.id.clone(), row.win_rate)).collect::<Vec<_>>()
        };
        assert_eq!(rates(part), rates(&played), "{rules}");
        played.pairings.truncate(1);
        assert_eq!(text(part), text(&played), "{rules}");
    }
}

/// The measures of a sweep of a rule `a`, whose values are 1, 2, ... by the rules of the sweep.
fn rows(sweep: &RuleSweep, players: &[&str], settings: Settings) -> Vec<RuleRow> {
    let played = played(sweep, settings, players);
    let finished = sweep.split(&played);
    let parts = sweep.contests().zip(&finished).map(|((_, contest), part)| {
        (Analysis::new(contest, part, &Claims::none(contest.name())), None)
    });
    let ranges = ["a=1..2".to_owned()];
    let mut variants = rule_variants("a = 1".parse().unwrap(), &ranges, false, |_| None).unwrap();
    variants.rules.truncate(finished.len());
    RuleSweepResults::of(sweep, &variants, &played, &parts.collect::<Vec<_>>()).rows
}

/// The measure of games by one set of rules.
fn measured(sweep: &RuleSweep, players: &[&str], settings: Settings, which: Measure) -> RuleRow {
    rows(sweep, players, settings).into_iter().find(|row| row.measure == which).unwrap()
}

/// The differences from the unchanged rules are those of the same games, one by one, and so are their
/// intervals.
#[test]
fn differences_are_those_of_a_plain_recount() {
    let (players, games) = (["hold-5", "hold-8"], 100);
    let rules = ["target = 15", "target = 20"];
    let found = rows(&sweep("pig", &rules, &players, 2), &players, settings(2, games));
    let contests = rules.map(|rules| contest("pig", rules, &players));
    let turns = length(&*contests[0]).unwrap();
    let key = Dice::pairing(players);
    // By group: the share of the first player, the advantage of the first seat, and turns.
    let counted = |contest: &dyn Contest, group: u64| -> [f64; 3] {
        let count = contest.metrics().len();
        let mut sums = [0.0; 3];
        for line_up in [[0, 1], [1, 0]] {
            let mut record = GameRecord::new(2, count);
            contest.play(&line_up, &Dice::new(7, key, group), &mut record);
            let won = |seat: usize| {
                f64::from(u8::from(record.winners.contains(crate::play::Seat::at(seat))))
            };
            sums[0] += won(line_up[0]) / 2.0;
            sums[1] += (won(0) - won(1)) / 2.0;
            let all = record.sums(turns)[0] + record.sums(count + turns)[0];
            sums[2] += all as f64 / 4.0;
        }
        sums
    };
    let differences: Vec<[f64; 3]> = (0..games)
        .map(|group| {
            let [before, after] = [0, 1].map(|at| counted(&*contests[at], group));
            [0, 1, 2].map(|at| after[at] - before[at])
        })
        .collect();
    for (at, measure) in [Measure::WinRate, Measure::Advantage, Measure::Length].iter().enumerate()
    {
        let values = || differences.iter().map(|of| of[at]);
        let mean = values().sum::<f64>() / games as f64;
        let squares: f64 = values().map(|of| (of - mean) * (of - mean)).sum();
        let error = (squares / (games as f64 - 1.0) / games as f64).sqrt();
        let is_it = |row: &&RuleRow| row.measure == *measure && row.values == [2.0];
        let row = found.iter().find(is_it).unwrap().difference;
        assert!((row.sampled - mean).abs() < 1e-9, "{measure:?}: {row:?} {mean}");
        // Intervals of shares are those of an exact binomial test. The errors of the lengths of both
        // players add up.
        let half = (row.high.unwrap() - row.low.unwrap()) / 2.0 / (1.96 * error);
        let most = if *measure == Measure::Length { 1.6 } else { 1.3 };
        assert!((0.99..most).contains(&half), "{measure:?}: {half}");
    }
    // Nothing differs from itself.
    let own = found.iter().find(|row| row.values == [1.0]).unwrap().difference;
    assert_eq!((own.sampled, own.low, own.exact), (0.0, None, Some(0.0)));
}

/// Of 200 intervals of each difference at least 181 hold the difference of many games.
#[test]
fn intervals_of_differences_hold_in_200_seeds() {
    let players = ["hold-5", "hold-8", "hold-10"];
    for seats in [2, 3] {
        let sweep = sweep("pig", &["target = 15", "target = 20"], &players, seats);
        let differing = |settings: Settings| {
            let rows = rows(&sweep, &players, settings);
            rows.into_iter().filter(|row| row.values == [2.0]).collect::<Vec<_>>()
        };
        let truth = differing(Settings { seed: 1_000, ..settings(seats, 20_000) });
        let mut held = vec![0; truth.len()];
        for seed in 0..200 {
            let few = differing(Settings { seed, ..settings(seats, 60) });
            for ((held, row), truth) in held.iter_mut().zip(&few).zip(&truth) {
                let Some((low, high)) = row.difference.interval() else {
                    continue;
                };
                *held += u32::from((low..=high).contains(&truth.difference.best()));
            }
        }
        for (held, row) in held.iter().zip(&truth) {
            assert!(*held >= 181, "{:?} of {} at {seats}: {held}", row.measure, row.of);
        }
    }
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
        let sweep = sweep(game, &[rules], players, seats);
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
