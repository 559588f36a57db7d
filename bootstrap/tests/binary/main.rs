//! Tests that run the real binary on both databases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod backups;
mod commands;
mod countries;
mod fonts;
mod grants;
mod image;
mod independent;
mod inspection;
mod installation;
mod installing;
mod keys;
mod moving;
mod passkeys;
mod proof;
mod proxies;
mod retention;
mod s3_store;
mod serve;
mod sign_in_providers;
mod text_messages;
mod tls;
mod traces;
mod watching;
mod workload;
