//! Read models of notifications.

use std::collections::BTreeMap;

use aditus_domain::ids::{NotificationId, RequestId, UserId};
use chrono::{DateTime, Utc};

use crate::paging::{Direction, Page, Paged};
use crate::ports::StoreError;

/// The most notifications that a person is told of at once; whoever gets so many asks again.
pub const MOST_SINCE: u32 = 100;
/// The most people whose notifications are asked for at once.
pub const MOST_PEOPLE: usize = 1_000;

/// A notification as lists and the websocket show it (1 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct NotificationView {
    pub id: NotificationId,
    pub message: String,
    /// The name of the role it is for.
    pub role: String,
    pub kind: String,
    pub request_id: Option<RequestId>,
    pub read: bool,
    pub authored_on: DateTime<Utc>,
}

/// How many notifications a person has in one of their roles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationGroup {
    /// The name of the role.
    pub role: String,
    /// Read or not.
    pub total: u64,
    /// Those that were not read.
    pub unread: u64,
}

/// Which notifications are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ReadFilter {
    All,
    Unread,
    Read,
}

/// Read models of notifications.
pub trait NotificationViews {
    /// A person's notifications, newest first.
    fn list(
        &mut self,
        user: UserId,
        filter: ReadFilter,
        page: Page,
    ) -> Result<Paged<NotificationView>, StoreError> {
        self.by_time(user, filter, Direction::Descending, page)
    }
    /// A person's notifications by the time at which they were written.
    fn by_time(
        &mut self,
        user: UserId,
        filter: ReadFilter,
        direction: Direction,
        page: Page,
    ) -> Result<Paged<NotificationView>, StoreError>;
    /// How many there are by role, in the order of the roles' ranks; roles without any are left out.
    fn groups(&mut self, user: UserId) -> Result<Vec<NotificationGroup>, StoreError>;
    /// The names of the kinds of which a person wants no mails, sorted.
    fn unwanted_mails(&mut self, user: UserId) -> Result<Vec<String>, StoreError>;
    /// A person's notifications with an id greater than `after`, oldest first, at most [`MOST_SINCE`].
    fn since(&mut self, user: UserId, after: NotificationId) -> Result<Vec<NotificationView>, StoreError>;
    /// The same of many people at once, of whom each is named once and at most [`MOST_PEOPLE`] are: a database that is asked over a
    /// network MUST be asked once. Who has none is left out.
    fn since_of_each(
        &mut self,
        people: &[(UserId, NotificationId)],
    ) -> Result<BTreeMap<UserId, Vec<NotificationView>>, StoreError>;
}
