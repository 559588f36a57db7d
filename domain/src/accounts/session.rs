//! How long a session lives (decisions A2).

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
}
