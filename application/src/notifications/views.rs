//! Read models of notifications.

use std::collections::BTreeMap;

use aditus_domain::ids::{NotificationId, RequestId, UserId};
use aditus_domain::notifications::{Delivery, DigestTimes};
use chrono::{DateTime, Utc};

use crate::paging::{Direction, Page, Paged};
use crate::ports::StoreError;

/// Maximum number of notifications returned at once. A full result must be followed by another
/// call.
pub const MAX_SINCE: u32 = 100;
/// Maximum number of people in one query.
pub const MAX_PEOPLE: usize = 1_000;

/// A notification, as lists and the websocket show it (1 §3).
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub struct NotificationView {
    pub id: NotificationId,
    pub message: String,
    /// Name of the role.
    pub role: String,
    pub kind: String,
    pub request_id: Option<RequestId>,
    /// Title of the request, if the reader may see it now. Adapters leave it none.
    /// `RequestViews::titles` reads it.
    pub request_title: Option<String>,
    pub read: bool,
    pub authored_on: DateTime<Utc>,
}

/// Numbers of a person's notifications in one of their roles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationGroup {
    /// Name of the role.
    pub role: String,
    /// Number of all notifications.
    pub total: u64,
    /// Number of unread notifications.
    pub unread: u64,
}

/// A filter by read or unread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ReadFilter {
    All,
    Unread,
    Read,
}

/// Read models of notifications.
pub trait NotificationViews {
    /// Returns a person's notifications, newest first.
    fn list(
        &mut self,
        user: UserId,
        filter: ReadFilter,
        page: Page,
    ) -> Result<Paged<NotificationView>, StoreError> {
        self.by_time(user, filter, Direction::Descending, page)
    }
    /// Returns a person's notifications ordered by time.
    fn by_time(
        &mut self,
        user: UserId,
        filter: ReadFilter,
        direction: Direction,
        page: Page,
    ) -> Result<Paged<NotificationView>, StoreError>;
    /// Counts notifications by role, ordered by the rank of the role. Roles without notifications
    /// are omitted.
    fn groups(&mut self, user: UserId) -> Result<Vec<NotificationGroup>, StoreError>;
    /// Returns a person's choices for mails, by the name of the kind. Kinds without a choice are
    /// omitted; their mails come immediately.
    fn chosen_deliveries(&mut self, user: UserId) -> Result<BTreeMap<String, Delivery>, StoreError>;
    /// Returns the people with a notification that waits for a digest and is
    /// [due](DigestTimes::is_due), each once, by id.
    fn people_with_due_digests(&mut self, times: &DigestTimes) -> Result<Vec<UserId>, StoreError>;
    /// Returns a person's notifications with an id greater than `after`, oldest first, up to
    /// [`MAX_SINCE`].
    fn since(&mut self, user: UserId, after: NotificationId) -> Result<Vec<NotificationView>, StoreError>;
    /// Does the same as `since` for many people, up to [`MAX_PEOPLE`] and each named once. A
    /// database behind a network MUST be queried once. People without new notifications are
    /// omitted.
    fn since_of_each(
        &mut self,
        people: &[(UserId, NotificationId)],
    ) -> Result<BTreeMap<UserId, Vec<NotificationView>>, StoreError>;
}
