//! One data source: `GET data_dictionary/data_source/{id}/` (3 §7).

use aditus_domain::ids::DataSourceId;
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::Record;
use super::super::views::SourceRecord;
use crate::access::Caller;
use crate::ports::Ports;

/// The data source with this id, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, id: DataSourceId) -> Result<SourceRecord, Error> {
    caller.require(Role::SuperUser)?;
    let found = ports.database.read()?.dictionary_records().source_record(id)?;
    found.ok_or(Error::NotFound(Record::Source))
}
