//! Notifications: creation, lists, preferences, delivery and digests.

mod deliver;
mod digests;
mod digests_left_out;
mod list;
mod notify;
mod preferences;
