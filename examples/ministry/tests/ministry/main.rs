//! Tests of the ministry's adapters against the contracts of their ports, and of its program.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "these are tests; a panic is how they fail"
)]

mod approvals;
mod contracts;
mod counted;
mod document;
mod http_server;
mod main_job;
mod program;
mod queue_server;
mod register_server;
