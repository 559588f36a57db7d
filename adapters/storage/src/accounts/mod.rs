//! People's accounts, sessions, one-time codes, failed sign-ins, and clicks.

mod clicks;
mod codes;
mod contact_changes;
mod directory;
pub(crate) mod people;
mod repository;
mod sessions;
mod sign_in_attempts;
mod views;
