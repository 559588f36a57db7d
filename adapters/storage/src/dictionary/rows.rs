//! Errors for changes of rows that do not exist.

use aditus_application::ports::StoreError;

use crate::error::{Fault, Outcome};

/// Returns an error if a change affected no row.
pub(super) fn changed(rows: usize, what: &str) -> Outcome<()> {
    if rows == 0 {
        return Err(no_such(what));
    }
    Ok(())
}

pub(super) fn no_such(what: &str) -> Fault {
    Fault::Store(StoreError::Reference(format!("no such {what}")))
}
