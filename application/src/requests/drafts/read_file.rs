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

/// The file and its content, for the owner of the draft.
pub fn execute(ports: &Ports, caller: &Caller, query: Query) -> Result<(DraftFile, Vec<u8>), Error> {
    let draft = ports.database.read()?.drafts().get(caller.user, query.draft)?;
    let draft = draft.ok_or(Error::NotFound)?;
    let file = find(&draft.files, query.file).ok_or(Error::NoFile)?.clone();
    let bytes = ports.files.get(&file.key)?;
    Ok((file, bytes))
}
