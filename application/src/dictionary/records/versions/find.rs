//! One version: `GET data_dictionary/version/{id}/` (3 §7).

use aditus_domain::ids::VersionId;
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::Record;
use super::super::views::VersionRecord;
use crate::access::Caller;
use crate::ports::Ports;

/// The version with this id, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, id: VersionId) -> Result<VersionRecord, Error> {
    caller.require(Role::SuperUser)?;
    let found = ports.database.read()?.dictionary_records().version_record(id)?;
    found.ok_or(Error::NotFound(Record::Version))
}
