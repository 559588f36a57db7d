//! Errors of statements during a backup.

use aditus_application::ports::{BackupError, StoreError};
use diesel::result::Error;

use crate::error::DbError;

pub(super) fn refused(what: &'static str) -> impl FnOnce(Error) -> BackupError {
    move |error| BackupError::failed(what, StoreError::from(DbError::from(error)))
}
