//! Adds a file to a draft as soon as it is chosen (decisions D2), with the checks of a submission.

use aditus_domain::ids::DraftId;
use aditus_domain::limits::Limit;
use aditus_domain::requests::{DocumentKind, DraftContent, Faults};

use super::begin::stored;
use super::files::{name_of, of_draft, own, total};
use super::{DraftFile, Error};
use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::limits;
use crate::ports::{Ports, StoreError};
use crate::requests::uploads::{CountedUploads, StoredFiles, Upload, scan};

/// The chosen file.
#[derive(Clone)]
pub struct Command {
    /// Draft that receives the file.
    pub draft: DraftId,
    /// Kind of document that it is meant for.
    pub kind: DocumentKind,
    /// The file name of the owner.
    pub name: Option<String>,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Command")
            .field("draft", &self.draft)
            .field("kind", &self.kind)
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

/// Name of the field that carries the file.
const FIELD: &str = "file";

/// Checks that the caller may upload a file for this draft. It is called before the file is
/// received, and again when it is stored.
pub fn may_add(ports: &Ports, caller: &Caller, draft: DraftId) -> Result<(), Error> {
    own(ports, caller, draft)?;
    let uploads = limits::caller_counter(ports, Limit::Upload, Some(caller), "");
    Ok(limits::refuse_early(ports, &uploads)?)
}

/// Inspects and stores the file, and returns it. The content of the draft refers to it from its
/// next save on.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<DraftFile, Error> {
    let draft = own(ports, caller, command.draft)?;
    let size = command.bytes.len() as u64;
    refuse_too_much(&draft.files, size)?;
    let uploads = [Upload {
        kind: command.kind,
        staff: None,
        name: command.name,
        bytes: command.bytes.into(),
    }];
    let mut examined = Vec::with_capacity(uploads.len());
    for upload in CountedUploads::count(ports, caller, &uploads)?.each() {
        let (detected, found) = upload.examine(ports.inspector.as_ref())?;
        if let Err(refusal) = command.kind.check(detected) {
            let mut faults = Faults::default();
            faults.push(FIELD, refusal.to_string(), refusal.reason());
            return Err(faults.into());
        }
        examined.push(found);
    }
    if let Some(scanner) = &ports.scanner {
        scan::<Error>(scanner.as_ref(), &uploads)?;
    }
    let files = StoredFiles::put::<Error>(ports, caller.user, &examined)?;
    let [document] = files.documents() else {
        return Err(StoreError::internal("a file was not stored").into());
    };
    let name = name_of(document);
    let mut transaction = ports.database.begin()?;
    if !transaction.drafts().lock(caller.user, command.draft)? {
        return Err(Error::NotFound);
    }
    let present = stored(transaction.as_mut(), caller, command.draft)?;
    refuse_too_much(&present.files, size)?;
    let file = of_draft(command.draft, document, name, ports.clock.now());
    let id = transaction.drafts().add_file(&file)?;
    let added = DraftFile {
        id,
        key: file.key.clone(),
        name: file.name.clone(),
        file_type: file.file_type,
        is_protected: file.is_protected,
        size,
        sha256: file.sha256,
    };
    match transaction.commit(audit::unrecorded(Unrecorded::PrivateState)) {
        Ok(()) => {
            files.keep();
            Ok(added)
        }
        Err(error @ StoreError::Unavailable(_)) => {
            // The connection failed during the commit. If the draft did not get the file, it is
            // still registered as an upload and cleaned up later.
            files.keep();
            Err(error.into())
        }
        Err(error) => Err(error.into()),
    }
}

fn refuse_too_much(files: &[DraftFile], more: u64) -> Result<(), Error> {
    if total(files).saturating_add(more) > DraftContent::MAX_FILES_BYTES {
        return Err(Error::TooLarge);
    }
    Ok(())
}
