//! Telling people what happened: notifications in the product, and mails (1 §7.3; decisions, "The calls").

pub mod code_mail;
pub mod deliver_mail;
pub mod envelope;
pub mod list;
pub mod mail_template;
pub mod mark_group_read;
pub mod mark_read;
pub mod preferences;
pub mod repository;
pub mod since;
pub mod tell;
pub mod views;

pub use repository::{ClaimedMail, NewNotification, Notifications, Outbox, QueuedMail};
