//! Tests of results of games whose wins may be shared.

use super::*;

/// The five players, with two in five games drawn.
fn drawing() -> FakeContest {
    five().with_draws(0.4, 2)
}

#[test]
fn draws_are_half_wins() {
    let contest = drawing();
    let finished = contest.finish(2, 2_000, 7);
    let claims = no_claims();
    let results = Analysis::new(&contest, &finished, &claims);
    let order: Vec<_> =
        (results.standings.iter()).map(|standing| results.id(standing.player)).collect();
    assert_eq!(order, ["bob", "cid", "eve", "ann", "dot"]);
    assert_eq!(results.disagreement, None);
    for standing in &results.standings {
        let win_rate = standing.win_rate;
        let error = win_rate.standard_error.unwrap();
        assert!((win_rate.value - standing.exact.unwrap()).abs() < 4.0 * error);
        assert!((standing.draws.unwrap() - 0.4).abs() < 0.03);
        let mean = f64::midpoint(standing.by_seat[0], standing.by_seat[1]);
        assert!((mean - win_rate.value).abs() < 1e-12);
    }
    // The ratings estimate the fit to the expectations of an unlimited number of games.
    let line_ups: Vec<_> = (results.cross_table.pairs.iter())
        .map(|pair| {
            let share = (pair.exact.unwrap().0 * 1e12).round() as u64;
            LineUp {
                players: vec![pair.first, pair.second],
                wins: vec![share, 1_000_000_000_000 - share],
            }
        })
        .collect();
    let truth = BradleyTerry::fit(5, &line_ups).unwrap();
    let ratings = results.ratings.as_ref().unwrap();
    for (player, truth) in truth.ratings.iter().enumerate() {
        let found = ratings.of(player).unwrap();
        let error = found.standard_error.unwrap();
        assert!((found.elo - truth.elo).abs() < 4.0 * error, "{found:?}");
    }
    for pair in &results.cross_table.pairs {
        let draws = pair.draws.unwrap();
        assert!(pair.first_wins + draws < pair.games && draws > 600);
        let interval = pair.interval();
        assert!(interval.low < pair.rate() && pair.rate() < interval.high);
        assert!(pair.z().unwrap().abs() < 4.5 && pair.p_value().unwrap() > 1e-4);
    }
    assert_eq!(results.cross_table.chi_square.degrees_of_freedom, 20);
}

/// Where games may be drawn, z has mean 0 and variance 1, the squares of all pairings are
/// a chi-square, and the intervals of pairs, of win rates and of ratings cover the true
/// values.
#[test]
fn figures_of_drawn_games_are_as_exact_as_they_say() {
    let contest = drawing();
    let claims = no_claims();
    let runs = 150;
    let (mut squares, mut pairs, mut held) = (0.0, 0, 0);
    let (mut statistic, mut degrees) = (0.0, 0);
    let (mut win_rates, mut players) = (0, 0);
    for seed in 0..runs {
        let finished = contest.finish(2, 250, 100 + seed);
        let results = Analysis::new(&contest, &finished, &claims);
        for pair in &results.cross_table.pairs {
            let (exact, _) = pair.exact.unwrap();
            let interval = pair.interval();
            held += u32::from(interval.low <= exact && exact <= interval.high);
            squares += pair.z().unwrap().powi(2);
            pairs += 1;
        }
        statistic += results.cross_table.chi_square.statistic;
        degrees += results.cross_table.chi_square.degrees_of_freedom;
        for standing in &results.standings {
            let (low, high) = (standing.win_rate.low, standing.win_rate.high);
            let exact = standing.exact.unwrap();
            win_rates += u32::from(low.unwrap() <= exact && exact <= high.unwrap());
            players += 1;
        }
        assert_eq!(results.disagreement, None);
    }
    let share = |part: u32, all: u32| f64::from(part) / f64::from(all);
    let variance = squares / f64::from(pairs);
    assert!((variance - 1.0).abs() < 0.1, "{variance}");
    assert!(degrees > 17 * runs as u32, "{degrees}");
    let mean = statistic / f64::from(degrees);
    assert!((mean - 1.0).abs() < 0.1, "{mean}");
    assert!((0.93..0.97).contains(&share(held, pairs)), "{held} of {pairs}");
    assert!((0.92..0.98).contains(&share(win_rates, players)), "{win_rates} of {players}");
}

