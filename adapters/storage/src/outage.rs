//! Tracks outages of the database. During an outage, calls fail quickly instead of waiting for a
//! connection.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum wait for a connection during an outage. The pool keeps trying in the background.
const WAIT_DURING_OUTAGE: Duration = Duration::from_millis(500);

/// Start of the current outage: the first failed attempt to open a connection since the last
/// success.
#[derive(Debug, Default)]
pub(crate) struct Outage(Mutex<Option<Instant>>);

impl Outage {
    /// Records an attempt to open a connection.
    pub(crate) fn note(&self, was_opened: bool, now: Instant) {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if was_opened {
            *since = None;
        } else {
            since.get_or_insert(now);
        }
    }

    /// Returns how long to wait for a connection: `usual`, or [`WAIT_DURING_OUTAGE`] once all attempts have
    /// failed for that long. A restart of the database takes less time, so calls that wait during
    /// one succeed.
    pub(crate) fn max_wait(&self, usual: Duration, now: Instant) -> Duration {
        let since = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match since {
            Some(since) if now.saturating_duration_since(since) >= usual => usual.min(WAIT_DURING_OUTAGE),
            _ => usual,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_is_shortened_after_an_outage_as_long_as_the_usual_wait() {
        let (usual, begin) = (Duration::from_secs(5), Instant::now());
        let after = |seconds| begin + Duration::from_secs(seconds);
        let outage = Outage::default();
        assert_eq!(outage.max_wait(usual, begin), usual);
        outage.note(false, begin);
        outage.note(false, after(4));
        assert_eq!(outage.max_wait(usual, after(4)), usual, "it may be a restart");
        assert_eq!(outage.max_wait(usual, after(5)), WAIT_DURING_OUTAGE);
        outage.note(false, after(9));
        assert_eq!(outage.max_wait(usual, after(9)), WAIT_DURING_OUTAGE);
        outage.note(true, after(10));
        assert_eq!(outage.max_wait(usual, after(10)), usual);
        outage.note(false, after(20));
        assert_eq!(outage.max_wait(usual, after(21)), usual, "it is counted anew");
    }
}
