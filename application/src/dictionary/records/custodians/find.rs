//! One data custodian: `GET data_dictionary/data_custodian/{id}/` (3 §7).

use aditus_domain::ids::CustodianId;
use aditus_domain::roles::Role;

pub use super::super::Error;
use super::super::Record;
use super::super::views::CustodianRecord;
use crate::access::Caller;
use crate::ports::Ports;

/// The data custodian with this id, for Super Users.
pub fn execute(ports: &Ports, caller: &Caller, id: CustodianId) -> Result<CustodianRecord, Error> {
    caller.require(Role::SuperUser)?;
    let found = ports.database.read()?.dictionary_records().custodian_record(id)?;
    found.ok_or(Error::NotFound(Record::Custodian))
}
