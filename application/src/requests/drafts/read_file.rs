//! A file of a draft, to look at it once more.

use aditus_domain::ids::{DraftFileId, DraftId};

use super::files::find;
use super::{DraftFile, Error};
use crate::access::Caller;
use crate::ports::Ports;

/// Which file is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Of which draft.
    pub draft: DraftId,
    /// Its id.
    pub file: DraftFileId,
}

/// Returns the file to the owner of the draft, once the store is known to hold its content.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<DraftFile, Error> {
    let draft = ports.database.read()?.drafts().get(caller.user, query.draft)?;
    let draft = draft.ok_or(Error::NotFound)?;
    let file = find(&draft.files, query.file).ok_or(Error::NoFile)?.clone();
    let size = ports.files.size(&file.key)?;
    Ok(DraftFile { size, ..file })
}
