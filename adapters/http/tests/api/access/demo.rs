//! Calls of a demonstration, which other servers do not have.

use super::May::Missing;
use super::call::{Call, get};

pub fn calls() -> Vec<Call> {
    vec![
        get("demo/mailbox", "", Missing),
        get("demo/accounts", "", Missing),
    ]
}
