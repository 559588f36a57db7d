//! Finds out if an installation has data that its secrets protect.

use crate::ports::{Database, StoreError};

/// Returns true once people have begun to use the database, or a server has signed its transparency
/// log.
pub fn execute(database: &dyn Database) -> Result<bool, StoreError> {
    let mut transaction = database.begin()?;
    Ok(!transaction.installation().is_untouched()? || transaction.audit_log().signing_key()?.is_some())
}
