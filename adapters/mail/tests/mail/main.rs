//! Mail leaves by SMTP and into the spool folder as the port says.
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
