//! Players who won or lost every game against the others have no rating.

use super::*;

#[test]
fn who_never_wins_has_an_interval_and_no_rating() {
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
    // The ratings of the others are those of the games between them.
    let ratings = results.ratings.as_ref().unwrap();
    let among = by_hand(&contest, vec![counted([0, 1], 100, [40, 60], 20)]);
    let among = Analysis::new(&contest, &among, &claims);
    for player in 0..2 {
        assert_eq!(
            ratings.of(player),
            among.ratings.as_ref().unwrap().of(player)
        );
    }
    let last = results.standings.last().unwrap();
    assert_eq!(results.id(last.player), "dot");
    assert_eq!((last.rating, last.win_rate.value), (None, 0.0));
    assert_eq!(last.win_rate.low, Some(0.0));
    let high = last.win_rate.high.unwrap();
    assert!(0.01 < high && high < 0.03, "{high}");
    // eve and cid did not play.
    assert_eq!(results.standings.len(), 3);
}

/// Above and below those with a rating; the reason is given if too few are left.
#[test]
fn who_wins_or_loses_all_stands_beyond_the_ratings() {
    let contest = five();
    let claims = no_claims();
    let played = |wins: [u64; 2], both: u64| {
        let pairings = vec![
            counted([1, 3], 100, wins, both),
            counted([0, 1], 100, [100, 100], 100),
            counted([0, 3], 100, [100, 100], 100),
            counted([0, 2], 100, [100, 100], 100),
            counted([1, 2], 100, [100, 100], 100),
            counted([3, 2], 100, [100, 100], 100),
        ];
        by_hand(&contest, pairings)
    };
    let finished = played([40, 60], 20);
    let results = Analysis::new(&contest, &finished, &claims);
    let order: Vec<_> = (results.standings.iter())
        .map(|standing| (standing.player, standing.rating.is_some()))
        .collect();
    let [middle, after] = [order[1].0, order[2].0];
    assert_eq!(
        order,
        [(0, false), (middle, true), (after, true), (2, false)]
    );
    let finished = played([100, 100], 100);
    let results = Analysis::new(&contest, &finished, &claims);
    assert!(results.ratings.is_err());
    assert!(
        results
            .standings
            .iter()
            .all(|standing| standing.rating.is_none())
    );
}
