//! Players who won or lost every game have a rating, with an open end.

use super::*;

#[test]
fn who_never_wins_has_a_rating_without_a_lower_end() {
    let contest = five();
    let finished = by_hand(
        &contest,
        vec![
            counted([0, 1], 100, [40, 60], 20),
            counted([0, 3], 100, [100, 100], 100),
            counted([1, 3], 100, [100, 100], 100),
        ],
    );
    let claims = no_claims();
    let results = Analysis::new(&contest, &finished, &claims);
    let ratings = results.ratings.as_ref().unwrap();
    let elo = |player: usize| ratings.of(player).unwrap().elo;
    // The mean of all players who played is 0; eve and cid did not play.
    assert!((elo(0) + elo(1) + elo(3)).abs() < 1e-6);
    assert_eq!((results.standings.len(), ratings.of(4)), (3, None));
    let last = results.standings.last().unwrap();
    assert_eq!(last.id, "dot");
    assert!(last.rating_low.is_none() && last.rating_high.unwrap() < elo(0));
    for standing in &results.standings[..2] {
        assert!(standing.rating_low.unwrap() > 0.0 && standing.rating_high.is_none());
    }
    let (low, high) = (last.low.unwrap(), last.high.unwrap());
    assert!(low == 0.0 && 0.01 < high && high < 0.03, "{high}");
}

/// The first wins everything and the last loses everything.
#[test]
fn perfect_scores_are_in_order() {
    let contest = five();
    let claims = no_claims();
    let pairings = vec![
        counted([1, 3], 100, [40, 60], 20),
        counted([0, 1], 100, [100, 100], 100),
        counted([0, 3], 100, [100, 100], 100),
        counted([0, 2], 100, [100, 100], 100),
        counted([1, 2], 100, [100, 100], 100),
        counted([3, 2], 100, [100, 100], 100),
    ];
    let finished = by_hand(&contest, pairings);
    let results = Analysis::new(&contest, &finished, &claims);
    let order: Vec<_> = results.standings.iter().map(|row| &*row.id).collect();
    assert_eq!([order[0], order[3]], ["ann", "cid"]);
    let ends = |row: &StandingRow| {
        row.rating.map(|_| [row.rating_low.is_some(), row.rating_high.is_some()])
    };
    let ends: Vec<_> = results.standings.iter().map(ends).collect();
    assert_eq!(ends[0], Some([true, false]));
    assert_eq!(ends[3], Some([false, true]));
    assert_eq!(ends[1], Some([false; 2]));
}

/// The advantage of a seat is the difference of win rates, exact and sampled.
#[test]
fn seats_have_an_advantage() {
    let contest = five();
    let claims = no_claims();
    let finished = contest.finish(2, 2_000, 7);
    let results = Analysis::new(&contest, &finished, &claims);
    let [first, second] = &results.seats[..] else {
        panic!("{:?}", results.seats);
    };
    assert!((first.win_rate + second.win_rate - 1.0).abs() < 1e-12);
    let exact = first.exact_advantage.unwrap();
    assert!(exact > 0.0 && (exact + second.exact_advantage.unwrap()).abs() < 1e-12);
    assert!((first.advantage_low..=first.advantage_high).contains(&exact));
    assert!(results.ahead.is_empty());
    // With three seats, the players finish in the order of their clocks.
    let finished = contest.finish(3, 400, 7);
    let results = Analysis::new(&contest, &finished, &claims);
    assert_eq!((results.seats.len(), results.ahead.len()), (3, 10));
    for ahead in &results.ahead {
        let strength = |id: &str| contest.fakes.iter().find(|fake| fake.id == id).unwrap().strength;
        let [a, b] = [&ahead.a, &ahead.b].map(|id| strength(id));
        // The faster of two clocks comes first in a / (a + b) of the games, however fast others are.
        let share = a / (a + b);
        assert!(ahead.low - 0.02 < share && share < ahead.high + 0.02, "{ahead:?}");
    }
}
