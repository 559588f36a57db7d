use aditus_domain::hex;

/// Randomness. An adapter for production MUST draw from a cryptographically secure source.
pub trait Entropy: Send + Sync {
    /// Fills the slice with random bytes.
    fn fill(&self, bytes: &mut [u8]);

    /// Returns a uniformly distributed number below `bound`. A `bound` of 0 yields 0.
    fn below(&self, bound: u32) -> u32;
}

impl dyn Entropy + '_ {
    /// Returns `BYTES` random bytes as hexadecimal digits.
    pub fn hex<const BYTES: usize>(&self) -> String {
        let mut random = [0_u8; BYTES];
        self.fill(&mut random);
        hex::encode(&random)
    }
}
