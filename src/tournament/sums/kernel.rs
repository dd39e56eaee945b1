//! The loop that adds up, compiled for several instructions: with those that
//! every x86-64 processor has, signed numbers of 32 bits are multiplied one by
//! one.

use crate::tournament::GameRecord;

/// The instructions to add with. All give the same sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// What every processor has.
    Portable,
    /// 256-bit registers (x86-64 since 2013).
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit registers.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// The kernels that this processor can run, slowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut kernels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                kernels.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx512f") {
                kernels.push(Self::Avx512);
            }
        }
        kernels
    }
}

/// What was measured in the groups of a block.
#[derive(Clone, Debug)]
pub struct MetricSums {
    metrics: usize,
    /// Of the last group, by player of the pairing, then metric: numerators and
    /// denominators.
    x: Vec<i32>,
    n: Vec<i32>,
    /// By what is summed (x, n, x * x, x * n, n * n), then as those.
    pub sums: [Vec<i64>; 5],
}

impl MetricSums {
    /// Nothing yet.
    #[must_use]
    pub fn new(players: usize, metrics: usize) -> Self {
        let size = players * metrics;
        Self {
            metrics,
            x: vec![0; size],
            n: vec![0; size],
            sums: [(); 5].map(|()| vec![0; size]),
        }
    }
}

/// The kernel to add with: one that this processor has, as no
/// other is ever made.
#[derive(Clone, Copy, Debug)]
pub struct Adder(Kernel);

impl Adder {
    /// # Panics
    /// If this processor lacks the kernel's instructions.
    #[cfg(test)]
    pub fn new(kernel: Kernel) -> Self {
        assert!(
            Kernel::available().contains(&kernel),
            "{kernel:?} is not available"
        );
        Self(kernel)
    }

    /// The fastest.
    #[must_use]
    pub fn best() -> Self {
        Self(*(Kernel::available().last()).unwrap_or(&Kernel::Portable))
    }

    /// Adds what was measured in a group, as [`super::Sums::add`] does.
    ///
    /// # Panics
    /// If records or seats are of another size.
    #[inline]
    #[expect(
        unsafe_code,
        reason = "calls functions compiled for other instructions"
    )]
    pub fn add(
        self,
        seats: &[Vec<usize>],
        games: &[Vec<GameRecord>],
        group: usize,
        sums: &mut MetricSums,
    ) {
        match self.0 {
            Kernel::Portable => add(seats, games, group, sums),
            // SAFETY: the processor has these instructions: there is no other
            // way to make this value.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { add_avx2(seats, games, group, sums) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { add_avx512(seats, games, group, sums) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_avx2(seats: &[Vec<usize>], games: &[Vec<GameRecord>], group: usize, sums: &mut MetricSums) {
    add(seats, games, group, sums);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn add_avx512(
    seats: &[Vec<usize>],
    games: &[Vec<GameRecord>],
    group: usize,
    sums: &mut MetricSums,
) {
    add(seats, games, group, sums);
}

#[inline(always)]
fn add(seats: &[Vec<usize>], games: &[Vec<GameRecord>], group: usize, sums: &mut MetricSums) {
    let MetricSums {
        metrics,
        x,
        n,
        sums: [sx, sn, sxx, sxn, snn],
    } = sums;
    for player in 0..seats.len() {
        let own = player * *metrics..(player + 1) * *metrics;
        gather(&mut x[own.clone()], player, seats, games, group, |game| {
            &game.numerators
        });
        gather(&mut n[own], player, seats, games, group, |game| {
            &game.denominators
        });
    }
    add_slices(x, n, sx, sn, sxx, sxn, snn);
}

/// Adds up a player's values of a group's games, of which there are two at least.
#[inline(always)]
fn gather<'a>(
    sums: &mut [i32],
    player: usize,
    seats: &[Vec<usize>],
    games: &'a [Vec<GameRecord>],
    group: usize,
    values: impl Fn(&'a GameRecord) -> &'a Vec<i32>,
) {
    let metrics = sums.len();
    let of_game = |game: usize| {
        let first = seats[game][player] * metrics;
        &values(&games[game][group])[first..first + metrics]
    };
    let (one, other) = (of_game(0), of_game(1));
    for i in 0..metrics {
        sums[i] = one[i] + other[i];
    }
    for game in 2..games.len() {
        let more = of_game(game);
        for i in 0..metrics {
            sums[i] += more[i];
        }
    }
}

/// One parameter each, as the compiler knows of parameters that they do not
/// overlap; of slices inside a slice it would have to find out, and does not.
#[inline(always)]
fn add_slices(
    x: &[i32],
    n: &[i32],
    sx: &mut [i64],
    sn: &mut [i64],
    sxx: &mut [i64],
    sxn: &mut [i64],
    snn: &mut [i64],
) {
    let size = x.len();
    let n = &n[..size];
    let (sx, sn) = (&mut sx[..size], &mut sn[..size]);
    let (sxx, sxn, snn) = (&mut sxx[..size], &mut sxn[..size], &mut snn[..size]);
    for i in 0..size {
        let (x, n) = (i64::from(x[i]), i64::from(n[i]));
        sx[i] += x;
        sn[i] += n;
        sxx[i] += x * x;
        sxn[i] += x * n;
        snn[i] += n * n;
    }
}
