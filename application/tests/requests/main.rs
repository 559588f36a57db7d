//! Submitting, lists, files and exports of requests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../story/mod.rs"]
mod story;
#[path = "../world/mod.rs"]
mod world;

mod documents;
mod lists;
mod submitting;
mod submitting_badly;
