//! Checks on files of drafts.

use aditus_domain::ids::DraftFileId;
use aditus_domain::requests::{DetectedFile, DraftContent, FaultReason, Faults, FileContent};

use super::repository::{Draft, DraftFile};
use super::{Error, NewDraftFile};
use crate::access::{AccessError, Caller};
use crate::ports::Ports;
use crate::requests::NewDocument;
use aditus_domain::ids::{AssignedRoleId, DraftId};
use aditus_domain::roles::Role;
use chrono::{DateTime, Utc};

/// Refuses callers who are not Data Requesters. A named role must be a role of the caller.
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

/// Returns the caller's draft if the caller may write drafts.
pub(super) fn own(ports: &Ports, caller: &Caller, id: DraftId) -> Result<Draft, Error> {
    let draft = ports.database.read()?.drafts().get(caller.user, id)?;
    let draft = draft.ok_or(Error::NotFound)?;
    may_write(caller, None)?;
    Ok(draft)
}

/// Returns an error for each file in the content that does not exist, or whose type is not accepted
/// in its place.
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

/// The message about a file that does not exist any more.
pub(in crate::requests) const NOT_THERE: &str = "This file is no longer there. Please upload it again.";

pub(in crate::requests) fn find(files: &[DraftFile], id: DraftFileId) -> Option<&DraftFile> {
    files.iter().find(|file| file.id == id)
}

/// Returns the type and size that were detected at the upload.
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

/// Returns the size of all files together in bytes.
pub(super) fn total(files: &[DraftFile]) -> u64 {
    files
        .iter()
        .fold(0, |total, file| total.saturating_add(file.size))
}

/// Builds the row of a stored file for a draft.
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

/// Returns the display name of a file: the sender's file name, or else the kind of document.
pub(super) fn name_of(document: &NewDocument) -> String {
    document
        .name
        .clone()
        .unwrap_or_else(|| format!("{}.{}", document.kind.title(), document.file_type.extension()))
}
