//! The loop that adds up, compiled for several instructions: with those that
//! every x86-64 processor has, signed numbers of 32 bits are multiplied one by
//! one.

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

    /// Adds values x and n to the sums of x, n, x * x, x * n and n * n.
    ///
    /// # Panics
    /// If there are fewer values n or sums than values x.
    #[inline]
    #[expect(
        unsafe_code,
        reason = "calls functions compiled for other instructions"
    )]
    pub fn add(self, x: &[i32], n: &[i32], sums: &mut [Vec<i64>; 5]) {
        match self.0 {
            Kernel::Portable => add(x, n, sums),
            // SAFETY: the processor has these instructions: there is no other
            // way to make this value.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { add_avx2(x, n, sums) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { add_avx512(x, n, sums) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_avx2(x: &[i32], n: &[i32], sums: &mut [Vec<i64>; 5]) {
    add(x, n, sums);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn add_avx512(x: &[i32], n: &[i32], sums: &mut [Vec<i64>; 5]) {
    add(x, n, sums);
}

#[inline(always)]
fn add(x: &[i32], n: &[i32], sums: &mut [Vec<i64>; 5]) {
    let [sx, sn, sxx, sxn, snn] = sums;
    add_slices(x, n, sx, sn, sxx, sxn, snn);
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
