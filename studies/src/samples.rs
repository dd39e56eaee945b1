//! How often the 95 % intervals of ratings from a sample of the pairings contain the ratings that all
//! pairings would give, as `docs/method.md` states it.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rivals_statistics::{BradleyTerry, PairedLineUp, Rating};

/// The share of the intervals of ratings that contain the rating that all pairings would give, with
/// and without the error of the sample. Each player meets those at these distances of a circle, in
/// both directions; the order of the circle tells nothing about the strengths. Pairings have win
/// rates of their own, which deviate from the ratings by this much in natural units.
fn coverage_of_samples(
    players: usize,
    [spread, deviation]: [f64; 2],
    groups: u64,
    distances: &[usize],
    runs: usize,
) -> [f64; 2] {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut drawn = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let mut held = [0; 2];
    for _ in 0..runs {
        // The sum of three uniform numbers less its mean has variance 1/4.
        let mut normal = |deviation: f64| 2.0 * deviation * (drawn() + drawn() + drawn() - 1.5);
        let strengths: Vec<f64> = (0..players).map(|_| normal(spread)).collect();
        let mut chances = vec![vec![0.0; players]; players];
        let all = || (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
        for (a, b) in all() {
            let difference = strengths[a] - strengths[b] + normal(deviation);
            chances[a][b] = 1.0 / (1.0 + (-difference).exp());
        }
        let whole: Vec<_> = all()
            .map(|(a, b)| {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1e6")]
                let wins = (chances[a][b] * 1e6).round() as u64;
                pair(a, b, 1_000_000, [wins; 2], wins)
            })
            .collect();
        let truth = BradleyTerry::fit_pairs(players, &whole, None).unwrap();
        let mut games = |a: usize, b: usize| {
            let (mut wins, mut both) = ([0; 2], 0);
            for _ in 0..groups {
                let won = [0, 1].map(|_| drawn() < chances[a][b]);
                (0..2).for_each(|seat| wins[seat] += u64::from(won[seat]));
                both += u64::from(won[0] && won[1]);
            }
            pair(a, b, groups, wins, both)
        };
        let sample: Vec<_> = (0..players)
            .flat_map(|a| (distances.iter()).map(move |distance| (a, (a + distance) % players)))
            .map(|(a, b)| games(a.min(b), a.max(b)))
            .collect();
        let played = sample.len() as f64 / whole.len() as f64;
        for (held, sampled) in held.iter_mut().zip([Some(played), None]) {
            let fit = BradleyTerry::fit_pairs(players, &sample, sampled).unwrap();
            let inside = |(truth, found): &(&Rating, &Rating)| {
                found.low.is_none_or(|low| low <= truth.elo)
                    && found.high.is_none_or(|high| truth.elo <= high)
            };
            let pairs = truth.ratings.iter().zip(&fit.ratings);
            *held += pairs.filter(inside).count();
        }
    }
    held.map(|count| count as f64 / (runs * players) as f64)
}

/// The counts of a pairing: the wins of its first player from both seats, and of both seats.
fn pair(a: usize, b: usize, groups: u64, wins: [u64; 2], both: u64) -> PairedLineUp {
    PairedLineUp {
        players: [a, b],
        unit: 1,
        groups,
        shares: wins,
        products: [wins[0], both, wins[1]],
        batches: Vec::new(),
    }
}

/// Prints the table of `docs/method.md`, in some minutes.
pub(crate) fn print() {
    for deviation in [0.0, 0.3] {
        for distances in [
            &[1, 23][..],
            &[1, 11, 31],
            &[1, 7, 17, 29, 41],
            &[1, 4, 9, 13, 19, 22, 28, 35, 39, 46],
        ] {
            let rates = coverage_of_samples(100, [1.0, deviation], 50, distances, 60);
            let [with, without] = rates.map(|rate| 100.0 * rate);
            let design = 2 * distances.len();
            println!("| `random:{design}` | {deviation} | {with:.1} % | {without:.1} % |");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Intervals of sampled pairings contain the rating that all pairings would give in 95 % of all
    /// cases; without the error of the sample they would in three quarters.
    #[test]
    fn intervals_of_sampled_pairings_cover() {
        let [with, without] = coverage_of_samples(40, [0.8, 0.4], 40, &[1, 4, 9, 15], 30);
        // Of 1,200 cases, which depend on one another a little.
        assert!((0.92..0.98).contains(&with), "{with}");
        assert!(without < 0.85, "{without}");
    }
}
