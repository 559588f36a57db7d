use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

/// The difference of clocks that is tolerated.
pub(crate) const SKEW: TimeDelta = TimeDelta::minutes(2);

/// Converts a time of a token, in seconds since 1970 and possibly with a fraction (RFC 7519,
/// section 2). `None` if it is out of range.
pub(crate) fn time_of(seconds: f64) -> Option<DateTime<Utc>> {
    let since = Duration::try_from_secs_f64(seconds).ok()?;
    DateTime::UNIX_EPOCH.checked_add_signed(TimeDelta::from_std(since).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_out_of_range_are_refused() {
        let text = |seconds| time_of(seconds).map(|time| time.to_rfc3339());
        assert_eq!(text(0.0).as_deref(), Some("1970-01-01T00:00:00+00:00"));
        assert_eq!(
            text(1_780_000_000.5).as_deref(),
            Some("2026-05-28T20:26:40.500+00:00")
        );
        for seconds in [-1.0, 1e18, 1e300, f64::NAN, f64::INFINITY] {
            assert_eq!(text(seconds), None, "{seconds}");
        }
    }
}
