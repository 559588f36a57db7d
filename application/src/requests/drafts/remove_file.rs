//! Removes a file of a draft that the content of the draft no longer refers to.

use aditus_domain::ids::{DraftFileId, DraftId};

use super::Error;
use super::begin::stored;
use super::files::find;
use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::ports::Ports;
use crate::requests::uploads::delete_unreferenced_files;

/// Selects the file.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Id of the draft.
    pub draft: DraftId,
    /// Id of the file.
    pub file: DraftFileId,
}

/// Removes the file at once. Otherwise the cleanup removes it a day after the last save that
/// referred to it.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<(), Error> {
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    if !transaction.drafts().lock(caller.user, command.draft)? {
        return Err(Error::NotFound);
    }
    let draft = stored(transaction.as_mut(), caller, command.draft)?;
    let file = find(&draft.files, command.file).ok_or(Error::NoFile)?.clone();
    if draft
        .content
        .files()
        .iter()
        .any(|(_, _, named)| *named == file.id)
    {
        return Err(Error::Named);
    }
    transaction
        .drafts()
        .remove_files(std::slice::from_ref(&file), now)?;
    transaction.commit(audit::unrecorded(Unrecorded::PrivateState))?;
    delete_unreferenced_files(ports, &[file.key]);
    Ok(())
}
