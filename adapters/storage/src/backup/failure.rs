//! Errors of statements during a backup, a restore or a move.

use aditus_application::ports::{BackupError, StoreError};
use diesel::result::Error;

use crate::error::DbError;

pub(super) fn statement_failed(what: &'static str) -> impl FnOnce(Error) -> BackupError {
    move |error| BackupError::failed(what, StoreError::from(DbError::from(error)))
}
