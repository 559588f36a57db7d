//! Tests of the SMTP mailer and the spool folder against the contract of the port.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    missing_docs
)]

mod decoded;
mod smtp;
mod spool;
