//! Files of drafts: examined before they are stored, and removed with what they belong to.

use aditus_domain::ids::DraftFileId;
use aditus_domain::requests::{DetectedFile, DraftContent, FaultReason, Faults, FileContent};

use super::repository::{Draft, DraftFile};
use super::{Error, NewDraftFile};
use crate::access::{AccessError, Caller};
use crate::audit::{self, Unrecorded};
use crate::ports::{FileKey, Ports, Transaction};
use crate::requests::NewDocument;
use aditus_domain::ids::{AssignedRoleId, DraftId};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

/// Refuses whoever writes no requests. A role that is named must be the caller's own.
pub(super) fn may_write(caller: &Caller, requester: Option<AssignedRoleId>) -> Result<(), AccessError> {
    caller.require(Role::DataRequester)?;
    let Some(requester) = requester else {
        return Ok(());
    };
    let held = caller.assignment(requester).ok_or(AccessError::NotHeld)?;
    if held.role == Role::DataRequester {
        Ok(())
    } else {
        Err(AccessError::Role)
    }
}

/// The caller's draft, for somebody who may write.
pub(super) fn own(ports: &Ports, caller: &Caller, id: DraftId) -> Result<Draft, Error> {
    let draft = ports.database.read()?.drafts().get(caller.user, id)?;
    let draft = draft.ok_or(Error::NotFound)?;
    may_write(caller, None)?;
    Ok(draft)
}

/// Refuses a content that names files which are not there, or which are of no type that is taken where they are named.
pub(super) fn check_named(content: &DraftContent, files: &[DraftFile]) -> Result<(), Faults> {
    let mut faults = Faults::default();
    for (field, kind, id) in content.files() {
        match find(files, id) {
            None => faults.add(field, NOT_THERE),
            Some(file) => {
                if let Err(refusal) = kind.check(detected(file)) {
                    faults.push(field, refusal.to_string(), FaultReason::FileType);
                }
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// What is said of a file that is named and not there.
pub(in crate::requests) const NOT_THERE: &str = "This file is not there any more. Please upload it again.";

/// The file of this id.
pub(in crate::requests) fn find(files: &[DraftFile], id: DraftFileId) -> Option<&DraftFile> {
    files.iter().find(|file| file.id == id)
}

/// A file that was examined when it came.
pub(in crate::requests) fn detected(file: &DraftFile) -> DetectedFile {
    DetectedFile {
        content: if file.is_protected {
            FileContent::Protected
        } else {
            FileContent::Sound(file.file_type)
        },
        size: file.size,
    }
}

/// The bytes of all files together.
pub(super) fn total(files: &[DraftFile]) -> u64 {
    files
        .iter()
        .fold(0, |total, file| total.saturating_add(file.size))
}

/// A file in the store, as a file of a draft.
pub(super) fn of_draft(
    draft: DraftId,
    document: &NewDocument,
    name: String,
    at: DateTime<Utc>,
) -> NewDraftFile {
    NewDraftFile {
        draft,
        key: document.key.clone(),
        name,
        file_type: document.file_type,
        is_protected: document.is_protected,
        size: document.size,
        sha256: document.sha256,
        at,
    }
}

/// The name of a file in a draft: the one that its sender gave it, else what it is.
pub(super) fn name_of(document: &NewDocument) -> String {
    document
        .name
        .clone()
        .unwrap_or_else(|| format!("{}.{}", document.kind.title(), document.file_type.extension()))
}

/// Removes files from the file store that nothing names any more, and their notes. What cannot be removed now is swept later.
pub(crate) fn clear_away(ports: &Ports, keys: &[FileKey]) {
    let mut removed = Vec::with_capacity(keys.len());
    for key in keys {
        match ports.files.remove(key) {
            Ok(()) => removed.push(key.clone()),
            Err(error) => tracing::warn!(
                error = &error as &dyn std::error::Error,
                "a file of a draft is swept later"
            ),
        }
    }
    if removed.is_empty() {
        return;
    }
    let forgotten = ports
        .database
        .begin_aside()
        .and_then(|mut transaction: Box<dyn Transaction + '_>| {
            transaction.requests().end_uploads(&removed)?;
            transaction.commit(audit::unrecorded(Unrecorded::Housekeeping))
        });
    if let Err(error) = forgotten {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "files of a draft are looked for once more when they are swept"
        );
    }
}
