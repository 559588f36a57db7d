//! Reads a file of a draft, for a preview.

use aditus_domain::ids::{DraftFileId, DraftId};

use super::files::find;
use super::{DraftFile, Error};
use crate::access::Caller;
use crate::ports::Ports;

/// Selects the file.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Id of the draft.
    pub draft: DraftId,
    /// Id of the file.
    pub file: DraftFileId,
}

/// Returns the file to the owner of the draft, after a check that the file store has its content.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<DraftFile, Error> {
    let draft = ports.database.read()?.drafts().get(caller.user, query.draft)?;
    let draft = draft.ok_or(Error::NotFound)?;
    let file = find(&draft.files, query.file).ok_or(Error::NoFile)?.clone();
    let size = ports.files.size(&file.key)?;
    Ok(DraftFile { size, ..file })
}
