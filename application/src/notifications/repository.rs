//! The stores of notifications and of mails that wait to be sent.

use aditus_domain::ids::{MailId, NotificationId, RequestId, UserId};
use aditus_domain::notifications::Occasion;
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A notification for one person in one of their roles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotification {
    /// Who is told.
    pub user: UserId,
    /// In which role.
    pub role: Role,
    /// What happened, as a name: `stage_turn`, `recalled` and the like.
    pub kind: String,
    /// The text.
    pub message: String,
    /// The request it is about.
    pub request: Option<RequestId>,
    /// When.
    pub authored_on: DateTime<Utc>,
}

/// The store of notifications.
pub trait Notifications {
    /// Adds a notification; the commit then signals its recipient.
    fn add(&mut self, notification: &NewNotification) -> Result<NotificationId, StoreError>;
    /// Marks one as read, if it is this person's; answers whether it is. If it was unread, the commit signals
    /// [`crate::ports::Signal::NotificationsRead`].
    fn mark_read(&mut self, user: UserId, id: NotificationId) -> Result<bool, StoreError>;
    /// Marks all of this person's in one role as read; answers how many were unread. If any was, the commit signals
    /// [`crate::ports::Signal::NotificationsRead`].
    fn mark_group_read(&mut self, user: UserId, role: Role) -> Result<u64, StoreError>;
    /// Whether this person wants mails of this kind; a person who has not chosen does.
    fn wants_mail(&mut self, user: UserId, kind: &str) -> Result<bool, StoreError>;
    /// Keeps what this person chose for mails of this kind.
    fn choose_mail(&mut self, user: UserId, occasion: Occasion, by_mail: bool) -> Result<(), StoreError>;
}

/// A mail to be queued. `sealed` holds recipient, subject and parts under [`crate::ports::Keys::seal`]: a code in a mail
/// must not lie readable in the database (decisions A3).
#[derive(Debug, Clone)]
pub struct QueuedMail {
    /// The sealed mail.
    pub sealed: Vec<u8>,
    /// When it was queued.
    pub queued_on: DateTime<Utc>,
    /// After this time there is no point in sending it any more: a code's end.
    pub useless_after: Option<DateTime<Utc>>,
}

/// A mail that a worker has claimed.
#[derive(Debug, Clone)]
pub struct ClaimedMail {
    /// Its id.
    pub id: MailId,
    /// The sealed mail.
    pub sealed: Vec<u8>,
    /// How often it was tried before.
    pub attempts: i32,
    /// After this time there is no point in sending it any more.
    pub useless_after: Option<DateTime<Utc>>,
}

/// The outbox: mails leave after the commit of what they tell of, at least once.
pub trait Outbox {
    /// Queues a mail; the commit then signals the worker.
    fn queue(&mut self, mail: &QueuedMail) -> Result<MailId, StoreError>;
    /// Claims at most `limit` mails that are due, oldest first, until `lease_until`: no other worker, on whichever
    /// node, MUST get them before then.
    fn claim(
        &mut self,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<ClaimedMail>, StoreError>;
    /// The mail was handed over, or is given up: its content MUST be wiped. `error` is none when it was sent.
    fn finish(&mut self, id: MailId, at: DateTime<Utc>, error: Option<&str>) -> Result<(), StoreError>;
    /// The attempt failed; the next is due at `next_attempt`.
    fn postpone(&mut self, id: MailId, next_attempt: DateTime<Utc>, error: &str) -> Result<(), StoreError>;
    /// When the next mail is due.
    fn next_due(&mut self) -> Result<Option<DateTime<Utc>>, StoreError>;
}
