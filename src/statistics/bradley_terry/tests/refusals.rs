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
    for (unbeaten, others) in [(0, [1, 2]), (2, [0, 1])] {
        let [a, b] = others;
        let games = [both(unbeaten, a, [6, 0]), both(a, b, even)].concat();
        let players = vec![unbeaten];
        assert_eq!(refused(3, &games), E::Unbeaten { players });
        let games = [both(unbeaten, a, [0, 6]), both(a, b, even)].concat();
        let players = vec![unbeaten];
        assert_eq!(refused(3, &games), E::Winless { players });
    }
    let games = [line_up(&[0, 1], &[4, 0]), line_up(&[1, 0], &[4, 0])];
    assert_eq!(refused(2, &games), E::WinlessSeat { seat: 1 });
    // Each player always has the same seat, so the strengths of players and seats
    // cannot be separated.
    assert_eq!(refused(2, &[line_up(&[0, 1], &[4, 3])]), E::Confounded);
    // Player 0 never lost from the first seat, yet every player lost to every other and
    // from every seat: rating and seat grow together without end.
    let games = [line_up(&[0, 1], &[9, 0]), line_up(&[1, 0], &[5, 4])];
    let (players, seats) = (vec![0, 1], vec![1]);
    assert_eq!(refused(2, &games), E::Unbounded { players, seats });
    let once = paired([0, 1], 1, [[1, 1]]);
    let few = BradleyTerry::fit_pairs(2, &[once], None).unwrap_err();
    assert_eq!(few, E::TooFewGroups);
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
