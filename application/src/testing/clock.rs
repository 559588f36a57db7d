use std::sync::Mutex;

use chrono::{DateTime, TimeDelta, Utc};

use super::lock;
use crate::ports::Clock;

/// A clock that stands still until it is set.
#[derive(Debug)]
pub struct FixedClock(Mutex<DateTime<Utc>>);

impl Default for FixedClock {
    /// Stands at noon of the second of March 2026, a Monday.
    fn default() -> Self {
        Self::at(DateTime::from_timestamp(1_772_452_800, 0).unwrap_or_default())
    }
}

impl FixedClock {
    /// A clock that stands at this time.
    pub fn at(time: DateTime<Utc>) -> Self {
        Self(Mutex::new(time))
    }

    /// Sets the clock.
    pub fn set(&self, time: DateTime<Utc>) {
        *lock(&self.0) = time;
    }

    /// Lets time pass.
    pub fn advance(&self, by: TimeDelta) {
        *lock(&self.0) += by;
    }
}

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        *lock(&self.0)
    }
}
