//! Documents that are made to be taken away, and their names.

use aditus_domain::limits::Limit;

use crate::access::Caller;
use crate::limits::{self, LimitError};
use crate::ports::Ports;

/// A document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// What to call it. The name may hold letters of any script, but no separators of paths and no quotation marks.
    pub file_name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Counts that somebody takes something out, before it is made.
pub(crate) fn limit(ports: &Ports, caller: &Caller) -> Result<(), LimitError> {
    limits::spend(ports, &limits::of_caller(ports, Limit::Export, Some(caller), ""))
}

/// A text without what a file's name or a header cannot hold.
pub(crate) fn part_of_name(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() || matches!(c, '/' | '\\' | '"' | ':' | '*' | '?' | '<' | '>' | '|') {
                '_'
            } else {
                c
            }
        })
        .collect()
}
