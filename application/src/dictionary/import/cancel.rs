//! Cancels an import that has not begun to write: `DELETE data_dictionary/import/{import_id}/`. It
//! returns 200 with the import, whose state becomes `cancelled` once its process has seen the
//! request. It returns 409 once rows are being written.

use aditus_domain::audit::Act;
use aditus_domain::ids::ImportId;
use aditus_domain::roles::Role;

use super::Error;
use super::repository::ImportJob;
use crate::access::Caller;
use crate::audit;
use crate::ports::Ports;

/// Requests the cancellation.
pub fn execute(ports: &Ports, caller: &Caller, id: ImportId) -> Result<ImportJob, Error> {
    caller.require(Role::SuperUser)?;
    let mut transaction = ports.database.begin()?;
    let is_asked = transaction.dictionary_imports().ask_to_cancel(id)?;
    if is_asked {
        let recorded = audit::record(
            ports,
            transaction.as_mut(),
            caller,
            Act::ImportCancelled { import: id },
        )?;
        transaction.commit(recorded)?;
    }
    let job = ports.database.read()?.dictionary_imports().import(id)?;
    let job = job.ok_or(Error::NotFound)?;
    if is_asked {
        Ok(job)
    } else {
        Err(Error::NotCancellable)
    }
}
