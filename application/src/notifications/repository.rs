//! The stores of notifications and of outgoing mails and text messages.

use std::collections::BTreeMap;

use aditus_domain::ids::{MessageId, NotificationId, RequestId, UserId};
use aditus_domain::notifications::{Delivery, Occasion};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

use crate::ports::StoreError;

/// A notification for one person in one of their roles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotification {
    /// Recipient.
    pub user: UserId,
    /// Role of the recipient.
    pub role: Role,
    /// Name of the kind, such as `stage_turn` or `recalled`.
    pub kind: String,
    /// Text of the notification.
    pub message: String,
    /// Request that it concerns.
    pub request: Option<RequestId>,
    /// Time of the notification.
    pub authored_on: DateTime<Utc>,
}

impl NewNotification {
    /// Returns true if the recipient caused it, so that nothing is left to read.
    pub fn arrives_read(&self) -> bool {
        Occasion::parse(&self.kind).is_ok_and(Occasion::is_own_act)
    }
}

/// The store of notifications.
pub trait Notifications {
    /// Adds a notification, read if it [arrives read](NewNotification::arrives_read). The commit
    /// signals its recipient.
    fn add(&mut self, notification: &NewNotification) -> Result<NotificationId, StoreError>;
    /// Adds many notifications. Their ids MUST ascend in the given order.
    fn add_all(&mut self, notifications: &[NewNotification]) -> Result<(), StoreError>;
    /// Marks a notification as read. Returns false if it does not belong to this person. If it was
    /// unread, the commit signals [`crate::ports::Signal::NotificationsRead`].
    fn mark_read(&mut self, user: UserId, id: NotificationId) -> Result<bool, StoreError>;
    /// Marks all notifications of this person in one role as read, and returns the number of unread
    /// ones. If there was any, the commit signals [`crate::ports::Signal::NotificationsRead`].
    fn mark_group_read(&mut self, user: UserId, role: Role) -> Result<u64, StoreError>;
    /// Marks the notifications of this occasion on a request in these roles as read, for every
    /// recipient, because nothing is left to do. Those that wait for a digest MUST be removed there,
    /// read or not. The commit signals
    /// [`crate::ports::Signal::NotificationsRead`] to the people who had not read theirs.
    fn settle(&mut self, request: RequestId, occasion: Occasion, roles: &[Role]) -> Result<(), StoreError>;
    /// Returns the choices of these people for mails of these kinds. Pairs without a choice are
    /// omitted; their mails come immediately.
    fn deliveries_among(
        &mut self,
        users: &[UserId],
        kinds: &[&str],
    ) -> Result<BTreeMap<(UserId, String), Delivery>, StoreError>;
    /// Stores the choice of this person for mails of this occasion.
    fn choose_delivery(
        &mut self,
        user: UserId,
        occasion: Occasion,
        delivery: Delivery,
    ) -> Result<(), StoreError>;
}

/// The channel of an outgoing message. Each channel has its own worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Channel {
    /// Sent as a mail.
    Mail,
    /// Sent as a text message (decisions A4).
    Text,
}

impl Channel {
    /// All channels.
    pub const ALL: [Self; 2] = [Self::Mail, Self::Text];

    /// Returns the name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Text => "text",
        }
    }

    /// Returns the channel with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.name() == name)
    }
}

/// The destination of a message, in addition to the address sealed in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// Uses the address in the message, even if the account changes: for security notices.
    AsWritten,
    /// Uses the address in the message. The message is dropped if its code, for this person's
    /// account, is voided before.
    Code(UserId),
    /// Uses the address of the account when the mail is sent. The mail is dropped if the person may
    /// no longer sign in, or no longer holds the role. For mails only.
    Account(UserId, Option<Role>),
}

/// A message to queue. `sealed` contains the whole message with its recipient, because a code must
/// not be readable in the database (decisions A3).
#[derive(Debug, Clone)]
pub struct QueuedMessage {
    /// Channel of the message.
    pub channel: Channel,
    /// Destination of the message.
    pub destination: Destination,
    /// Unique id of the message for mail servers and gateways, the same at each attempt.
    pub reference: String,
    /// The message, sealed for the place [`crate::ports::SealedPlace::Message`].
    pub sealed: Vec<u8>,
    /// Time of queueing.
    pub queued_on: DateTime<Utc>,
    /// Time after which the message is obsolete: the expiry of a code.
    pub useless_after: Option<DateTime<Utc>>,
}

/// A message claimed by a worker.
#[derive(Debug, Clone)]
pub struct ClaimedMessage {
    /// Its id.
    pub id: MessageId,
    /// Destination of the message.
    pub destination: Destination,
    /// Unique id of the message for mail servers and gateways, the same at each attempt.
    pub reference: String,
    /// The message, sealed for the place [`crate::ports::SealedPlace::Message`].
    pub sealed: Vec<u8>,
    /// Number of earlier attempts.
    pub attempts: i32,
    /// Time after which the message is obsolete.
    pub useless_after: Option<DateTime<Utc>>,
}

/// A message that was neither sent nor given up.
#[derive(Debug, Clone)]
pub struct UnfinishedMessage {
    /// Its id.
    pub id: MessageId,
    /// Channel of the message.
    pub channel: Channel,
    /// Destination of the message.
    pub destination: Destination,
    /// Unique id of the message for mail servers and gateways, the same at each attempt.
    pub reference: String,
    /// The message, sealed for the place [`crate::ports::SealedPlace::Message`].
    pub sealed: Vec<u8>,
}

/// The outbox. Messages are sent after the commit of the change that they report, at least once.
pub trait Outbox {
    /// Queues a message. The commit signals the worker of its channel.
    fn queue(&mut self, message: &QueuedMessage) -> Result<MessageId, StoreError>;
    /// Queues many messages in their order.
    fn queue_all(&mut self, messages: &[QueuedMessage]) -> Result<(), StoreError>;
    /// Claims up to `limit` due messages of a channel until `lease_until`. Other workers, on any
    /// node, MUST NOT get them before then. Messages with an expiry MUST come first, because a
    /// person waits for each. Within both groups the oldest comes first. Messages of other channels
    /// MUST stay unclaimed.
    fn claim(
        &mut self,
        channel: Channel,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<ClaimedMessage>, StoreError>;
    /// Marks messages as sent, or as given up if `error` is given. Their contents MUST be wiped.
    fn finish(&mut self, ids: &[MessageId], at: DateTime<Utc>, error: Option<&str>)
    -> Result<(), StoreError>;
    /// Releases claimed messages that were not tried. They MUST be due at `at`, and the claim does
    /// not count as an attempt.
    fn give_back(&mut self, ids: &[MessageId], at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Records a failed attempt. The next one is due at `next_attempt`.
    fn postpone(&mut self, id: MessageId, next_attempt: DateTime<Utc>, error: &str)
    -> Result<(), StoreError>;
    /// Gives up the unsent messages with codes for this person's account. Their contents MUST be
    /// wiped.
    fn drop_codes_of(&mut self, user: UserId, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Returns up to `limit` messages with ids greater than `after` that were neither sent nor
    /// given up, claimed or not, ordered by id.
    fn unfinished(&mut self, after: MessageId, limit: u32) -> Result<Vec<UnfinishedMessage>, StoreError>;
    /// Deletes messages queued before the given time, regardless of their state. Returns their
    /// number.
    fn delete_expired(&mut self, queued_before: DateTime<Utc>) -> Result<u64, StoreError>;
    /// Returns the due time of the next message of a channel.
    fn next_due(&mut self, channel: Channel) -> Result<Option<DateTime<Utc>>, StoreError>;
}
