//! Tests of the folder and the S3-compatible store against the contract of the port.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    missing_docs
)]

mod clamd;
mod folder;
#[cfg(feature = "s3")]
mod object_store;
#[cfg(feature = "s3")]
mod s3_server;
