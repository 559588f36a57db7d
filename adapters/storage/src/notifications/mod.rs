//! Notifications, those that wait for a digest, and the outbox of mails and text messages.

mod digests;
mod outbox;
mod repository;
mod views;
