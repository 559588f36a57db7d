//! Deletes a draft with its files.

use aditus_domain::ids::DraftId;

use super::Error;
use crate::access::Caller;
use crate::audit::{self, Unrecorded};
use crate::ports::Ports;
use crate::requests::uploads::delete_unreferenced_files;

/// Selects the draft.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Its id.
    pub draft: DraftId,
}

/// Deletes the caller's draft. It requires no role, so that people who lost theirs can still delete
/// drafts.
pub fn execute(ports: &Ports, caller: &Caller, command: Command) -> Result<(), Error> {
    let now = ports.clock.now();
    let mut transaction = ports.database.begin()?;
    let keys = transaction
        .drafts()
        .remove(caller.user, command.draft, &[], now)?
        .ok_or(Error::NotFound)?;
    transaction.commit(audit::unrecorded(Unrecorded::PrivateState))?;
    delete_unreferenced_files(ports, &keys);
    Ok(())
}
