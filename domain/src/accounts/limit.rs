//! How often something may be tried (decisions A3, A12).

use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use thiserror::Error;

/// Too many tries. Answered with 429 and `Retry-After`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("Too many attempts. Please try again later.")]
pub struct TooMany {
    /// How long to wait.
    pub retry_after: Duration,
}

impl TooMany {
    /// The seconds to wait, at least 1: the value of `Retry-After`. Rounded up, so that who waits as told is not refused again.
    pub fn retry_after_seconds(&self) -> u64 {
        let rounded_up = self.retry_after.as_secs() + u64::from(self.retry_after.subsec_nanos() > 0);
        rounded_up.max(1)
    }

    fn until(then: DateTime<Utc>, now: DateTime<Utc>) -> Self {
        Self {
            retry_after: (then - now).to_std().unwrap_or(Duration::ZERO),
        }
    }
}

/// How often a new code may be asked for, for one purpose and subject (decisions A3). Only codes that nobody has used up
/// count: who entered the last one rightly has read the mail, and is not held up.
#[derive(Debug, Clone, Copy)]
pub struct IssueRule;

impl IssueRule {
    /// The shortest time between two codes.
    pub const PAUSE: TimeDelta = TimeDelta::seconds(30);
    /// The most codes within [`IssueRule::WINDOW`].
    pub const MOST: usize = 5;
    /// The time that is looked back on.
    pub const WINDOW: TimeDelta = TimeDelta::hours(1);

    /// From when on another code may be sent, given when the earlier ones were (in any order; those of the last hour
    /// suffice). It may lie in the past.
    pub fn next(issued: &[DateTime<Utc>]) -> DateTime<Utc> {
        let mut latest_first = issued.to_vec();
        latest_first.sort_unstable_by(|a, b| b.cmp(a));
        let after_pause = latest_first.first().map(|latest| *latest + Self::PAUSE);
        let within_window = latest_first.get(Self::MOST - 1).map(|nth| *nth + Self::WINDOW);
        after_pause.max(within_window).unwrap_or(DateTime::UNIX_EPOCH)
    }

    /// Whether another code may be sent `now`, given when the earlier ones were.
    pub fn check(issued: &[DateTime<Utc>], now: DateTime<Utc>) -> Result<(), TooMany> {
        let then = Self::next(issued);
        if now < then {
            Err(TooMany::until(then, now))
        } else {
            Ok(())
        }
    }
}

/// How often signing in may fail, for one account or from one address (decisions A12).
#[derive(Debug, Clone, Copy)]
pub struct SignInRule;

impl SignInRule {
    /// The failures within [`SignInRule::WINDOW`] after which one has to wait.
    pub const MOST: usize = 10;
    /// The time that is looked back on.
    pub const WINDOW: TimeDelta = TimeDelta::minutes(15);

    /// What failures from an address are counted under. One who has an IPv6 connection has a network of at least 64 bits, and
    /// could try from another address of it each time: there it is the network that counts.
    pub fn origin(address: &str) -> String {
        match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
            Ok(IpAddr::V6(address)) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            Ok(IpAddr::V4(address)) => address.to_string(),
            Err(_) => address.to_owned(),
        }
    }

    /// Whether one may try to sign in `now`, given when earlier tries failed (in any order; those of the last 15 minutes
    /// suffice).
    pub fn check(failed: &[DateTime<Utc>], now: DateTime<Utc>) -> Result<(), TooMany> {
        within(failed, Self::MOST, Self::WINDOW, now)
    }
}

/// Refuses when `most` or more of the times lie within the window, until fewer do.
fn within(
    times: &[DateTime<Utc>],
    most: usize,
    window: TimeDelta,
    now: DateTime<Utc>,
) -> Result<(), TooMany> {
    let mut recent: Vec<DateTime<Utc>> = times
        .iter()
        .copied()
        .filter(|time| *time + window > now)
        .collect();
    recent.sort_unstable();
    let blocking = recent.len().checked_sub(most).and_then(|index| recent.get(index));
    blocking.map_or(Ok(()), |time| Err(TooMany::until(*time + window, now)))
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
    fn ten_failures_in_a_quarter_of_an_hour_stop_signing_in() {
        let failed: Vec<_> = (0..10).map(|n| at(n * 10)).collect();
        assert_eq!(SignInRule::check(&failed[..9], at(100)), Ok(()));
        assert_eq!(wait(SignInRule::check(&failed, at(100))), 800);
        assert_eq!(SignInRule::check(&failed, at(900)), Ok(()));
        let more: Vec<_> = (0..12).map(|n| at(n * 10)).collect();
        assert_eq!(wait(SignInRule::check(&more, at(120))), 800);
    }

    #[test]
    fn the_network_counts_where_each_has_one() {
        for (address, origin) in [
            ("192.0.2.77", "192.0.2.77"),
            ("::ffff:192.0.2.77", "192.0.2.77"),
            ("2001:db8:aa:bb:cc::1", "2001:db8:aa:bb::/64"),
            ("2001:db8:aa:bb::2", "2001:db8:aa:bb::/64"),
            ("2001:db8:aa:bc::2", "2001:db8:aa:bc::/64"),
            ("", ""),
        ] {
            assert_eq!(SignInRule::origin(address), origin);
        }
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
