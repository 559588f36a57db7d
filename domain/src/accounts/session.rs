//! Lifetimes of sessions (decisions A2) and of confirmed passwords (decisions C15).

use chrono::{DateTime, TimeDelta, Utc};

/// The two timeouts of a session: one since its last use, one since sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLifetime {
    /// The maximum idle time.
    pub idle: TimeDelta,
    /// The maximum age, even in constant use.
    pub absolute: TimeDelta,
}

impl Default for SessionLifetime {
    fn default() -> Self {
        Self {
            idle: TimeDelta::hours(12),
            absolute: TimeDelta::days(7),
        }
    }
}

impl SessionLifetime {
    /// Returns true if a session is live `now`: not ended and not timed out.
    pub fn is_live(
        &self,
        started: DateTime<Utc>,
        used: DateTime<Utc>,
        ended: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> bool {
        ended.is_none() && now < self.expires_at(started, used)
    }

    /// Returns the time at which a session expires if it is not used again.
    pub fn expires_at(&self, started: DateTime<Utc>, used: DateTime<Utc>) -> DateTime<Utc> {
        (used + self.idle).min(started + self.absolute)
    }
}

/// The repeated entry of a password within a session (decisions C15). Required for acts that a
/// stolen session must not allow, such as a change of the address or password.
/// `docs/SECURITY.md` lists them.
#[derive(Debug, Clone, Copy)]
pub struct ConfirmedPassword;

impl ConfirmedPassword {
    /// The time for which a confirmation counts.
    pub const VALID_FOR: TimeDelta = TimeDelta::minutes(5);

    /// Returns true if the confirmation given on `given_on` still counts `now`. Signing in is no
    /// confirmation: a session stolen right after sign-in must not be able to take over the
    /// account.
    pub fn is_valid(given_on: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
        given_on.is_some_and(|given_on| now < given_on + Self::VALID_FOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hour(hours: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + hours * 3600, 0).unwrap()
    }

    #[test]
    fn session_expires_after_twelve_idle_hours_or_seven_days() {
        let life = SessionLifetime::default();
        assert!(life.is_live(hour(0), hour(0), None, hour(11)));
        assert!(!life.is_live(hour(0), hour(0), None, hour(12)));
        assert!(life.is_live(hour(0), hour(160), None, hour(167)));
        assert!(!life.is_live(hour(0), hour(167), None, hour(168)));
        assert!(!life.is_live(hour(0), hour(0), Some(hour(1)), hour(2)));
    }

    #[test]
    fn password_confirmation_counts_for_five_minutes() {
        let second = |seconds: i64| DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap();
        assert!(!ConfirmedPassword::is_valid(None, second(0)));
        assert!(ConfirmedPassword::is_valid(Some(second(0)), second(299)));
        assert!(!ConfirmedPassword::is_valid(Some(second(0)), second(300)));
    }
}
