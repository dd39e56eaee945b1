//! Ratios of sums over independent groups whose parts are no whole numbers, such as what is lost per
//! decision of a game.

use super::normal::two_sided_t_point;
use super::{Interval, RatioSums, share_interval};

/// The units of a part in sums of shares.
const UNITS: f64 = 1e6;

/// A ratio with the ends of its 95 % interval; `None` for ends that the groups do not show.
pub type Ratio = (f64, Option<(f64, f64)>);

/// The sum of all x divided by the sum of all n, over groups `[x, n]`; `None` where nothing was
/// counted. The variance is that of the delta method (Cochran 1977), with Student's t. There is no
/// interval with fewer than two groups, or if no group deviates.
#[must_use]
pub fn grouped_ratio(groups: &[[f64; 2]]) -> Option<Ratio> {
    let sum = |of: &dyn Fn(&[f64; 2]) -> f64| groups.iter().map(of).sum::<f64>();
    let all = sum(&|group| group[1]);
    let value = (all > 0.0).then(|| sum(&|group| group[0]) / all)?;
    let many = groups.len() as f64;
    let squares = sum(&|[x, n]| (x - value * n) * (x - value * n));
    let deviates = groups.len() > 1 && squares > 1e-12 * sum(&|[x, n]| x * x + n * n);
    let ends = deviates.then(|| {
        let error = (squares * many / (many - 1.0)).sqrt() / all;
        let half = two_sided_t_point(0.05, 1, many - 1.0) * error;
        (value - half, value + half)
    });
    Some((value, ends))
}

/// As [`grouped_ratio`], of groups with x in 0..=n, with the interval of [`share_interval`] that
/// misses the share with a probability of `alpha`.
#[must_use]
pub fn grouped_share(groups: &[[f64; 2]], alpha: f64) -> Option<(f64, Interval)> {
    let mut sums = RatioSums::default();
    for group in groups.iter().filter(|group| group[1] > 0.0) {
        #[expect(clippy::cast_possible_truncation, reason = "parts are far below 2^63 units")]
        let [x, n] = group.map(|part| (part * UNITS).round() as i128);
        sums.groups += 1;
        for (sum, more) in sums.sums.iter_mut().zip([x, n, x * x, x * n, n * n]) {
            *sum += more;
        }
    }
    let interval = share_interval(&[sums], 1.0, alpha)?;
    Some((sums.sums[0] as f64 / sums.sums[1] as f64, interval))
}
