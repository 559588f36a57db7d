//! Notifications: creation, lists, preferences and delivery.

mod deliver;
mod list;
mod notify;
mod preferences;
