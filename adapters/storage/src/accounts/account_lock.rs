//! Locks what belongs to an account, by the row of the account.

use aditus_application::ports::StoreError;
use aditus_domain::ids::UserId;
use diesel::prelude::*;

use crate::connection::AnyConnection;
use crate::dialect::first_locked;
use crate::error::{DbError, DbResult};
use crate::schema::users;
use crate::times::Timestamp;

/// Locks the account until the transaction ends. Refuses an erased account, to which nothing can be
/// added.
pub(crate) fn lock_for_addition(connection: &mut AnyConnection, user: UserId) -> DbResult<()> {
    if lock(connection, user)?.is_some() {
        Err(DbError::Store(StoreError::Conflict))
    } else {
        Ok(())
    }
}

/// Locks the account until the transaction ends. Returns the time at which it was erased.
pub(super) fn lock(connection: &mut AnyConnection, user: UserId) -> DbResult<Option<Timestamp>> {
    let row = users::table.find(user.0).select(users::erased_on);
    let erased: Option<Option<Timestamp>> = first_locked!(connection, row).optional()?;
    Ok(erased.flatten())
}
