//! Why nothing is done with a draft.

use aditus_domain::requests::{DraftContent, Faults, FileQuota, NoRoomForFiles};
use thiserror::Error;

use crate::access::AccessError;
use crate::failure::failure;
use crate::limits::LimitError;
use crate::ports::{FileError, StoreError};
use crate::requests::submit::Unexamined;

/// Why a draft was not read, made, saved or deleted. Nothing has changed then.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such draft of the caller.
    #[error("This draft does not exist any more.")]
    NotFound,
    /// There is no such file of the draft.
    #[error("This file does not exist any more.")]
    NoFile,
    /// There is no such request.
    #[error("This Data Request does not exist.")]
    NoRequest,
    /// Only a Data Requester writes drafts, in a role of their own.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The caller uploaded too much of late.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The person has as many drafts as there may be.
    #[error(
        "You have {} drafts already. Submit or delete one of them first.",
        DraftContent::MOST
    )]
    TooMany,
    /// The files of a draft are too large together.
    #[error("The files together are too large. The limit is {} MB for all of them.", DraftContent::MAX_FILES_BYTES / 1_000_000)]
    TooLarge,
    /// The files of the account take too much.
    #[error(transparent)]
    NoRoom(#[from] NoRoomForFiles),
    /// The draft names the file.
    #[error("The draft names this file. Save the draft without it first.")]
    Named,
    /// What was sent does not fit, or a file is none that is taken.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// Nobody can tell whether the file is harmless.
    #[error(transparent)]
    Unexamined(#[from] Unexamined),
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
        TooMany => Conflict, reason: TooManyDrafts, params: { most: DraftContent::MOST };
        Named => Conflict, reason: DraftFileInUse;
        TooLarge => TooLarge,
            reason: FilesTooLarge,
            params: { most_mb: DraftContent::MAX_FILES_BYTES / 1_000_000 };
        NoRoom(full) => TooLarge,
            reason: FileQuotaExceeded,
            params: { most_mib: full.most / FileQuota::MIB };
        Unexamined(_) => Unavailable, reason: FilesNotChecked;
    }
}
