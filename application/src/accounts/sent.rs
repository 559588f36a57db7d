//! The times of a code.

use chrono::{DateTime, Utc};

/// The times of a code that is on its way, for whoever waits for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    /// When it was issued.
    pub issued_at: DateTime<Utc>,
    /// From when on it is no longer taken.
    pub expires_at: DateTime<Utc>,
    /// From when on another one may be asked for.
    pub resend_at: DateTime<Utc>,
}
