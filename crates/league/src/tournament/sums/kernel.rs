//! The loops that add up the metrics, compiled for several instruction sets. The instructions
//! that every x86-64 processor has multiply only one pair of signed 32-bit numbers at a time, so
//! there are versions for AVX2 and AVX-512 as well.

use crate::tournament::GameRecord;

/// A function that adds the metrics of the given number of first groups, as
/// [`Sums::add`](super::Sums::add) does; it panics if records or seats have another size.
pub(super) type Add = fn(&[Vec<usize>], &[Vec<GameRecord>], usize, &mut MetricSums);

/// The functions that this processor can run, slowest first. All give the same sums.
pub(super) fn available() -> Vec<Add> {
    let kernels: Vec<Add> = vec![add::<8>];
    #[cfg(target_arch = "x86_64")]
    let kernels = [kernels, of_x86()].concat();
    kernels
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "calls functions that are compiled for other instructions")]
fn of_x86() -> Vec<Add> {
    let mut kernels: Vec<Add> = Vec::new();
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has these instructions.
        kernels.push(|seats, games, groups, sums| unsafe {
            add_avx2(seats, games, groups, sums);
        });
    }
    if is_x86_feature_detected!("avx512f") {
        // SAFETY: as above.
        kernels.push(|seats, games, groups, sums| unsafe {
            add_avx512(seats, games, groups, sums);
        });
    }
    kernels
}

/// The fastest function that this processor can run.
pub(super) fn fastest() -> Add {
    available().pop().unwrap_or(add::<8>)
}

/// The sums of what was measured in the groups of a chunk.
#[derive(Clone, Debug)]
pub(super) struct MetricSums {
    metrics: usize,
    /// By summand (x, n, x * x, x * n, n * n), then player of the pairing, then metric.
    pub sums: [Vec<i64>; 5],
}

impl MetricSums {
    /// Sums that are all 0.
    #[must_use]
    pub(super) fn new(players: usize, metrics: usize) -> Self {
        let size = players * metrics;
        Self { metrics, sums: [(); 5].map(|()| vec![0; size]) }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_avx2(seats: &[Vec<usize>], games: &[Vec<GameRecord>], groups: usize, sums: &mut MetricSums) {
    add::<8>(seats, games, groups, sums);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn add_avx512(
    seats: &[Vec<usize>],
    games: &[Vec<GameRecord>],
    groups: usize,
    sums: &mut MetricSums,
) {
    add::<16>(seats, games, groups, sums);
}

/// Adds `WIDTH` metrics at a time, whose sums stay in registers over all groups.
#[inline(always)]
fn add<const WIDTH: usize>(
    seats: &[Vec<usize>],
    games: &[Vec<GameRecord>],
    groups: usize,
    sums: &mut MetricSums,
) {
    let metrics = sums.metrics;
    for player in 0..seats[0].len() {
        let wide = metrics - metrics % WIDTH;
        for metric in (0..wide).step_by(WIDTH) {
            add_some::<WIDTH>(seats, games, groups, player, metric, sums);
        }
        for metric in wide..metrics {
            add_some::<1>(seats, games, groups, player, metric, sums);
        }
    }
}

/// Adds up a player's metrics from `metric` on.
#[inline(always)]
fn add_some<const WIDTH: usize>(
    seats: &[Vec<usize>],
    games: &[Vec<GameRecord>],
    groups: usize,
    player: usize,
    metric: usize,
    sums: &mut MetricSums,
) {
    let metrics = sums.metrics;
    let mut sx = [0; WIDTH];
    let mut sn = [0; WIDTH];
    let mut sxx = [0; WIDTH];
    let mut sxn = [0; WIDTH];
    let mut snn = [0; WIDTH];
    for group in 0..groups {
        let mut x = [0; WIDTH];
        let mut n = [0; WIDTH];
        for (seats, games) in seats.iter().zip(games) {
            let first = seats[player] * metrics + metric;
            let GameRecord { numerators, denominators, .. } = &games[group];
            let numerators = numerators[first..].first_chunk::<WIDTH>();
            let denominators = denominators[first..].first_chunk::<WIDTH>();
            let (numerators, denominators) = numerators.zip(denominators).expect(SIZE);
            for i in 0..WIDTH {
                x[i] += numerators[i];
                n[i] += denominators[i];
            }
        }
        for i in 0..WIDTH {
            let (x, n) = (i64::from(x[i]), i64::from(n[i]));
            sx[i] += x;
            sn[i] += n;
            sxx[i] += x * x;
            sxn[i] += x * n;
            snn[i] += n * n;
        }
    }
    let first = player * metrics + metric;
    for (sums, more) in sums.sums.iter_mut().zip([sx, sn, sxx, sxn, snn]) {
        for (sum, more) in sums[first..first + WIDTH].iter_mut().zip(more) {
            *sum += more;
        }
    }
}

/// The panic message for records that do not have the numbers of all metrics.
const SIZE: &str = "records are of one size";
