//! Stops an import that has not begun to write: `DELETE data_dictionary/import/{import_id}/`, which answers 200 with the import. Its state
//! is `cancelled` as soon as its process has seen it; 409 once rows are written.

use aditus_domain::audit::Act;
use aditus_domain::ids::ImportId;
use aditus_domain::roles::Role;

use super::Error;
use super::repository::ImportJob;
use crate::access::Caller;
use crate::audit;
use crate::ports::Ports;

/// Asks it to stop.
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
