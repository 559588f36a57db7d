//! Tests of calendar files and feeds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod contract;
mod damage;
mod events;
mod feed;
mod files;
mod helpers;
mod repetition;
