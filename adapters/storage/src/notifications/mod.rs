//! Notifications, and the outbox of mails.

mod outbox;
mod repository;
mod views;
