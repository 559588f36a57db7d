//! Sampling of the calls that are traced.

use std::sync::atomic::{AtomicU32, Ordering};

use opentelemetry::trace::TraceContextExt;

use super::begun_elsewhere;
use super::settings::TraceSettings;

/// Decides which calls are traced. It decides before a span exists, because a span that is not sent
/// costs nearly as much as one that is.
#[derive(Debug)]
pub struct Choice {
    percent: u32,
    /// Number of calls so far. Wraps around.
    calls: AtomicU32,
}

/// The golden ratio, as a fraction of 2^32. Its multiples are spread evenly, also among every n-th
/// call, so calls that arrive in a regular pattern are sampled alike.
const STEP: u32 = 0x9e37_79b9;

impl Choice {
    /// Uses the percentage of the settings.
    pub const fn new(settings: &TraceSettings) -> Self {
        Self::of(settings.percent)
    }

    const fn of(percent: u32) -> Self {
        Self {
            percent,
            calls: AtomicU32::new(0),
        }
    }

    /// Returns true if a new call is traced. If a trusted caller has begun a trace, its
    /// `traceparent` header decides.
    pub fn takes(&self, traceparent: Option<&str>) -> bool {
        if let Some(traceparent) = traceparent {
            let context = begun_elsewhere(traceparent);
            let begun = context.span().span_context().clone();
            if begun.is_valid() {
                return begun.is_sampled();
            }
        }
        let place = self.calls.fetch_add(1, Ordering::Relaxed).wrapping_mul(STEP);
        u64::from(place) * 100 < u64::from(self.percent) << u32::BITS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configured_share_is_traced_in_any_pattern_of_calls() {
        for percent in [0, 1, 10, 50, 99, 100] {
            let choice = Choice::of(percent);
            let taken: Vec<bool> = (0..10_000).map(|_| choice.takes(None)).collect();
            for every in [1, 2, 3, 10] {
                let looked_at = taken.iter().step_by(every);
                let (all, wanted) = (looked_at.len(), looked_at.filter(|is_taken| **is_taken).count());
                let expected = all * percent as usize / 100;
                assert!(
                    expected.abs_diff(wanted) <= 5,
                    "{percent} {every}: {wanted} of {all}"
                );
            }
        }
    }

    #[test]
    fn the_sampling_flag_of_the_caller_decides() {
        let begun = |flags| format!("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-{flags}");
        assert!(Choice::of(0).takes(Some(&begun("01"))));
        assert!(!Choice::of(100).takes(Some(&begun("00"))));
    }

    #[test]
    fn a_malformed_traceparent_is_ignored() {
        for header in [
            "",
            "abc",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        ] {
            assert!(Choice::of(100).takes(Some(header)), "{header}");
            assert!(!Choice::of(0).takes(Some(header)), "{header}");
        }
    }
}
