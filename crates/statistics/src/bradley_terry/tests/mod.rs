//! Tests with closed forms, baseball results, another iteration and the jackknife.

mod refusals;
mod shared_wins;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::likelihood::Likelihood;
use super::newton::maximise_penalised;
use crate::bradley_terry::*;

const ELO: f64 = 400.0 / std::f64::consts::LN_10;

fn line_up(players: &[usize], wins: &[u64]) -> LineUp {
    LineUp { players: players.to_vec(), wins: wins.to_vec() }
}

/// The fit with the prior, where wins are counted in these units.
fn penalised(players: usize, line_ups: &[LineUp], unit: f64) -> BradleyTerry {
    let weights = vec![1.0 / unit; line_ups.len()];
    BradleyTerry::fit_with(players, line_ups, &weights, maximise_penalised).unwrap()
}

fn close(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() <= error, "{found} {expected}");
}

/// A winning seat, drawn with these strengths.
fn winner(strengths: &[f64], rng: &mut Xoshiro256PlusPlus) -> usize {
    let sum: f64 = strengths.iter().map(|s| s.exp()).sum();
    let mut drawn = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * sum;
    (strengths.iter())
        .position(|s| {
            drawn -= s.exp();
            drawn < 0.0
        })
        .unwrap_or(0)
}

#[test]
fn two_players_in_closed_form() {
    // There are two log-odds, r0 - r1 - a and r1 - r0 - a, and as many parameters.
    let (a, b, c, d) = (70.0_f64, 30.0_f64, 40.0_f64, 60.0_f64);
    let line_ups = [line_up(&[0, 1], &[70, 30]), line_up(&[1, 0], &[40, 60])];
    let fit = BradleyTerry::fit(2, &line_ups).unwrap();
    let difference = ((a / b).ln() - (c / d).ln()) / 2.0;
    let advantage = -((a / b).ln() + (c / d).ln()) / 2.0;
    let error = ELO * ((1.0 / a + 1.0 / b + 1.0 / c + 1.0 / d) / 4.0).sqrt();
    let found = fit.contrast(&[(0, 1.0), (1, -1.0)]);
    close(found.elo, ELO * difference, 1e-9);
    close(found.standard_error.unwrap(), error, 1e-9);
    close(found.high.unwrap() - found.elo, 1.959_964 * error, 1e-4);
    close(fit.ratings[0].elo, ELO * difference / 2.0, 1e-9);
    close(fit.ratings[1].elo, -ELO * difference / 2.0, 1e-9);
    close(fit.ratings[1].standard_error.unwrap(), error / 2.0, 1e-9);
    close(fit.seat_advantages[0].elo, ELO * advantage, 1e-9);
    close(fit.seat_advantages[0].standard_error.unwrap(), error, 1e-9);
    assert_eq!(fit.contrast(&[(1, 1.0), (1, -1.0)]).standard_error, None);
}

