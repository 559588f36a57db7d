use std::sync::atomic::{AtomicU64, Ordering};

use crate::ports::Entropy;

/// A deterministic source of random-looking numbers: a counter, scrambled by `SplitMix64`.
#[derive(Debug, Default)]
pub struct CountingEntropy(AtomicU64);

impl CountingEntropy {
    fn next(&self) -> u64 {
        let count = self.0.fetch_add(1, Ordering::Relaxed) + 1;
        let mut mixed = count.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

impl Entropy for CountingEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let random = self.next().to_le_bytes();
            for (byte, random) in chunk.iter_mut().zip(random) {
                *byte = random;
            }
        }
    }

    fn below(&self, bound: u32) -> u32 {
        u32::try_from(self.next() % u64::from(bound.max(1))).unwrap_or(0)
    }
}
