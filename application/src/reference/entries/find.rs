//! One entry of a list of reference data.

use aditus_domain::reference::EntryId;
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::Record;
use super::list::{EntryRow, all, row};
use crate::access::Caller;
use crate::ports::Ports;

/// The entry, active or not, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, id: EntryId) -> Result<EntryRow, Error> {
    caller.require(Role::SuperUser)?;
    let mut views = ports.database.read()?;
    let found = views.reference().entry_record(id)?;
    let record = found.ok_or(Error::NotFound(Record::Entry(id.list())))?;
    let all = all(views.as_mut(), id.list())?;
    Ok(row(&all, record))
}
