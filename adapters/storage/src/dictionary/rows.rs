//! Errors for changes of rows that do not exist.

use aditus_application::ports::StoreError;

use crate::error::{DbError, DbResult};

/// Returns an error if a change affected no row.
pub(super) fn changed(rows: usize, what: &str) -> DbResult<()> {
    if rows == 0 {
        return Err(no_such(what));
    }
    Ok(())
}

pub(super) fn no_such(what: &str) -> DbError {
    DbError::Store(StoreError::Reference(format!("no such {what}")))
}
