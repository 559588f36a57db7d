//! The errors of all operations on drafts.

use aditus_domain::requests::{DraftContent, Faults, FileQuota, FileQuotaExceeded};
use thiserror::Error;

use crate::access::AccessError;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{FileError, StoreError};
use crate::requests::submit::ExaminationFailed;

/// A draft was not read, created, saved or deleted. Nothing has changed.
#[derive(Debug, Error)]
pub enum Error {
    /// The draft does not exist, or belongs to another person.
    #[error("This draft does not exist any more.")]
    NotFound,
    /// The draft has no such file.
    #[error("This file does not exist any more.")]
    NoFile,
    /// The request does not exist.
    #[error("This Data Request does not exist.")]
    NoRequest,
    /// The caller is not a Data Requester, or the named role is not theirs.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The caller uploaded too much recently.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The account has the maximum number of drafts.
    #[error(
        "You have {} drafts already. Submit or delete one of them first.",
        DraftContent::MAX_DRAFTS
    )]
    TooMany,
    /// The files of the draft together are too large.
    #[error("The files together are too large. The limit is {} MB for all of them.", DraftContent::MAX_FILES_BYTES / 1_000_000)]
    TooLarge,
    /// The files would exceed the storage quota of the account.
    #[error(transparent)]
    NoRoom(#[from] FileQuotaExceeded),
    /// The draft refers to the file.
    #[error("The draft names this file. Save the draft without it first.")]
    Named,
    /// A field is invalid, or a file is of a type that is not accepted.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// The file cannot be checked for harmful content right now.
    #[error(transparent)]
    ExaminationFailed(#[from] ExaminationFailed),
    /// The file store refused.
    #[error("The file could not be stored. Please try again.")]
    File(#[from] FileError),
    /// The database refused.
    #[error("{}", .0.message())]
    Store(#[from] StoreError),
}

failure! {
    Error {
        forwards Access, Limit, Faults, File, Store;
        NotFound => NotFound, reason: DraftNotFound;
        NoFile => NotFound, reason: DraftFileNotFound;
        NoRequest => NotFound, reason: RequestNotFound;
        TooMany => Conflict, reason: TooManyDrafts, params: { most: DraftContent::MAX_DRAFTS };
        Named => Conflict, reason: DraftFileInUse;
        TooLarge => TooLarge,
            reason: FilesTooLarge,
            params: { most_mb: DraftContent::MAX_FILES_BYTES / 1_000_000 };
        NoRoom(full) => TooLarge,
            reason: FileQuotaExceeded,
            params: { most_mib: full.max / FileQuota::MIB };
        ExaminationFailed(_) => Unavailable, reason: FilesNotChecked;
    }
}
