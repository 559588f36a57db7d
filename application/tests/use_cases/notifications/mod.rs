//! Notifications: creation, lists, preferences and delivery.

mod deliver;
mod list;
mod preferences;
mod notify;
