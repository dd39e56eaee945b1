//! Tests of results of games whose wins may be shared.

use super::*;
use crate::standings::field::Appearance;

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
    let order: Vec<_> = results.standings.iter().map(|standing| &standing.id).collect();
    assert_eq!(order, ["bob", "cid", "eve", "ann", "dot"]);
    assert_eq!(results.disagreement, None);
    for standing in &results.standings {
        assert_exact_within(standing);
        assert!((standing.draw_rate.unwrap() - 0.4).abs() < 0.03);
    }
    // The ratings estimate the fit to the expectations of an unlimited number of games.
    let line_ups: Vec<_> = (results.pairings.iter())
        .map(|pair| {
            let share = (pair.exact.unwrap() * 1e12).round() as u64;
            let place = |id: &str| contest.fakes.iter().position(|fake| fake.id == id).unwrap();
            LineUp {
                players: vec![place(&pair.first), place(&pair.second)],
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
    for pair in &results.pairings {
        let draws = pair.draws.unwrap();
        assert!(pair.first_wins + draws < pair.games && draws > 600);
        assert!(pair.low < pair.first_win_rate && pair.first_win_rate < pair.high);
        assert!(pair.z.unwrap().abs() < 4.5);
    }
    assert_eq!(results.agreement.unwrap().degrees_of_freedom, 20);
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
        for pair in &results.pairings {
            let exact = pair.exact.unwrap();
            held += u32::from(pair.low <= exact && exact <= pair.high);
            squares += pair.z.unwrap().powi(2);
            pairs += 1;
        }
        statistic += results.agreement.unwrap().chi_square;
        degrees += results.agreement.unwrap().degrees_of_freedom;
        for standing in &results.standings {
            let (low, high) = (standing.low, standing.high);
            let exact = standing.exact_win_rate.unwrap();
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
    assert!(!disagreement.pairs.is_empty() && disagreement.all);
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
    assert_eq!(results.standings[0].id, "bob");
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
    let drawn: f64 = results.standings.iter().map(|s| s.draw_rate.unwrap()).sum();
    let shared: f64 = results.standings.iter().map(|s| s.shared_rate.unwrap()).sum();
    assert!((drawn / 5.0 - 0.25).abs() < 0.02, "{drawn}");
    assert!((shared / 5.0 - 0.25 * 2.0 / 3.0).abs() < 0.02, "{shared}");
    let win_rates: f64 = results.standings.iter().map(|s| s.win_rate).sum();
    assert!((win_rates / 5.0 - 1.0 / 3.0).abs() < 1e-9);
    let ratings = results.ratings.as_ref().unwrap();
    let ahead = ratings.contrast(&[(1.0, 1), (-1.0, 0)]).unwrap();
    assert!(ahead.elo > 20.0 && ahead.elo < 400.0 * 2.0_f64.log10(), "{ahead:?}");
    // A recount of the variance: the shares of groups about their mean.
    let appearance = Appearance { pairing: 0, member: 0 };
    let field = Field::new(&contest, &finished);
    let share = PlayerEstimate::share(&field, &[appearance]).unwrap().estimate;
    let shares = finished.pairings[0].totals.shares_of(0);
    let groups = finished.pairings[0].totals.groups as f64;
    let moment = |power: i32| -> f64 {
        let values = (0..).zip(shares);
        values.map(|(units, &count)| (f64::from(units) / 18.0).powi(power) * count as f64).sum()
    };
    let mean = moment(1) / groups;
    let variance = (moment(2) - groups * mean * mean) / (groups - 1.0);
    assert!((share.value - mean).abs() < 1e-12);
    let error = (variance / groups).sqrt();
    assert!((share.standard_error.unwrap() / error - 1.0).abs() < 1e-9);
}

#[test]
fn a_cycle_with_drawn_games_is_found() {
    let claims = no_claims();
    for told in [Some(0.0), None] {
        let contest = cycle_of_three(told).with_draws(0.5, 2);
        let finished = contest.finish(2, 20_000, 5);
        let results = Analysis::new(&contest, &finished, &claims);
        assert_eq!(results.cycles.len(), 1);
        assert_eq!(results.cycles[0].a, "ann");
        // Half of the games are drawn, so the edge is half as large.
        assert!((strength(&results.cycles[0]) - 0.025).abs() < 0.01);
    }
}
