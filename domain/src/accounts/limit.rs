//! The rate limit for new one-time codes (decisions A3). All other limits are in [`crate::limits`].

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

/// Too many attempts. Answered with 429 and `Retry-After`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("Too many attempts. Please try again later.")]
pub struct TooMany {
    /// The time to wait.
    pub retry_after: Duration,
}

impl TooMany {
    /// The value of `Retry-After` in seconds, at least 1. Rounded up, so that a client that waits
    /// this long is not refused again.
    pub fn retry_after_seconds(&self) -> u64 {
        let rounded_up = self.retry_after.as_secs() + u64::from(self.retry_after.subsec_nanos() > 0);
        rounded_up.max(1)
    }

    pub(crate) fn until(then: DateTime<Utc>, now: DateTime<Utc>) -> Self {
        Self {
            retry_after: (then - now).to_std().unwrap_or(Duration::ZERO),
        }
    }
}

/// The rate limit for new codes of one purpose and subject (decisions A3). Only unredeemed codes
/// count: a person who entered the last code has read the email, and may ask for the next one at
/// once.
#[derive(Debug, Clone, Copy)]
pub struct IssueRule;

impl IssueRule {
    /// The shortest time between two codes.
    pub const PAUSE: TimeDelta = TimeDelta::seconds(30);
    /// The most codes within [`IssueRule::WINDOW`].
    pub const MAX_CODES: usize = 5;
    /// The length of the sliding window.
    pub const WINDOW: TimeDelta = TimeDelta::hours(1);

    /// Returns the time from which another code may be sent; it may lie in the past. `issued`
    /// contains the times of earlier unredeemed codes, in any order; those of the last hour
    /// suffice.
    pub fn next(issued: &[DateTime<Utc>]) -> DateTime<Utc> {
        let mut latest_first = issued.to_vec();
        latest_first.sort_unstable_by(|a, b| b.cmp(a));
        let after_pause = latest_first.first().map(|latest| *latest + Self::PAUSE);
        let within_window = latest_first
            .get(Self::MAX_CODES - 1)
            .map(|nth| *nth + Self::WINDOW);
        after_pause.max(within_window).unwrap_or(DateTime::UNIX_EPOCH)
    }

    /// Checks if another code may be sent `now`.
    pub fn check(issued: &[DateTime<Utc>], now: DateTime<Utc>) -> Result<(), TooMany> {
        let then = Self::next(issued);
        if now < then {
            Err(TooMany::until(then, now))
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
    }

    fn wait(result: Result<(), TooMany>) -> u64 {
        result.unwrap_err().retry_after_seconds()
    }

    #[test]
    fn a_second_code_waits_half_a_minute() {
        assert_eq!(IssueRule::check(&[], at(0)), Ok(()));
        assert_eq!(wait(IssueRule::check(&[at(0)], at(10))), 20);
        assert_eq!(IssueRule::check(&[at(0)], at(30)), Ok(()));
    }

    #[test]
    fn a_sixth_code_in_an_hour_waits_until_the_first_is_an_hour_old() {
        let issued = [at(240), at(0), at(60), at(120), at(180)];
        assert_eq!(wait(IssueRule::check(&issued, at(600))), 3000);
        assert_eq!(IssueRule::check(&issued, at(3600)), Ok(()));
        assert_eq!(IssueRule::check(&issued[..4], at(600)), Ok(()));
        assert_eq!(IssueRule::next(&issued), at(3600));
        assert_eq!(IssueRule::next(&issued[..4]), at(270));
    }

    #[test]
    fn the_wait_is_rounded_up() {
        assert_eq!(
            TooMany {
                retry_after: Duration::from_millis(1500)
            }
            .retry_after_seconds(),
            2
        );
        assert_eq!(
            TooMany {
                retry_after: Duration::ZERO
            }
            .retry_after_seconds(),
            1
        );
    }
}
