//! One variable of a version: `GET data_dictionary/version_variable/{id}/` (3 §7).

use aditus_domain::ids::VersionVariableId;
use aditus_domain::roles::Role;

use super::super::views::VersionVariableRecord;
use crate::access::Caller;
pub use crate::dictionary::records::Error;
use crate::dictionary::records::Record;
use crate::ports::Ports;

/// The one with this id, for Super Users.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    id: VersionVariableId,
) -> Result<VersionVariableRecord, Error> {
    caller.require(Role::SuperUser)?;
    let found = ports
        .database
        .read()?
        .dictionary_revisions()
        .version_variable(id)?;
    found.ok_or(Error::NotFound(Record::VersionVariable))
}
