//! Reads if the caller has a calendar feed: `GET users/calendar-feed/`.

use chrono::{DateTime, Utc};

use crate::access::Caller;
use crate::ports::{Ports, StoreError};

/// Returns the time at which the present address was made, or `None` without a feed. The address
/// itself is not stored.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Option<DateTime<Utc>>, StoreError> {
    ports.database.read()?.deadlines().calendar_feed(caller.user)
}
