//! Codes, decisions, recall, comments and tracking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../story/mod.rs"]
mod story;
#[path = "../world/mod.rs"]
mod world;

mod codes;
mod comments;
mod deciding;
mod main_job;
mod recalling;
mod tracking;
