//! The store of notifications that wait for a digest.

use aditus_domain::ids::{RequestId, UserId};
use aditus_domain::notifications::{Delivery, DigestTimes, Occasion};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A notification that waits for a digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestEntry {
    /// Recipient.
    pub user: UserId,
    /// Role of the recipient.
    pub role: Role,
    /// Name of the occasion.
    pub kind: String,
    /// Request that it concerns.
    pub request: Option<RequestId>,
    /// Text of the notification.
    pub message: String,
    /// Label of the link.
    pub action: String,
    /// Path of the link with the role in which it is opened, beginning with a slash.
    pub link: String,
    /// Digest for which it waits. [`Delivery::Immediately`] is sent with the next run, because the
    /// person has changed the choice; [`Delivery::Never`] is not stored.
    pub delivery: Delivery,
    /// Time of the notification.
    pub created_on: DateTime<Utc>,
}

/// The notifications that wait for a digest. They are added in the transaction of their cause, and
/// taken in the transaction that queues the mail.
///
/// [`NotificationViews::people_with_due_digests`](super::super::views::NotificationViews::people_with_due_digests)
/// finds the people.
pub trait Digests {
    /// Adds entries. [`Self::take_due`] returns them in the given order.
    fn add_all(&mut self, entries: &[DigestEntry]) -> Result<(), StoreError>;

    /// Removes the entries of these people that are [due](DigestTimes::is_due), and returns them in
    /// the order in which they were added.
    ///
    /// Of several transactions at the same time, only one MUST get an entry. If it is not committed,
    /// the entry stays.
    fn take_due(&mut self, people: &[UserId], times: &DigestTimes) -> Result<Vec<DigestEntry>, StoreError>;

    /// Applies a new choice of this person for this occasion to the entries that wait.
    /// [`Delivery::Never`] removes them.
    fn change_delivery(
        &mut self,
        user: UserId,
        occasion: Occasion,
        delivery: Delivery,
    ) -> Result<(), StoreError>;
}