/// Agresti 2002, Categorical Data Analysis, 2nd ed., pages 437 and 438: the
/// Eastern Division of the American League in 1987. Rows are at home, wins at
/// home and away against Milwaukee, Detroit, Toronto, New York, Boston,
/// Cleveland, Baltimore; data as in the R package `BradleyTerry2`.
const BASEBALL: [[(u64, u64); 7]; 7] = [
    [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
    [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
    [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
    [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
    [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
    [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
    [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
];

#[test]
fn baseball_with_home_advantage() {
    let mut line_ups = Vec::new();
    for (home, row) in BASEBALL.iter().enumerate() {
        for (away, &(won, lost)) in row.iter().enumerate() {
            if home != away {
                line_ups.push(line_up(&[home, away], &[won, lost]));
            }
        }
    }
    let fit = BradleyTerry::fit(7, &line_ups).unwrap();
    // Table 10.11: strengths that add up to 1; the advantage of playing at
    // home is 0.302 with a standard error of 0.131.
    let table = [0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044];
    let strengths = fit.ratings.iter().map(|rating| (rating.elo / ELO).exp());
    let sum: f64 = strengths.clone().sum();
    for (strength, expected) in strengths.zip(table) {
        close(strength / sum, expected, 0.000_5);
    }
    let away = fit.seat_advantages[0];
    close(away.elo / ELO, -0.302, 0.000_5);
    close(away.standard_error.unwrap() / ELO, 0.131, 0.000_5);
}

/// Games of three seats with four players and all kinds of seatings; one player also
/// meets itself.
fn tables_of_three() -> Vec<LineUp> {
    vec![
        line_up(&[0, 1, 2], &[50, 20, 17]),
        line_up(&[2, 0, 1], &[30, 31, 12]),
        line_up(&[1, 2, 0], &[22, 19, 25]),
        line_up(&[3, 0, 1], &[3, 60, 21]),
        line_up(&[2, 3, 1], &[44, 5, 13]),
        line_up(&[3, 3, 2], &[11, 4, 70]),
        line_up(&[1, 1, 1], &[400, 300, 250]),
        line_up(&[1, 0, 3], &[0, 0, 0]),
    ]
}

/// Hunter 2004: updates all ratings, then all seats, each to the maximum of a bound of
/// the likelihood, with strengths instead of their logarithms.
fn hunter(players: usize, line_ups: &[LineUp], rounds: u32) -> (Vec<f64>, Vec<f64>) {
    let seats = line_ups[0].wins.len();
    let (mut player_strength, mut seat_strength) = (vec![1.0; players], vec![1.0; seats]);
    for _ in 0..rounds {
        for of_seats in [false, true] {
            let size = if of_seats { seats } else { players };
            let (mut wins, mut chances) = (vec![0.0; size], vec![0.0; size]);
            for line_up in line_ups {
                let pairs = || line_up.players.iter().copied().enumerate();
                let sum: f64 = pairs().map(|(s, p)| player_strength[p] * seat_strength[s]).sum();
                let games = line_up.wins.iter().sum::<u64>() as f64;
                for (seat, player) in pairs() {
                    let (index, other) = if of_seats {
                        (seat, player_strength[player])
                    } else {
                        (player, seat_strength[seat])
                    };
                    wins[index] += line_up.wins[seat] as f64;
                    chances[index] += games * other / sum;
                }
            }
            let updated = wins.iter().zip(&chances).map(|(w, c)| w / c).collect();
            if of_seats {
                seat_strength = updated;
            } else {
                player_strength = updated;
            }
        }
    }
    let ratings: Vec<f64> = player_strength.iter().map(|s| s.ln()).collect();
    let mean = ratings.iter().sum::<f64>() / players as f64;
    let ratings = ratings.iter().map(|rating| rating - mean).collect();
    let first = seat_strength[0].ln();
    let advantages = seat_strength.iter().map(|s| s.ln() - first).collect();
    (ratings, advantages)
}

#[test]
fn hunters_iteration_ends_at_the_same_place() {
    let line_ups = tables_of_three();
    let fit = BradleyTerry::fit(4, &line_ups).unwrap();
    let (ratings, advantages) = hunter(4, &line_ups, 10_000);
    for (found, expected) in fit.ratings.iter().zip(ratings) {
        close(found.elo / ELO, expected, 1e-9);
    }
    for (found, expected) in fit.seat_advantages.iter().zip(&advantages[1..]) {
        close(found.elo / ELO, *expected, 1e-9);
    }
    close(fit.ratings.iter().map(|rating| rating.elo).sum(), 0.0, 1e-9);
    assert!(fit.iterations <= 10, "{}", fit.iterations);
}

#[test]
fn derivatives_by_differences() {
    let line_ups = tables_of_three();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let likelihood = Likelihood {
        players: 4,
        seats: 3,
        line_ups: &line_ups,
        seatings: &seatings(),
        mixed: &[mixed(&[1, 3, 0], 100, &mut rng), mixed(&[2, 0, 1], 7, &mut rng)].map(|m| m.1),
        weights: &[1.0, 2.5, 1.0, 0.3, 1.0, 1.0, 1.0, 1.0, 0.7, 4.0],
        prior: &[3, 3, 3, 3, 3, 3, 3, 3, 9, 9].map(|cells| vec![0.4; cells]),
    };
    let at = [0.3, -0.2, 0.5, -0.6, 0.1, -0.4];
    let slope = likelihood.slope(&at);
    let moved = |term: usize, by: f64| {
        let mut moved = at;
        moved[term] += by;
        moved
    };
    for row in 0..6 {
        let rise = likelihood.value(&moved(row, 1e-5)) - likelihood.value(&moved(row, -1e-5));
        close(slope.gradient[row], rise / 2e-5, 1e-4);
        let (up, down) = (moved(row, 1e-5), moved(row, -1e-5));
        let (up, down) = (likelihood.slope(&up), likelihood.slope(&down));
        for column in 0..6 {
            let fall = (down.gradient[column] - up.gradient[column]) / 2e-5;
            close(slope.information[(row, column)], fall, 1e-4);
        }
    }
}

/// All seatings of three.
fn seatings() -> Vec<Vec<usize>> {
    let seating = |seating: [usize; 3]| seating.to_vec();
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]].map(seating).into()
}

/// Games with the seatings in turn: the counts of each seating, and all together.
fn mixed(
    players: &[usize],
    games: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> (Vec<LineUp>, MixedLineUp) {
    let strengths = [0.4, 0.1, -0.2, -0.3];
    let advantages = [0.3, 0.0, -0.3];
    let (all, mut wins) = (seatings(), vec![0; 9]);
    let mut line_ups: Vec<LineUp> = (all.iter())
        .map(|seating| LineUp {
            players: seating.iter().map(|place| players[*place]).collect(),
            wins: vec![0; 3],
        })
        .collect();
    for game in 0..games {
        let number = game % all.len();
        let strength = |seat: usize| strengths[line_ups[number].players[seat]] + advantages[seat];
        let seat = winner(&[0, 1, 2].map(strength), rng);
        line_ups[number].wins[seat] += 1;
        wins[all[number][seat] * 3 + seat] += 1;
    }
    let mixed = MixedLineUp { players: players.to_vec(), wins, unit: 1, groups: 0, squares: 0.0 };
    (line_ups, mixed)
}

/// The reference implementation counts every seating separately.
#[test]
fn mixed_seatings_are_as_good_as_each_by_itself() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    // The small numbers of games give most seatings one game more than others, or none.
    for games in [3_001, 40, 20] {
        let tables: [&[usize]; 4] = [&[0, 1, 2], &[0, 1, 3], &[0, 2, 3], &[3, 2, 1]];
        let (apart, together): (Vec<_>, Vec<_>) =
            (tables.iter()).map(|players| mixed(players, games, &mut rng)).unzip();
        let apart = penalised(4, &apart.concat(), 1.0);
        let together = BradleyTerry::fit_mixed(4, &seatings(), &together).unwrap();
        let both = |fit: &BradleyTerry| [&fit.ratings[..], &fit.seat_advantages].concat();
        for (found, expected) in both(&together).iter().zip(both(&apart)) {
            // The prior of mixed seatings takes them as equally many.
            close(found.elo, expected.elo, 10.0 / games as f64);
            // The errors do not count the games of the prior.
            let (found, expected) = (found.standard_error, expected.standard_error);
            close(found.unwrap() / expected.unwrap(), 1.0, 5.0 / games as f64);
        }
    }
}

/// The ratings of three players whom no ratings fit do not change if one pairing was
/// played ten times as often.
#[test]
fn line_ups_have_equal_weight() {
    let rates = [(0, 1, [70, 60]), (1, 2, [55, 65]), (2, 0, [45, 40])];
    let fit = |times: [u64; 3]| {
        let line_ups: Vec<_> = (rates.iter().zip(times))
            .map(|(&(a, b, shares), times)| PairedLineUp {
                players: [a, b],
                unit: 1,
                groups: 100 * times,
                shares: shares.map(|wins| wins * times),
                // Both games are won in 35 groups of 100.
                products: [shares[0], 35, shares[1]].map(|count| count * times),
                batches: Vec::new(),
            })
            .collect();
        BradleyTerry::fit_pairs(3, &line_ups, None).unwrap()
    };
    let (equal, more) = (fit([10, 10, 10]), fit([10, 100, 30]));
    for (found, expected) in more.ratings.iter().zip(&equal.ratings) {
        close(found.elo, expected.elo, 1e-6);
        assert!(found.standard_error < expected.standard_error);
    }
    close(more.seat_advantages[0].elo, equal.seat_advantages[0].elo, 1e-6);
    // The same holds for mixed seatings.
    let seatings = [vec![0, 1], vec![1, 0]];
    let fit = |times: [u64; 3]| {
        let line_ups: Vec<_> = (rates.iter().zip(times))
            .map(|(&(a, b, [first, second]), times)| MixedLineUp {
                players: vec![a, b],
                wins: [first, second, 100 - second, 100 - first].map(|wins| wins * times).to_vec(),
                unit: 1,
                groups: 100 * times,
                squares: 50.0 * times as f64,
            })
            .collect();
        BradleyTerry::fit_mixed(3, &seatings, &line_ups).unwrap()
    };
    let (equal, more) = (fit([10, 10, 10]), fit([10, 100, 30]));
    for (found, expected) in more.ratings.iter().zip(&equal.ratings) {
        close(found.elo, expected.elo, 1e-6);
        assert!(found.standard_error < expected.standard_error);
    }
}

#[test]
fn games_against_oneself_inform_only_seats() {
    let mirror = [line_up(&[0, 0, 0], &[500, 300, 200])];
    let fit = BradleyTerry::fit(1, &mirror).unwrap();
    close(fit.ratings[0].elo, 0.0, 1e-9);
    assert_eq!(fit.ratings[0].standard_error, None);
    close(fit.seat_advantages[0].elo, ELO * 0.6_f64.ln(), 1e-9);
    close(fit.seat_advantages[1].elo, ELO * 0.4_f64.ln(), 1e-9);
    let error = ELO * (1.0 / 500.0 + 1.0 / 200.0_f64).sqrt();
    close(fit.seat_advantages[1].standard_error.unwrap(), error, 1e-9);
}

#[test]
fn recovers_the_simulated_ratings() {
    let (ratings, advantages) = ([0.5, 0.2, 0.0, -0.3, -0.4], [0.0, -0.15, -0.4]);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(42);
    let (mut held, mut all) = (0, 0);
    for _ in 0..100 {
        let mut line_ups = Vec::new();
        for seating in [[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 0], [4, 0, 1]] {
            let strengths: Vec<f64> = (seating.iter().zip(advantages))
                .map(|(player, advantage)| ratings[*player] + advantage)
                .collect();
            let mut wins = [0; 3];
            for _ in 0..300 {
                wins[winner(&strengths, &mut rng)] += 1;
            }
            line_ups.push(line_up(&seating, &wins));
        }
        let fit = BradleyTerry::fit(5, &line_ups).unwrap();
        let found = fit.ratings.iter().chain(&fit.seat_advantages);
        for (found, truth) in found.zip(ratings.iter().chain(&advantages[1..])) {
            let (low, high) = (found.low.unwrap(), found.high.unwrap());
            held += u32::from(low <= ELO * truth && ELO * truth <= high);
            all += 1;
        }
    }
    // 95 % of 700, within 4 standard errors of 700 independent ones.
    assert!((642..=688).contains(&held), "{held} of {all}");
}

/// Groups of two games with both seatings, so alike that the luck of the player, not of
/// the seat, often decides both.
fn lucky_groups(groups: u32, seed: u64) -> Vec<Vec<[usize; 2]>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    [[0.3, 0.0], [0.1, 0.0], [-0.2, 0.0]]
        .iter()
        .map(|strengths| {
            (0..groups)
                .map(|_| {
                    let first = winner(strengths, &mut rng);
                    let fresh = 1 - winner(strengths, &mut rng);
                    let same = rng.next_u64() % 10 < 6;
                    [first, if same { 1 - first } else { fresh }]
                })
                .collect()
        })
        .collect()
}

/// The sums of groups, from the first player's units of a win in both games of each.
fn paired(
    players: [usize; 2],
    unit: u64,
    groups: impl IntoIterator<Item = [u64; 2]>,
) -> PairedLineUp {
    let mut line_up = PairedLineUp {
        players,
        unit,
        groups: 0,
        shares: [0; 2],
        products: [0; 3],
        batches: Vec::new(),
    };
    for [first, second] in groups {
        line_up.groups += 1;
        line_up.shares[0] += first;
        line_up.shares[1] += second;
        let products = [first * first, first * second, second * second];
        for (sum, product) in line_up.products.iter_mut().zip(products) {
            *sum += product;
        }
    }
    line_up
}

fn counted(groups: &[Vec<[usize; 2]>], left_out: Option<(usize, usize)>) -> Vec<PairedLineUp> {
    (groups.iter().zip([[0, 1], [1, 2], [2, 0]]).enumerate())
        .map(|(index, (winners, players))| {
            let kept = (winners.iter().enumerate())
                .filter(|(group, _)| left_out != Some((index, *group)))
                .map(|(_, seats)| [u64::from(seats[0] == 0), u64::from(seats[1] == 1)]);
            paired(players, 1, kept)
        })
        .collect()
}

#[test]
fn groups_by_leaving_one_out() {
    let groups = lucky_groups(150, 9);
    let all = counted(&groups, None);
    let fit = BradleyTerry::fit_pairs(3, &all, None).unwrap();
    let mut squares = [0.0; 4];
    for (line_up, winners) in groups.iter().enumerate() {
        let without: Vec<_> = (0..winners.len())
            .map(|group| {
                let line_ups = counted(&groups, Some((line_up, group)));
                let fit = BradleyTerry::fit_pairs(3, &line_ups, None).unwrap();
                let ratings = fit.ratings.iter().chain(&fit.seat_advantages);
                ratings.map(|rating| rating.elo).collect::<Vec<f64>>()
            })
            .collect();
        // The jackknife of one stratum: (n - 1) / n times the sum of squares.
        let n = without.len() as f64;
        for (index, square) in squares.iter_mut().enumerate() {
            let mean = without.iter().map(|fit| fit[index]).sum::<f64>() / n;
            let sum: f64 = without.iter().map(|fit| (fit[index] - mean).powi(2)).sum();
            *square += (n - 1.0) / n * sum;
        }
    }
    let found = fit.ratings.iter().chain(&fit.seat_advantages);
    for (found, square) in found.zip(squares) {
        let error = found.standard_error.unwrap();
        close(error / square.sqrt(), 1.0, 0.02);
    }
    // The estimates are those from single games, with other standard errors: luck that
    // stays with the player makes ratings less certain and seats more certain.
    let seatings: Vec<LineUp> = all.iter().flat_map(PairedLineUp::line_ups).collect();
    let single = penalised(3, &seatings, 1.0);
    assert_eq!(single.ratings[0].elo, fit.ratings[0].elo);
    let ratio = |a: Rating, b: Rating| a.standard_error.unwrap() / b.standard_error.unwrap();
    let ratings = ratio(fit.ratings[0], single.ratings[0]);
    let seats = ratio(fit.seat_advantages[0], single.seat_advantages[0]);
    assert!(ratings > 1.2 && seats < 0.8, "{ratings} {seats}");
}

/// Batches of one group each, which are independent of each other, have the error of groups; those
/// of line-ups that depend on each other have another one.
#[test]
fn batches_of_groups() {
    let groups: Vec<[u64; 2]> = (0..40_u64).map(|at| [at * at % 3 % 2, at % 5 % 2]).collect();
    let batched = |players, groups: &[[u64; 2]]| PairedLineUp {
        batches: (0..).zip(groups).map(|(at, &shares)| (at, 1, shares)).collect(),
        ..paired(players, 1, groups.iter().copied())
    };
    let error = |line_ups: &[PairedLineUp]| {
        let fit = BradleyTerry::fit_pairs(3, line_ups, None).unwrap();
        fit.ratings[0].standard_error.unwrap()
    };
    let mut apart = Vec::new();
    let (mut together, mut alone) = (Vec::new(), Vec::new());
    for (at, players) in (0..).zip([[0, 1], [0, 2], [1, 2]]) {
        let mut line_up = batched(players, &groups);
        together.push(line_up.clone());
        alone.push(PairedLineUp { batches: Vec::new(), ..line_up.clone() });
        for batch in &mut line_up.batches {
            batch.0 += 40 * at;
        }
        apart.push(line_up);
    }
    // Of what is observed, the factor is 120 / 119 for all batches together and 40 / 39 for those of
    // each line-up; the rest is the same.
    let ratio = error(&apart) / error(&alone);
    let of_observed = (120.0 / 119.0 * 39.0 / 40.0_f64).sqrt();
    assert!((of_observed..1.0).contains(&ratio), "{ratio}");
    // The first player wins the same groups against both others.
    assert!(error(&together) > 1.1 * error(&alone));
}

#[test]
fn groups_that_never_deviate_have_a_small_error() {
    // On the same dice each player wins once, from the first seat in some groups and
    // from the second in others: the difference is 0, and nearly certain.
    let groups = (0..100).map(|group| match group % 3 {
        0 => [0, 1],
        _ => [1, 0],
    });
    let fit = BradleyTerry::fit_pairs(2, &[paired([0, 1], 1, groups)], None).unwrap();
    close(fit.ratings[0].elo, 0.0, 1e-9);
    let [error, of_seats] =
        [fit.ratings[0], fit.seat_advantages[0]].map(|of| of.standard_error.unwrap());
    assert!(0.0 < error && error < 0.3 * of_seats, "{error} {of_seats}");
}

/// The covariance of any two cells is the one of their shares over the groups.
#[test]
fn covariances_of_all_cells() {
    let groups = [[0, 2], [1, 1], [2, 2], [0, 0], [1, 2], [2, 0]];
    let line_up = paired([0, 1], 2, groups);
    let cells = groups.map(|[a, b]| [a, 2 - a, 2 - b, b].map(|units| units as f64));
    let mean = |cell: usize| cells.iter().map(|units| units[cell]).sum::<f64>() / 6.0;
    for cell in 0..4 {
        for other in 0..4 {
            let products = cells.map(|of| (of[cell] - mean(cell)) * (of[other] - mean(other)));
            let expected = 6.0 / 5.0 * products.iter().sum::<f64>();
            close(line_up.covariance(cell, other), expected, 1e-12);
        }
    }
    let wins = line_up.line_ups().map(|of| of.wins);
    assert_eq!(wins, [[6, 6], [5, 7]]);
}

/// With all pairings, the sample adds no error.
#[test]
fn all_pairings_are_no_sample() {
    let groups = lucky_groups(150, 9);
    let line_ups = counted(&groups, None);
    let all = BradleyTerry::fit_pairs(3, &line_ups, None).unwrap();
    assert_eq!(BradleyTerry::fit_pairs(3, &line_ups, Some(1.0)).unwrap(), all);
}
