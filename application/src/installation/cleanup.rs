//! Deletes orphaned document files, and mails that were stored as files. A document file is
//! orphaned if a submission, a draft or an edit was interrupted after storing it, or if it could
//! not be deleted with its document. A worker calls it periodically.

use chrono::TimeDelta;
use thiserror::Error;

use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{FileError, MailError, Mailer, Ports, StoreError};

/// The retention period of files whose upload has not been committed. It must be far longer than
/// any call takes.
pub const UPLOADS_KEPT: TimeDelta = TimeDelta::days(1);

/// The retention period of mails that were stored as files because there is no mail server.
pub const SPOOLED_MAILS_KEPT: TimeDelta = TimeDelta::days(30);

/// The number of files to delete before their removal is stored.
const AT_ONCE: u32 = 100;

/// The number of deleted files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Orphaned document files; some may have been deleted already.
    pub files: u64,
    /// Mails.
    pub mails: u64,
}

/// Errors that interrupted the cleanup.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
    /// The file store refused.
    #[error("orphaned document files cannot be deleted")]
    File(#[from] FileError),
    /// Old mails could not be deleted.
    #[error("old mails cannot be deleted")]
    Mail(#[from] MailError),
}

failure! {
    Error {
        forwards Store;
        File(_) | Mail(_) => Unavailable, reason: ServiceUnavailable;
    }
}

/// Deletes both kinds of files. Mails are deleted even if the file store does not respond.
pub fn execute(ports: &Ports, mailer: &dyn Mailer) -> Result<Answer, Error> {
    let mails = mailer.delete_expired(ports.clock.now() - SPOOLED_MAILS_KEPT);
    let files = delete_unused_files(ports)?;
    Ok(Answer { files, mails: mails? })
}

fn delete_unused_files(ports: &Ports) -> Result<u64, Error> {
    let before = ports.clock.now() - UPLOADS_KEPT;
    ports.files.delete_unfinished(before)?;
    let mut removed = 0;
    loop {
        let mut transaction = ports.database.begin()?;
        let keys = transaction.requests().uploads_begun_before(before, AT_ONCE)?;
        drop(transaction);
        if keys.is_empty() {
            return Ok(removed);
        }
        for key in &keys {
            ports.files.remove(key)?;
            removed += 1;
        }
        let mut transaction = ports.database.begin()?;
        transaction.requests().end_uploads(&keys)?;
        transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))?;
    }
}
