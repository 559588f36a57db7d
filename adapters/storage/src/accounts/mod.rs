//! People's accounts, sessions, one-time codes and failed sign-ins.

mod codes;
mod directory;
pub(crate) mod people;
mod repository;
mod sessions;
mod sign_in_attempts;
mod views;
