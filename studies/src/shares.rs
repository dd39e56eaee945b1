//! How often the 95 % interval of a share over paired games contains the share, as
//! `docs/method.md` states it.

use rand::Rng;

use rivals_core::random::{Key, Purpose};
use rivals_statistics::{RatioSums, share_interval};

/// How the two games of a group depend on each other; or a group is a single game.
const KINDS: [&str; 5] = [
    "independent",
    "both won or both lost",
    "one each as often as possible",
    "independent, some drawn",
    "single games, some drawn",
];

/// The probabilities of 0 to 4 quarters in a group of a player whose games have this mean share.
fn chances(kind: usize, share: f64) -> [f64; 5] {
    let lost = 1.0 - share;
    match kind {
        0 => [lost * lost, 0.0, 2.0 * share * lost, 0.0, share * share],
        1 => [lost, 0.0, 0.0, 0.0, share],
        2 => [0.0, 0.0, 2.0 * lost, 0.0, 1.0 - 2.0 * lost],
        4 => [lost * 2.0 / 3.0, 0.0, lost * 2.0 / 3.0, 0.0, 1.0 - lost * 4.0 / 3.0],
        // Each game is lost, drawn or won; what is not won is lost or drawn as often.
        _ => {
            let of_game = [lost * 2.0 / 3.0, lost * 2.0 / 3.0, 1.0 - lost * 4.0 / 3.0];
            let mut sums = [0.0; 5];
            for (a, first) in of_game.iter().enumerate() {
                for (b, second) in of_game.iter().enumerate() {
                    sums[a + b] += first * second;
                }
            }
            sums
        }
    }
}

/// The share of `runs` samples of this number of groups, of each of some opponents with these mean
/// shares, whose interval contains the mean of all.
fn coverage(kind: usize, shares: &[f64], groups: u64, runs: u64) -> f64 {
    let truth = shares.iter().sum::<f64>() / shares.len() as f64;
    let (all, mut held) = (shares.iter().map(|share| chances(kind, *share)), 0);
    let all: Vec<[f64; 5]> = all.collect();
    for run in 0..runs {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 1e6")]
        let of = (truth * 1e6) as u64;
        let mut rng = Key::new(run, Purpose::Tournament, &[kind as u64, of, groups]).generator();
        let strata = all.iter().map(|chances| {
            let mut counts = [0; 5];
            for _ in 0..groups {
                let mut luck = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
                let at = chances.iter().position(|chance| {
                    luck -= chance;
                    luck < 0.0
                });
                counts[at.unwrap_or(4)] += 1;
            }
            RatioSums::of_counts(&counts)
        });
        let interval = share_interval(&strata.collect::<Vec<_>>(), 1.0, 0.05).unwrap();
        held += u64::from(interval.low <= truth + 1e-12 && truth <= interval.high + 1e-12);
    }
    held as f64 / runs as f64
}

const SHARES: [f64; 5] = [0.5, 0.9, 0.97, 0.99, 1.0];
const GROUPS: [u64; 3] = [40, 200, 1_000];

/// Prints a row for each kind and number of groups, and returns the least coverage.
fn table(runs: u64) -> f64 {
    let mut least = 1.0_f64;
    let mut row = |title: String, cells: &mut dyn Iterator<Item = f64>| {
        let cells = cells.map(|cell| {
            least = least.min(cell);
            format!("{:.1} %", 100.0 * cell)
        });
        println!("| {title} | {} |", cells.collect::<Vec<_>>().join(" | "));
    };
    for (kind, name) in KINDS.iter().enumerate() {
        for groups in GROUPS {
            let cells = SHARES.iter().map(|share| coverage(kind, &[*share], groups, runs));
            row(format!("{name} | {groups}"), &mut cells.into_iter());
        }
    }
    for groups in GROUPS {
        // Four opponents whose mean is that of the column.
        let shares = |mean: f64| [1.0, 1.0, 2.0 * mean - 1.0, 2.0 * mean - 1.0];
        let cells = SHARES.iter().map(|share| coverage(0, &shares(*share), groups, runs));
        row(format!("mean over four opponents | {groups}"), &mut cells.into_iter());
    }
    least
}

/// Prints the table of `docs/method.md`, in a minute.
pub(crate) fn print() {
    table(20_000);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_shares_hold() {
        let least = table(1_000);
        // The standard error of a cell is 0.7 %.
        assert!(least > 0.93, "{least}");
    }
}
