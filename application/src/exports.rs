//! Documents that are made to be taken away, and their names.

use aditus_domain::audit::Act;
use aditus_domain::limits::Limit;

use crate::access::Caller;
use crate::audit;
use crate::limits::{self, LimitError};
use crate::ports::{Ports, StoreError};

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

/// Records that something is read out, before anybody gets it: what cannot be recorded is not handed out (design P1).
pub(crate) fn record(ports: &Ports, caller: &Caller, read_out: Act) -> Result<(), StoreError> {
    let mut transaction = ports.database.begin()?;
    let recorded = audit::record(ports, transaction.as_mut(), caller, read_out)?;
    transaction.commit(recorded)
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
