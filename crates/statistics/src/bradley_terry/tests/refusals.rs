//! Tests of refusals, of extreme ratings and of value stability.

use super::*;

#[test]
fn refusals_name_the_players() {
    use BradleyTerryError as E;
    let refused = |players, line_ups: &[LineUp]| BradleyTerry::fit(players, line_ups).unwrap_err();
    let both = |a: usize, b: usize, wins: [u64; 2]| {
        let turned = [wins[1], wins[0]];
        [line_up(&[a, b], &wins), line_up(&[b, a], &turned)]
    };
    let even = [3, 3];
    assert_eq!(refused(2, &[]), E::NoGames);
    assert_eq!(refused(2, &both(0, 1, [0, 0])), E::NoGames);
    let apart = [both(0, 1, even), both(2, 3, even), both(3, 4, even)].concat();
    let players = vec![0, 1];
    assert_eq!(refused(5, &apart), E::Disconnected { players });
    let players = vec![2];
    assert_eq!(refused(3, &both(0, 1, even)), E::Disconnected { players });
    // Each player always has the same seat, so the strengths of players and seats
    // cannot be separated.
    assert_eq!(refused(2, &[line_up(&[0, 1], &[4, 3])]), E::Confounded);
}

/// A player that won everything keeps a rating, the mean of all players is 0, and only the ends
/// that the games bound are given.
#[test]
fn perfect_scores_have_open_ends() {
    let all = |a, b| paired([a, b], 1, [[1, 1]; 20]);
    let some = |a, b| paired([a, b], 1, [[1, 0], [0, 1], [1, 1]].repeat(7));
    let ends = |line_ups: &[PairedLineUp]| {
        let fit = BradleyTerry::fit_pairs(3, line_ups, None).unwrap();
        close(fit.ratings.iter().map(|of| of.elo).sum(), 0.0, 1e-6);
        let open = |of: &Rating| [of.low.is_some(), of.high.is_some()];
        (fit.ratings.iter().map(open).collect::<Vec<_>>(), fit)
    };
    let (open, fit) = ends(&[all(0, 1), all(0, 2), some(1, 2)]);
    assert_eq!(open, [[true, false], [false, true], [false, true]]);
    assert!(fit.ratings[0].low.unwrap() > 0.0);
    let between = fit.contrast(&[(1, 1.0), (2, -1.0)]);
    assert!(between.low.is_some() && between.high.is_some());
    let above = fit.contrast(&[(0, 1.0), (1, -1.0)]);
    assert!(above.low.unwrap() > 0.0 && above.high.is_none());
    let (open, _) = ends(&[all(0, 1), all(0, 2), all(1, 2)]);
    assert_eq!(open, [[true, false], [false, false], [false, true]]);
    let (open, _) = ends(&[some(0, 1), some(0, 2), some(1, 2)]);
    assert_eq!(open, [[true; 2]; 3]);
    // One pairing alone: the prior is half a win more for each player from each seat.
    let fit = BradleyTerry::fit_pairs(2, &[all(0, 1)], None).unwrap();
    close(fit.ratings[0].elo, ELO * 41.0_f64.ln() / 2.0, 1e-6);
}

/// With three seats as with two.
#[test]
fn perfect_scores_of_three_seats_have_open_ends() {
    let seatings = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]]
        .map(|seats| seats.to_vec());
    let line_up = MixedLineUp {
        players: vec![0, 1, 2],
        wins: vec![20, 20, 20, 0, 0, 0, 0, 0, 0],
        unit: 1,
        groups: 20,
        squares: 0.0,
    };
    let fit = BradleyTerry::fit_mixed(3, &seatings, &[line_up]).unwrap();
    let open = |of: &Rating| [of.low.is_some(), of.high.is_some()];
    let [first, second, _] = &fit.ratings[..] else {
        panic!("{fit:?}");
    };
    assert_eq!([open(first), open(second)], [[true, false], [false; 2]]);
    close(fit.ratings.iter().map(|of| of.elo).sum(), 0.0, 1e-6);
}

#[test]
fn lopsided_is_not_unbounded() {
    // One win in a million, in a chain of three players: 27.6 units of rating.
    let million = 1_000_000;
    let line_ups = [
        line_up(&[0, 1], &[million, 1]),
        line_up(&[1, 0], &[1, million]),
        line_up(&[1, 2], &[million, 1]),
        line_up(&[2, 1], &[1, million]),
    ];
    let fit = BradleyTerry::fit(3, &line_ups).unwrap();
    close(fit.ratings[0].elo, ELO * (1e6_f64).ln(), 1e-4);
    close(fit.seat_advantages[0].elo, 0.0, 1e-4);
}

#[test]
fn value_stability() {
    let fit = BradleyTerry::fit(4, &tables_of_three()).unwrap();
    let rating = fit.ratings[3];
    let found = [rating.elo, rating.standard_error.unwrap()];
    assert_eq!(
        found.map(|value| format!("{:016x}", value.to_bits())),
        ["c07498c6d1904409", "403f1c1c319ca3ea"]
    );
}
