use chrono::{DateTime, Utc};

/// The current time. An adapter MUST truncate it to microseconds, which is what both databases keep.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> DateTime<Utc>;
}
