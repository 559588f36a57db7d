//! Calls about the contact, the public figures and the public documents.

use super::May::Anyone;
use super::call::{Call, get};

pub fn calls() -> Vec<Call> {
    vec![
        get("contact", "", Anyone),
        get("figures", "", Anyone),
        get("documents", "", Anyone),
        get("documents/{slug}", "", Anyone),
    ]
}
