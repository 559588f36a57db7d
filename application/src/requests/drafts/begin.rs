//! Begins a draft (2 §7, `POST data_requests/`).

use aditus_domain::ids::{AssignedRoleId, DraftId};
use aditus_domain::requests::{DraftContent, Faults, RawDraft};

use super::files::{check_named, may_write, name_of, of_draft};
use super::{Draft, Error};
use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::ports::{Ports, StoreError, Transaction};
use crate::requests::uploads::{CountedUploads, ExaminedUpload, StoredFiles, Upload, scan};

/// The first content of the draft.
#[derive(Debug, Clone)]
pub struct Command {
    /// The role in which it will be submitted. If it is named, it must be a role of the caller.
    pub requester: Option<AssignedRoleId>,
    /// The answers and choices so far.
    pub content: RawDraft,
    /// Files sent with the draft.
    pub uploads: Vec<Upload>,
}

/// Checks that the caller may begin a draft. It is called before the draft with its files is
/// received, and again when it is stored.
pub fn may_begin(caller: &Caller) -> Result<(), Error> {
    Ok(may_write(caller, None)?)
}

/// Stores the draft and returns it.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<Draft, Error> {
    may_write(caller, command.requester)?;
    reject_empty_draft(&command)?;
    let content = command.content.check()?;
    let now = ports.clock.now();
    let examined = examine(ports, caller, &command.uploads)?;
    let files = StoredFiles::put::<Error>(ports, caller.user, &examined)?;
    let mut transaction = ports.database.begin()?;
    let id = transaction
        .drafts()
        .add(caller.user, &content, now, DraftContent::MAX_DRAFTS)?
        .ok_or(Error::TooMany)?;
    if files.documents().is_empty() {
        check_named(&content, &[])?;
    } else {
        let mut typed = content.into_typed();
        for document in files.documents() {
            let name = name_of(document);
            let file = of_draft(id, document, name, now);
            let file = transaction.drafts().add_file(&file)?;
            match document.staff.and_then(|index| typed.staff.get_mut(index)) {
                Some(member) => member.identification = Some(file),
                None => {
                    typed.documents.insert(document.kind, file);
                }
            }
        }
        let content = typed.check()?;
        let stored = stored(transaction.as_mut(), caller, id)?;
        check_named(&content, &stored.files)?;
        transaction.drafts().save(id, &content, now)?;
    }
    let draft = stored(transaction.as_mut(), caller, id)?;
    match transaction.commit(audit::unrecorded(Unrecorded::PrivateState)) {
        Ok(()) => {
            files.keep();
            Ok(draft)
        }
        Err(error @ StoreError::Unavailable(_)) => {
            // The connection failed during the commit, so the draft may be stored. The files stay
            // until they are cleaned up.
            files.keep();
            Err(error.into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Refuses an empty draft.
fn reject_empty_draft(command: &Command) -> Result<(), Faults> {
    let typed = RawDraft {
        reached: None,
        ..command.content.clone()
    };
    if typed != RawDraft::default() || !command.uploads.is_empty() {
        return Ok(());
    }
    let mut faults = Faults::default();
    faults.add("title", "Please enter the Data Request Title.");
    Err(faults)
}

/// Returns the caller's draft with the changes of the transaction.
pub(super) fn stored(
    transaction: &mut dyn Transaction,
    caller: &Caller,
    id: DraftId,
) -> Result<Draft, Error> {
    transaction.drafts().get(caller.user, id)?.ok_or(Error::NotFound)
}

/// Detects the types of the files, and refuses them unless all are accepted and harmless.
fn examine<'a>(
    ports: &Ports,
    caller: &Caller,
    uploads: &'a [Upload],
) -> Result<Vec<ExaminedUpload<'a>>, Error> {
    let total = uploads
        .iter()
        .map(|upload| upload.bytes.len() as u64)
        .sum::<u64>();
    if total > DraftContent::MAX_FILES_BYTES {
        return Err(Error::TooLarge);
    }
    let mut faults = Faults::default();
    let mut found = Vec::with_capacity(uploads.len());
    for upload in CountedUploads::count(ports, caller, uploads)?.each() {
        let (detected, examined) = upload.examine(ports.inspector.as_ref())?;
        if let Err(refusal) = upload.kind.check(detected) {
            faults.push(upload.field(), refusal.to_string(), refusal.reason());
        }
        found.push(examined);
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    if let Some(scanner) = &ports.scanner {
        scan::<Error>(scanner.as_ref(), uploads)?;
    }
    Ok(found)
}
