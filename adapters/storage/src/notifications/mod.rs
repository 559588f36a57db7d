//! Notifications, and the outbox of mails and text messages.

mod outbox;
mod repository;
mod views;
