//! The stores of notifications, and of mails and text messages that wait to be sent.

use std::collections::BTreeSet;

use aditus_domain::ids::{MessageId, NotificationId, RequestId, UserId};
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
    /// The same with many, whose ids MUST ascend as they stand here.
    fn add_all(&mut self, notifications: &[NewNotification]) -> Result<(), StoreError>;
    /// Marks one as read, if it is this person's; answers whether it is. If it was unread, the commit signals
    /// [`crate::ports::Signal::NotificationsRead`].
    fn mark_read(&mut self, user: UserId, id: NotificationId) -> Result<bool, StoreError>;
    /// Marks all of this person's in one role as read; answers how many were unread. If any was, the commit signals
    /// [`crate::ports::Signal::NotificationsRead`].
    fn mark_group_read(&mut self, user: UserId, role: Role) -> Result<u64, StoreError>;
    /// Marks the notifications of this occasion on a request in these roles as read, for every recipient, because there is nothing left
    /// to do. The commit signals [`crate::ports::Signal::NotificationsRead`] to the people who had not read theirs.
    fn settle(&mut self, request: RequestId, occasion: Occasion, roles: &[Role]) -> Result<(), StoreError>;
    /// Who of these people wants no mails of which of these kinds; a person who has not chosen wants them.
    fn unwanted_mails_among(
        &mut self,
        users: &[UserId],
        kinds: &[&str],
    ) -> Result<BTreeSet<(UserId, String)>, StoreError>;
    /// Keeps what this person chose for mails of this kind.
    fn choose_mail(&mut self, user: UserId, occasion: Occasion, by_mail: bool) -> Result<(), StoreError>;
}

/// How a message leaves: each channel has a worker of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Channel {
    /// As a mail.
    Mail,
    /// As a text message (decisions A4).
    Text,
}

impl Channel {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Mail, Self::Text];

    /// Its name, as it is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Text => "text",
        }
    }

    /// The channel of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.name() == name)
    }
}

/// Where a message goes, beside the address that is sealed in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// To the address in the message, even if the account changes: a notice of a change that concerns its safety.
    AsWritten,
    /// To the address in the message, unless the code in it is voided before: it is for this person's account.
    Code(UserId),
    /// To the address that the account has when the mail is sent. The mail is dropped if the person may not sign in by then, or does
    /// not hold the role. For mails only.
    Account(UserId, Option<Role>),
}

/// A message to be queued. `sealed` holds all of it, its recipient too: a code in a message must not lie readable in the database
/// (decisions A3).
#[derive(Debug, Clone)]
pub struct QueuedMessage {
    /// How it leaves.
    pub channel: Channel,
    /// Where it goes.
    pub destination: Destination,
    /// Identifies the message to mail servers and gateways: the same at each attempt to send it, and of no other message.
    pub reference: String,
    /// The message, sealed for the place [`crate::ports::SealedPlace::Message`].
    pub sealed: Vec<u8>,
    /// When it was queued.
    pub queued_on: DateTime<Utc>,
    /// After this time there is no point in sending it any more: a code's end.
    pub useless_after: Option<DateTime<Utc>>,
}

/// A message that a worker has claimed.
#[derive(Debug, Clone)]
pub struct ClaimedMessage {
    /// Its id.
    pub id: MessageId,
    /// Where it goes.
    pub destination: Destination,
    /// Identifies the message to mail servers and gateways: the same at each attempt to send it, and of no other message.
    pub reference: String,
    /// The message, sealed for the place [`crate::ports::SealedPlace::Message`].
    pub sealed: Vec<u8>,
    /// How often it was tried before.
    pub attempts: i32,
    /// After this time there is no point in sending it any more.
    pub useless_after: Option<DateTime<Utc>>,
}

/// A message that was neither sent nor given up.
#[derive(Debug, Clone)]
pub struct UnfinishedMessage {
    /// Its id.
    pub id: MessageId,
    /// How it leaves.
    pub channel: Channel,
    /// Where it goes.
    pub destination: Destination,
    /// Identifies the message to mail servers and gateways: the same at each attempt to send it, and of no other message.
    pub reference: String,
    /// The message, sealed for the place [`crate::ports::SealedPlace::Message`].
    pub sealed: Vec<u8>,
}

/// The outbox: messages leave after the commit of what they tell of, at least once.
pub trait Outbox {
    /// Queues a message; the commit then signals the worker of its channel.
    fn queue(&mut self, message: &QueuedMessage) -> Result<MessageId, StoreError>;
    /// The same with many, in their order.
    fn queue_all(&mut self, messages: &[QueuedMessage]) -> Result<(), StoreError>;
    /// Claims at most `limit` messages of a channel that are due, until `lease_until`: no other worker, on whichever node, MUST get them
    /// before then. Those that become useless MUST come first, because somebody waits for each; among them and among the others the
    /// oldest comes first. Those of other channels MUST stay where they are.
    fn claim(
        &mut self,
        channel: Channel,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<ClaimedMessage>, StoreError>;
    /// These messages were handed over, or are given up: their contents MUST be wiped. `error` is none when they were sent.
    fn finish(&mut self, ids: &[MessageId], at: DateTime<Utc>, error: Option<&str>)
    -> Result<(), StoreError>;
    /// These messages were claimed and not tried: they MUST be due at `at`, and the claim does not count as an attempt.
    fn give_back(&mut self, ids: &[MessageId], at: DateTime<Utc>) -> Result<(), StoreError>;
    /// The attempt failed; the next is due at `next_attempt`.
    fn postpone(&mut self, id: MessageId, next_attempt: DateTime<Utc>, error: &str)
    -> Result<(), StoreError>;
    /// The messages with codes for this person's account that were neither sent nor given up are given up: their contents MUST be wiped.
    fn drop_codes_of(&mut self, user: UserId, at: DateTime<Utc>) -> Result<(), StoreError>;
    /// Messages with ids behind `after` that were neither sent nor given up, claimed or not, by id, at most so many.
    fn unfinished(&mut self, after: MessageId, most: u32) -> Result<Vec<UnfinishedMessage>, StoreError>;
    /// Removes messages that were queued before then, whatever became of them; answers how many.
    fn sweep(&mut self, queued_before: DateTime<Utc>) -> Result<u64, StoreError>;
    /// When the next message of a channel is due.
    fn next_due(&mut self, channel: Channel) -> Result<Option<DateTime<Utc>>, StoreError>;
}
