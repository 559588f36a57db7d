//! Registering, recovering a password, the profile, addresses and numbers, sessions, and clicks.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../world/mod.rs"]
mod world;

mod contact;
mod profile;
mod recovering;
mod registering;
mod sessions;
mod visits;
