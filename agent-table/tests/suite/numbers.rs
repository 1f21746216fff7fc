//! Numbers that look random and are the same in every run.

/// The numbers that follow from a seed (`SplitMix64`).
#[derive(Clone, Debug)]
pub(crate) struct Numbers(u64);

impl Numbers {
    /// The sequence of a seed.
    pub(crate) fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number that is less than `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        usize::try_from(z % u64::try_from(bound).expect("it fits")).expect("it is less than a usize")
    }
}
