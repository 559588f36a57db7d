//! The variables that a version holds: `GET data_dictionary/version_variable/?version=` (3 §2.11, §7).

use aditus_domain::ids::VersionId;
use aditus_domain::roles::Role;

use super::super::views::{VersionVariableRecord, VersionVariableSort};
use crate::access::Caller;
pub use crate::dictionary::records::Error;
use crate::dictionary::records::Record;
use crate::paging::{ListQuery, Paged};
use crate::ports::Ports;

/// A page of the variables of a version, each as it was when the version was committed, for Super Users.
pub fn execute(
    ports: &Ports,
    caller: &Caller,
    version: VersionId,
    query: ListQuery<VersionVariableSort>,
) -> Result<Paged<VersionVariableRecord>, Error> {
    caller.require(Role::SuperUser)?;
    let query = query.folded();
    let mut views = ports.database.read()?;
    if views.dictionary_records().version_record(version)?.is_none() {
        return Err(Error::NotFound(Record::Version));
    }
    Ok(views.dictionary_revisions().version_variables(version, &query)?)
}
