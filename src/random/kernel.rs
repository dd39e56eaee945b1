//! The instruction sets that the hottest loops are compiled for. All give the same results.

/// An instruction set of processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernel {
    /// Instructions that every processor has.
    Portable,
    /// 256-bit registers (x86-64 since 2013).
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit registers with gathered loads.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// The kernels that this processor can run, slowest first.
    #[must_use]
    pub(crate) fn available() -> Vec<Self> {
        let mut kernels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                kernels.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
                kernels.push(Self::Avx512);
            }
        }
        kernels
    }

    /// The fastest kernel that this processor can run.
    #[must_use]
    pub(crate) fn best() -> Self {
        *Self::available().last().unwrap_or(&Self::Portable)
    }
}
