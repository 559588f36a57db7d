//! Notifications: creation, lists, preferences, delivery and digests.

mod deliver;
mod digests;
mod list;
mod notify;
mod preferences;
