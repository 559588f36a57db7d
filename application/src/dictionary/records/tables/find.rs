//! One table: `GET data_dictionary/table_dd/{id}/` (3 §7).

use aditus_domain::ids::TableId;
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::Record;
use super::super::views::TableRecord;
use crate::access::Caller;
use crate::ports::Ports;

/// The one with this id, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, id: TableId) -> Result<TableRecord, Error> {
    caller.require(Role::SuperUser)?;
    let found = ports.database.read()?.dictionary_records().table_record(id)?;
    found.ok_or(Error::NotFound(Record::Table))
}
