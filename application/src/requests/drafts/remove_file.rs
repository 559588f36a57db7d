//! Removes a file of a draft that the draft does not name any more.

use aditus_domain::ids::{DraftFileId, DraftId};

use super::Error;
use super::begin::stored;
use super::files::{clear_away, find};
use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::ports::Ports;

/// Which file is to go.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Of which draft.
    pub draft: DraftId,
    /// Its id.
    pub file: DraftFileId,
}

/// Removes the file at once; without this it is swept a day after the draft named it last.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<(), Error> {
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    if !transaction.drafts().hold(caller.user, command.draft)? {
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
    transaction.commit(audit::unrecorded(Unrecorded::OwnMatter))?;
    clear_away(ports, &[file.key]);
    Ok(())
}