#[test]
fn a_wrong_expectation_of_drawn_games_is_found() {
    let mut contest = drawing();
    let finished = contest.finish(2, 4_000, 7);
    let claims = no_claims();
    contest.told = Some(0.06);
    let results = Analysis::new(&contest, &finished, &claims);
    let disagreement = results.disagreement.as_ref().unwrap();
    assert!(!disagreement.pairs.is_empty() && disagreement.chi_square.is_some());
    let said = disagreement.to_string();
    assert!(said.contains(" won ") && said.contains(" and drew "), "{said}");
}

/// Whether games are drawn depends on the dice alone, not on the seats, so the games of a
/// group are drawn together. The interval over groups allows for that.
#[test]
fn three_share_wins() {
    let contest = five().with_draws(0.5, 6);
    let finished = contest.finish(3, 2_000, 11);
    let claims = no_claims();
    let results = Analysis::new(&contest, &finished, &claims);
    assert_eq!(results.id(results.standings[0].player), "bob");
    for pairing in &finished.pairings {
        let totals = &pairing.totals;
        assert_eq!(totals.wins.iter().sum::<u64>(), 6 * 3 * totals.groups);
        for player in 0..3 {
            let units: u64 = (0..).zip(totals.shares_of(player)).map(|(u, n)| u * n).sum();
            assert_eq!(units, totals.wins[3 * player..][..3].iter().sum::<u64>());
        }
    }
    // Two of three players share a quarter of the games, and all three share another
    // quarter.
    let drawn: f64 = results.standings.iter().map(|s| s.draws.unwrap()).sum();
    let shared: f64 = results.standings.iter().map(|s| s.shared.unwrap()).sum();
    assert!((drawn / 5.0 - 0.25).abs() < 0.02, "{drawn}");
    assert!((shared / 5.0 - 0.25 * 2.0 / 3.0).abs() < 0.02, "{shared}");
    let win_rates: f64 = results.standings.iter().map(|s| s.win_rate.value).sum();
    assert!((win_rates / 5.0 - 1.0 / 3.0).abs() < 1e-9);
    let ratings = results.ratings.as_ref().unwrap();
    let ahead = ratings.contrast(&[(1.0, 1), (-1.0, 0)]).unwrap();
    assert!(ahead.elo > 20.0 && ahead.elo < 400.0 * 2.0_f64.log10(), "{ahead:?}");
    // A recount of the variance: the shares of groups about their mean.
    let member = &results.participants()[0];
    let shares = finished.pairings[0].totals.shares_of(0);
    let groups = finished.pairings[0].totals.groups as f64;
    let moment = |power: i32| -> f64 {
        let values = (0..).zip(shares);
        values.map(|(units, &count)| (f64::from(units) / 18.0).powi(power) * count as f64).sum()
    };
    let mean = moment(1) / groups;
    let variance = (moment(2) - groups * mean * mean) / (groups - 1.0);
    assert!((member.win_rate.value - mean).abs() < 1e-12);
    let error = (variance / groups).sqrt();
    assert!((member.win_rate.standard_error.unwrap() / error - 1.0).abs() < 1e-9);
}

#[test]
fn a_cycle_with_drawn_games_is_found() {
    let claims = no_claims();
    for told in [Some(0.0), None] {
        let contest = cycle_of_three(told).with_draws(0.5, 2);
        let finished = contest.finish(2, 20_000, 5);
        let results = Analysis::new(&contest, &finished, &claims);
        assert_eq!(results.cycles.len(), 1);
        assert_eq!(results.cycles[0].players, [0, 1, 2]);
        // Half of the games are drawn, so the edge is half as large.
        assert!((results.cycles[0].strength() - 0.025).abs() < 0.01);
    }
}
