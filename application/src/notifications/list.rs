//! A person's notifications: `notifications/user-notifications/` and `notifications/all-user-notifications/` (1 §7.3).

use aditus_domain::ids::UserId;

use super::views::{NotificationGroup, NotificationView, ReadFilter};
use crate::access::Caller;
pub use crate::failure::Refused as Error;
use crate::paging::{Page, Paged};
use crate::ports::Ports;

/// Which notifications are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// Whose; the caller's when it is not said.
    pub user_id: Option<UserId>,
    /// All, or those that are read or not.
    pub filter: ReadFilter,
    /// Which page.
    pub page: Page,
}

/// A page of notifications, newest first.
pub type Answer = Paged<NotificationView>;

/// Lists the caller's own notifications.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<Answer, Error> {
    caller.require_self(query.user_id.unwrap_or(caller.user))?;
    Ok(ports
        .database
        .read()?
        .notifications()
        .list(caller.user, query.filter, query.page)?)
}

/// How many notifications the caller has in each role: a page of the list does not tell (1 §2.5).
pub fn groups(
    ports: &Ports,
    caller: &Caller,
    user_id: Option<UserId>,
) -> Result<Vec<NotificationGroup>, Error> {
    caller.require_self(user_id.unwrap_or(caller.user))?;
    Ok(ports.database.read()?.notifications().groups(caller.user)?)
}
