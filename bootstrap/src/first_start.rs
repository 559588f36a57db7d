//! What every installation needs and no migration brings: an approval procedure to follow.

use aditus_application::ports::{Database, StoreError};
use aditus_domain::procedures::default_procedure;

/// Adds the default procedure (decisions C2) to a database that has none. Of nodes that start at once, one adds it.
pub(crate) fn ensure_default_procedure(database: &dyn Database) -> Result<(), StoreError> {
    let mut transaction = database.begin()?;
    if transaction.procedures().default_procedure()?.is_some() {
        return Ok(());
    }
    match transaction.procedures().add(&default_procedure(), true, true) {
        Ok(_) => transaction.commit(),
        Err(StoreError::Duplicate(_)) => Ok(()),
        Err(error) => Err(error),
    }
}
