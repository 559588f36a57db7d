use aditus_application::ports::Entropy;
use rand::RngCore;
use rand::rngs::ThreadRng;

/// The cryptographically secure generator of `rand`, seeded and regularly reseeded by the operating
/// system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl SystemEntropy {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the adapter that everyone else asks for randomness"
    )]
    fn generator() -> ThreadRng {
        rand::rng()
    }
}

impl Entropy for SystemEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        Self::generator().fill_bytes(bytes);
    }

    fn below(&self, bound: u32) -> u32 {
        let mut generator = Self::generator();
        unbiased_below(bound, || generator.next_u32())
    }
}

/// Returns a number below `bound`, without bias (Lemire's method).
///
/// Multiplies a random word by the bound and takes the upper half. The few words that would favour
/// some results are drawn again. The ranges of `rand` keep a small bias unless a feature is on.
fn unbiased_below(bound: u32, mut draw: impl FnMut() -> u32) -> u32 {
    if bound == 0 {
        return 0;
    }
    let threshold = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(draw()) * u64::from(bound);
        let [a, b, c, d, lower @ ..] = product.to_be_bytes();
        if u32::from_be_bytes(lower) >= threshold {
            return u32::from_be_bytes([a, b, c, d]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_bytes_differ_between_calls() {
        let mut first = [0; 32];
        let mut second = [0; 32];
        SystemEntropy.fill(&mut first);
        SystemEntropy.fill(&mut second);
        assert_ne!(first, second);
        assert_ne!(first, [0; 32]);
    }

    #[test]
    fn numbers_stay_below_the_bound_and_reach_every_value() {
        assert_eq!(SystemEntropy.below(0), 0);
        assert_eq!(SystemEntropy.below(1), 0);
        let mut seen = [0_u32; 10];
        for _ in 0..10_000 {
            seen[SystemEntropy.below(10) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (800..1_200).contains(count)), "{seen:?}");
    }

    #[test]
    fn biased_words_are_drawn_again() {
        // 2^32 = 3 * 1431655765 + 1: the word 0 is the surplus one.
        let mut words = [0, u32::MAX].into_iter();
        assert_eq!(unbiased_below(3, || words.next().unwrap()), 2);
        let mut words = [1].into_iter();
        assert_eq!(unbiased_below(3, || words.next().unwrap()), 0);
        let mut words = [u32::MAX].into_iter();
        assert_eq!(unbiased_below(u32::MAX, || words.next().unwrap()), u32::MAX - 1);
    }
}
