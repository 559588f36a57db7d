//! The times of a code.

use chrono::{DateTime, Utc};

/// The times of a code that was sent, for the recipient's client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    /// The time of issue.
    pub issued_at: DateTime<Utc>,
    /// The time at which the code expires.
    pub expires_at: DateTime<Utc>,
    /// The earliest time at which another code may be requested.
    pub resend_at: DateTime<Utc>,
}
