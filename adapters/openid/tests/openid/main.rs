//! Tests of the client of OpenID Connect providers, with a real server that signs tokens.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod connections;
mod contract;
mod id_tokens;
mod keys;
mod logout;
mod rotation;
mod server;
mod sign_in;
