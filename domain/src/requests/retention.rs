//! How long documents of identity are kept.

use chrono::{DateTime, TimeDelta, Utc};

use crate::review::OverallStatus;

/// Whether the passports and national IDs of a request were kept for long enough: the request is not being decided on, and nothing has
/// happened to it for this time. One that was denied or recalled and is resubmitted later needs them anew.
pub fn identification_is_past(
    status: OverallStatus,
    last_happened_on: DateTime<Utc>,
    kept: TimeDelta,
    now: DateTime<Utc>,
) -> bool {
    status != OverallStatus::Pending && last_happened_on + kept <= now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_request_keeps_them_for_a_while_and_a_pending_one_always() {
        let end = DateTime::from_timestamp(1_780_000_000, 0).unwrap();
        let kept = TimeDelta::days(365);
        let is_past = |status, days| identification_is_past(status, end, kept, end + TimeDelta::days(days));
        for status in [
            OverallStatus::Approved,
            OverallStatus::Denied,
            OverallStatus::Recalled,
        ] {
            assert!(!is_past(status, 364) && is_past(status, 365));
        }
        assert!(!is_past(OverallStatus::Pending, 9999));
    }
}
