//! The caller's own requests that wait for the caller (decisions C16).

use aditus_domain::review::comments::blocking_since;

use super::views::OwnTask;
use crate::access::Caller;
use crate::ports::{Ports, StoreError};

/// Maximum number of requests without feedback. The others are on the Approved tab.
const FEEDBACK_AT_MOST: u32 = 5;

/// Returns the requests that require the caller's action, then those that wait for feedback.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<Vec<OwnTask>, StoreError> {
    let demanded_after = blocking_since(ports.clock.now());
    let mut views = ports.database.read()?;
    views
        .requests()
        .own_tasks(caller.user, demanded_after, FEEDBACK_AT_MOST)
}
