//! A data custodian is deleted: `DELETE data_dictionary/data_custodian/{id}/` (decisions, "Administration").

use aditus_domain::ids::CustodianId;

pub use super::super::Error;
use super::super::Record;
use crate::access::Caller;
use crate::ports::Ports;
use crate::roles::authority;

/// Deletes a data custodian. Nothing refers to one: what was submitted was bound to organisation roles at the time (decisions C5).
pub fn execute(ports: &Ports, caller: &Caller, id: CustodianId) -> Result<(), Error> {
    let mut transaction = authority::begin_as_super_user(ports, caller)?;
    let records = transaction.dictionary_records();
    if records.custodian(id)?.is_none() {
        return Err(Error::NotFound(Record::Custodian));
    }
    records.remove_custodian(id)?;
    Ok(transaction.commit()?)
}
