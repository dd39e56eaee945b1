//! Tests with shared wins: draws of two players, and wins of one to three of three.

use super::*;

/// The half wins of the player in this seat.
fn half_wins(winners: &[usize], seat: usize) -> u64 {
    if winners.contains(&seat) { 2 / winners.len() as u64 } else { 0 }
}

/// Groups of two games, in most of which one game or both are drawn.
fn drawn_groups(groups: u32, seed: u64) -> Vec<PairedLineUp> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    [[0, 1], [1, 2], [2, 0]]
        .into_iter()
        .map(|[a, b]| {
            let group = |_| {
                // The dice favour one player; the better one draws the game that it
                // would lose.
                let luck = rng.next_u64() % 10;
                let winners = |player: usize, seat: usize| -> &[usize] {
                    match (luck + 2 * player as u64 + 3 * (1 - seat as u64)) % 14 {
                        0..4 => &[0, 1],
                        4..9 if seat == 0 => &[0],
                        4..9 => &[1],
                        9..11 => &[0, 1],
                        _ if seat == 0 => &[1],
                        _ => &[0],
                    }
                };
                [0, 1].map(|seat| half_wins(winners(a, seat), seat))
            };
            paired([a, b], 2, (0..groups).map(group))
        })
        .collect()
}

/// A draw is half a win for each: the maximum agrees with Hunter's iteration on half
/// wins, and the standard errors with the jackknife.
#[test]
fn draws_are_half_wins() {
    let all = drawn_groups(120, 5);
    let fit = BradleyTerry::fit_pairs(3, &all, None).unwrap();
    let halves: Vec<LineUp> = all.iter().flat_map(PairedLineUp::line_ups).collect();
    // The prior moves ratings from hundreds of games a little.
    let (ratings, advantages) = hunter(3, &halves, 10_000);
    for (found, expected) in fit.ratings.iter().zip(ratings) {
        close(found.elo / ELO, expected, 5e-3);
    }
    close(fit.seat_advantages[0].elo / ELO, advantages[1], 5e-3);
    // If halves counted as whole games, there would be twice as many games and smaller
    // standard errors.
    let single = BradleyTerry::fit(3, &halves).unwrap();
    close(single.ratings[0].elo / ELO, fit.ratings[0].elo / ELO, 5e-3);

    // The same counts in units of a sixth of a win.
    let thirds = |line_up: &PairedLineUp| PairedLineUp {
        unit: 6,
        shares: line_up.shares.map(|units| 3 * units),
        products: line_up.products.map(|product| 9 * product),
        batches: Vec::new(),
        ..line_up.clone()
    };
    let sixths: Vec<_> = all.iter().map(thirds).collect();
    let sixths = BradleyTerry::fit_pairs(3, &sixths, None).unwrap();
    for (found, expected) in sixths.ratings.iter().zip(&fit.ratings) {
        close(found.elo, expected.elo, 1e-9);
        let (found, expected) = (found.standard_error, expected.standard_error);
        close(found.unwrap(), expected.unwrap(), 1e-9);
    }
}

/// The intervals of ratings from drawn games cover the true values: three players with
/// different probabilities of a draw, and both games of a group decided together.
#[test]
fn intervals_of_ratings_cover_with_draws() {
    let ratings = [0.4, 0.0, -0.4];
    let pairs = [(0, 1, 0.7), (1, 2, 0.2), (2, 0, 0.0)];
    let (mut held, mut all, mut narrower) = (0, 0, 0);
    for seed in 0..300 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut uniform = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let line_ups: Vec<_> = pairs
            .map(|(a, b, draws)| {
                let share = 1.0 / (1.0 + f64::exp(ratings[b] - ratings[a]));
                // A draw has at most that probability, so that the share is the one of the
                // ratings.
                let draws = draws * 2.0 * share.min(1.0 - share);
                let wins = share - draws / 2.0;
                let group = |_| {
                    let luck = uniform();
                    let other = if uniform() < 0.5 { luck } else { uniform() };
                    let winners = |luck: f64, seat: usize| -> &[usize] {
                        match luck {
                            _ if luck < draws => &[0, 1],
                            _ if (luck < draws + wins) == (seat == 0) => &[0],
                            _ => &[1],
                        }
                    };
                    [(luck, 0), (other, 1)].map(|(luck, seat)| half_wins(winners(luck, seat), seat))
                };
                paired([a, b], 2, (0..100).map(group))
            })
            .into();
        let fit = BradleyTerry::fit_pairs(3, &line_ups, None).unwrap();
        for (found, truth) in fit.ratings.iter().zip(ratings) {
            let (low, high) = (found.low.unwrap(), found.high.unwrap());
            held += u32::from(low <= ELO * truth && ELO * truth <= high);
            all += 1;
        }
        let decided = PairedLineUp::line_ups(&line_ups[2]);
        narrower += u32::from(decided[0].wins.iter().all(|wins| wins % 2 == 0));
    }
    assert_eq!(narrower, 300, "the last pair never draws");
    // 855 of 900, within 4 standard errors of 6.5.
    assert!((829..=881).contains(&held), "{held} of {all}");
}

/// Shared wins among three seats: the reference fits every seating separately to shares
/// that are not whole, with Hunter's iteration in sixths.
#[test]
fn mixed_seatings_with_shared_wins() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let tables: [&[usize]; 4] = [&[0, 1, 2], &[0, 1, 3], &[0, 2, 3], &[3, 2, 1]];
    let all = seatings();
    let (mut apart, mut together) = (Vec::new(), Vec::new());
    for players in tables {
        let mut wins = vec![0; 9];
        let mut line_ups: Vec<LineUp> = (all.iter())
            .map(|seating| line_up(&[0, 1, 2].map(|seat| players[seating[seat]]), &[0; 3]))
            .collect();
        for game in 0..600 {
            let seating = &all[game % 6];
            // There are one to three winners, more often the first of the players.
            let count = 1 + rng.next_u64() % 3;
            let worst = (rng.next_u64() % 4).min(2) as usize;
            for seat in 0..3 {
                let wins_it = match count {
                    1 => seating[seat] == (worst + 1) % 3,
                    2 => seating[seat] != worst,
                    _ => true,
                };
                let units = if wins_it { 6 / count } else { 0 };
                line_ups[game % 6].wins[seat] += units;
                wins[seating[seat] * 3 + seat] += units;
            }
        }
        apart.extend(line_ups);
        together.push(MixedLineUp {
            players: players.to_vec(),
            wins,
            unit: 6,
            groups: 0,
            squares: 0.0,
        });
    }
    let fit = BradleyTerry::fit_mixed(4, &all, &together).unwrap();
    let sixths = penalised(4, &apart, 6.0);
    let both = |fit: &BradleyTerry| [&fit.ratings[..], &fit.seat_advantages].concat();
    for (found, expected) in both(&fit).iter().zip(both(&sixths)) {
        close(found.elo / ELO, expected.elo / ELO, 1e-5);
    }
    // The standard errors of both are those of as many games with one winner.
    let ratio = fit.ratings[0].standard_error.unwrap() / sixths.ratings[0].standard_error.unwrap();
    close(ratio, 1.0, 1e-2);
}
