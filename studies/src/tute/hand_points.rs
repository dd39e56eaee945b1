//! The exact distribution of the points of a dealt hand, by counting all hands.

/// The number of cards of each number of points in a pack.
const CARDS: [(usize, usize); 6] = [(11, 4), (10, 4), (4, 4), (3, 4), (2, 4), (0, 20)];

/// The cards of a hand.
const HAND: usize = 13;

/// The most points of a hand: all ases, tres and reyes, and a caballo.
const MOST: usize = 4 * (11 + 10 + 4) + 3;

/// The number of hands of 13 of the 40 cards by their points; they are C(40, 13) in all.
#[must_use]
pub(crate) fn hands_by_points() -> Vec<u64> {
    // By cards so far, then points.
    let mut hands = vec![vec![0_u64; MOST + 1]; HAND + 1];
    hands[0][0] = 1;
    for (points, cards) in CARDS {
        let before = hands.clone();
        for (had, row) in before.iter().enumerate() {
            let mut choices = 1;
            for more in 1..=cards {
                choices = choices * (cards - more + 1) / more;
                let count = had + more;
                for (score, ways) in row.iter().enumerate() {
                    let score = score + points * more;
                    if count <= HAND && *ways > 0 {
                        hands[count][score] += ways * choices as u64;
                    }
                }
            }
        }
    }
    hands.swap_remove(HAND)
}

/// The distribution of the points of a hand.
pub(crate) struct HandPoints {
    /// The number of hands.
    pub hands: u64,
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    by_points: Vec<u64>,
}

impl HandPoints {
    #[must_use]
    pub(crate) fn of_all_hands() -> Self {
        let by_points = hands_by_points();
        let hands = by_points.iter().sum();
        let mean_of = |of: fn(f64) -> f64| {
            let terms = by_points.iter().enumerate();
            let sum = terms.map(|(points, &ways)| of(points as f64) * ways as f64);
            sum.sum::<f64>() / hands as f64
        };
        let mean = mean_of(|points| points);
        Self {
            hands,
            mean,
            deviation: (mean_of(|points| points * points) - mean * mean).sqrt(),
            by_points,
        }
    }

    /// The probability that a hand has more points.
    #[must_use]
    pub(crate) fn above(&self, points: usize) -> f64 {
        let ways: u64 = self.by_points[points + 1..].iter().sum();
        ways as f64 / self.hands as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_hands_are_counted() {
        let points = HandPoints::of_all_hands();
        assert_eq!(points.hands, 12_033_222_880);
        // 13 of 40 cards have 13 / 40 of 120 points.
        assert!((points.mean - 39.0).abs() < 1e-9);
        assert_eq!(format!("{:.1}", points.deviation), "12.0");
        let above = [35, 39, 40].map(|limit| format!("{:.4}", points.above(limit)));
        assert_eq!(above, ["0.6026", "0.4774", "0.4449"]);
        // Thirteen of the twenty cards without points.
        assert_eq!(hands_by_points()[0], 77_520);
        assert_eq!(hands_by_points()[MOST], 4);
    }

    /// The variance of a sample without replacement, from the variance of a card.
    #[test]
    fn the_deviation_is_that_of_drawing_without_replacement() {
        let squares = 4.0 * (121.0 + 100.0 + 16.0 + 9.0 + 4.0) / 40.0;
        let variance = 13.0 * (squares - 9.0) * (40.0 - 13.0) / 39.0;
        assert!((HandPoints::of_all_hands().deviation - f64::sqrt(variance)).abs() < 1e-9);
    }
}
