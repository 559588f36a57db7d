//! Statements of a backup that the database refuses.

use aditus_application::ports::{BackupError, StoreError};
use diesel::result::Error;

use crate::error::Fault;

/// Turns the error of a statement into that of the backup.
pub(super) fn refused(what: &'static str) -> impl FnOnce(Error) -> BackupError {
    move |error| BackupError::failed(what, StoreError::from(Fault::from(error)))
}
