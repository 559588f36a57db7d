//! Documents are kept in a folder and in an S3-compatible store as the port says.
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
