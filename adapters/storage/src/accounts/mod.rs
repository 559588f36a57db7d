//! Accounts, sessions, one-time codes, events that count against rate limits, and clicks.

mod clicks;
mod codes;
mod contact_changes;
mod directory;
mod erasures;
mod limited_events;
pub(crate) mod people;
mod repository;
mod sessions;
mod untrusted_proxies;
mod views;
