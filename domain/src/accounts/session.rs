//! How long a session lives (decisions A2), and how long a password that was given in it counts (decisions C15).

use chrono::{DateTime, TimeDelta, Utc};

/// The two lifetimes of a session: one since its last use, one since sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLife {
    /// How long it may rest.
    pub idle: TimeDelta,
    /// How long it lives whatever its use.
    pub absolute: TimeDelta,
}

impl Default for SessionLife {
    fn default() -> Self {
        Self {
            idle: TimeDelta::hours(12),
            absolute: TimeDelta::days(7),
        }
    }
}

impl SessionLife {
    /// Whether a session that began `started`, was last used `used` and was ended, if so, `ended` is of use `now`.
    pub fn is_live(
        &self,
        started: DateTime<Utc>,
        used: DateTime<Utc>,
        ended: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> bool {
        ended.is_none() && now < self.expires_at(started, used)
    }

    /// When a session ends by itself if it is not used again.
    pub fn expires_at(&self, started: DateTime<Utc>, used: DateTime<Utc>) -> DateTime<Utc> {
        (used + self.idle).min(started + self.absolute)
    }
}

/// The password that the owner of a session gave again (decisions C15). It opens what a stolen session must not: another
/// address, number or password, the end of other sessions, one's data.
#[derive(Debug, Clone, Copy)]
pub struct ConfirmedPassword;

impl ConfirmedPassword {
    /// How long it counts.
    pub const COUNTS_FOR: TimeDelta = TimeDelta::minutes(5);

    /// Whether a password that was given then, if it was, counts `now`. Signing in is not giving it again: a session that is
    /// stolen at its beginning is not the account either.
    pub fn counts(given_on: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
        given_on.is_some_and(|given_on| now < given_on + Self::COUNTS_FOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hour(hours: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + hours * 3600, 0).unwrap()
    }

    #[test]
    fn rests_twelve_hours_and_lives_seven_days() {
        let life = SessionLife::default();
        assert!(life.is_live(hour(0), hour(0), None, hour(11)));
        assert!(!life.is_live(hour(0), hour(0), None, hour(12)));
        assert!(life.is_live(hour(0), hour(160), None, hour(167)));
        assert!(!life.is_live(hour(0), hour(167), None, hour(168)));
        assert!(!life.is_live(hour(0), hour(0), Some(hour(1)), hour(2)));
    }

    #[test]
    fn a_password_counts_five_minutes() {
        let second = |seconds: i64| DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap();
        assert!(!ConfirmedPassword::counts(None, second(0)));
        assert!(ConfirmedPassword::counts(Some(second(0)), second(299)));
        assert!(!ConfirmedPassword::counts(Some(second(0)), second(300)));
    }
}
