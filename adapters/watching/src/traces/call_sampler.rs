//! Sampling of the calls that are traced.

use std::sync::atomic::{AtomicU32, Ordering};

use opentelemetry::trace::TraceContextExt;

use super::remote_context;
use super::settings::TraceSettings;

/// Decides which calls are traced. It decides before a span exists, because a span that is not sent
/// costs nearly as much as one that is.
#[derive(Debug)]
pub struct CallSampler {
    percent: u32,
    /// Number of calls so far. Wraps around.
    calls: AtomicU32,
}

/// The golden ratio, as a fraction of 2^32. Its multiples are spread evenly, also among every n-th
/// call, so calls that arrive in a regular pattern are sampled alike.
const STEP: u32 = 0x9e37_79b9;

impl CallSampler {
    /// Uses the percentage of the settings.
    pub const fn new(settings: &TraceSettings) -> Self {
        Self::with_percent(settings.percent)
    }

    const fn with_percent(percent: u32) -> Self {
        Self {
            percent,
            calls: AtomicU32::new(0),
        }
    }

    /// Returns true if a new call is traced. If a trusted caller has begun a trace, its
    /// `traceparent` header decides.
    pub fn samples(&self, traceparent: Option<&str>) -> bool {
        if let Some(traceparent) = traceparent {
            let context = remote_context(traceparent);
            let begun = context.span().span_context().clone();
            if begun.is_valid() {
                return begun.is_sampled();
            }
        }
        let position = self.calls.fetch_add(1, Ordering::Relaxed).wrapping_mul(STEP);
        u64::from(position) * 100 < u64::from(self.percent) << u32::BITS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configured_share_is_traced_in_any_pattern_of_calls() {
        for percent in [0, 1, 10, 50, 99, 100] {
            let sampler = CallSampler::with_percent(percent);
            let decisions: Vec<bool> = (0..10_000).map(|_| sampler.samples(None)).collect();
            for every in [1, 2, 3, 10] {
                let examined = decisions.iter().step_by(every);
                let (all, traced) = (examined.len(), examined.filter(|is_sampled| **is_sampled).count());
                let expected = all * percent as usize / 100;
                assert!(
                    expected.abs_diff(traced) <= 5,
                    "{percent} {every}: {traced} of {all}"
                );
            }
        }
    }

    #[test]
    fn the_sampling_flag_of_the_caller_decides() {
        let begun = |flags| format!("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-{flags}");
        assert!(CallSampler::with_percent(0).samples(Some(&begun("01"))));
        assert!(!CallSampler::with_percent(100).samples(Some(&begun("00"))));
    }

    #[test]
    fn a_malformed_traceparent_is_ignored() {
        for header in [
            "",
            "abc",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        ] {
            assert!(CallSampler::with_percent(100).samples(Some(header)), "{header}");
            assert!(!CallSampler::with_percent(0).samples(Some(header)), "{header}");
        }
    }
}
