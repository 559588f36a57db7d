use std::sync::Mutex;

use chrono::{DateTime, TimeDelta, Utc};

use super::lock;
use crate::ports::Clock;

/// A clock that does not advance by itself.
#[derive(Debug)]
pub struct FixedClock(Mutex<DateTime<Utc>>);

impl Default for FixedClock {
    /// Returns a clock set to noon of 2 March 2026, a Monday.
    fn default() -> Self {
        Self::at(DateTime::from_timestamp(1_772_452_800, 0).unwrap_or_default())
    }
}

impl FixedClock {
    /// Returns a clock set to this time.
    pub fn at(time: DateTime<Utc>) -> Self {
        Self(Mutex::new(time))
    }

    /// Sets the clock.
    pub fn set(&self, time: DateTime<Utc>) {
        *lock(&self.0) = time;
    }

    /// Advances the clock.
    pub fn advance(&self, by: TimeDelta) {
        *lock(&self.0) += by;
    }
}

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        *lock(&self.0)
    }
}
