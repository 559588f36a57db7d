//! Removes what lies beside the database and belongs to nothing any more: files of submissions that broke off, and mails that were
//! kept as files. A worker calls it now and then.

use chrono::TimeDelta;
use thiserror::Error;

use crate::audit::{self, Unrecorded};
use crate::failure::failure;
use crate::ports::{FileError, MailError, Mailer, Ports, StoreError};

/// Files of a submission that was not committed are kept this long. It must be far longer than any submission takes.
pub const UPLOADS_KEPT: TimeDelta = TimeDelta::days(1);

/// Mails that were kept as files, because there is no mail server, are kept this long.
pub const SPOOLED_MAILS_KEPT: TimeDelta = TimeDelta::days(30);

/// As many files are removed before it is noted that they are.
const AT_ONCE: u32 = 100;

/// What was removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Files of submissions that broke off; some may have been gone already.
    pub files: u64,
    /// Mails.
    pub mails: u64,
}

/// Why not everything was swept.
#[derive(Debug, Error)]
pub enum Error {
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
    /// The file store refused.
    #[error("files of submissions that broke off cannot be removed")]
    File(#[from] FileError),
    /// The folder of mails cannot be swept.
    #[error("old mails cannot be removed")]
    Mail(#[from] MailError),
}

failure! {
    Error {
        forwards Store;
        File(_) | Mail(_) => Unavailable;
    }
}

/// Sweeps both; the mails also where the file store does not answer.
pub fn execute(ports: &Ports, mailer: &dyn Mailer) -> Result<Answer, Error> {
    let mails = mailer.sweep(ports.clock.now() - SPOOLED_MAILS_KEPT);
    let files = sweep_files(ports)?;
    Ok(Answer { files, mails: mails? })
}

fn sweep_files(ports: &Ports) -> Result<u64, Error> {
    let before = ports.clock.now() - UPLOADS_KEPT;
    ports.files.sweep_unfinished(before)?;
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
