//! Tests of passkeys with an authenticator that has real keys.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod contract;
mod damage;
mod evidence;
mod helpers;
mod options;
mod registration;
mod relying_party;
mod signing;
mod stored_records;
