use chrono::{DateTime, Utc};

/// The current time. An adapter MUST truncate it to microseconds, the precision of both databases.
pub trait Clock: Send + Sync {
    /// Returns the current time.
    fn now(&self) -> DateTime<Utc>;
}
