//! Runs the contract of the database on SQLite and on PostgreSQL, and the storage's own tests.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "these are tests"
)]

mod backends;
mod backup;
mod moving;
mod postgres;
mod record;
mod request_search;
mod revisions;
mod schema_documents;
mod schemas;
mod sqlite;
mod store;
mod versions;
mod watched;
