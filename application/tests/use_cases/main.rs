//! The use cases on the real SQLite storage. All in one test binary, because each binary costs a
//! compilation and a link.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[macro_use]
mod both_databases;

mod accounts;
mod audit;
mod backup;
mod deadlines;
mod dictionary;
mod feedback;
mod finished_requests;
mod idempotency;
mod information;
mod installation;
mod notifications;
mod procedures;
mod records;
mod reference;
mod requests;
mod retention;
mod review;
mod roles;
mod sealed_values;
mod story;
mod world;
