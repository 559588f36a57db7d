//! Notifications in the product, mails, and text messages with codes (1 §7.3; decisions A4, "The
//! calls").

pub mod code_mail;
pub mod code_text;
pub mod deliver_mail;
pub mod deliver_text;
pub mod delivery;
pub mod digests;
pub mod envelope;
pub mod links;
pub mod list;
pub mod mail_template;
mod mails;
pub mod mark_group_read;
pub mod mark_read;
pub mod notify;
pub mod preferences;
pub mod repository;
pub mod since;
pub mod views;

pub use digests::{DigestEntry, Digests};
pub use repository::{
    Channel, ClaimedMessage, Destination, NewNotification, Notifications, Outbox, QueuedMessage,
    UnfinishedMessage,
};
