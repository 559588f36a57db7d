//! Switches the caller's calendar feed off: `DELETE users/calendar-feed/`.

use aditus_domain::audit::Act;

use crate::access::Caller;
use crate::audit;
use crate::ports::{Ports, StoreError};

/// Switches the feed off, if there is one. Its address no longer works.
///
/// It needs no password, because it only takes access away.
pub fn execute(ports: &Ports, caller: &Caller) -> Result<(), StoreError> {
    let user = caller.user;
    let mut transaction = ports.database.begin()?;
    if !transaction.calendar_feeds().remove(user)? {
        return Ok(());
    }
    let act = Act::CalendarFeedRemoved { user };
    let recorded = audit::record(ports, transaction.as_mut(), caller, act)?;
    transaction.commit(recorded)
}
